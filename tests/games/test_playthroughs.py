"""The golden games are played today as they are stored."""

from pathlib import Path

import pytest

from tests.games.playthrough import FOLDER, texts

PLAYED = dict(texts())


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_game_is_played_as_written(path: Path) -> None:
    assert path.exists(), "new game: write it down with `make playthroughs`"
    assert PLAYED[path] == path.read_text(encoding="utf-8"), "read the diff of `make playthroughs`"


def test_no_file_is_left_over() -> None:
    assert set(FOLDER.glob("*.txt")) == set(PLAYED)

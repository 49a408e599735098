"""A game is where docs/adding-a-game.md says, declares its own texts, and shared code knows no game."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.catalog import EVERY_GAME

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
SHARED = (
    "project/**/*.py",
    "games/core/**/*.py",
    "games/tables/**/*.py",
    "bots/*.py",
    "bots/analysis/*.py",
    "bots/runtime/*.py",
    "templates/**/*.html",
    "static/js/shell/**/*.js",
    "static/js/types.d.ts",
    "static/css/**/*.css",
    "tests/games/case.py",
    "tests/games/contract_properties.py",
    "tests/bots/play.py",
    "tests/bots/test_bot_properties.py",
)
ENGLISH_WORDS = {"turn": r"(games|bots|boards)[./]turn\b|turn duel"}
"""By slug: how code would name a game whose slug is also an ordinary word."""
LISTS = {ROOT / "bots" / "catalog.py"}
every_game = pytest.mark.parametrize("slug", EVERY_GAME)


def shared_files() -> list[Path]:
    """List the files that may not name a game."""
    own = {ROOT / "static" / "css" / slug for slug in EVERY_GAME}
    found = (path for pattern in SHARED for path in ROOT.glob(pattern))
    return [path for path in found if path not in LISTS and path.parent not in own]


def test_the_example_has_every_file_the_guide_names() -> None:
    named = [
        path
        for path in re.findall(r"`([\w./<>-]+)`", GUIDE)
        if "/<slug>" in path or "-<slug>." in path
    ]
    files = [path.replace("<slug>", "tiny") for path in named if "." in path]
    assert len(files) > 15
    assert [path for path in files if not (ROOT / path).is_file()] == []


@every_game
def test_a_game_declares_its_texts_and_pictures(slug: str) -> None:
    game = EVERY_GAME[slug]
    assert game.about.blurb
    assert len(game.about.brief) == 3
    assert game.levels
    assert list(game.about.level_names) == list(game.levels)
    for name in (f"{slug}.svg", f"preview-{slug}.jpg"):
        assert (ROOT / "static" / "img" / name).is_file()


@every_game
def test_shared_code_names_no_game(slug: str) -> None:
    pattern = ENGLISH_WORDS.get(slug, rf"\b{slug}\b")
    word = re.compile(pattern, re.IGNORECASE)
    files = shared_files()
    assert len(files) > 200
    assert [
        path.relative_to(ROOT) for path in files if word.search(path.read_text(encoding="utf-8"))
    ] == []


@pytest.mark.parametrize(
    ("setting", "slugs"),
    [
        ("", ["nana", "battleship", "datongzi", "stud", "turn"]),
        ("tiny", ["nana", "battleship", "datongzi", "stud", "turn", "tiny"]),
    ],
)
def test_examples_are_offered_only_by_the_setting(setting: str, slugs: list[str]) -> None:
    code = (
        "from games.catalog import GAMES; from bots.catalog import BOTS_OF; print(*GAMES, *BOTS_OF)"
    )
    offered = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"GLASS_EXTRA_GAMES": setting, "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert offered.split() == [*slugs, *slugs]

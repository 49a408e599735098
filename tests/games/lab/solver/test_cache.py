"""Where compiled code is kept, and solving without numba."""

import os
import sys
import tempfile
from pathlib import Path

import pytest

from games.lab.turn.solver.cache import choose_cache_directory
from games.lab.turn.solver.rivers import ArrayRivers
from games.lab.turn.solver.solve import choose_backend, solve
from tests.games.lab.reference import small_spot


@pytest.fixture
def chosen(monkeypatch, tmp_path):
    """Choose a folder with this var/ and an empty temporary folder; return the choice."""

    def choose(var):
        monkeypatch.setenv("NUMBA_CACHE_DIR", "")
        monkeypatch.setenv("GLASS_DATA_DIR", str(var))
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
        (tmp_path / "tmp").mkdir(exist_ok=True)
        choose_cache_directory()
        return Path(os.environ["NUMBA_CACHE_DIR"])

    return choose


def test_compiled_code_is_kept_under_var(chosen, tmp_path):
    assert chosen(tmp_path / "var").parent == tmp_path / "var"


def test_a_var_that_cannot_be_written_leads_to_a_private_temporary_folder(chosen, tmp_path):
    (tmp_path / "file").touch()
    folder = chosen(tmp_path / "file" / "var")
    assert folder.parent.parent == tmp_path / "tmp"
    assert folder.stat().st_mode & 0o077 == 0


def test_a_temporary_folder_that_others_can_write_to_is_not_used(chosen, tmp_path):
    (tmp_path / "file").touch()
    shared = chosen(tmp_path / "file" / "var").parent
    shared.chmod(0o777)
    assert chosen(tmp_path / "file" / "var").parent == tmp_path / "tmp"


def test_a_chosen_folder_stays(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    choose_cache_directory()
    assert os.environ["NUMBA_CACHE_DIR"] == str(tmp_path)


def test_without_numba_the_numpy_path_solves(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)  # importing it fails
    assert choose_backend("auto") == "numpy"
    found = solve(small_spot(), target=1)
    assert isinstance(found.turn.rivers, ArrayRivers)
    assert found.converged

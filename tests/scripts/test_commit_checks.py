"""What is checked before a commit: its message, and the files in it."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from scripts import check_commit_message, check_files

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "message",
    [
        "tables: Validate the whole form before creating a table",
        "battleship bots: Cache placement overlaps\n\nWhy: they were counted twice.\n",
        "build: Set `OPENBLAS_NUM_THREADS=1`\n# a comment of git\n",
        "a: " + "X" * 69,
        "Merge branch 'replay' of a very long name that git itself has written into the subject",
        'Revert "tables: Validate"',
    ],
)
def test_a_message_of_the_right_form_passes(message: str) -> None:
    assert check_commit_message.problems(message) == []


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ("", "form"),
        ("Validate the form", "form"),
        ("tables: validate the form", "form"),
        ("Tables: Validate the form", "form"),
        ("a: " + "X" * 70, "73 characters"),
        ("tables: Validate the form.", "full stop"),
        ("tables: Validate the form\nbefore creating a table", "second line"),
    ],
)
def test_a_message_of_another_form_is_refused_with_the_reason(message: str, problem: str) -> None:
    (found,) = check_commit_message.problems(message)
    assert problem in found


def test_the_exit_code_says_whether_git_may_commit(tmp_path: Path) -> None:
    def exit_code(message: str) -> int:
        file = tmp_path / "COMMIT_EDITMSG"
        file.write_text(message)
        command = [sys.executable, ROOT / "scripts/check_commit_message.py", file]
        return subprocess.run(command, capture_output=True).returncode

    assert exit_code("docs: Say more\n") == 0
    assert exit_code("say more\n") == 1


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"a", "no line end"),
        (b"a\n\n", "empty line"),
        (b"a" * check_files.MAX_FILE_BYTES + b"\n", "bytes"),
    ],
)
def test_a_file_with_a_wrong_end_or_size_is_refused(
    tmp_path: Path, content: bytes, problem: str
) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    (found,) = check_files.problems(file)
    assert problem in found


@pytest.mark.parametrize("content", [b"", b"a\n", b"\x89PNG\0"])
def test_an_ordinary_file_passes(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    assert check_files.problems(file) == []


def test_the_hooks_fetch_nothing_and_call_scripts_that_exist() -> None:
    text = (ROOT / ".pre-commit-config.yaml").read_text()
    assert "://" not in text
    (repository,) = yaml.safe_load(text)["repos"]
    assert repository["repo"] == "local"
    for hook in repository["hooks"]:
        assert hook["language"] == "system"
        scripts = [word for word in hook["entry"].split() if word.startswith("scripts/")]
        assert all((ROOT / script).is_file() for script in scripts)

"""The Markdown files lead where they say: linked and named files exist, and so do the names beside them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = "bots|docs|games|project|requirements|scripts|static|templates|tests"
NAMED_PATH = re.compile(rf"`((?:{FOLDERS})/[^`\s:]*)(?:::[\w.]+)?`")
"""A path in a code span; `<slug>` and the like stand for any name."""
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "games").rglob("*.md")]
)


def linked(text: str, page: Path) -> list[Path]:
    """Return the files a text of a page links to."""
    return [(page.parent / target).resolve() for target in LINK.findall(text)]


def questions() -> list[str]:
    """Return the rows of the table of questions in CONTRIBUTING.md."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return re.findall(r"^\| .*\? \| .* \|$", text.split("## Where is")[1], re.M)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page: Path) -> None:
    missing = [one for one in linked(page.read_text(encoding="utf-8"), page) if not one.exists()]
    assert not missing


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page.name != "CHANGELOG.md"],  # which also names what was
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_every_path_named_in_a_document_exists(page: Path) -> None:
    named = NAMED_PATH.findall(page.read_text(encoding="utf-8"))
    missing = [path for path in named if not any(ROOT.glob(re.sub(r"<[^>]*>", "*", path)))]
    assert not missing


def test_a_path_that_does_not_exist_is_noticed() -> None:
    named = NAMED_PATH.findall("see `games/tables/desk/pages.py` and `bots/<slug>/bots.py`")
    assert named == ["games/tables/desk/pages.py", "bots/<slug>/bots.py"]


def test_the_readme_leads_to_the_questions_and_the_glossary() -> None:
    readme = ROOT / "README.md"
    targets = linked(readme.read_text(encoding="utf-8"), readme)
    assert {ROOT / "CONTRIBUTING.md", ROOT / "docs" / "glossary.md"} <= set(targets)


def test_each_question_names_a_file_and_what_is_in_it() -> None:
    rows = questions()
    assert len(rows) >= 10
    for row in rows:
        files = linked(row, ROOT / "CONTRIBUTING.md")
        assert files, row
        text = "".join(file.read_text(encoding="utf-8") for file in files)
        for name in re.findall(r"`(\w+)`", row):
            assert name in text, f"{name} is in no file of: {row}"

"""Sheets of boards and cards reach nothing outside their containers, and no page reaches into a board."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from project.pages import board_sheets, boards

SHEETS = Path(__file__).parents[1] / "static/css"

# The container of every sheet a board brings with it; a game's folder has the container of its board.
CONTAINERS = {
    "ui/cards.css": (":where(.cards)",),
    "table/felt.css": (".felt", ".portrait-frame", ".seat-text"),
    "replay/analysis-panel.css": (":where(.analysis-panel)",),
    "ui/rules.css": (".rules",),
    "ui/poker-cards.css": (":where(.poker)",),
    "ui/poker-table.css": (":where(.poker)",),
}
GAMES = boards()
BOARD_SHEETS = sorted(
    [
        *CONTAINERS,
        *(
            sheet.removeprefix("css/")
            for game in GAMES
            for sheet in board_sheets(game)
            if sheet.startswith(f"css/{game}/")
        ),
    ]
)
# What every page and every board is made of.
GROUND = ("ui/base.css", "ui/tokens.css")
# Parts of a page that sheets of a board may name too.
PARTS_OF_PAGES = {"analysis-key", "analysis-open", "analysis-strip", "felt", "replay", "stage"}


def containers(sheet: str) -> tuple[str, ...]:
    """Name the containers of a sheet.

    A game may also colour the felt that holds its board, and say at which widths the strip with an
    analysis' first sentence is shown: that depends on where the board puts the analysis.
    """
    if sheet in CONTAINERS:
        return CONTAINERS[sheet]
    board = f".board-{sheet.split('/')[0]}"
    return (
        f":where({board})",
        f".felt:has({board}",
        f".stage .felt:has({board}",
        f".replay .felt:has({board}",
        f".replay:has({board}) .analysis-strip",
    )


def plain(sheet: str) -> str:
    return re.sub(r"/\*.*?\*/", "", (SHEETS / sheet).read_text(), flags=re.DOTALL)


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield every block of a text with what stands before it: ("a, b", "color: red;")."""
    depth, start, opened, prelude = 0, 0, 0, ""
    for at, char in enumerate(text):
        if char == "{":
            if depth == 0:
                prelude, opened = text[start:at].rpartition(";")[2].strip(), at + 1
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0:
                yield prelude, text[opened:at]
                start = at + 1


def parts(prelude: str) -> list[str]:
    """Split a list of selectors at the commas outside brackets."""
    return [part.strip() for part in re.split(r",(?![^()]*\))", prelude)]


def selectors(text: str, parent: str = "") -> Iterator[str]:
    """Yield every selector with its nesting resolved."""
    for prelude, body in blocks(text):
        if prelude.startswith(("@keyframes", "@property")):
            continue
        if prelude.startswith("@"):
            yield from selectors(body, parent)
            continue
        for part in parts(prelude):
            if not parent:
                resolved = part
            elif "&" in part:
                resolved = part.replace("&", parent)
            else:
                resolved = f"{parent} {part}"
            yield resolved
            yield from selectors(body, resolved)


def is_inside(selector: str, container: str) -> bool:
    """Return whether a selector can match only a container and what lies in it."""
    before, found, rest = selector.partition(container)
    named = bool(found) and not re.match(r"[\w-]", rest)
    beside = re.match(r"[^\s>]*\s*[+~]", rest)
    bracketed = before.count("(") != before.count(")")
    return named and not beside and not bracketed


@pytest.mark.parametrize("sheet", BOARD_SHEETS)
def test_a_sheet_of_a_board_matches_nothing_outside_its_container(sheet: str) -> None:
    found = list(selectors(plain(sheet)))

    assert found
    assert [
        one for one in found if not any(is_inside(one, place) for place in containers(sheet))
    ] == []


@pytest.mark.parametrize(
    ("selector", "inside"),
    [
        (":where(.cards) .turn", True),
        (".turn", False),
        (".replay :where(.cards) .turn", True),
        (":where(.cards).flying", True),
        (":where(.cards) + .turn", False),
        (":where(.cards).open ~ .turn", False),
        (".turn:not(:where(.cards) .turn)", False),
    ],
)
def test_the_check_itself_sees_what_leaves_a_container(selector: str, inside: bool) -> None:
    assert is_inside(selector, ":where(.cards)") is inside


def test_no_two_sheets_give_animations_the_same_name() -> None:
    names = [
        name
        for path in SHEETS.rglob("*.css")
        for name in re.findall(r"@keyframes ([\w-]+)", path.read_text())
    ]

    assert [name for name, count in Counter(names).items() if count > 1] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_length_registered_by_a_game_is_used_by_no_other_sheet(game: str) -> None:
    own = {path: path.read_text() for path in SHEETS.glob(f"{game}/*.css")}
    others = "".join(path.read_text() for path in SHEETS.rglob("*.css") if path not in own)

    registered = {
        name for text in own.values() for name in re.findall(r"@property (--[\w-]+)", text)
    }
    assert [name for name in registered if re.search(rf"{name}\b(?!-)", others)] == []


def classes(selector: str) -> set[str]:
    return set(re.findall(r"\.([a-zA-Z][\w-]*)", selector))


def test_no_page_sheet_names_only_classes_of_a_board() -> None:
    """`.run` of a page would also style the ring of a board's clock; `.steps .run` does not."""
    ground = {name for sheet in GROUND for one in selectors(plain(sheet)) for name in classes(one)}
    named = {
        name for sheet in BOARD_SHEETS for one in selectors(plain(sheet)) for name in classes(one)
    }
    own = named - PARTS_OF_PAGES
    shown = (
        "home/home.css",
        "home/new-table.css",
        "home/demo.css",
        "table/table-page.css",
        "table/panel.css",
        "ui/dialog.css",
        "table/waiting-room.css",
        "table/notices-and-menu.css",
        *({f"replay/{path.name}" for path in SHEETS.glob("replay/*.css")} - set(CONTAINERS)),
    )

    leaks = [
        (sheet, one)
        for sheet in shown
        for one in selectors(plain(sheet))
        if classes(one) - ground and classes(one) - ground <= own
    ]
    assert leaks == []

"""The browser's types hold for what the server sends: tsc reads real views, events and actions.

The games are the golden ones, which contain every event and every view.
"""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.games.case import Case, whole
from tests.games.cases import CASES
from tests.games.playthrough import SKILLED_SHARE
from tests.games.recorded_game import Run

ROOT = Path(__file__).parents[1]
COMPILERS = sorted(ROOT.glob("node_modules/@typescript/typescript-*/lib/tsc"))
needs_tsc = pytest.mark.skipif(not COMPILERS, reason="`make check` fetches tsc")


def sent(case: Case) -> Iterator[tuple[str, Any]]:
    """Yield all that a seat and a spectator are sent in the golden games, each with its type."""
    for seed, (seats, options) in case.playthroughs.items():
        run = Run(case.game, options, seats, str(seed).encode())
        record = whole(case, run, SKILLED_SHARE)
        for step in record.steps:
            for viewer in record.viewers[-2:]:
                state = step.states[viewer]
                yield "View", case.game.view(state, viewer)
                yield from (("Event", case.game.redact(event, viewer)) for event in step.events)
                if viewer is not None:
                    yield from (("Action", one) for one in case.game.legal_actions(state, viewer))
                    yield from (("Action", one) for one in case.game.aside(state, viewer))


def shape(value: Any) -> Any:
    """Return what types can tell apart: fields, kinds of values, and single words."""
    match value:
        case dict():
            return frozenset((name, shape(item)) for name, item in value.items())
        case list():
            return ("list", len(value) if len(value) < 4 else 4, frozenset(map(shape, value)))
        case str():
            return value if value.isidentifier() else "text"
        case _:
            return type(value)


def compile_errors(folder: Path, text: str) -> str:
    """Return what tsc says about a file beside the types of the site."""
    (folder / "sent.ts").write_text(text, encoding="utf-8")
    settings = {
        "extends": str(ROOT / "tsconfig.json"),
        "include": ["sent.ts", str(ROOT / "static/js/*.d.ts")],
    }
    (folder / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [COMPILERS[0], "--project", folder / "tsconfig.json"]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT).stdout


def examples(case: Case) -> Iterator[str]:
    """Yield a declaration for each thing that was sent, once for each shape."""
    space, seen = case.game.slug.capitalize(), set()
    for kind, thing in sent(case):
        raw = msgspec.json.encode(thing)
        if (key := (kind, shape(msgspec.json.decode(raw)))) not in seen:
            seen.add(key)
            yield f"const {space}{kind}{len(seen)}: {space}.{kind} = {raw.decode()};"


@needs_tsc
def test_what_games_send_has_the_types_of_the_browser(tmp_path: Path) -> None:
    assert not compile_errors(
        tmp_path, "\n".join(line for case in CASES for line in examples(case))
    )


@needs_tsc
def test_a_view_with_another_field_or_another_type_is_noticed(tmp_path: Path) -> None:
    errors = compile_errors(
        tmp_path,
        'const act: Turn.Action = { type: "Bet", to: "all" };\n'
        'const event: Nana.Event = { type: "Passed", to: 1, turn: 2, why: "" };\n',
    )
    assert "'string' is not assignable to type 'number'" in errors
    assert "'why' does not exist" in errors

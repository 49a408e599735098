"""Whole games as text a person can read: `python -m tests.games.playthrough` writes them anew.

A difference in these files is a difference in the rules or in what is shown: read it, then keep it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tests.games.case import Case, play
from tests.games.cases import CASES
from tests.games.run import Record, Run, Step

FOLDER = Path(__file__).parent / "playthroughs"
EAGER = 0.75
"""Players are lucky enough to come to an end."""


def texts() -> Iterator[tuple[Path, str]]:
    """Play every kept game and return its file and text."""
    for case in CASES:
        for seed, (seats, options) in case.playthroughs.items():
            run = Run(case.game, options, seats, str(seed).encode())
            record = play(case, run, case.bound(options, seats) + 1, EAGER)
            path = FOLDER / f"{case.game.slug}-{seed}.txt"
            yield path, "\n".join(_lines(case, record, seed)) + "\n"


def _lines(case: Case, record: Record, seed: int) -> Iterator[str]:
    run = record.run
    yield f"{case.game.title}, seed {seed}, {run.seats} seats"
    yield f"options: {_fields(run.options)}"
    middle = len(record.steps) // 2
    for at, step in enumerate(record.steps):
        yield ""
        yield f"{at}. seat {step.seat} asks {_named(step.action)}" if at else "0. the start"
        yield from _facts(record, step)
        yield f"   may ask: {_offers(record, step)}"
        if at in (0, middle, len(record.steps) - 1):
            yield from _views(record, step)
    yield ""
    yield f"outcome: {_fields(case.game.outcome(record.state))}"


def _facts(record: Record, step: Step) -> Iterator[str]:
    """Tell every fact, and what of it is blank to whom."""
    for event in step.events:
        yield f"   {_named(event)}"
        told: dict[str, list[str]] = {}
        for viewer in record.viewer:
            seen = _plain(record.game.redact(event, viewer))
            changed = {key: seen[key] for key, value in _plain(event).items() if seen[key] != value}
            if changed:
                who = "spectators" if viewer is None else f"seat {viewer}"
                told.setdefault(_fields(changed), []).append(who)
        for text, who_all in told.items():
            yield f"     but to {', '.join(who_all)}: {text}"


def _offers(record: Record, step: Step) -> str:
    counts = [(seat, len(record.game.legal_actions(step.state, seat))) for seat in record.seats]
    return ", ".join(f"seat {seat} ({count})" for seat, count in counts if count) or "nobody"


def _views(record: Record, step: Step) -> Iterator[str]:
    """Show what the boards are told: all of the spectator's, and where a seat's differs from it."""
    public = dict(_board(_plain(record.game.view(step.states[None], None))))
    yield "   the board of a spectator:"
    yield from (f"     {key}: {text}" for key, text in public.items())
    for seat in record.seats:
        yield f"   otherwise on the board of seat {seat}:"
        own = _board(_plain(record.game.view(step.states[seat], seat)))
        yield from (f"     {key}: {text}" for key, text in own if public.get(key) != text)


def _board(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Spread a view over lines: names of its parts, and their texts."""
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _board(item, f"{name}.{key}" if name else key)
    elif isinstance(value, list) and any(_nests(item) for item in value):
        for index, item in enumerate(value):
            yield from _board(item, f"{name}[{index}]")
    elif isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        rows = ["/".join(map(_text, item.values())) for item in value]
        yield f"{name} ({'/'.join(value[0])})", " ".join(rows)
    else:
        yield name, _text(value)


def _nests(item: Any) -> bool:
    """Tell whether an item of a list has lines of its own: a list, or a part that lists parts."""
    if isinstance(item, dict):
        return any(isinstance(v, list) and v and isinstance(v[0], dict) for v in item.values())
    return isinstance(item, list) and bool(item)


def _named(struct: Any) -> str:
    """Write an action or an event as its name and its fields."""
    fields = _plain(struct)
    return f"{fields.pop('type')} {_fields(fields)}".rstrip()


def _fields(struct: Any) -> str:
    return ", ".join(f"{key} {_text(value)}" for key, value in _plain(struct).items())


def _text(value: Any) -> str:
    """Write a value in few signs: no quotes, what is unknown or absent as a dot."""
    match value:
        case None:
            return "·"
        case bool():
            return "yes" if value else "no"
        case list():
            return f"[{' '.join(map(_text, value))}]"
        case dict():
            return f"({_fields(value)})"
        case _:
            return str(value)


def _plain(thing: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(thing))


def main() -> None:
    """Write all files, and remove those of games no longer kept."""
    FOLDER.mkdir(exist_ok=True)
    written = dict(texts())
    for path in set(FOLDER.glob("*.txt")) - set(written):
        path.unlink()
    for path, text in written.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

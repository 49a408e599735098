"""Golden games: whole games as readable text; `python -m tests.games.playthrough` rewrites them.

A difference in these files is a change of the rules or of what is shown: review it before committing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tests.games.case import Case, whole
from tests.games.cases import CASES
from tests.games.recorded_game import Record, Run, Step

FOLDER = Path(__file__).parent / "playthroughs"
SKILLED_SHARE = 0.75
"""The share of skilled moves; high enough for games to end."""


def texts() -> Iterator[tuple[Path, str]]:
    """Play every kept game and return its file and text."""
    for case in CASES:
        for seed, (seats, options) in case.playthroughs.items():
            run = Run(case.game, options, seats, str(seed).encode())
            record = whole(case, run, SKILLED_SHARE)
            path = FOLDER / f"{case.game.slug}-{seed}.txt"
            yield path, "\n".join(_lines(case, record, seed)) + "\n"


def _lines(case: Case, record: Record, seed: int) -> Iterator[str]:
    run = record.run
    yield f"{case.game.title}, seed {seed}, {run.seats} seats"
    yield f"options: {_fields(run.options)}"
    middle = len(record.steps) // 2
    for at, step in enumerate(record.steps):
        yield ""
        yield f"{at}. {_cause(step, at)}"
        yield from _events(record, step)
        yield f"   may ask: {_legal_actions(record, step)}"
        yield from _asides(record, step)
        if at in (0, middle, len(record.steps) - 1):
            yield from _views(record, step)
    yield ""
    yield f"outcome: {_fields(case.game.outcome(record.state))}"


def _cause(step: Step, at: int) -> str:
    """Say what caused a step: the start, a deal or a seat's action."""
    if step.seat is None:
        return "the deal" if at else "the start"
    return f"seat {step.seat} asks {_named(step.action)}"


def _events(record: Record, step: Step) -> Iterator[str]:
    """Yield every event, and which of its values are blank for whom."""
    for event in step.events:
        yield f"   {_named(event)}"
        redacted: dict[str, list[str]] = {}
        for viewer in record.viewers:
            seen = _plain(record.game.redact(event, viewer))
            changed = {key: seen[key] for key, value in _plain(event).items() if seen[key] != value}
            if changed:
                who = "spectators" if viewer is None else f"seat {viewer}"
                redacted.setdefault(_fields(changed), []).append(who)
        for text, who_all in redacted.items():
            yield f"     but to {', '.join(who_all)}: {text}"


def _legal_actions(record: Record, step: Step) -> str:
    counts = [(seat, len(record.game.legal_actions(step.state, seat))) for seat in record.seats]
    return ", ".join(f"seat {seat} ({count})" for seat, count in counts if count) or "nobody"


def _asides(record: Record, step: Step) -> Iterator[str]:
    """Yield each aside and the seats that may take it."""
    asides: dict[str, list[str]] = {}
    for seat in record.seats:
        for action in record.game.aside(step.state, seat):
            asides.setdefault(_named(action), []).append(f"seat {seat}")
    yield from (f"   at any time: {text} ({', '.join(who)})" for text, who in asides.items())


def _views(record: Record, step: Step) -> Iterator[str]:
    """Yield the spectator's view, and where each seat's view differs from it."""
    public = dict(_board(_plain(record.game.view(step.states[None], None))))
    yield "   the board of a spectator:"
    yield from (f"     {key}: {text}" for key, text in public.items())
    for seat in record.seats:
        yield f"   otherwise on the board of seat {seat}:"
        own = _board(_plain(record.game.view(step.states[seat], seat)))
        yield from (f"     {key}: {text}" for key, text in own if public.get(key) != text)


def _board(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield the parts of a view, each with its name and text."""
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
    """Return whether an item of a list gets lines of its own: a list, or an object with lists."""
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
    """Return a value as short text: no quotes, and a dot for `None`."""
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

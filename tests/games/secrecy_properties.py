"""Properties about what each viewer may know, each checked on recorded games.

A property function returns how many samples it has checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core import codec
from games.core.contract import ALL, Game, Viewer, preview_action
from games.core.random_stream import Chance
from tests.games.case import Case
from tests.games.recorded_game import Record, allowed_actions, redo
from tests.games.strategies import plain

SWAPS = 12


def knowledge(case: Case, record: Record) -> int:
    """In a viewer's state everything they may know is true, and everything else is `None`."""
    checked = 0
    log: tuple[Any, ...] = ()
    for step in record.steps:
        log += step.events
        truth = case.secrets(step.state)
        assert None not in truth.values()
        for viewer in record.viewers:
            known = case.may_know(log, viewer)
            assert case.secrets(step.states[viewer]) == {name: known.get(name) for name in truth}
            assert all(truth.get(name, value) == value for name, value in known.items())
            checked += sum(name not in known for name in truth)
    return checked


def secrecy(case: Case, record: Record) -> int:
    """If hidden values are exchanged, everything a viewer is sent stays the same.

    Both games are compared as far as the same moves are possible in both and the viewer may not
    know of any difference.
    """
    checked = 0
    chance = Chance(record.run.key).fork("swap")
    for viewer in (chance.choice(record.seats), None):
        for other in _others(case, record, viewer, chance):
            alike = _alike(case, record, other, viewer)
            pair = record.upto(alike), other.upto(alike)
            if alike and pair[0].log != pair[1].log:
                assert list(_shown(pair[0], viewer)) == list(_shown(pair[1], viewer))
                checked += 1
                break
    return checked


def _others(case: Case, record: Record, viewer: Viewer, chance: Chance) -> Iterator[Record]:
    """Yield games with the same moves and other hidden values."""
    for _ in range(SWAPS):
        run = case.swap(record, viewer, chance)
        if run is None:
            return
        yield redo(run, record.noise)


def _alike(case: Case, one: Record, other: Record, viewer: Viewer) -> int:
    """Return the number of steps after which the viewer may know the same in both games."""
    logs: tuple[tuple[Any, ...], tuple[Any, ...]] = (), ()
    for count, (left, right) in enumerate(zip(one.steps, other.steps, strict=False)):
        logs = logs[0] + left.events, logs[1] + right.events
        if case.may_know(logs[0], viewer) != case.may_know(logs[1], viewer):
            return count
    return min(len(one.steps), len(other.steps))


def _shown(record: Record, viewer: Viewer) -> Iterator[bytes]:
    """Yield everything that is ever sent to a viewer, encoded."""
    game = record.game
    for step in record.steps:
        state = step.states[viewer]
        yield codec.dump(tuple(game.redact(event, viewer) for event in step.events))
        yield codec.dump([game.view(state, viewer), *_public(game, state)])
        if isinstance(viewer, int):
            allowed = allowed_actions(game, state, viewer)
            yield codec.dump([allowed, game.lapse(state, viewer), game.depart(state, viewer)])
            yield codec.dump(
                [preview_action(game, state, viewer, a) for a in (*allowed, *record.noise)]
            )
    last = record.steps[-1].states[viewer]
    yield codec.dump([game.redact_past(event, last) for event in record.stream(viewer)])


def _public(game: Game[Any, Any, Any], state: Any) -> list[Any]:
    """Return what everybody is told of a state, whoever they are."""
    standing = game.standing(state) if game.standing else None
    return [game.outcome(state), game.round(state), game.between(state), standing]


def own_state(case: Case, record: Record) -> int:
    """A viewer's own state gives the same answers as the true state.

    For everybody outcome, round, `between` and standing; for a seat its legal actions and asides.
    """
    game = record.game
    for step in record.steps:
        for viewer in record.viewers:
            own = step.states[viewer]
            assert _public(game, own) == _public(game, step.state)
            if isinstance(viewer, int):
                assert _offered(game, own, viewer) == _offered(game, step.state, viewer)
    return len(record.steps)


def _offered(game: Game[Any, Any, Any], state: Any, seat: int) -> list[Any]:
    """Return what a seat may do now and when it leaves."""
    return [game.legal_actions(state, seat), game.aside(state, seat), game.depart(state, seat)]


def blanks(case: Case, record: Record) -> int:
    """`redact` blanks values and drops no event; spectators see least; display time is not redacted."""
    redact, dwell = record.game.redact, record.game.dwell
    checked = 0
    for event in record.log:
        assert redact(event, ALL) == event
        assert dwell(event) >= 0
        for viewer in record.viewers:
            seen = redact(event, viewer)
            assert type(seen) is type(event)
            assert blanked(plain(event), plain(seen))
            assert blanked(plain(seen), plain(redact(event, None)))
            assert redact(seen, viewer) == seen
            assert dwell(seen) == dwell(event)
            checked += seen != event
    return checked


def blanked(whole: Any, part: Any) -> bool:
    """Return whether `part` is `whole` with some values replaced by `None`."""
    if part is None or whole == part:
        return True
    if isinstance(whole, dict) and isinstance(part, dict):
        return whole.keys() == part.keys() and all(blanked(whole[k], part[k]) for k in whole)
    if isinstance(whole, list) and isinstance(part, list):
        return len(whole) == len(part) and all(map(blanked, whole, part))
    return False


def past_redaction(case: Case, record: Record) -> int:
    """`redact_past` leaves new events unchanged, and never shows again what it has hidden before."""
    game = record.game
    checked = 0
    for viewer in record.viewers:
        stream = record.stream(viewer)
        seen: list[Any] = []
        for step in record.steps:
            new_events = stream[len(seen) : len(seen) + len(step.events)]
            state = step.states[viewer]
            assert tuple(game.redact_past(event, state) for event in new_events) == new_events
            shown = [game.redact_past(event, state) for event in stream[: len(seen)]]
            for now, before in zip(shown, seen, strict=True):
                assert type(now) is type(before)
                assert game.outcome(state) or blanked(plain(before), plain(now))
            seen = [*shown, *new_events]
        for event, now in zip(stream, seen, strict=True):
            assert blanked(plain(event), plain(now))
            assert game.dwell(now) == game.dwell(event)
            checked += 1
        _assert_reload_agrees(record, viewer, seen)
    return checked


def _assert_reload_agrees(record: Record, viewer: Viewer, history: list[Any]) -> None:
    """Assert that a reload, which folds past-redacted events, gives views and the same legal actions."""
    game, state = record.game, None
    for event in history:
        state = game.apply(state, event)
        assert isinstance(plain(game.view(state, viewer)), dict)
    own = record.steps[-1].states[viewer]
    assert _public(game, state) == _public(game, own)
    if isinstance(viewer, int):
        assert _offered(game, state, viewer) == _offered(game, own, viewer)

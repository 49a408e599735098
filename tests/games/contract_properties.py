"""Properties that every game must have, each checked on recorded games.

A property function returns how many samples it has checked; `check` also fails if these are too
few to prove anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from games.core import codec
from games.core.contract import ALL, Game, Viewer, fold, is_aside, preview_action
from games.core.random_stream import Chance
from tests.games import match_properties, secrecy_properties
from tests.games.case import Case, whole
from tests.games.recorded_game import Record, allowed_actions, move, redo
from tests.games.strategies import plain, records, tables

WHOLE = -1
"""As the number of moves of a property: play to the end."""


@dataclass(frozen=True)
class Property:
    """A property, and the length and number of the games it is checked on."""

    assert_holds: Callable[[Case, Record], int]
    moves: int
    examples: int
    enough: int
    """The least number of samples for every hundred games."""
    needs: str | None = None
    """The optional part of the contract that it is about; games without that part are not checked."""


def check(property_: Property, case: Case, shrink: bool = True) -> None:
    """Check a property of a game, on as many games as the Hypothesis profile asks for."""
    examples = max(1, property_.examples * settings().max_examples // (100 * case.pace))
    checked = 0

    @settings(
        max_examples=examples, report_multiple_bugs=False, **({} if shrink else _FIRST_FAILURE_ONLY)
    )
    @given(_games(case, property_.moves))
    def holds(record: Record) -> None:
        nonlocal checked
        checked += property_.assert_holds(case, record)

    holds()
    assert checked * 100 >= property_.enough * examples, (
        f"checked {checked} samples in {examples} games"
    )


_FIRST_FAILURE_ONLY: Any = {"phases": (Phase.generate,), "database": None}


def _games(case: Case, moves: int) -> st.SearchStrategy[Record]:
    if moves != WHOLE:
        return records(case, moves * case.pace)
    skilled_share = st.sampled_from((0.0, 0.5, 0.9))
    return st.builds(lambda run, share: whole(case, run, share), tables(case), skilled_share)


def round_trip(case: Case, record: Record) -> int:
    """Every option, action and event is the same after a round trip through JSON."""
    game = record.game
    assert codec.read_options(game, codec.dump(record.run.options)) == record.run.options
    allowed = [
        a
        for step in record.steps
        for s in record.seats
        for a in allowed_actions(game, step.state, s)
    ]
    moved = [action for seat, action in record.run.moves if seat is not None]
    actions = [*allowed, *moved, *record.noise]
    for action in actions:
        assert codec.read_action(game, codec.dump(action)) == action
    for viewer in (*record.viewers, ALL):
        stream = record.stream(viewer)
        assert codec.read_events(game, codec.dump(stream)) == stream
    return len(actions) + len(record.log)


def replay(case: Case, record: Record) -> int:
    """A stored log gives the same states, views and outcome; the same moves give the same log.

    The store may have been written by another version, with fields that are unknown to this one.
    """
    game = record.game
    for viewer in (*record.viewers, ALL):
        for frame in _stored(record, viewer):
            old, new = frame
            assert new == old
            assert codec.dump(game.view(new, viewer)) == codec.dump(game.view(old, viewer))
            assert isinstance(plain(game.view(new, viewer)), dict)
            assert game.outcome(new) == game.outcome(old)
    assert codec.dump(redo(record.run).log) == codec.dump(record.log)
    return len(record.steps)


def _stored(record: Record, viewer: Viewer) -> Iterator[tuple[Any, Any]]:
    """Yield the viewer's state after each step, and the state folded from the stored rows."""
    state = None
    for step in record.steps:
        row = plain(tuple(record.game.redact(event, viewer) for event in step.events))
        stored = codec.read_events(record.game, codec.dump(_of_another_version(row)))
        state = fold(record.game, stored, state)
        yield step.states[viewer], state


def _of_another_version(thing: Any) -> Any:
    """Add an unknown field to every object, at any depth."""
    if isinstance(thing, dict):
        known = {name: _of_another_version(value) for name, value in thing.items()}
        return known | {"of another version": [1, {"cell": 2}]}
    return [_of_another_version(each) for each in thing] if isinstance(thing, list) else thing


def accepted(case: Case, record: Record) -> int:
    """Legal actions and asides are accepted, a seat without any is refused with the reason, and a
    refusal changes nothing."""
    checked = 0
    chance = Chance(record.run.key).fork("fill")
    for step in record.last_steps:
        for seat in record.seats:
            for offer in allowed_actions(record.game, step.state, seat):
                action = case.fill(step.states[seat], seat, offer, chance)
                assert record.run.verdict(step.state, seat, action) is None
                checked += 1
    for step, seat, action in record.attempts():
        before = codec.dump(step.state)
        code = record.run.verdict(step.state, seat, action)
        assert codec.dump(step.state) == before
        if not _may_try(record.game, step.state, seat, action):
            assert code == _reason_to_wait(record.game, step.state)
    return checked


def _may_try(game: Game[Any, Any, Any], state: Any, seat: int, action: Any) -> bool:
    """Return whether the rules judge the action: the seat has legal actions, or such an aside."""
    asides = {type(aside) for aside in game.aside(state, seat)}
    return bool(game.legal_actions(state, seat)) or type(action) in asides


def _reason_to_wait(game: Game[Any, Any, Any], state: Any) -> str:
    """Return the code with which a seat is refused that has to wait."""
    if game.outcome(state) is not None:
        return "finished"
    return "between_deals" if game.between(state) else "not_your_turn"


def ending(case: Case, record: Record) -> int:
    """Games end within the bound; somebody can move unless the game is over or the next deal is
    due; `conserved` never changes."""
    game, run = record.game, record.run
    asides = sum(is_aside(game, *at_move) for at_move in record.moves_made())
    assert len(run.moves) - asides <= case.bound(run.options, run.seats)
    for step in record.steps:
        stuck = not any(game.legal_actions(step.state, seat) for seat in record.seats)
        assert stuck == (game.outcome(step.state) is not None or game.between(step.state))
        assert not (game.outcome(step.state) is not None and game.between(step.state))
        assert case.conserved(step.state) == case.conserved(record.steps[0].state)
    outcome = game.outcome(record.state)
    assert outcome is not None
    assert outcome.winners
    assert set(outcome.winners) <= set(record.seats)
    assert len(outcome.scores) == run.seats
    return len(run.moves)


def consequences(case: Case, record: Record) -> int:
    """The start, every deal and every accepted action cause events; the very first event contains the
    options."""
    kinds = record.game.events
    for viewer in record.viewers:
        assert record.stream(viewer)[0].options == record.run.options
    for step in record.steps:
        assert isinstance(step.events, tuple)
        assert step.events
        assert all(isinstance(event, kinds) for event in step.events)
    return len(record.steps)


def honest_preview(case: Case, record: Record) -> int:
    """`preview`, from the seat's own state, gives the same answer as `handle_action`."""
    checked = 0
    chance = Chance(record.run.key).fork("fill")
    for step, seat, attempt in record.attempts():
        own = step.states[seat]
        filled = (
            case.fill(own, seat, attempt, chance)
            if attempt in allowed_actions(record.game, own, seat)
            else attempt
        )
        for action in {attempt, filled}:
            answer = plain(preview_action(record.game, own, seat, action))
            code = record.run.verdict(step.state, seat, action)
            assert answer["legal"] is (code is None)
            assert answer.get("code") == code
            assert bool(answer.get("message")) is (code is not None)
            checked += 1
    return checked


def rounds(case: Case, record: Record) -> int:
    """Rounds are counted without gaps, and random numbers are drawn only to deal.

    A game with `deal` begins with round -1, and only `deal` draws; any other deals round 0 at the
    start.
    """
    game, run = record.game, record.run
    chance = run.chance(0)
    game.start(run.options, run.seats, chance)
    assert game.round(record.steps[0].state) == (0 if game.deal is None else -1)
    assert game.deal is None or chance.draws == 0
    for before, after in pairwise(record.steps):
        dealt = game.round(after.state) - game.round(before.state)
        ended = game.outcome(after.state) is not None
        assert dealt == (after.seat is None) or (dealt == 0 and ended)
    return len(record.steps) - 1


def pure(case: Case, record: Record) -> int:
    """No function keeps state: called again in another order, each returns the same."""
    for before, after in reversed(tuple(pairwise(record.steps))):
        assert move(record.run, before, after.seat, after.action) == after
    return len(record.steps) - 1


PROPERTIES: dict[str, Property] = {
    "1-round-trip": Property(round_trip, moves=30, examples=40, enough=1000),
    "2-replay": Property(replay, moves=30, examples=30, enough=200),
    "3-accepted": Property(accepted, moves=60, examples=60, enough=200),
    "4-knowledge": Property(secrecy_properties.knowledge, moves=60, examples=60, enough=2000),
    "4-secrecy": Property(secrecy_properties.secrecy, moves=30, examples=90, enough=60),
    "5-own-state": Property(secrecy_properties.own_state, moves=60, examples=60, enough=200),
    "6-blanks": Property(secrecy_properties.blanks, moves=30, examples=40, enough=200),
    "7-ending": Property(ending, moves=WHOLE, examples=60, enough=400),
    "8-consequences": Property(consequences, moves=60, examples=30, enough=200),
    "9-preview": Property(honest_preview, moves=60, examples=60, enough=1000),
    "10-redact-past": Property(
        secrecy_properties.past_redaction, moves=30, examples=40, enough=1000
    ),
    "11-rounds": Property(rounds, moves=60, examples=40, enough=150),
    "12-pure": Property(pure, moves=30, examples=30, enough=150),
    "13-keyframes": Property(
        match_properties.keyframes, moves=60, examples=40, enough=200, needs="deal"
    ),
    "14-lapses": Property(
        match_properties.lapses, moves=60, examples=40, enough=200, needs="lapse"
    ),
    "14-asides": Property(
        match_properties.asides, moves=60, examples=40, enough=200, needs="aside"
    ),
    "departing": Property(
        match_properties.departing, moves=60, examples=40, enough=60, needs="depart"
    ),
    "standings": Property(
        match_properties.standings, moves=60, examples=40, enough=200, needs="standing"
    ),
    "single-deals": Property(
        match_properties.single_deals, moves=0, examples=20, enough=40, needs="single_deal"
    ),
}


def properties(game: Game[Any, Any, Any]) -> dict[str, Property]:
    """Return the properties that a game must have."""
    return {name: p for name, p in PROPERTIES.items() if p.needs is None or _has(game, p.needs)}


def _has(game: Game[Any, Any, Any], part: str) -> bool:
    """Return whether a game provides an optional part of the contract itself."""
    defaults = {field.name: field.default for field in fields(game)}
    return getattr(game, part) is not defaults[part]

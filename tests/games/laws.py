"""The laws every game obeys, each a function of a game's case and a record of play.

A law returns how many samples it judged: a law that judged too few has proved nothing, and
`check` fails it. The first nine are those of the design, in its order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from games.core import wire
from games.core.chance import Chance
from games.core.contract import ALL, IllegalAction, Viewer, fold, preview_action
from tests.games.case import Case, play
from tests.games.drawn import plain, records, tables
from tests.games.run import Record, Run, Step, follow, redo

WHOLE = -1
"""As a law's number of moves: play to the end."""
SWAPS = 12


@dataclass(frozen=True)
class Law:
    """A law, how long the games are that it judges, and how many of them."""

    judge: Callable[[Case, Record], int]
    moves: int
    examples: int
    enough: int
    """Samples to be judged for every hundred examples."""


def check(law: Law, case: Case, shrink: bool = True) -> None:
    """Judge a game by a law, over as many records as the profile in force asks for."""
    examples = max(1, law.examples * settings().max_examples // 100)
    judged = 0

    @settings(max_examples=examples, report_multiple_bugs=False, **({} if shrink else _HASTE))
    @given(_games(case, law.moves))
    def holds(record: Record) -> None:
        nonlocal judged
        judged += law.judge(case, record)

    holds()
    assert judged * 100 >= law.enough * examples, f"judged {judged} in {examples} games"


_HASTE: Any = {"phases": (Phase.generate,), "database": None}


def _games(case: Case, moves: int) -> st.SearchStrategy[Record]:
    if moves != WHOLE:
        return records(case, moves)
    eager = st.sampled_from((0.0, 0.5, 0.9))
    return st.builds(lambda run, share: whole(case, run, share), tables(case), eager)


def whole(case: Case, run: Run, eager: float) -> Record:
    """Play to the end, or one move beyond what should have been the end."""
    return play(case, run, case.bound(run.options, run.seats) + 1, eager)


def round_trip(case: Case, record: Record) -> int:
    """Law 1: every option, action and event comes back from JSON as it went."""
    game = record.game
    assert wire.read_options(game, wire.dump(record.run.options)) == record.run.options
    legal_actions = [
        a for step in record.steps for s in record.seats for a in game.legal_actions(step.state, s)
    ]
    actions = [*legal_actions, *(action for _, action in record.run.moves), *record.noise]
    for action in actions:
        assert wire.read_action(game, wire.dump(action)) == action
    for viewer in (*record.viewer, ALL):
        stream = record.stream(viewer)
        assert wire.read_events(game, wire.dump(stream)) == stream
    return len(actions) + len(record.log)


def replay(case: Case, record: Record) -> int:
    """Law 2: the stored log gives the same states, views and outcome; the same moves the same log.

    The store may have been written by another version, with fields that are unknown to this one.
    """
    game = record.game
    for viewer in (*record.viewer, ALL):
        for frame in _stored(record, viewer):
            old, new = frame
            assert new == old
            assert wire.dump(game.view(new, viewer)) == wire.dump(game.view(old, viewer))
            assert isinstance(plain(game.view(new, viewer)), dict)
            assert game.outcome(new) == game.outcome(old)
    assert wire.dump(redo(record.run).log) == wire.dump(record.log)
    return len(record.steps)


def _stored(record: Record, viewer: Viewer) -> Iterator[tuple[Any, Any]]:
    """Pair what these eyes knew with the fold of the rows as they come back from a store."""
    state = None
    for step in record.steps:
        row = plain(tuple(record.game.redact(event, viewer) for event in step.events))
        stored = wire.read_events(record.game, wire.dump(_of_another_version(row)))
        state = fold(record.game, stored, state)
        yield step.states[viewer], state


def _of_another_version(thing: Any) -> Any:
    """Add a field that is unknown to every object, however deep."""
    if isinstance(thing, dict):
        known = {name: _of_another_version(value) for name, value in thing.items()}
        return known | {"of another version": [1, {"cell": 2}]}
    return [_of_another_version(each) for each in thing] if isinstance(thing, list) else thing


def accepted(case: Case, record: Record) -> int:
    """Law 3: what is offered is accepted; who has no offer is refused; a refusal changes nothing."""
    judged = 0
    chance = Chance(record.run.key).fork("fill")
    for step in record.late:
        for seat in record.seats:
            for offer in record.game.legal_actions(step.state, seat):
                action = case.fill(step.states[seat], seat, offer, chance)
                assert _verdict(record.run, step, seat, action) is None
                judged += 1
    for step, seat, action in record.wishes():
        before = wire.dump(step.state)
        code = _verdict(record.run, step, seat, action)
        assert wire.dump(step.state) == before
        if not record.game.legal_actions(step.state, seat):
            over = record.game.outcome(step.state) is not None
            assert code == ("finished" if over else "not_your_turn")
    return judged


def _verdict(run: Run, step: Step, seat: int, action: Any) -> str | None:
    """Try a wish: `None` if it is accepted, else the code of the refusal."""
    try:
        run.try_action(step.state, seat, action)
    except IllegalAction as refusal:
        assert refusal.code
        assert refusal.message
        return refusal.code
    return None


def knowledge(case: Case, record: Record) -> int:
    """Law 4, first half: in a seat's state all it may know is right, all else is `None`."""
    judged = 0
    log: tuple[Any, ...] = ()
    for step in record.steps:
        log += step.events
        truth = case.secrets(step.state)
        assert None not in truth.values()
        for viewer in record.viewer:
            known = case.may_know(log, viewer)
            assert case.secrets(step.states[viewer]) == {name: known.get(name) for name in truth}
            assert all(truth.get(name, fact) == fact for name, fact in known.items())
            judged += sum(name not in known for name in truth)
    return judged


def secrecy(case: Case, record: Record) -> int:
    """Law 4, second half: whatever is exchanged behind their backs, eyes are shown the same.

    Both games are compared as far as the same moves are possible in both and the eyes may not
    know of any difference.
    """
    judged = 0
    chance = Chance(record.run.key).fork("swap")
    for viewer in (chance.choice(record.seats), None):
        for other in _others(case, record, viewer, chance):
            alike = _alike(case, record, other, viewer)
            pair = record.upto(alike), other.upto(alike)
            if alike and pair[0].log != pair[1].log:
                assert list(_shown(pair[0], viewer)) == list(_shown(pair[1], viewer))
                judged += 1
                break
    return judged


def _others(case: Case, record: Record, viewer: Viewer, chance: Chance) -> Iterator[Record]:
    """Play the same moves with other hidden things, several times."""
    for _ in range(SWAPS):
        run = case.swap(record, viewer, chance)
        if run is None:
            return
        yield redo(run, record.noise)


def _alike(case: Case, one: Record, other: Record, viewer: Viewer) -> int:
    """Count the steps after which these eyes may know the same in both games."""
    logs: tuple[tuple[Any, ...], tuple[Any, ...]] = (), ()
    for count, (left, right) in enumerate(zip(one.steps, other.steps, strict=False)):
        logs = logs[0] + left.events, logs[1] + right.events
        if case.may_know(logs[0], viewer) != case.may_know(logs[1], viewer):
            return count
    return min(len(one.steps), len(other.steps))


def _shown(record: Record, viewer: Viewer) -> Iterator[bytes]:
    """Encode all that ever reaches these eyes."""
    game = record.game
    for step in record.steps:
        state = step.states[viewer]
        yield wire.dump(tuple(game.redact(event, viewer) for event in step.events))
        yield wire.dump([game.view(state, viewer), game.outcome(state), game.round(state)])
        if isinstance(viewer, int):
            legal_actions = game.legal_actions(state, viewer)
            yield wire.dump(legal_actions)
            yield wire.dump(
                [preview_action(game, state, viewer, a) for a in (*legal_actions, *record.noise)]
            )
    last = record.steps[-1].states[viewer]
    yield wire.dump([game.redact_past(event, last) for event in record.stream(viewer)])


def own_state(case: Case, record: Record) -> int:
    """Law 5: a seat's own state is enough for its offers, the outcome and the round."""
    game = record.game
    for step in record.steps:
        for viewer in record.viewer:
            own = step.states[viewer]
            assert game.outcome(own) == game.outcome(step.state)
            assert game.round(own) == game.round(step.state)
            if isinstance(viewer, int):
                assert game.legal_actions(own, viewer) == game.legal_actions(step.state, viewer)
    return len(record.steps)


def blanks(case: Case, record: Record) -> int:
    """Law 6: `redact` blanks, never drops; a spectator sees no more than others; dwell is one."""
    redact, dwell = record.game.redact, record.game.dwell
    judged = 0
    for event in record.log:
        assert redact(event, ALL) == event
        assert dwell(event) >= 0
        for viewer in record.viewer:
            seen = redact(event, viewer)
            assert type(seen) is type(event)
            assert blanked(plain(event), plain(seen))
            assert blanked(plain(seen), plain(redact(event, None)))
            assert redact(seen, viewer) == seen
            assert dwell(seen) == dwell(event)
            judged += seen != event
    return judged


def blanked(whole: Any, part: Any) -> bool:
    """Tell whether `part` is `whole` with some things made `None`."""
    if part is None or whole == part:
        return True
    if isinstance(whole, dict) and isinstance(part, dict):
        return whole.keys() == part.keys() and all(blanked(whole[k], part[k]) for k in whole)
    if isinstance(whole, list) and isinstance(part, list):
        return len(whole) == len(part) and all(map(blanked, whole, part))
    return False


def ending(case: Case, record: Record) -> int:
    """Law 7: whole games end in time, nobody is ever stuck, and what is conserved is conserved."""
    game, run = record.game, record.run
    assert len(run.moves) <= case.bound(run.options, run.seats)
    for step in record.steps:
        stuck = not any(game.legal_actions(step.state, seat) for seat in record.seats)
        assert stuck == (game.outcome(step.state) is not None)
        assert case.conserved(step.state) == case.conserved(record.steps[0].state)
    outcome = game.outcome(record.state)
    assert outcome is not None
    assert outcome.winners
    assert set(outcome.winners) <= set(record.seats)
    assert len(outcome.scores) == run.seats
    return len(run.moves)


def consequences(case: Case, record: Record) -> int:
    """Law 8: every accepted wish has a fact; so has the start, and its first tells the options."""
    kinds = record.game.events
    for viewer in record.viewer:
        assert record.stream(viewer)[0].options == record.run.options
    for step in record.steps:
        assert isinstance(step.events, tuple)
        assert step.events
        assert all(isinstance(event, kinds) for event in step.events)
    return len(record.steps)


def honest_preview(case: Case, record: Record) -> int:
    """Law 9: `preview`, from the seat's own state, says what `act` will say."""
    judged = 0
    chance = Chance(record.run.key).fork("fill")
    for step, seat, wish in record.wishes():
        own = step.states[seat]
        filled = (
            case.fill(own, seat, wish, chance)
            if wish in record.game.legal_actions(own, seat)
            else wish
        )
        for action in {wish, filled}:
            answer = plain(preview_action(record.game, own, seat, action))
            code = _verdict(record.run, step, seat, action)
            assert answer["legal"] is (code is None)
            assert answer.get("code") == code
            assert bool(answer.get("message")) is (code is not None)
            judged += 1
    return judged


def fading(case: Case, record: Record) -> int:
    """What is shown again is never more than was shown, nor more than before; the news is whole."""
    game = record.game
    judged = 0
    for viewer in record.viewer:
        stream = record.stream(viewer)
        seen: list[Any] = []
        for step in record.steps:
            news = stream[len(seen) : len(seen) + len(step.events)]
            state = step.states[viewer]
            assert tuple(game.redact_past(event, state) for event in news) == news
            shown = [game.redact_past(event, state) for event in stream[: len(seen)]]
            for now, before in zip(shown, seen, strict=True):
                assert type(now) is type(before)
                assert game.outcome(state) or blanked(plain(before), plain(now))
            seen = [*shown, *news]
        for event, now in zip(stream, seen, strict=True):
            assert blanked(plain(event), plain(now))
            assert game.dwell(now) == game.dwell(event)
            judged += 1
        _assert_told_again(record, viewer, seen)
    return judged


def _assert_told_again(record: Record, viewer: Viewer, faded: list[Any]) -> None:
    """A reload folds the faded facts: each has its view, and they lead to the same offers."""
    game, state = record.game, None
    for event in faded:
        state = game.apply(state, event)
        assert isinstance(plain(game.view(state, viewer)), dict)
    own = record.steps[-1].states[viewer]
    assert game.outcome(state) == game.outcome(own)
    assert game.round(state) == game.round(own)
    if isinstance(viewer, int):
        assert game.legal_actions(state, viewer) == game.legal_actions(own, viewer)


def rounds(case: Case, record: Record) -> int:
    """Rounds are counted from 0 without gaps, and luck is drawn only to deal the next one."""
    game, run = record.game, record.run
    assert game.round(record.steps[0].state) == 0
    for before, after in pairwise(record.steps):
        dealt = game.round(after.state) - game.round(before.state)
        luck = run.luck(game.round(before.state) + 1)
        game.handle_action(before.state, after.seat or 0, after.action, luck)
        assert dealt in (0, 1)
        assert bool(luck.draws) == bool(dealt)
    return len(record.steps) - 1


def pure(case: Case, record: Record) -> int:
    """No function keeps anything: asked again in another order, each answers the same."""
    for before, after in reversed(tuple(pairwise(record.steps))):
        assert after.seat is not None
        events = record.run.try_action(before.state, after.seat, after.action)
        assert events == after.events
        assert follow(record.run, before, after.seat, after.action, events).states == after.states
    return len(record.steps) - 1


LAWS: dict[str, Law] = {
    "1-round-trip": Law(round_trip, moves=30, examples=40, enough=1000),
    "2-replay": Law(replay, moves=30, examples=30, enough=200),
    "3-accepted": Law(accepted, moves=60, examples=60, enough=200),
    "4-knowledge": Law(knowledge, moves=60, examples=60, enough=2000),
    "4-secrecy": Law(secrecy, moves=30, examples=90, enough=60),
    "5-own-state": Law(own_state, moves=60, examples=60, enough=200),
    "6-blanks": Law(blanks, moves=30, examples=40, enough=200),
    "7-ending": Law(ending, moves=WHOLE, examples=60, enough=400),
    "8-consequences": Law(consequences, moves=60, examples=30, enough=200),
    "9-preview": Law(honest_preview, moves=60, examples=60, enough=1000),
    "fading": Law(fading, moves=30, examples=40, enough=1000),
    "rounds": Law(rounds, moves=60, examples=40, enough=150),
    "pure": Law(pure, moves=30, examples=30, enough=150),
}

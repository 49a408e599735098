"""Rules and second referee agree over random matches: turns, refusals, forced passes, scores, result."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from games.core.contract import IllegalAction
from games.core.random_stream import Chance
from games.datongzi import rules
from games.datongzi.actions import Pass, Play
from games.datongzi.cards import card_counts, points_in
from games.datongzi.events import (
    DatongziOptions,
    Dealt,
    HandEnded,
    MatchEnded,
    Passed,
    Played,
    TrickTaken,
)
from games.datongzi.patterns import Pattern
from games.datongzi.scoring import deal_sizes
from games.datongzi.state import State, captured_points, trick_points
from tests.games.datongzi.referee import Card, Meaning, Referee
from tests.games.datongzi.table import TABLES, any_action, deal_anew, fold

MATCHES, MATCHES_OF_SLOW_TEST = 24, 300
"""For each of the nine tables; a match has one to seven hands."""


def pairs(cards: tuple[int | None, ...]) -> list[Card]:
    return [(card >> 2, card & 3) for card in cards if card is not None]


def meant(pattern: Pattern) -> Meaning:
    suit = -1 if pattern.suit is None else pattern.suit
    return pattern.kind, pattern.rank, pattern.length, pattern.size, suit


def probe(state: State, referee: Referee, chance: Chance) -> str:
    """Try a random action, mostly illegal: both referees accept it, or both refuse it."""
    seat = state.active
    assert seat is not None
    if chance.below(8) == 0:
        allowed, action = referee.accepts_pass(), Pass()
        reading = None
    else:
        held = [card for card in state.hands[seat] if card is not None]
        begin, size = chance.below(len(held)), 1 + chance.below(9)
        cards = tuple(held[begin : begin + size])
        action = Play(cards)
        reading = referee.reading(pairs(cards), None)
        allowed = reading is not None
    try:
        event = rules.handle_action(state, seat, action)[0]
    except IllegalAction as refusal:
        assert not allowed, (state.table, action, refusal.code)
        return refusal.code
    assert allowed, (state.table, action)
    if isinstance(event, Played):
        assert meant(event.pattern) == reading
    return "accepted"


def conserve(state: State) -> None:
    """Check that the number of cards and points never changes."""
    decks, _, _ = deal_sizes(state.options, state.seats)
    piles = [card for hand in (*state.hands, state.hidden) for card in hand if card is not None]
    counts = [n + played for n, played in zip(card_counts(piles)[20:], state.played, strict=True)]
    assert counts == [decks] * 44
    captured = sum(map(captured_points, state.captured))
    assert captured + points_in(piles) + trick_points(state.trick) == 100 * decks


def follow(seats: int, options: DatongziOptions, chance: Chance) -> Counter[str]:
    """Play one match under both referees."""
    referee = Referee(seats, msgspec.to_builtins(options))
    state = fold(rules.start(options, seats, chance))
    draws, seen = chance.fork("moves"), Counter[str]()
    while rules.outcome(state) is None:
        if rules.between(state):
            (dealt,) = deal_anew(state, chance)
            assert isinstance(dealt, Dealt)
            referee.deal([pairs(hand) for hand in dealt.hands], pairs(dealt.hidden), dealt.leader)
            state = fold((dealt,), state)
            continue
        seat = state.active
        assert seat is not None
        assert seat == referee.turn
        assert (Pass() in rules.legal_actions(state, seat)) == referee.accepts_pass()
        seen[probe(state, referee, draws)] += 1
        action = any_action(state, seat, draws)
        events = rules.handle_action(state, seat, action)
        if isinstance(action, Pass):
            referee.skip()
        else:
            named = None if action.reading is None else meant(action.reading)
            referee.play(pairs(action.cards or ()), named)
        forced = [e.seat for e in events if isinstance(e, Passed) and e.forced]
        assert forced == referee.forced_passes
        seen["forced"] += len(forced)
        state = fold(events, state)
        conserve(state)
        check_scores(events, state, referee, seen)
    return seen


def check_scores(
    events: tuple[object, ...], state: State, referee: Referee, seen: Counter[str]
) -> None:
    for event in events:
        if isinstance(event, TrickTaken):
            seen["bonus"] += bool(event.bonus)
        elif isinstance(event, HandEnded):
            seen["hands"] += 1
            assert [sheet.score for sheet in event.sheets] == referee.scores
            assert [sheet.bonus for sheet in event.sheets] == referee.bonuses
        elif isinstance(event, MatchEnded):
            assert referee.result is not None
            assert list(event.winners) == referee.result["winners"]
            assert dict(enumerate(event.settlement)) == referee.result["settlement"]
    assert (referee.result is None) == (state.outcome is None)


def compare_matches(seats: int, options: dict[str, str], matches: int) -> None:
    """Play matches at one table under both referees; check that much of the rules came up."""
    seen: Counter[str] = Counter()
    for number in range(matches):
        table = DatongziOptions(**options, first=number % seats if number % 2 else None)  # type: ignore[arg-type]
        seen += follow(seats, table, Chance(b"referee").fork(seats, number, *options.values()))
    assert seen["hands"] >= matches
    assert seen["accepted"] > 20
    assert seen["no_pattern"] > 20
    assert seen["too_low"] + seen["wrong_kind"] > 20
    assert seen["forced"] > 0
    assert seen["bonus"] > 0


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_both_referees_agree_over_random_matches(seats: int, options: dict[str, str]) -> None:
    compare_matches(seats, options, MATCHES)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_both_referees_agree_over_thousands_of_matches(seats: int, options: dict[str, str]) -> None:
    compare_matches(seats, options, MATCHES_OF_SLOW_TEST)


def test_the_tables_cover_every_value_of_every_option() -> None:
    tables = [DatongziOptions(**options) for _, options in TABLES]  # type: ignore[arg-type]
    for field in msgspec.inspect.type_info(DatongziOptions).fields:  # type: ignore[attr-defined]
        if field.name != "first":
            values = {getattr(table, field.name) for table in tables}
            kind = field.type.type if hasattr(field.type, "type") else field.type
            assert values == set(kind.values), field.name

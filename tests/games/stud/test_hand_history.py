"""A deal written as PHH: PokerKit reads it back, and it holds what its reader may know."""

from __future__ import annotations

import tomllib
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from pokerkit import HandHistory

from games.core.contract import ALL, Viewer
from games.core.random_stream import Chance
from games.stud import rules
from games.stud.actions import Fold
from games.stud.events import CardsDealt, CommonCardDealt, DealStarted, Event, Folded
from games.stud.hand_history import VARIANTS, write_hand_history
from games.stud.match import between, outcome, start
from games.stud.options import StudOptions, Variant
from games.stud.projection import redact
from games.stud.state import State
from tests.games.stud.oracle import WITH_CAP
from tests.games.stud.table import fold
from tests.games.stud.test_oracle import (
    has_odd_remainder,
    has_pot_without_low,
    is_short,
    odd_side_pots,
)

DEALS = 20
NAMES = ("Mei", 'Sven "the Swan"', "Ida\\", "Юра", "松本", "Ann\x7f", "Bo", "Cy")
TABLES = ((2, 100, "5"), (2, 100, "4"), (3, 2, "5"), (4, 3, "5"), (6, 2, "4"), (7, 100, "5"))
"""Seats, stacks in big bets, bets a street: deep stacks, and such that go all-in."""
ENOUGH = 9


def finished_deals(
    seats: int, options: StudOptions, key: bytes, deals: int
) -> Iterator[tuple[State, tuple[Event, ...], bool]]:
    """Play at random; yield the end of each deal, its events, and whether PokerKit reads it alike.

    It does not after a wager for less, and where it divides odd chips otherwise (test_oracle.py).
    """
    draws, state = Chance(key), fold(start(options, seats, Chance(key)))
    for deal in range(deals):
        if outcome(state) is not None:
            return
        log: list[Event] = []
        short = False
        events = rules.deal(state, Chance(key).fork("deal", deal))
        while True:
            log += events
            state = fold(events, state)
            if between(state) or outcome(state) is not None:
                break
            seat = state.active
            assert seat is not None
            legal = rules.legal_actions(state, seat)
            stays = [action for action in legal if not isinstance(action, Fold)]
            action = draws.choice(legal if draws.below(4) == 0 else stays)
            short = short or is_short(state, action)
            events = rules.handle_action(state, seat, action)
        common = any(isinstance(event, CommonCardDealt) for event in log)
        odd = has_odd_remainder(state) or has_pot_without_low(state) or odd_side_pots(state) > 0
        yield state, tuple(log), not (short or common or odd)


def read_back(text: str, game: Variant, cap: int) -> HandHistory:
    """Read a file as PokerKit does, with the cap of the table."""
    kinds = {VARIANTS[game]: WITH_CAP[game, cap]}
    reader: Any = type("CappedHistory", (HandHistory,), {"game_types": kinds})
    history: HandHistory = reader.loads(text)
    return history


def final_stacks(history: HandHistory) -> list[int]:
    """Play a history to its end."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        *_, end = history
    assert not end.status
    return list(end.stacks)


@pytest.mark.parametrize("game", ["stud", "razz", "stud8"])
@pytest.mark.parametrize(("seats", "stack", "cap"), TABLES)
def test_pokerkit_reads_a_deal_back(game: Variant, seats: int, stack: int, cap: Any) -> None:
    options = StudOptions(sequence=(game,), stack=stack, cap=cap, deals=DEALS)
    read = 0
    for state, log, alike in finished_deals(seats, options, f"{game}{seats}".encode(), DEALS):
        for viewer in (ALL, 0, None):
            text = write_hand_history(tuple(redact(e, viewer) for e in log), NAMES)
            fields = tomllib.loads(text)
            assert fields["players"] == [NAMES[seat] for seat in state.order]
            assert fields["_bets_per_street"] == int(cap)
            if alike:
                stacks = final_stacks(read_back(text, game, int(cap)))
                assert stacks == fields["finishing_stacks"]
                assert stacks == [state.stacks[seat] for seat in state.order]
                read += 1
    assert read >= ENOUGH


def test_bets_per_street_are_written_only_if_every_street_had_this_cap() -> None:
    options = StudOptions(heads_up="uncapped", deals=DEALS)
    seen = set()
    for _, log, _ in finished_deals(3, options, b"uncapped", DEALS):
        live, began = 3, []
        for event in log:
            live -= isinstance(event, Folded)
            began += [live] if isinstance(event, CardsDealt) else []
        written = "_bets_per_street" in tomllib.loads(write_hand_history(log, NAMES))
        assert written == (2 not in began)
        seen.add(written)
    assert seen == {True, False}


def test_a_reader_finds_no_card_they_may_not_know() -> None:
    hidden = 0
    for state, log, _ in finished_deals(4, StudOptions(deals=DEALS), b"hidden", DEALS):
        for viewer in (*range(4), None):
            hidden += _assert_knows_only(state, log, viewer)
    assert hidden > DEALS


def _assert_knows_only(state: State, log: tuple[Event, ...], viewer: Viewer) -> int:
    """Check the cards of one reader's file; return how many hands it leaves closed."""
    text = write_hand_history(tuple(redact(event, viewer) for event in log), NAMES)
    dealt = [line for line in tomllib.loads(text)["actions"] if line.startswith("d dh")]
    closed = 0
    for place, seat in enumerate(state.order, start=1):
        cards = "".join(line.split()[3] for line in dealt if line.split()[2] == f"p{place}")
        open_hand = seat == viewer or state.shown[seat]
        assert cards.count("?") == (0 if open_hand else 2 * len(state.down[seat]))
        closed += not open_hand
    return closed


def test_seats_that_sit_out_are_no_players() -> None:
    options = StudOptions(match="freezeout", stack=1)
    counts = set()
    for state, log, _ in finished_deals(5, options, b"out", 60):
        started = log[0]
        assert isinstance(started, DealStarted)
        fields = tomllib.loads(write_hand_history(log, NAMES))
        counts.add(len(fields["players"]))
        assert fields["seats"] == [s + 1 for s in state.order if started.dealt_in[s]]
    assert len(counts) > 1


def test_a_player_who_left_folds() -> None:
    state = fold(start(StudOptions(match="cash"), 3, Chance(b"leave")))
    log = list(rules.deal(state, Chance(b"leave")))
    state = fold(log, state)
    while not between(state):
        seat = state.active
        assert seat is not None
        action = (
            rules.aside(state, seat)[-1]
            if not any(state.gone)
            else rules.legal_actions(state, seat)[0]
        )
        events = rules.handle_action(state, seat, action)
        log += events
        state = fold(events, state)
    left = sum(isinstance(event, Folded) and event.left for event in log)
    actions = tomllib.loads(write_hand_history(tuple(log), NAMES))["actions"]
    assert sum(line.endswith(" f") for line in actions) >= left > 0

"""What the contract properties need to know about the stud mix."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from bots.stud.expert.classes import CLASSES, classify
from games.core.contract import Viewer
from games.core.random_stream import Chance
from games.stud import GAME
from games.stud.actions import Action, Bet, Call, Check, Complete, Fold, Raise
from games.stud.betting import legal_actions
from games.stud.events import CardsDealt, DealStarted, Event, HandShown
from games.stud.options import StudOptions, deal_limit
from games.stud.showdown import cards_of
from games.stud.state import State
from games.stud.transitions import apply
from tests.games.case import Case, Secrets
from tests.games.recorded_game import Record, Run

MOST_ACTIONS = 5 * 8 * 7
"""Actions a deal can have at most with a cap: five streets, eight seats, at most seven turns each."""
UNCAPPED_ACTIONS = 4000
"""Without one: two players who raise until their chips are gone."""


def fill(state: State, seat: int, offer: Action, chance: Chance) -> Action:
    """Return the action as it is: no action has a field left to choose."""
    return offer


def skilled_move(state: State, seat: int, chance: Chance) -> Action:
    """Bring the match to its end: bet and raise with chips left, and call."""
    legal = legal_actions(state, seat)
    wanted = (Raise, Bet, Complete, Call, Check) if chance.below(3) else (Call, Check, Fold)
    for kind in wanted:
        for action in legal:
            if isinstance(action, kind):
                return action
    return legal[0]


def secrets(state: State) -> Secrets:
    """Return the cards dealt down, the deck by place, and the class of each hand."""
    cards = {
        (seat, index): card
        for seat, held in enumerate(state.down)
        for index, card in enumerate(held)
    }
    deck = {("deck", place): card for place, card in enumerate(state.deck)}
    holdings = {("class", s): holding_of(state, s) for s, held in enumerate(state.down) if held}
    return cards | deck | holdings


def holding_of(state: State, seat: int) -> str | None:
    """Return the class of a hand, `None` if some of it is unknown."""
    if None in state.down[seat]:
        return None
    found = classify(state.game, np.array([cards_of(state, seat)]))
    return CLASSES[state.game][int(found[0])]


def may_know(log: tuple[Event, ...], viewer: Viewer) -> Secrets:
    """Return the own cards of this deal, every card shown or dealt in the open, and what they make."""
    known: Secrets = {}
    dealt: dict[int, int] = {}
    state: State | None = None
    for event in log[_start_of_deal(log) :]:
        state = apply(state, event)
        if isinstance(event, CardsDealt):
            for seat, cards in enumerate(event.down):
                for card in cards:
                    if seat == viewer or event.open:
                        known[seat, dealt.get(seat, 0)] = card
                    dealt[seat] = dealt.get(seat, 0) + 1
        elif isinstance(event, HandShown):
            known |= {(event.seat, index): card for index, card in enumerate(event.cards)}
    assert state is not None
    whole = [s for s, count in dealt.items() if all((s, i) in known for i in range(count))]
    return known | {("class", seat): holding_of(state, seat) for seat in whole}


def _start_of_deal(log: tuple[Event, ...]) -> int:
    return max((at for at, event in enumerate(log) if isinstance(event, DealStarted)), default=0)


def swap(record: Record, viewer: Viewer, chance: Chance) -> Run | None:
    """Exchange two cards of the deck of the last deal that the viewer has not seen."""
    state: State = record.state
    if state.deal < 0 or not state.deck:
        return None
    seen = {card for cards in state.up for card in cards} | {state.common}
    known = may_know(record.log, viewer)
    seen |= {card for name, card in known.items() if isinstance(name[0], int)}
    hidden = [place for place, card in enumerate(state.deck) if card not in seen]
    if len(hidden) < 2:
        return None
    one, other = chance.shuffled(hidden)[:2]
    return replace(record.run, exchange={state.deal: ((one, other),)})


def bound(options: StudOptions, seats: int) -> int:
    """Every deal is a move; so are its actions."""
    most = UNCAPPED_ACTIONS if options.heads_up == "uncapped" else MOST_ACTIONS
    return deal_limit(options) * (most + 1) + 1


def conserved(state: State) -> Any:
    """Return what the chips at the table differ from the chips bought: nothing."""
    pot = state.pot if state.deal >= 0 else 0
    return sum(state.stacks) + pot - sum(state.bought)


def secret_of(name: str, seat: int) -> Any:
    """Return the card an analysis calls `d`, a seat and an index, or the hand it calls `h` and a seat."""
    if name.startswith("h"):
        return "class", int(name[1:])
    owner, index = name[1:].split(".")
    return int(owner), int(index)


JUDGED_DEALS = 600
"""Duplicate deals of the mix in which each level is ahead of the one below, interval and all."""
TUNE = {
    "sequence": st.sampled_from((("stud",), ("razz",), ("stud8",), ("stud", "razz", "stud8"))),
    "deals_per_game": st.integers(1, 3),
    "match": st.sampled_from(("deals", "cash", "cash", "cash", "cash", "freezeout")),
    "deals": st.integers(1, 6),
    "ante": st.integers(0, 3),
    "bring_in": st.integers(4, 6),
    "small_bet": st.integers(7, 12),
    "big_bet": st.sampled_from((0, 13, 20)),
    "stack": st.integers(1, 5),
}
PLAYTHROUGHS = {
    1: (3, StudOptions(deals=3, deals_per_game=1)),
    2: (2, StudOptions(deals=2, sequence=("stud8",), stack=3, heads_up="uncapped")),
    3: (4, StudOptions(match="freezeout", stack=2, deals_per_game=2)),
    4: (6, StudOptions(match="cash", rebuy="ask", sequence=("razz",), stack=2)),
}


CASE = Case(
    game=GAME,
    fill=fill,
    skilled_move=skilled_move,
    secrets=secrets,
    may_know=may_know,
    swap=swap,
    bound=bound,
    conserved=conserved,
    secret_of=secret_of,
    tune=TUNE,
    judged_deals=JUDGED_DEALS,
    playthroughs=PLAYTHROUGHS,
)

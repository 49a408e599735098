"""Drive PokerKit with the cards and actions of a stud deal, and compare every step.

Seats are in deal order there. What PokerKit does otherwise than our rules is listed in
test_oracle.py.
"""

from __future__ import annotations

import warnings
from typing import Any

import pokerkit
from pokerkit import Automation, Mode

from games.core.poker import format_card
from games.stud.actions import Bet, BringIn, Call, Check, Complete, Fold, Raise, Turn
from games.stud.betting import legal_actions, owed, price
from games.stud.events import CardsDealt, Event
from games.stud.state import State

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
GAMES = {
    "stud": pokerkit.FixedLimitSevenCardStud,
    "razz": pokerkit.FixedLimitRazz,
    "stud8": pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter,
}
WITH_CAP: dict[tuple[str, int], Any] = {
    (game, cap): type(
        f"{kind.__name__}{cap}", (kind,), {"max_completion_betting_or_raising_count": cap}
    )
    for game, kind in GAMES.items()
    for cap in (4, 5)
}


class Oracle:
    """PokerKit's state of one deal."""

    def __init__(self, state: State, stacks: tuple[int, ...]) -> None:
        self.order = state.order
        stakes = state.stakes
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.state = WITH_CAP[state.game, int(state.options.cap)].create_state(
                AUTOMATIONS,
                True,
                stakes.ante,
                stakes.bring_in,
                stakes.small_bet,
                stakes.big_bet,
                tuple(stacks[seat] for seat in self.order),
                state.seats,
                mode=Mode.TOURNAMENT,
            )

    def deal(self, event: CardsDealt) -> None:
        """Deal a street; burned cards are unknown ones."""
        if event.street > 3:
            self.state.burn_card("??")
        for place, seat in enumerate(self.order):
            cards = (*event.down[seat], *event.up[seat])
            if cards:
                self.state.deal_hole("".join(format_card(card) for card in cards), place)

    def act(self, action: Turn) -> None:
        """Repeat an action."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            match action:
                case BringIn():
                    self.state.post_bring_in()
                case Complete() | Bet() | Raise():
                    self.state.complete_bet_or_raise_to()
                case Call() | Check():
                    self.state.check_or_call()
                case Fold():
                    self.state.fold()

    def follow(self, events: tuple[Event, ...]) -> None:
        """Repeat the cards of these events."""
        for event in events:
            if isinstance(event, CardsDealt):
                self.deal(event)

    def stacks(self) -> tuple[int, ...]:
        """Return the stacks by our seats."""
        return tuple(self.state.stacks[self.order.index(seat)] for seat in range(len(self.order)))

    def step(self) -> dict[str, Any]:
        """Return what PokerKit says about the present decision."""
        kit = self.state
        assert kit.actor_index is not None
        raising = kit.can_complete_bet_or_raise_to()
        return {
            "actor": self.order[kit.actor_index],
            "street": kit.street_index + 3,
            "stacks": self.stacks(),
            "bring_in": kit.can_post_bring_in(),
            "call": None if kit.can_post_bring_in() else kit.checking_or_calling_amount,
            "raise_to": kit.min_completion_betting_or_raising_to_amount if raising else None,
            "fold": kit.can_fold(),
        }


def our_step(state: State) -> dict[str, Any]:
    """Return the same about our state."""
    seat = state.active
    assert seat is not None
    legal = legal_actions(state, seat)
    raising = [action for action in legal if isinstance(action, Complete | Bet | Raise)]
    return {
        "actor": seat,
        "street": state.street,
        "stacks": state.stacks,
        "bring_in": BringIn() in legal,
        "call": None if BringIn() in legal else min(owed(state, seat), state.stacks[seat]),
        "raise_to": price(state, seat, raising[0]).to if raising else None,
        "fold": Fold() in legal,
    }

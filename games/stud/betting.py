"""What a seat may do on its turn, and what it costs (R14 to R23)."""

from __future__ import annotations

import msgspec

from games.core.contract import IllegalAction
from games.stud.actions import Action, Bet, BringIn, Call, Check, Complete, Fold, Raise, Turn
from games.stud.events import (
    BetMade,
    BroughtIn,
    Called,
    Checked,
    Completed,
    Event,
    Folded,
    Raised,
    Wager,
)
from games.stud.levels import THIRD, next_level
from games.stud.state import State, with_chips

WAGERS: dict[type[Turn], type[Wager]] = {
    BringIn: BroughtIn,
    Complete: Completed,
    Bet: BetMade,
    Raise: Raised,
    Call: Called,
}


class Price(msgspec.Struct, frozen=True):
    """What an action costs: chips paid, the bet of this street after it, and whether it is all-in."""

    amount: int
    to: int
    all_in: bool


def legal_actions(state: State, seat: int) -> tuple[Turn, ...]:
    """Return what the seat may do now; nothing if it is not its turn."""
    if state.active != seat:
        return ()
    if state.street == THIRD and state.to_match == 0:
        return (BringIn(), *_raising(state, seat))
    if owed(state, seat) == 0:
        return (Check(), *_raising(state, seat))
    return (Call(), *_raising(state, seat), Fold())


def owed(state: State, seat: int) -> int:
    """Return what the seat has to pay to stay, its stack left out of account."""
    return max(0, state.to_match - state.bets[seat])


def cap(state: State) -> int | None:
    """Return how many full bets this street may have; `None`: no limit (R21)."""
    if state.options.heads_up == "uncapped" and state.began_with == 2:
        return None
    return int(state.options.cap)


def is_capped(state: State) -> bool:
    """Return whether this street has all the bets it may have."""
    limit = cap(state)
    return limit is not None and state.full_bets >= limit


def _raising(state: State, seat: int) -> tuple[Turn, ...]:
    """Return the bet, completion or raise the seat may make, if any (R21 to R23)."""
    least = state.stakes.bring_in if _brings_in(state) else owed(state, seat)
    answer = any(state.stacks[s] > owed(state, s) for s in with_chips(state) if s != seat)
    if state.stacks[seat] <= least or not answer or is_capped(state) or state.acted[seat]:
        return ()
    if state.full_bets == 0 and state.street == THIRD:
        return (Complete(),)
    return (Bet(),) if state.to_match == 0 else (Raise(),)


def _brings_in(state: State) -> bool:
    return state.street == THIRD and state.to_match == 0


def price(state: State, seat: int, action: Turn) -> Price:
    """Return what an action of the seat costs now."""
    match action:
        case Check() | Fold():
            target = state.bets[seat]
        case Call():
            target = state.to_match
        case BringIn():
            target = state.stakes.bring_in
        case _:
            target = next_level(state.stakes, state.street, state.level)
    amount = min(state.stacks[seat], max(0, target - state.bets[seat]))
    return Price(amount, state.bets[seat] + amount, amount == state.stacks[seat])


def betting_event(state: State, seat: int, action: Turn) -> Event:
    """Return the event of an action on the seat's turn."""
    if isinstance(action, Check):
        return Checked(seat)
    if isinstance(action, Fold):
        return Folded(seat)
    cost = price(state, seat, action)
    return WAGERS[type(action)](seat, cost.amount, cost.to, cost.all_in)


def check_turn(state: State, seat: int, action: Action) -> None:
    """Raise `IllegalAction` unless the seat may do this on its turn."""
    if action not in legal_actions(state, seat):
        raise _refusal(state, seat, action)


def _refusal(state: State, seat: int, action: Action) -> IllegalAction:
    if state.active != seat:
        return IllegalAction("not_your_turn", "It is not your turn.")
    if isinstance(action, Check):
        return IllegalAction("bet_to_you", "You cannot check: there is something to pay.")
    if isinstance(action, Fold):
        return IllegalAction("nothing_to_fold", "You cannot fold: there is nothing to pay.")
    if isinstance(action, Complete | Bet | Raise) and is_capped(state):
        return IllegalAction("capped", "This street has all the bets it may have.")
    return IllegalAction("not_offered", "This action is not possible now.")


def lapse(state: State, seat: int) -> Action | None:
    """Return the action of a seat whose time is up: check, bring in, or fold (R42)."""
    legal = legal_actions(state, seat)
    if not legal:
        return None
    return legal[0] if isinstance(legal[0], Check | BringIn) else Fold()

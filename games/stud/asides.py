"""What a seat may do at any time without holding anything up (R36, R38, R40, R43)."""

from __future__ import annotations

from games.stud.actions import Action, Leave, Rebuy, ShowHand, SitIn, SitOut
from games.stud.events import Event, HandShown, Left, RebuyAsked, SatIn, SatOut
from games.stud.options import rebuying, starting_stack
from games.stud.state import State


def aside(state: State, seat: int) -> tuple[Action, ...]:
    """Return the seat's asides; none before the first deal, after the match or after leaving."""
    if state.deal < 0 or state.outcome is not None or state.gone[seat]:
        return ()
    offered: list[Action] = []
    if _may_rebuy(state, seat):
        offered.append(Rebuy())
    if state.options.match == "cash":
        offered.append(SitIn() if state.away[seat] else SitOut())
    if not state.deal_is_on and state.dealt_in[seat] and not state.shown[seat]:
        offered.append(ShowHand())
    if state.options.match == "cash":
        offered.append(Leave())
    return tuple(offered)


def _may_rebuy(state: State, seat: int) -> bool:
    below = state.stacks[seat] < starting_stack(state.options)
    return rebuying(state.options) == "ask" and below and not state.asked[seat]


def aside_event(state: State, seat: int, action: Action) -> Event:
    """Return the event of an aside."""
    match action:
        case Rebuy():
            return RebuyAsked(seat)
        case SitOut():
            return SatOut(seat)
        case SitIn():
            return SatIn(seat)
        case Leave():
            return Left(seat)
        case _:
            return HandShown(seat, tuple(card for card in state.down[seat] if card is not None))


def depart(state: State, seat: int) -> Action | None:
    """Return the aside of a player who leaves; `None`: a stand-in plays on (R40)."""
    return Leave() if Leave() in aside(state, seat) else None

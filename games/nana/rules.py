"""The rules of NANA: wishes become facts here. Numbers in comments are those of RULES.md."""

from __future__ import annotations

from typing import Any

from games.core.cards import copies, cut
from games.core.chance import Chance
from games.core.contract import IllegalAction, Outcome
from games.nana.actions import Action, End, FlipCentre, FlipHand
from games.nana.events import (
    Collected,
    Dealt,
    Ended,
    Event,
    NanaOptions,
    Passed,
    Revealed,
    TurnedBack,
)
from games.nana.state import State, apply

COPIES = 3
SEVEN = 7
DEALS = {2: (10, 10, 10), 3: (11, 8, 9), 4: (12, 7, 8), 5: (12, 6, 6), 6: (12, 5, 6)}
"""R2: seats -> (largest number, cards in a hand, cards in the centre)."""
TRIO_DEALS = DEALS | {3: (12, 9, 9)}


def deal_sizes(options: NanaOptions, seats: int) -> tuple[int, int, int]:
    """Return the largest number, the hand and the centre of this table (R2)."""
    return (TRIO_DEALS if options.edition == "trio" else DEALS)[seats]


def linked(a: int, b: int) -> bool:
    """Tell whether two numbers are linked (R14)."""
    return a + b == SEVEN or abs(a - b) == SEVEN


def partners(number: int, top: int) -> tuple[int, ...]:
    """List the numbers of this deck linked to a number (R14)."""
    return tuple(other for other in range(1, top + 1) if linked(number, other))


def start(options: NanaOptions, seats: int, chance: Chance) -> tuple[Event, ...]:
    """Shuffle once and deal (R1 to R4)."""
    top, size, centre = deal_sizes(options, seats)
    deck = chance.shuffled(copies(range(1, top + 1), COPIES))
    *hands, middle = cut(deck, [size] * seats + [centre])
    lot = chance.below(seats)
    first = lot if options.first is None else options.first
    return (Dealt(options, tuple(tuple(sorted(hand)) for hand in hands), middle, first),)


def began(event: Event) -> int | None:
    """Tell whose turn the start makes the first (R4)."""
    return event.first if isinstance(event, Dealt) else None


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """Offer every card that may be flipped (R5, R10)."""
    if state.outcome is not None or seat != state.active:
        return ()
    offers: list[Action] = []
    for owner, down in enumerate(state.down):
        if down:
            offers.append(FlipHand(owner, "low"))
        if len(down) > 1:
            offers.append(FlipHand(owner, "high"))
    offers.extend(FlipCentre(slot) for slot in state.down_centre)
    return tuple(offers)


def act(state: State, seat: int, action: Action, chance: Chance) -> tuple[Event, ...]:
    """Flip the card and tell all that follows (R6 to R11)."""
    owner, place, end = locate(state, action)
    number = (state.centre if owner is None else state.hands[owner])[place]
    assert number is not None, "only the true state is acted on"
    match = number == (state.target or number)
    shown = Revealed(seat, state.turn, owner, place, end, number, match)
    if not match:
        return (shown, TurnedBack(seat, state.turn), *_pass(state, seat))
    if len(state.chain) + 1 < COPIES:
        return (shown,)
    taken = Collected(seat, state.turn, number)
    after = apply(apply(state, shown), taken)
    reason = winning(state.options.win, after.trios[seat])
    if reason:
        return (shown, taken, Ended((seat,), reason, state.hands, state.centre))
    if state.options.turn_after_trio == "continue":
        return (shown, taken)
    return (shown, taken, *_pass(after, seat))


def _pass(state: State, seat: int) -> tuple[Event, ...]:
    """End the turn: the next seat's, or nobody's once the cap is reached (R20)."""
    seats = len(state.hands)
    if state.turn < state.options.turn_cap * seats:
        return (Passed((seat + 1) % seats, state.turn + 1),)
    most = max(map(len, state.trios))
    winners = tuple(s for s, trios in enumerate(state.trios) if len(trios) == most)
    return (Ended(winners, "turn_cap", state.hands, state.centre),)


def winning(win: str, trios: tuple[int, ...]) -> Any:
    """Name the reason why these trios win, judging by the one taken last, or `None`."""
    *earlier, last = trios
    if last == SEVEN:  # R13
        return "sevens"
    if win != "simple" and any(linked(last, trio) for trio in earlier):  # R16, R17
        return "linked"
    if win != "spicy" and len(trios) >= 3:  # R15, R17
        return "three_trios"
    return None


def locate(state: State, action: Action) -> tuple[int | None, int, End | None]:
    """Find the card a wish names: (seat or `None`, place, end), or refuse."""
    if isinstance(action, FlipCentre):
        if not 0 <= action.slot < len(state.centre):
            raise IllegalAction("no_such_card", "There is no such card in the centre.")
        if action.slot not in state.down_centre:
            raise IllegalAction("not_face_down", "That card is not face down.")
        return None, action.slot, None
    if not 0 <= action.seat < len(state.hands):
        raise IllegalAction("no_such_seat", "Nobody sits there.")
    down = state.down[action.seat]
    if not down:
        raise IllegalAction("empty_hand", "That hand has no card face down.")
    if len(down) == 1 and action.end == "high":
        raise IllegalAction("one_end", "One card is left there: ask for the lowest.")
    return action.seat, down[0 if action.end == "low" else -1], action.end


def preview(state: State, seat: int, action: Action) -> dict[str, Any]:
    """Tell whether a flip would be accepted, and which card it turns."""
    try:
        owner, place, end = locate(state, action)
    except IllegalAction as refusal:
        return {"legal": False, "code": refusal.code, "message": refusal.message}
    return {"legal": True, "seat": owner, "place": place, "end": end}


def outcome(state: State) -> Outcome | None:
    """Tell how it ended, or `None` while it goes on."""
    return state.outcome

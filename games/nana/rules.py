"""The rules of NANA: turn actions into events. Numbers in comments are those of RULES.md."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.core.cards import copies, cut
from games.core.contract import IllegalAction, Outcome
from games.core.random_stream import Chance
from games.nana.actions import Action, End, FlipCentre, FlipHand, Give
from games.nana.events import (
    Collected,
    Dealt,
    Ended,
    Event,
    Exchanged,
    Gave,
    NanaOptions,
    Passed,
    Revealed,
    TurnedBack,
)
from games.nana.state import State, apply
from games.nana.teams import opposite, side

COPIES = 3
SEVEN = 7
DEALS = {2: (10, 10, 10), 3: (11, 8, 9), 4: (12, 7, 8), 5: (12, 6, 6), 6: (12, 5, 6)}
"""R2: seats -> (largest number, cards in a hand, cards in the centre)."""
TRIO_DEALS = DEALS | {3: (12, 9, 9)}
TEAM_DEALS = {4: (12, 9, 0), 6: (12, 6, 0)}
"""The same for the team game (R23)."""


def deal_sizes(options: NanaOptions, seats: int) -> tuple[int, int, int]:
    """Return the largest number, the size of a hand and the size of the centre (R2, R23)."""
    if options.teams == "pairs":
        return TEAM_DEALS[seats]
    return (TRIO_DEALS if options.edition == "trio" else DEALS)[seats]


def linked(a: int, b: int) -> bool:
    """Return whether two numbers are linked (R14)."""
    return a + b == SEVEN or abs(a - b) == SEVEN


def partners(number: int, top: int) -> tuple[int, ...]:
    """Return the numbers of the deck that are linked to a number (R14)."""
    return tuple(other for other in range(1, top + 1) if linked(number, other))


def start(options: NanaOptions, seats: int, chance: Chance) -> tuple[Event, ...]:
    """Shuffle once and deal (R1 to R4)."""
    top, size, centre = deal_sizes(options, seats)
    deck = chance.shuffled(copies(range(1, top + 1), COPIES))
    *hands, middle = cut(deck, [size] * seats + [centre])
    drawn = chance.below(seats)  # drawn also if the host has chosen the first player
    first = drawn if options.first is None else options.first
    return (Dealt(options, tuple(tuple(sorted(hand)) for hand in hands), middle, first),)


def first_player(event: Event) -> int | None:
    """Return the seat that moves first, if the event decides it (R4)."""
    return event.first if isinstance(event, Dealt) else None


def legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    """Return every card the seat may flip (R5, R10) or, before the first turn, give (R24)."""
    if state.giving:
        numbers = {number for number in state.hands[seat] if number is not None}
        return tuple(map(Give, sorted(numbers))) if seat in state.giving else ()
    if state.outcome is not None or seat != state.active:
        return ()
    return _flips(state.down, state.down_centre)


@lru_cache(2048)
def _flips(down: tuple[tuple[int, ...], ...], down_centre: tuple[int, ...]) -> tuple[Action, ...]:
    """Return the cards that may be flipped while these are face down."""
    flips: list[Action] = []
    for owner, places in enumerate(down):
        if places:
            flips.append(FlipHand(owner, "low"))
        if len(places) > 1:
            flips.append(FlipHand(owner, "high"))
    flips.extend(FlipCentre(slot) for slot in down_centre)
    return tuple(flips)


def handle_action(state: State, seat: int, action: Action) -> tuple[Event, ...]:
    """Return the events of a flip and its consequences (R6 to R11), or of giving a card (R24)."""
    if isinstance(action, Give):
        return _give(state, seat, action)
    owner, place, end = locate(state, action)
    number = _known((state.centre if owner is None else state.hands[owner])[place])
    match = number == (state.target or number)
    revealed = Revealed(seat, state.turn, owner, place, end, number, match)
    if not match:
        return (revealed, TurnedBack(seat, state.turn), *_pass(state, seat))
    if len(state.chain) + 1 < COPIES:
        return (revealed,)
    collected = Collected(seat, state.turn, number)
    after = apply(apply(state, revealed), collected)
    reason = winning(state.options.win, after.trios[seat])
    if reason:
        winners = side(state.options, seat, len(state.hands))
        return (revealed, collected, Ended(winners, reason, state.hands, state.centre))
    if state.options.turn_after_trio == "continue":
        return (revealed, collected)
    return (revealed, collected, *_pass(after, seat))


def _give(state: State, seat: int, action: Give) -> tuple[Event, ...]:
    """Return the events of giving a card; the last gift makes the exchange (R24, R25)."""
    check_gift(state, seat, action)
    gave = Gave(seat, action.number)
    after = apply(state, gave)
    if after.giving:
        return (gave,)
    seats = len(after.hands)
    hands: list[tuple[int | None, ...]] = []
    for owner, hand in enumerate(after.hands):
        kept = list(hand)
        kept.remove(after.given[owner])
        hands.append(tuple(sorted([*kept, after.given[opposite(owner, seats)]], key=_known)))
    return (gave, Exchanged(tuple(hands), after.given))


def _known(number: int | None) -> int:
    assert number is not None, "only the true state is acted on"
    return number


def _pass(state: State, seat: int) -> tuple[Event, ...]:
    """Return the passing of the turn, or the end of the game once the cap is reached (R20)."""
    seats = len(state.hands)
    if state.turn < state.options.turn_cap * seats:
        return (Passed((seat + 1) % seats, state.turn + 1),)
    most = max(map(len, state.trios))
    winners = tuple(s for s, trios in enumerate(state.trios) if len(trios) == most)
    return (Ended(winners, "turn_cap", state.hands, state.centre),)


def winning(win: str, trios: tuple[int, ...]) -> Any:
    """Return the reason why the trio taken last wins, or `None` if it does not (R18)."""
    *earlier, last = trios
    if last == SEVEN:  # R13
        return "sevens"
    if win != "simple" and any(linked(last, trio) for trio in earlier):  # R16, R17
        return "linked"
    if win != "spicy" and len(trios) >= 3:  # R15, R17
        return "three_trios"
    return None


def check_gift(state: State, seat: int, action: Give) -> None:
    """Raise `IllegalAction` if the card cannot be given."""
    if not state.giving:
        raise IllegalAction("given", "The cards have been exchanged.")
    if action.number not in state.hands[seat]:
        raise IllegalAction("not_yours", "You hold no such card.")


def locate(state: State, action: FlipHand | FlipCentre) -> tuple[int | None, int, End | None]:
    """Return the card an action names as (seat or `None`, place, end), or raise `IllegalAction`."""
    if state.giving:
        raise IllegalAction("give_first", "First give your partner a card.")
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
    """Return whether an action is legal, and which card a flip turns."""
    try:
        if isinstance(action, Give):
            check_gift(state, seat, action)
            return {"legal": True}
        owner, place, end = locate(state, action)
    except IllegalAction as refusal:
        return {"legal": False, "code": refusal.code, "message": refusal.message}
    return {"legal": True, "seat": owner, "place": place, "end": end}


def outcome(state: State) -> Outcome | None:
    """Return the outcome, or `None` while the game goes on."""
    return state.outcome

"""The match: its deals, its standing and its end (R3, R33 to R41)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from games.core.contract import Outcome, Standing
from games.core.poker import DECK_SIZE
from games.core.random_stream import Chance
from games.stud.boards import third_street_opener
from games.stud.events import (
    AntePosted,
    CardsDealt,
    DealStarted,
    Event,
    MatchEnded,
    Opened,
    Shuffled,
)
from games.stud.levels import THIRD
from games.stud.options import (
    TITLES,
    StudOptions,
    deal_limit,
    rebuying,
    stakes_of,
    starting_stack,
    variant_of,
)
from games.stud.places import third_street_cards
from games.stud.state import State
from games.stud.transitions import apply

REVEALS = ("shown", "round", "match")


def start(options: StudOptions, seats: int, chance: Chance) -> tuple[Event, ...]:
    """Open the match without drawing; every deal is dealt by itself."""
    return (Opened(options, seats),)


def first_player(event: Event) -> int | None:
    """Return the seat that is first in the first deal's order, as far as the event fixes it (R3)."""
    match event:
        case Opened():
            return event.options.first
        case DealStarted(deal=0):
            return (event.marker + 1) % len(event.stacks)
        case _:
            return None


def begin_deal(state: State, chance: Chance) -> tuple[Event, ...]:
    """Return the events of the next deal up to third street, or the end of the match (R36, R39)."""
    started = _started(state, chance)
    if sum(started.dealt_in) < 2:
        return (_ended(state, "empty"),)
    return opening_events(started, chance.shuffled(range(DECK_SIZE)))


def opening_events(started: DealStarted, deck: tuple[int, ...]) -> tuple[Event, ...]:
    """Return the events of a deal up to its third street, for a given deck (R13)."""
    done: list[Event] = [started, Shuffled(deck)]
    state = apply(apply(None, started), done[1])
    for seat in state.live:
        amount = min(state.stakes.ante, state.stacks[seat])
        if amount:
            done.append(AntePosted(seat, amount, amount == state.stacks[seat]))
            state = apply(state, done[-1])
    return (*done, _third_street(state))


def _third_street(state: State) -> CardsDealt:
    """Deal third street and find who brings in (R4, R7, R8)."""
    dealt = {seat: third_street_cards(state.deck, state.seats, seat) for seat in state.live}
    opener = third_street_opener(state, {seat: cards[2] for seat, cards in dealt.items()})
    seats = range(state.seats)
    down = tuple(dealt[seat][:2] if seat in dealt else () for seat in seats)
    up = tuple(dealt[seat][2:] if seat in dealt else () for seat in seats)
    return CardsDealt(THIRD, down, up, opener, False)


def _started(state: State, chance: Chance) -> DealStarted:
    """Return the keyframe of the next deal: re-buys made, seats in, marker moved (R3, R38)."""
    deal = state.deal + 1
    bought_now = tuple(_buys(state, seat) for seat in range(state.seats))
    stacks = tuple(map(sum, zip(state.stacks, bought_now, strict=True)))
    return DealStarted(
        state.options,
        deal,
        variant_of(state.options, deal),
        stakes_of(state.options, deal),
        _marker(state, chance),
        stacks,
        tuple(map(sum, zip(state.bought, bought_now, strict=True))),
        tuple(
            stacks[s] > 0 and not state.away[s] and not state.gone[s] for s in range(state.seats)
        ),
        state.away,
        state.gone,
        state.habits,
    )


def _buys(state: State, seat: int) -> int:
    """Return the chips a seat buys before the next deal (R38)."""
    missing = starting_stack(state.options) - state.stacks[seat]
    if state.gone[seat] or missing <= 0:
        return 0
    kind = rebuying(state.options)
    automatic = kind == "auto" and state.stacks[seat] == 0 and not state.away[seat]
    return missing if automatic or (kind == "ask" and state.asked[seat]) else 0


def _marker(state: State, chance: Chance) -> int:
    if state.deal >= 0:
        return (state.marker + 1) % state.seats
    first = chance.fork("marker").below(state.seats)
    first = first if state.options.first is None else state.options.first
    return (first - 1) % state.seats


def end_match(state: State) -> tuple[Event, ...]:
    """End the match after a deal, if this deal decided it (R34 to R36, R39)."""
    limit = deal_limit(state.options)
    if state.deal + 1 >= limit:
        reason: Literal["deals", "limit"] = "deals" if state.options.match == "deals" else "limit"
        return (_ended(state, reason),)
    if rebuying(state.options) == "never" and sum(stack > 0 for stack in state.stacks) < 2:
        return (_ended(state, "last"),)
    return ()


def _ended(state: State, reason: Literal["deals", "last", "limit", "empty"]) -> MatchEnded:
    best = max(state.scores)
    winners = tuple(seat for seat, score in enumerate(state.scores) if score == best)
    return MatchEnded(winners, state.scores, reason)


def outcome(state: State) -> Outcome | None:
    """Return how the match ended, or `None` while it goes on."""
    return state.outcome


def between(state: State) -> bool:
    """Return whether the next deal is due."""
    return state.outcome is None and not state.deal_is_on


def round(state: State) -> int:
    """Return the index of the deal; -1 before the first."""
    return state.deal


def standing(state: State) -> Standing:
    """Return the running scores of the match: stack minus all that was bought (R34)."""
    limit = None if state.options.match == "cash" else deal_limit(state.options)
    return Standing(
        tuple(map(float, state.scores)),
        out_seats(state),
        state.deal + 1,
        limit,
        None,
        TITLES[state.game],
    )


def out_seats(state: State) -> tuple[int, ...]:
    """Return the seats that take no further part: left, or without chips and re-buys (R35, R38)."""
    return tuple(seat for seat in range(state.seats) if state.gone[seat] or _is_broke(state, seat))


def _is_broke(state: State, seat: int) -> bool:
    playing = state.deal_is_on and state.dealt_in[seat]
    return rebuying(state.options) == "never" and state.stacks[seat] == 0 and not playing


def single_deal(options: StudOptions, i: int) -> StudOptions:
    """Return the options of a match of one deal, of the mix's games in turn."""
    game = options.sequence[i % len(options.sequence)]
    return replace(options, match="deals", deals=1, sequence=(game,))

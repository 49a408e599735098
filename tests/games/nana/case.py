"""What the contract properties need to know about NANA."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from games.core.contract import IllegalAction, Viewer, fold
from games.core.random_stream import Chance
from games.nana import GAME
from games.nana.actions import Action, FlipCentre, FlipHand, Give
from games.nana.events import Dealt, Ended, Event, Exchanged, Gave, NanaOptions, Revealed
from games.nana.rules import deal_sizes
from games.nana.state import State
from games.nana.teams import opposite
from tests.games.case import Case, Secrets
from tests.games.recorded_game import Record, Run

TRIES = 40
EXCHANGES = 3


def fill(state: State, seat: int, offer: Action, chance: Chance) -> Action:
    """Return the action as it is: flips and gifts have no field left to choose."""
    return offer


def within_reach(state: State) -> Iterator[tuple[int, Action]]:
    """Yield every legal flip with the number it would show; needs the true state."""
    for seat, down in enumerate(state.down):
        if down:
            yield _true(state.hands[seat][down[0]]), FlipHand(seat, "low")
        if len(down) > 1:
            yield _true(state.hands[seat][down[-1]]), FlipHand(seat, "high")
    for slot in state.down_centre:
        yield _true(state.centre[slot]), FlipCentre(slot)


def _true(number: int | None) -> int:
    assert number is not None
    return number


def skilled_move(state: State, seat: int, chance: Chance) -> Action:
    """Flip the number the chain collects, first the smallest or largest; needs the true state."""
    if state.giving:
        return Give(_true(chance.choice(state.hands[seat])))
    reach = list(within_reach(state))
    numbers = [number for number, _ in reach]
    wanted = state.target or chance.choice((min(numbers), max(numbers)))
    fitting = [action for number, action in reach if number == wanted]
    return chance.choice(fitting or [action for _, action in reach])


def secrets(state: State) -> Secrets:
    """Return every card by its place, and every gift by its giver."""
    hands = {
        (seat, place): n for seat, hand in enumerate(state.hands) for place, n in enumerate(hand)
    }
    gifts = {("given", s): n for s, n in enumerate(state.given) if s not in state.giving}
    return hands | gifts | {("centre", slot): n for slot, n in enumerate(state.centre)}


def may_know(log: tuple[Event, ...], viewer: Viewer) -> Secrets:
    """Return the own hand, the own and the partner's gift, every card ever flipped; at the end all cards.

    R3, R5, R21, R25: a gift is known to its giver at once, to its taker with the exchange.
    """
    known: Secrets = {}
    for event in log:
        if isinstance(event, Dealt | Exchanged) and isinstance(viewer, int):
            known |= {(viewer, place): n for place, n in enumerate(event.hands[viewer])}
        if isinstance(event, Gave) and event.by == viewer:
            known["given", viewer] = event.number
        elif isinstance(event, Exchanged) and isinstance(viewer, int):
            mate = opposite(viewer, len(event.given))
            known["given", mate] = event.given[mate]
        elif isinstance(event, Revealed):
            where = "centre" if event.seat is None else event.seat
            known[where, event.place] = event.number
        elif isinstance(event, Ended):
            known |= {(s, p): n for s, hand in enumerate(event.hands) for p, n in enumerate(hand)}
            known |= {("centre", slot): n for slot, n in enumerate(event.centre)}
    return known


def swap(record: Record, viewer: Viewer, chance: Chance) -> Run | None:
    """Exchange hidden cards so that every card and gift the viewer knows stays the same."""
    run = record.run
    known = may_know(record.log, viewer)
    deck = sum(map(len, record.state.hands)) + len(record.state.centre)
    for _ in range(TRIES):
        pair = chance.below(deck), chance.below(deck)
        pairs = run.exchange.get(0, ())
        tried = replace(run, exchange={0: (*pairs, pair)})
        swapped = _secrets_after_exchange(tried)
        if swapped and all(swapped[name] == number for name, number in known.items()):
            run = tried
        if len(run.exchange.get(0, ())) == EXCHANGES:
            break
    return run if run.exchange else None


def _secrets_after_exchange(run: Run) -> Secrets | None:
    """Deal and repeat the gifts; return `None` if a seat no longer has the card it gave."""
    state = fold(GAME, run.start())
    for seat, action in run.moves[: len(state.giving)]:
        try:
            state = fold(GAME, run.try_action(state, seat, action), state)
        except IllegalAction:
            return None
    return secrets(state)


def bound(options: NanaOptions, seats: int) -> int:
    """A turn is at most three flips, and three more for every trio that lets it go on (R11).

    In the team game everybody gives once.
    """
    top, _, _ = deal_sizes(options, seats)
    return 3 * options.turn_cap * seats + 3 * top + seats


def conserved(state: State) -> Any:
    """Return all numbers face down, in the chain and in trios: together the whole deck."""
    hands = [state.hands[seat][place] for seat, down in enumerate(state.down) for place in down]
    centre = [state.centre[slot] for slot in state.down_centre]
    chain = [flip.number for flip in state.chain]
    trios = [*{number for trios in state.trios for number in trios}] * 3
    return sorted(map(_true, [*hands, *centre, *chain, *trios]))


def card(name: str, seat: int) -> Any:
    """Return the card that an analysis calls `c` and a slot, or `h`, a seat and a place."""
    if name.startswith("c"):
        return "centre", int(name[1:])
    owner, place = name[1:].split(".")
    return int(owner), int(place)


CASE = Case(
    game=GAME,
    fill=fill,
    skilled_move=skilled_move,
    secrets=secrets,
    may_know=may_know,
    swap=swap,
    bound=bound,
    conserved=conserved,
    secret_of=card,
    tune={"turn_cap": st.integers(1, 3) | st.integers(1, 200) | st.just(60)},
    playthroughs={
        1: (4, NanaOptions()),
        2: (2, NanaOptions(win="spicy", turn_after_trio="continue", memory="notes")),
        3: (3, NanaOptions(edition="trio", win="simple", turn_cap=2)),
        4: (4, NanaOptions(teams="pairs")),
        5: (6, NanaOptions(teams="pairs", win="spicy", turn_after_trio="continue")),
    },
)

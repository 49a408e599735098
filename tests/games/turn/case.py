"""What the contract properties need to know about Turn Duel."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from games.core.contract import Viewer
from games.core.poker import DECK_SIZE
from games.core.random_stream import Chance
from games.lab.turn.combos import COMBO_CARDS
from games.lab.turn.ready import ready_by_hash
from games.turn import GAME
from games.turn.actions import Action, Call, Check, Fold
from games.turn.events import Dealt, Event, HandShown, RiverDealt, TurnOptions
from games.turn.rules import legal_actions
from games.turn.state import State
from tests.games.case import Case, Secrets
from tests.games.recorded_game import Record, Run
from tests.games.turn.solutions import HASH, SPOT, solved

LONGEST_LINE = 40
"""More actions than a deal of a ready-made spot can have."""


def fill(state: State, seat: int, offer: Action, chance: Chance) -> Action:
    """Return the action as it is: offers name their size."""
    return offer


def skilled_move(state: State, seat: int, chance: Chance) -> Action:
    """Check or call, so that hands are shown."""
    legal = legal_actions(state, seat)
    return next(action for action in (Check(), Call(), Fold()) if action in legal)


def secrets(state: State) -> Secrets:
    """Return every card of a hand, and the river card before it is dealt."""
    cards = {
        ("hand", seat, i): card
        for seat, hand in enumerate(state.hands)
        for i, card in enumerate(hand)
    }
    hidden = state.round >= 0 and state.river is None
    return cards | ({("river", state.round): state.next_card} if hidden else {})


def may_know(log: tuple[Event, ...], viewer: Viewer) -> Secrets:
    """Return the own cards of all deals, the hands that were shown, and the rivers that were dealt."""
    known: Secrets = {}
    current: Secrets = {}
    index = -1
    for event in log:
        if isinstance(event, Dealt):
            index, current = event.round, {}
            if isinstance(viewer, int):
                known["dealt", index] = event.hands[viewer]
                current = {("hand", viewer, i): c for i, c in enumerate(event.hands[viewer])}
        elif isinstance(event, RiverDealt):
            known["river", index] = event.card
        elif isinstance(event, HandShown):
            known["shown", index, event.seat] = event.cards
            current |= {("hand", event.seat, i): c for i, c in enumerate(event.cards)}
    return known | current


def swap(record: Record, viewer: Viewer, chance: Chance) -> Run | None:
    """Draw other hands and another river card in one deal, all of positive weight; the viewer's own
    hand stays."""
    dealt = [event for event in record.log if isinstance(event, Dealt)]
    if not dealt:
        return None
    event = chance.choice(dealt)
    spot = SPOT if event.spot == HASH else ready_by_hash()[event.spot].spot
    taken = set(spot.board)
    if isinstance(viewer, int):
        taken |= set(event.hands[viewer])
    river = event.river
    if chance.below(3) == 0 or river in taken:
        river = chance.choice([card for card in range(DECK_SIZE) if card not in taken])
    taken.add(river)
    given = {2: river}
    for player in (0, 1):
        seat = event.oop if player == 0 else 1 - event.oop
        pairs = [tuple(map(int, COMBO_CARDS[c])) for c in spot.ranges[player].combos(spot.board)]
        held = tuple(sorted(event.hands[seat]))
        if seat == viewer:
            given[player] = pairs.index(held)
            continue
        free = [at for at, pair in enumerate(pairs) if not taken & set(pair)]
        if not free:
            return None
        given[player] = chance.choice(free)
        taken |= set(pairs[given[player]])
    return replace(record.run, given={event.round: given})


def bound(options: TurnOptions, seats: int) -> int:
    """A deal, and as many actions as its longest line has."""
    return options.deals * (1 + LONGEST_LINE)


def conserved(state: State) -> Any:
    """Return the sum of the scores; check that all cards differ."""
    cards = [c for hand in state.hands for c in hand] + list(state.board)
    cards += [] if state.next_card is None else [state.next_card]
    assert len(set(cards)) == len(cards)
    return sum(state.scores)


def secret_of(name: str, seat: int) -> Any:
    """Return the cards that an analysis calls `h` and a seat."""
    return "cards", int(name[1:])


def truths(state: State) -> Secrets:
    """Return each hand as the text of an analysis: the cards, higher first."""
    from games.core.poker import format_card

    return {
        ("cards", seat): "".join(format_card(card) for card in hand)
        for seat, hand in enumerate(state.hands)
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
    truths=truths,
    judged_deals=None,
    bot_tables=((2, TurnOptions(deals=4, lab_spot=HASH)),),
    bot_moves=240,
    data=solved,
    tune={"deals": st.integers(1, 4), "lab_spot": st.just("")},
    playthroughs={
        1: (2, TurnOptions(deals=3)),
        2: (2, TurnOptions(deals=2, spot="polar-dry", first=1)),
    },
)

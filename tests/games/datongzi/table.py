"""Da Tong Zi positions with known cards, and whole matches of random play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from games.core.random_stream import Chance
from games.datongzi import rules
from games.datongzi.actions import Action, Pass, Play
from games.datongzi.cards import FACES, RANK_NAMES, parse, rank_of
from games.datongzi.events import DatongziOptions, Dealt, Event
from games.datongzi.generation import kicker_choices, plays
from games.datongzi.judging import known_cards
from games.datongzi.patterns import Pattern, readings
from games.datongzi.scoring import kickers_allowed
from games.datongzi.state import State, apply

TABLES: tuple[tuple[int, dict[str, str]], ...] = (
    (3, {}),
    (3, {"kickers": "no", "lead": "random", "bonuses": "doubled", "closing": "0"}),
    (2, {}),
    (2, {"two_seats": "33", "must_beat": "no", "closing": "200"}),
    (4, {"counter": "hidden", "must_beat": "no", "closing": "300"}),
    (4, {"decks": "four", "closing": "500"}),
    (4, {"decks": "four", "kickers": "yes", "teams": "pairs", "target": "1000"}),
    (4, {"teams": "pairs", "must_beat": "no"}),
    (4, {"teams": "pairs", "target": "hand"}),
)
"""Every number of seats and, between them, every value of every option."""


def ranks(text: str) -> tuple[int, ...]:
    """Read cards given by rank alone (`5 5 5 10 K`): suits go round from diamond to spade."""
    names = {name: rank for rank, name in RANK_NAMES.items()}
    counts: dict[int, int] = {}
    cards = []
    for word in text.split():
        rank = names[word]
        cards.append(4 * rank + counts.get(rank, 0) % 4)
        counts[rank] = counts.get(rank, 0) + 1
    return tuple(sorted(cards))


def hand(text: str) -> tuple[int, ...]:
    """Read cards by rank (`5 5 K`), or by rank and suit (`5D 5D KS`)."""
    words = text.split()
    cards = parse(text) if words and words[0][-1] in "DCHS" else ranks(text)
    return tuple(sorted(cards))


def position(
    *hands: str, leader: int = 0, hidden: str = "", deal: int = 0, **options: Any
) -> State:
    """Return the state with these hands and options."""
    dealt = Dealt(
        DatongziOptions(**options), deal, (), leader, tuple(map(hand, hands)), hand(hidden)
    )
    return apply(None, dealt)


def fold(events: Iterable[Event], state: State | None = None) -> State:
    """Return the state after the events."""
    for event in events:
        state = apply(state, event)
    assert state is not None
    return state


def play(text: str, reading: Pattern | None = None) -> Play:
    """Return the action that plays these cards."""
    return Play(hand(text), reading)


def take(state: State, *actions: Action | str) -> State:
    """Return the state after these actions, each by the active seat; a text is a play."""
    for action in actions:
        state = fold(events_of(state, action), state)
    return state


def events_of(state: State, action: Action | str) -> tuple[Event, ...]:
    """Return the events of an action by the active seat; suits are the first copies it holds."""
    assert state.active is not None
    if isinstance(action, str):
        action = Play(_copies(known_cards(state.hands[state.active]), action))
    return rules.handle_action(state, state.active, action)


def _copies(held: tuple[int, ...], text: str) -> tuple[int, ...]:
    """Pick copies from a hand for a text without suits."""
    if text.split()[0][-1] in "DCHS":
        return parse(text)
    left, chosen = list(held), []
    for card in ranks(text):
        fitting = [c for c in left if rank_of(c) == rank_of(card)] or [card]
        chosen.append(fitting[0])
        if fitting[0] in left:
            left.remove(fitting[0])
    return tuple(sorted(chosen))


def any_action(state: State, seat: int, chance: Chance) -> Action:
    """Choose a legal action at random: any pattern, any kickers, any copies."""
    chosen = chance.choice(rules.legal_actions(state, seat))
    return chosen if isinstance(chosen, Pass) else any_play(state, seat, chance)


def any_play(state: State, seat: int, chance: Chance) -> Play:
    """Choose a play at random: any pattern that may be played, any kickers, any copies."""
    held = known_cards(state.hands[seat])
    pattern = chance.choice(plays(held, state.table, kickers_allowed(state.options)))
    return Play(any_cards(held, pattern, chance), pattern)


def any_cards(held: tuple[int, ...], pattern: Pattern, chance: Chance) -> tuple[int, ...]:
    """Choose kickers and copies for a pattern at random, so that it can be read as that pattern."""
    kickers = chance.choice(list(islice(kicker_choices(held, pattern), 60)))
    wanted = [r for r in pattern.ranks for _ in range(pattern.size // pattern.length)]
    while True:
        order = chance.shuffled(held)
        left, cards = list(order), []
        for rank in (*wanted, *kickers):
            card = next(c for c in left if rank_of(c) == rank)
            left.remove(card)
            cards.append(card)
        if pattern.kind == "tongzi":
            cards = [4 * pattern.rank + (pattern.suit or 0)] * 3
        elif pattern.kind == "dizha":
            cards = [4 * pattern.rank + suit for suit in range(4)] * 2
        if pattern in readings(cards):
            return tuple(cards)


def deal_anew(state: State, chance: Chance) -> tuple[Event, ...]:
    """Deal the next hand from its own chance."""
    return rules.deal(state, chance.fork("deal", state.deal + 1))


def run(
    seats: int, options: DatongziOptions, chance: Chance
) -> Iterator[tuple[State, Action | None, tuple[Event, ...]]]:
    """Play a whole match at random: yield (state before, action, events); deals have no action."""
    state = fold(rules.start(options, seats, chance))
    draws = chance.fork("moves")
    while rules.outcome(state) is None:
        action: Action | None = None
        if rules.between(state):
            events = deal_anew(state, chance)
        else:
            assert state.active is not None
            action = any_action(state, state.active, draws)
            events = rules.handle_action(state, state.active, action)
        yield state, action, events
        state = fold(events, state)


def random_hand(chance: Chance, size: int, decks: int = 3) -> tuple[int, ...]:
    """Deal one hand."""
    return tuple(sorted(chance.shuffled(FACES * decks)[:size]))

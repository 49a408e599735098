"""The expert's search in plain Python, with the game's own rules: the reference of the compiled one.

It is some thousand times slower than `bots/datongzi/compiled/tree.py`. A test runs both with the same
random numbers and compares every play of the first node.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt

from msgspec.structs import replace

from bots.datongzi.knowledge import counted_knowledge
from bots.datongzi.memory import Memory
from bots.datongzi.policy import Knowledge, Scored, Weights, best_play, scored_plays
from bots.datongzi.possible_hands import PossibleHands, possible_hands
from bots.datongzi.scoring.search import SearchParams
from bots.datongzi.worlds import Draws, deal_world, exchange_cards, faces_of
from games.datongzi import rules
from games.datongzi.actions import Action, Pass, Play
from games.datongzi.cards import FACES, Cards
from games.datongzi.generation import choose_cards
from games.datongzi.judging import known_cards
from games.datongzi.patterns import Pattern
from games.datongzi.state import State, apply

Key = tuple[Pattern | None, tuple[int, ...]]
"""A play without its suits: pattern and ranks of the kickers."""


@dataclass
class Node:
    """A sequence of public plays: how often it was reached, and the sum of results by seat."""

    seats: int
    visits: int = 0
    values: list[float] = field(default_factory=list)
    children: dict[Key, Node] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.values = [0.0] * self.seats

    def mean(self, seat: int) -> float:
        """Return a seat's mean result."""
        return self.values[seat] / self.visits if self.visits else 0.0


class ReferenceSearch:
    """One search from a bot's memory; `deals` are the possible hands with their clauses resolved."""

    def __init__(
        self, memory: Memory, weights: Weights, parameters: SearchParams, deals: list[PossibleHands]
    ) -> None:
        self.memory, self.weights, self.parameters = memory, weights, parameters
        self.hands, self.deals = possible_hands(memory), deals
        self.root = Node(memory.seats)

    def run(self, playouts: int, draws: Draws) -> Node:
        """Run so many playouts and return the first node."""
        parameters, owners = self.parameters, []
        for playout in range(playouts):
            times = parameters.exchanges
            if playout % parameters.world_every == 0:
                which = playout // parameters.world_every % len(self.deals)
                owners, times = deal_world(self.deals[which], draws), parameters.burn_in
            owners = exchange_cards(self.hands, owners, times, draws)
            self._playout(self._state(owners))
        return self.root

    def _state(self, owners: list[int]) -> State:
        """Return the state of a world, with all hands known."""
        cards = [FACES[face] for face in faces_of(self.hands)]
        held: list[Cards] = [
            tuple(card for card, owner in zip(cards, owners, strict=True) if owner == place)
            for place in range(len(self.hands.rivals) + 1)
        ]
        hands: list[Cards] = [()] * self.memory.seats
        hands[self.memory.seat] = self.memory.hand
        for rival, mine in zip(self.hands.rivals, held, strict=False):
            hands[rival.seat] = mine
        return replace(self.memory.table, hands=tuple(hands), hidden=held[-1])

    def _playout(self, state: State) -> None:
        """Follow the tree, add a node, play to the end and add the result to the path."""
        path = [self.root]
        grown = False
        while state.active is not None and not grown:
            width = self.parameters.root_width if len(path) == 1 else self.parameters.width
            listed = sorted(self._plays(state), key=lambda play: -play.score)[:width]
            chosen = self._select(path[-1], listed, state.active)
            key = chosen.pattern, chosen.kickers
            if key not in path[-1].children:
                path[-1].children[key] = Node(self.memory.seats)
                grown = len(listed) > 1
            path.append(path[-1].children[key])
            state = _after(state, chosen)
        while state.active is not None:
            state = _after(state, best_play(_knowledge(state), self.weights))
        self._add(path, [sheet.score for sheet in state.sheets])

    def _plays(self, state: State) -> list[Scored]:
        return scored_plays(_knowledge(state), self.weights)

    def _select(self, node: Node, listed: list[Scored], seat: int) -> Scored:
        """Choose the play to try: its mean result, plus more the less it was tried."""
        scale, best = self.parameters.prior_scale, listed[0].score
        priors = [1.0 / ((1.0 + (best - p.score) / scale) ** 2) for p in listed]
        root = self.parameters.exploration * sqrt(node.visits + 1) / sum(priors)
        values = []
        for play, prior in zip(listed, priors, strict=True):
            child = node.children.get((play.pattern, play.kickers))
            tried = child.visits if child else 0
            result = child.mean(seat) if child and tried else node.mean(seat)
            values.append(result + root * prior / (1.0 + tried))
        return listed[values.index(max(values))]

    def _add(self, path: list[Node], scores: list[int]) -> None:
        """Add to every node each seat's lead over the others, in teams over the other team."""
        seats, total = len(scores), sum(scores)
        for node in path:
            node.visits += 1
            for seat, score in enumerate(scores):
                if self.memory.options.teams == "pairs":
                    lead = (2.0 * (score + scores[(seat + 2) % 4]) - total) / 2.0
                else:
                    lead = score - (total - score) / (seats - 1.0)
                node.values[seat] += lead


def _knowledge(state: State) -> Knowledge:
    """Return what the active seat knows by counting cards."""
    seat = state.active
    assert seat is not None
    others = [c for s, h in enumerate(state.hands) if s != seat for c in known_cards(h)]
    unknown = (*others, *known_cards(state.hidden))
    unseen = [unknown.count(card) for card in FACES]
    return counted_knowledge(state, seat, known_cards(state.hands[seat]), unseen)


def _after(state: State, play: Scored) -> State:
    """Return the state after the active seat made a play."""
    assert state.active is not None
    held = known_cards(state.hands[state.active])
    action: Action = Pass()
    if play.pattern is not None:
        action = Play(choose_cards(held, play.pattern, play.kickers), play.pattern)
    for event in rules.handle_action(state, state.active, action):
        state = apply(state, event)
    return state

"""The state of a Turn Duel match as far as its viewer may know it: unknown cards are `None`.

Invariant: `line` is a line of the spot's tree, and `node` the node that it leads to. The state after
`Dealt` depends on that event alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

import msgspec
from msgspec.structs import asdict, replace

from games.core.contract import Outcome
from games.lab.turn.solver.tree import Node, Tree, build_tree
from games.lab.turn.spots import parse_bet_sizes
from games.turn.events import (
    Acted,
    Cards,
    DealEnded,
    Dealt,
    Event,
    Finished,
    HandShown,
    Opened,
    RiverDealt,
    Sizes,
    TurnOptions,
)


class State(msgspec.Struct, frozen=True):
    """The state of a match as one viewer knows it. Tuples are by seat."""

    options: TurnOptions
    round: int = -1
    """Index of the deal; -1 before the first."""
    scores: tuple[float, ...] = (0.0, 0.0)
    oop: int = 0
    spot: str = ""
    title: str = ""
    board: tuple[int, ...] = ()
    """Four cards, five from the river on."""
    pot: int = 0
    """The chips in the pot before the turn's betting."""
    stack: int = 0
    sizes: Sizes = Sizes()
    hands: tuple[Cards, ...] = ((), ())
    next_card: int | None = None
    """The river card before it is dealt, in the true state."""
    line: tuple[str, ...] = ()
    """The actions since the deal, named as in the tree, with "river" where the card came."""
    shown: tuple[bool, ...] = (False, False)
    running: bool = False
    won: tuple[float, ...] = ()
    """The results of the deal that is over."""
    outcome: Outcome | None = None

    @property
    def tree(self) -> Tree:
        """The tree of the spot."""
        return tree_of(self.pot, self.stack, self.sizes)

    @property
    def node(self) -> Node:
        """The node of the line that was played."""
        return _nodes(self.pot, self.stack, self.sizes)[self.line]

    @property
    def active(self) -> int | None:
        """The seat that has to act; `None` if nobody has to."""
        if not self.running:
            return None
        node = self.node
        return self.seat_of(node.player) if node.kind == "decision" else None

    def seat_of(self, player: int) -> int:
        """Return the seat of OOP (0) or IP (1)."""
        return self.oop if player == 0 else 1 - self.oop

    def player_of(self, seat: int) -> int:
        """Return 0 if the seat is OOP, 1 if it is IP."""
        return 0 if seat == self.oop else 1

    @property
    def river(self) -> int | None:
        """The river card once it is dealt."""
        return self.board[4] if len(self.board) > 4 else None


@lru_cache(maxsize=64)
def tree_of(pot: int, stack: int, sizes: Sizes) -> Tree:
    """Return the tree of a spot, which its public part determines."""
    return build_tree(pot, stack, parse_bet_sizes(asdict(sizes)))


@lru_cache(maxsize=64)
def _nodes(pot: int, stack: int, sizes: Sizes) -> dict[tuple[str, ...], Node]:
    return {node.line: node for node in tree_of(pot, stack, sizes).nodes}


def apply(state: State | None, event: Event) -> State:
    """Return the state after one event."""
    if isinstance(event, Opened):
        return State(event.options)
    if isinstance(event, Dealt):
        return _deal(event)
    assert state is not None, "a log begins with Opened, a deal with Dealt"
    match event:
        case Acted():
            return replace(state, line=(*state.line, event.action))
        case RiverDealt(card):
            line = (*state.line, "river")
            return replace(state, line=line, board=(*state.board, card), next_card=None)
        case HandShown(seat, cards):
            hands = tuple(cards if s == seat else hand for s, hand in enumerate(state.hands))
            shown = tuple(s == seat or was for s, was in enumerate(state.shown))
            return replace(state, hands=hands, shown=shown)
        case DealEnded():
            return replace(state, running=False, won=event.won, scores=event.scores)
        case Finished(winners):
            return replace(state, outcome=Outcome(winners, state.scores, "chips"))
        case _:
            assert_never(event)


def _deal(event: Dealt) -> State:
    return State(
        options=event.options,
        round=event.round,
        scores=event.scores,
        oop=event.oop,
        spot=event.spot,
        title=event.title,
        board=event.board,
        pot=event.pot,
        stack=event.stack,
        sizes=event.sizes,
        hands=event.hands,
        next_card=event.river,
        running=True,
    )

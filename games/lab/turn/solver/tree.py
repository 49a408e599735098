"""The betting tree of turn and river for two players with equal stacks.

A tree is a list of nodes in the order of a walk that visits a node before its children. The river
part of a line is built once: it is the same for each river card. Bet sizes follow one fixed rule,
written out in `bet_totals`. Arithmetic is decimal and halves round up.

Invariant: a child's index is greater than its parent's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property
from typing import Literal

from games.lab.turn.errors import TurnLabError

OOP, IP = 0, 1
MAX_DECISIONS = 4000  # decision nodes; the widest reference tree has 116
MAX_DEPTH = 120  # actions in one line

Kind = Literal["decision", "fold", "showdown", "deal"]


class TreeTooLargeError(TurnLabError):
    """The bet sizes give a tree that is larger than the solver accepts."""


@dataclass(frozen=True)
class Size:
    """One entry of a list of bet sizes."""

    kind: Literal["percent", "times", "allin"]
    amount: Decimal = Decimal(0)  # 0.6 for 60 %, 2.5 for 2.5x


@dataclass(frozen=True)
class BetSizes:
    """The bet sizes of both players on both streets."""

    turn_bet: tuple[tuple[Size, ...], tuple[Size, ...]]  # of OOP, of IP
    turn_raise: tuple[Size, ...]
    river_bet: tuple[tuple[Size, ...], tuple[Size, ...]]
    river_raise: tuple[Size, ...]
    add_allin: Decimal = Decimal(0)
    force_allin: Decimal = Decimal(0)
    merging: Decimal = Decimal(0)

    def bets(self, street: int, player: int) -> tuple[Size, ...]:
        """Return the sizes of a player who bets first on a street (0: turn, 1: river)."""
        return (self.turn_bet, self.river_bet)[street][player]

    def raises(self, street: int) -> tuple[Size, ...]:
        """Return the sizes of a raise on a street; they serve both players."""
        return (self.turn_raise, self.river_raise)[street]


@dataclass
class Node:
    """A place in the tree.

    `put` holds the chips that each player has put in since the start of the turn. For a fold,
    `player` is the player who folded.
    """

    index: int
    kind: Kind
    street: int
    player: int
    line: tuple[str, ...]
    put: tuple[int, int]
    actions: list[str] = field(default_factory=list)
    children: list[int] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Return the line as text, such as "check / bet 60"."""
        return " / ".join(self.line)


def round_half_up(amount: Decimal) -> int:
    """Round to the nearest whole chip, halves up."""
    return int(amount.to_integral_value(rounding=ROUND_HALF_UP))


def bet_totals(
    sizes: Sequence[Size], pot: int, stack: int, previous: int, own: int, rule: BetSizes
) -> list[int]:
    """Return the street totals that a player may bet or raise to, in ascending order.

    `pot` and `stack` are those at the start of the street, `previous` is the bet to answer and
    `own` is what the player has already put in on this street.
    """
    called = pot + 2 * previous
    totals: set[int] = set()
    for size in sizes:
        if size.kind == "percent":
            totals.add(previous + round_half_up(size.amount * called))
        elif size.kind == "times":
            totals.add(round_half_up(size.amount * previous))
        else:
            totals.add(stack)
    if rule.add_allin > 0 and stack <= previous + round_half_up(rule.add_allin * called):
        totals.add(stack)
    least = max(1, 2 * previous - own)
    clamped = {min(max(total, least), stack) for total in totals}
    forced = {
        stack
        if rule.force_allin > 0
        and stack <= total + round_half_up(rule.force_allin * (pot + 2 * total))
        else total
        for total in clamped
    }
    return merge_close(sorted(forced), called - previous, rule.merging)


def merge_close(totals: list[int], base: int, merging: Decimal) -> list[int]:
    """Drop each total that is close to the next larger total that was kept."""
    kept: list[int] = []
    for total in reversed(totals):
        if not kept or base + kept[-1] > (1 + merging) * (base + total):
            kept.append(total)
    return kept[::-1]


class TreeBuilder:
    """Build the nodes of a tree and stop as soon as there are too many of them."""

    def __init__(self, pot: int, stack: int, sizes: BetSizes) -> None:
        self.pot = pot
        self.stack = stack
        self.sizes = sizes
        self.nodes: list[Node] = []
        self.decisions = 0

    def add(
        self, kind: Kind, street: int, player: int, line: tuple[str, ...], put: tuple[int, int]
    ) -> Node:
        """Append a node; raise TreeTooLargeError above the limits."""
        self.decisions += kind == "decision"
        if self.decisions > MAX_DECISIONS or len(line) > MAX_DEPTH:
            raise TreeTooLargeError(
                f"the tree has more than {MAX_DECISIONS} decisions or a line longer than "
                f"{MAX_DEPTH} actions; use fewer or larger bet sizes"
            )
        node = Node(len(self.nodes), kind, street, player, line, put)
        self.nodes.append(node)
        return node

    def decide(
        self, street: int, player: int, line: tuple[str, ...], start: int, bets: tuple[int, int]
    ) -> int:
        """Add a decision and everything below it; `start`: put in by each before the street."""
        node = self.add("decision", street, player, line, (start + bets[0], start + bets[1]))
        pot, stack = self.pot + 2 * start, self.stack - start
        own, previous = bets[player], bets[1 - player]
        if previous > own:
            self.branch(node, "fold", self.fold(node))
            self.branch(node, "call", self.close(street, (*line, "call"), start + previous))
            totals = (
                bet_totals(self.sizes.raises(street), pot, stack, previous, own, self.sizes)
                if stack > previous
                else []
            )
        else:
            checked = (*line, "check")
            if player == OOP:
                below = self.decide(street, IP, checked, start, bets)
            else:
                below = self.close(street, checked, start)
            self.branch(node, "check", below)
            totals = bet_totals(self.sizes.bets(street, player), pot, stack, 0, 0, self.sizes)
        for total in totals:
            name = "allin" if total == stack else "raise" if previous else "bet"
            action = f"{name} {total}"
            after = (total, previous) if player == OOP else (previous, total)
            below = self.decide(street, 1 - player, (*line, action), start, after)
            self.branch(node, action, below)
        return node.index

    def branch(self, node: Node, action: str, child: int) -> None:
        """Record an action of a node and the node that it leads to."""
        node.actions.append(action)
        node.children.append(child)

    def fold(self, node: Node) -> int:
        """Add the end of the hand after a fold."""
        return self.add("fold", node.street, node.player, (*node.line, "fold"), node.put).index

    def close(self, street: int, line: tuple[str, ...], put: int) -> int:
        """Add what follows when both players have put in the same: a river card or a showdown."""
        if street == 1:
            return self.add("showdown", 1, OOP, line, (put, put)).index
        node = self.add("deal", 0, OOP, line, (put, put))
        river = (*line, "river")
        if put == self.stack:
            node.children.append(self.add("showdown", 1, OOP, river, (put, put)).index)
        else:
            node.children.append(self.decide(1, OOP, river, put, (0, 0)))
        return node.index


@dataclass(frozen=True)
class Tree:
    """A finished tree."""

    pot: int
    stack: int
    nodes: tuple[Node, ...]

    @property
    def decisions(self) -> list[Node]:
        """Return the decision nodes, in the order in which lines are listed."""
        return [node for node in self.nodes if node.kind == "decision"]

    @property
    def deals(self) -> list[Node]:
        """Return the nodes where the river card is dealt, all-ins included."""
        return [node for node in self.nodes if node.kind == "deal"]

    def find(self, line: str) -> Node:
        """Return the decision node of a line such as "check / bet 60"; raise KeyError."""
        return self.by_line[line]

    @cached_property
    def by_line(self) -> dict[str, Node]:
        """Return the decision nodes by their lines."""
        return {node.text: node for node in self.decisions}

    def describe(self) -> dict[str, object]:
        """Return the counts and the lines of the tree under the names of the answer."""
        turn = [node for node in self.decisions if node.street == 0]
        river = [node for node in self.decisions if node.street == 1]
        runouts = sum(deal.put[0] == self.stack for deal in self.deals)
        ends = [node for node in self.nodes if node.kind in ("fold", "showdown")]
        return {
            "turn_action_nodes": len(turn),
            "river_action_nodes_per_card": len(river),
            "chance_nodes": len(self.deals) - runouts,
            "turn_fold_terminals": sum(node.street == 0 for node in ends),
            "turn_allin_runouts": runouts,
            "river_terminals_per_card": sum(node.street == 1 for node in ends) - runouts,
            "river_actions_per_card": sum(len(node.actions) for node in river),
            "lines": [{"line": node.text, "actions": node.actions} for node in self.decisions],
        }


def build_tree(pot: int, stack: int, sizes: BetSizes) -> Tree:
    """Build the tree of a spot; raise TreeTooLargeError if it is too large."""
    builder = TreeBuilder(pot, stack, sizes)
    builder.decide(0, OOP, (), 0, (0, 0))
    return Tree(pot, stack, tuple(builder.nodes))

"""What the board offers a player on their turn: cards that can be of use, what a tap takes, suggestions.

Invariant: everything is computed from the player's own hand and the table, which they see.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.datongzi.cards import ACE, RANKS, Cards
from games.datongzi.generation import Holding, choose_cards, plays
from games.datongzi.judging import known_cards
from games.datongzi.patterns import STRENGTH, Pattern, describe
from games.datongzi.scoring import kickers_allowed
from games.datongzi.state import State
from games.datongzi.suits import choose_suits, loss

MAX_LEADS = 60
TRIPLE, BOMB = 3, 4
LOOSE = 2
"""Ranks of which so many cards or fewer are held lend their cards as kickers."""


def turn_help(state: State, seat: int) -> dict[str, Any]:
    """Return what helps a player to choose: useful cards, what taps on a rank take, suggestions.

    `useful`: cards that are part of some play. `steps`: by rank, the cards that one tap on it takes,
    then the next. `spare`: by rank, one card, two and so on, for use as kickers. `suggestions`: plays,
    best first.
    """
    hand, table = known_cards(state.hands[seat]), state.table
    found = plays(hand, table, kickers_allowed(state.options))
    held = Holding(hand)
    return {
        "useful": sorted(_useful(held, found)),
        "steps": {str(rank): _steps(held, found, rank, table is None) for rank in _held(held)},
        "spare": {str(rank): _spare(held, rank) for rank in _held(held)},
        "suggestions": [
            {"cards": choose_cards(hand, play, kickers), "name": describe(play)}
            for play, kickers in suggestions(hand, found, table is None)
        ],
    }


def _held(held: Holding) -> list[int]:
    return [rank for rank in RANKS if held.ranks[rank]]


def _useful(held: Holding, found: Sequence[Pattern]) -> set[int]:
    """Return the cards that are part of at least one of these plays."""
    useful: set[int] = set()
    for play in found:
        if play.kind == "tongzi":
            useful.add(4 * play.rank + (play.suit or 0))
            continue
        others = set(RANKS) - ({play.rank} if play.length == 1 else set())
        for rank in {*play.ranks, *(others if play.kickers else ())}:
            useful.update(4 * rank + suit for suit, n in enumerate(held.suits(rank)) if n)
    return useful


def _steps(held: Holding, found: Sequence[Pattern], rank: int, leads: bool) -> list[Cards]:
    """List what taps on a rank take, one after the other: each number of its cards a play can have."""
    count = held.ranks[rank]
    bodies = [play for play in found if rank in play.ranks]
    sizes = sorted({play.size // play.length for play in bodies if play.kind != "tongzi"})
    if leads:  # first the usual group, then more, then fewer
        sizes.sort(key=lambda number: (number < min(count, TRIPLE), number))
    steps = [_take(held, rank, number) for number in sizes]
    steps += [(4 * rank + (play.suit or 0),) * TRIPLE for play in bodies if play.kind == "tongzi"]
    return list(dict.fromkeys(steps)) or _spare(held, rank)


def _spare(held: Holding, rank: int) -> list[Cards]:
    return [_take(held, rank, number) for number in range(1, held.ranks[rank] + 1)]


def _take(held: Holding, rank: int, number: int) -> Cards:
    """Return so many cards of a rank so that as little as possible is broken; a triple if one can be."""
    suits = held.suits(rank)
    mixed = number == TRIPLE and max(suits) < held.ranks[rank]
    taken = choose_suits(suits, number, rank, "triple" if mixed else None)
    return tuple(4 * rank + suit for suit in range(4) for _ in range(taken[suit]))


def suggestions(
    hand: Cards, found: Sequence[Pattern], leads: bool
) -> list[tuple[Pattern, tuple[int, ...]]]:
    """Return plays with the ranks of their kickers, best first; one choice of kickers for each body.

    Plays that break no bomb, tongzi or dizha come first, then weak before strong. A leader's long plays
    come before short ones; a follower's lowest beating play comes first.

    A leader, who may have several hundred plays, gets the best `MAX_LEADS` of them; a follower gets
    everything that beats the table.
    """
    held = Holding(hand)
    bodies: dict[Pattern, list[int]] = {}
    for play in found:
        bodies.setdefault(_with_kickers(play, 0), []).append(play.kickers)
    chosen: list[tuple[Pattern, tuple[int, ...]]] = []
    for body in sorted(bodies, key=lambda body: _preference(held, body, leads)):
        kickers = _loose_kickers(held, body, max(bodies[body]))
        if kickers:
            chosen.append((_with_kickers(body, len(kickers)), kickers))
        if 0 in bodies[body]:
            chosen.append((body, ()))
    return chosen[:MAX_LEADS] if leads else chosen


def _with_kickers(play: Pattern, number: int) -> Pattern:
    return Pattern(play.kind, play.rank, play.length, play.size, number, play.suit)


def _preference(
    held: Holding, body: Pattern, leads: bool
) -> tuple[bool, bool, int, int, bool, int, int]:
    """Return what suggestions are ordered by, smallest first."""
    strength, number = STRENGTH.get(body.kind, 0), body.size // body.length
    left = [held.ranks[rank] - number for rank in body.ranks]
    breaks_special = strength < 2 and any(_loss(held, rank, number) for rank in body.ranks)
    breaks_bomb = strength < 2 and any(BOMB - number <= one < BOMB and one for one in left)
    size = body.size if strength else -body.size if leads else 0
    return breaks_special, breaks_bomb, strength, size, any(left), body.rank, body.suit or 0


def _loss(held: Holding, rank: int, number: int) -> int:
    """Return what tongzi and dizha are broken at least if so many cards of a rank are taken."""
    suits = held.suits(rank)
    a, b, c, d = choose_suits(suits, number, rank)
    return loss(suits, (suits[0] - a, suits[1] - b, suits[2] - c, suits[3] - d), rank)


def _loose_kickers(held: Holding, body: Pattern, most: int) -> tuple[int, ...]:
    """Return ranks of low single cards and pairs to play along, whole groups only."""
    groups = sorted(
        (held.ranks[rank], rank)
        for rank in RANKS
        if rank < ACE and rank not in body.ranks and 0 < held.ranks[rank] <= LOOSE
    )
    taken: list[int] = []
    for count, rank in groups:
        if len(taken) + count <= most:
            taken += [rank] * count
    return tuple(sorted(taken))

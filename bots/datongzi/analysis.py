"""A Da Tong Zi bot's analysis for display: how many cards of each rank it expects in each hand.

`h<seat>.<rank>` is the number of cards of a rank (5 to 15) in a hand, `x.<rank>` in the hidden pile.
Beliefs are shares of sampled deals; a number that is possible but in no sample keeps a small share.
The note `reckons` is false for levels that do not use them: they show what could have been known.
"""

from __future__ import annotations

from typing import Any

from bots.contract import BotAnalysis, Certainty, Reason
from bots.datongzi.evidence import RANK_COUNT
from bots.datongzi.levels import Level
from bots.datongzi.memory import Memory, Proof, without_proofs
from bots.datongzi.possible_hands import PossibleHands, possible_hands
from games.core.random_stream import Chance
from games.datongzi.cards import LOWEST, RANK_NAMES, TWO
from games.datongzi.judging import known_cards
from games.datongzi.patterns import NAMES, STRENGTH, Pattern, describe

WORLDS = 240
BURN_IN, BETWEEN = 600, 150
UNSEEN_WEIGHT = 0.5
"""Samples credited to a possible number that no sample contains."""
SUIT_WORDS = ("diamonds", "clubs", "hearts", "spades")
STYLES_WITH_BELIEFS = ("control", "search")


def analyse(level: Level, memory: Memory) -> BotAnalysis:
    """Return what a memory contains and what follows from it."""
    state = memory.state
    if state is None or not state.hands:
        return BotAnalysis((), (), {})
    certain = list(_certain(memory))
    if state.active is None:  # R28: all cards are shown
        return BotAnalysis(tuple(certain), (), {}, notes=_notes(level, memory, {}))
    known = (
        memory if level.proofs or level.style not in STYLES_WITH_BELIEFS else without_proofs(memory)
    )
    hands = possible_hands(known)
    shares = _shares(hands, _sampled(known, hands))
    deduced = [
        Certainty(about, int(next(iter(row))), memory.events, Reason("counted"))
        for about, row in shares.items()
        if len(row) == 1
    ]
    beliefs = {about: row for about, row in shares.items() if len(row) > 1}
    return BotAnalysis(tuple(certain), tuple(deduced), beliefs, notes=_notes(level, memory, shares))


def _certain(memory: Memory) -> list[Certainty]:
    """List what the bot has seen: its own hand, empty hands, and all hands when the deal is over."""
    return [
        Certainty(f"h{seat}.{rank}", number, None if seat == memory.seat else memory.events)
        for seat, hand in enumerate(memory.table.hands)
        if not hand or hand[0] is not None
        for rank, number in _by_rank(known_cards(hand))
    ]


def _by_rank(cards: tuple[int, ...]) -> list[tuple[int, int]]:
    ranks = [card >> 2 for card in cards]
    return [(rank, ranks.count(rank)) for rank in range(LOWEST, TWO + 1)]


def _sampled(memory: Memory, hands: PossibleHands) -> Any:
    """Draw worlds, always the same for the same memory; by world, owner and card the copies."""
    from bots.datongzi.compiled.search import sample_worlds  # imports numba

    chance = Chance(b"analysis").fork(memory.seat, memory.events)
    return sample_worlds(hands, WORLDS, chance, BETWEEN, BURN_IN)


def _shares(hands: PossibleHands, worlds: Any) -> dict[str, dict[str, float]]:
    """Return the distribution of each number of cards."""
    ranks = worlds.reshape(len(worlds), -1, RANK_COUNT, 4).sum(axis=3)
    rows: dict[str, dict[str, float]] = {}
    for place, rival in enumerate(hands.rivals):
        least, most = hands.least(rival), hands.most(rival)
        for i in range(RANK_COUNT):
            about = f"h{rival.seat}.{LOWEST + i}"
            rows[about] = _distribution(ranks[:, place, i].tolist(), least[i], most[i])
    taken = _taken(hands)
    for i, unseen in enumerate(hands.unseen_ranks):
        most_hidden = min(unseen, hands.hidden)
        least_hidden = max(0, unseen - taken[i])
        numbers = ranks[:, len(hands.rivals), i].tolist()
        rows[f"x.{LOWEST + i}"] = _distribution(numbers, least_hidden, most_hidden)
    return rows


def _taken(hands: PossibleHands) -> list[int]:
    """Return by rank the most cards that the rivals can hold together."""
    most = [hands.most(rival) for rival in hands.rivals]
    return [sum(row[i] for row in most) for i in range(RANK_COUNT)]


def _distribution(numbers: list[int], least: int, most: int) -> dict[str, float]:
    """Return the shares of numbers; possible ones that no sample has get a small share."""
    weights = {n: numbers.count(n) or UNSEEN_WEIGHT for n in range(least, most + 1)}
    total = sum(weights.values())
    return {str(n): weight / total for n, weight in weights.items()}


def _notes(level: Level, memory: Memory, shares: dict[str, dict[str, float]]) -> dict[str, Any]:
    """Return the figures the board draws."""
    expected = {
        about: round(sum(int(n) * share for n, share in row.items()), 2)
        for about, row in shares.items()
    }
    return {
        "expected": expected,
        "proofs": [_proof(proof) for proof in memory.proofs],
        "reckons": level.style in STYLES_WITH_BELIEFS,
    }


def _proof(proof: Proof) -> dict[str, Any]:
    """Return one pass and what it proved."""
    return {
        "seat": proof.seat,
        "since": proof.seen_at_event,
        "table": describe(proof.table),
        "proves": what_is_proved(proof.table),
    }


def what_is_proved(table: Pattern) -> str:
    """Say what a pass on this play proves: `no trump, no single above 9`."""
    strength, rank = STRENGTH.get(table.kind, 0), RANK_NAMES[table.rank]
    if strength == 3:
        return f"no dizha above {rank}"
    if strength == 2:
        return f"no tongzi above {rank} of {SUIT_WORDS[table.suit or 0]}, no dizha"
    if strength == 1:
        more = f"no bomb of more than {table.size}"
        same = "" if table.rank == TWO else f", none of {table.size} above {rank}"
        return f"{more}{same}, no tongzi, no dizha"
    if table.rank == (TWO if table.length == 1 else TWO - 1):
        return "no bomb, no tongzi, no dizha"
    name = NAMES[table.kind][0]
    return f"no bomb, no tongzi, no dizha, no {name} above {rank}"

"""Find the weights of the Da Tong Zi policy by the cross-entropy method in self-play.

    .venv/bin/python -m scripts.tune_datongzi --generations 60 --seed 1000000 --file common.json
    .venv/bin/python -m scripts.tune_datongzi --tables three --start common.json --file three.json

Each generation draws weights around the mean, lets each play the same deals against the mean, keeps
the best and moves mean and spread to them. The file is read if it exists, so a run can be continued.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from bots.datongzi.compiled import engine, layout, tables
from bots.datongzi.policy import Weights
from bots.datongzi.weights import START
from games.datongzi.events import DatongziOptions
from games.datongzi.scoring import deal_sizes

POPULATION, ELITE = 36, 8
STEP = 0.6
"""Share of the way that mean and spread move to the elite."""
LEAST_SPREAD = 1.0
TABLES: dict[str, tuple[tuple[int, dict[str, str], int], ...]] = {
    "all": (
        (3, {}, 40),
        (2, {}, 12),
        (2, {"two_seats": "33", "must_beat": "no"}, 6),
        (4, {"teams": "pairs"}, 12),
        (4, {"teams": "pairs", "must_beat": "no"}, 6),
    ),
    "two": ((2, {}, 60), (2, {"two_seats": "33", "must_beat": "no"}, 20)),
    "three": ((3, {}, 70),),
    "four": (
        (4, {"teams": "pairs"}, 40),
        (4, {"teams": "pairs", "must_beat": "no"}, 10),
        (4, {}, 10),
    ),
}
"""By name: seats, options and deals of a generation."""
UNITS = np.stack(
    [
        tables.values_of(Weights(*(int(i == k) for i in range(len(Weights._fields)))))
        for k in range(len(Weights._fields))
    ]
)
"""The values of hands are linear in the weights: these are the values for each weight alone."""


def values_of(weights: Any) -> Any:
    """Return the values of hands for a row of weights."""
    return np.tensordot(weights, UNITS, axes=1)


class Table:
    """One kind of table: its rules and how it is dealt."""

    def __init__(self, seats: int, options: dict[str, str], deals: int) -> None:
        chosen = DatongziOptions(**options)  # type: ignore[arg-type]
        self.seats, self.deals, self.teams = seats, deals, chosen.teams == "pairs"
        self.rules = layout.rules_row(chosen, seats)
        self.decks, self.size, _ = deal_sizes(chosen, seats)

    def deal(self, rng: np.random.Generator) -> tuple[Any, int]:
        """Deal hands as codes, and draw who leads."""
        deck = rng.permutation(np.repeat(np.arange(44), self.decks))
        hands = np.zeros((engine.MAX_SEATS, 11), dtype=np.int64)
        for seat in range(self.seats):
            for card in deck[self.size * seat : self.size * (seat + 1)]:
                hands[seat, card // 4] += 5 ** int(card % 4)
        return hands, int(rng.integers(self.seats))

    def margin(self, deal: tuple[Any, int], mine: Any, theirs: Any, scratch: Any) -> float:
        """Return by how much `mine` scores more than `theirs`, over all rotations of a deal."""
        total, turns = 0.0, 2 if self.teams else self.seats
        for turn in range(turns):
            seats = (turn, turn + 2) if self.teams else (turn,)
            rows = [mine if seat in seats else theirs for seat in range(engine.MAX_SEATS)]
            scores = self.play(deal, rows, scratch)
            own = sum(scores[seat] for seat in seats) / len(seats)
            rest = [scores[seat] for seat in range(self.seats) if seat not in seats]
            total += own - sum(rest) / len(rest)
        return total / turns

    def play(self, deal: tuple[Any, int], rows: list[Any], scratch: Any) -> list[int]:
        """Play one hand; a row is (weights, values of hands) of a seat."""
        hands, leader = deal[0].copy(), deal[1]
        state = np.zeros(engine.STATE_SIZE, dtype=np.int64)
        state[engine.ACTIVE], state[engine.S_KIND] = leader, -1
        state[engine.SIZE_A : engine.SIZE_A + self.seats] = self.size
        left = np.full(11, self.decks * 156, dtype=np.int64)
        known = (tables.COUNTS, tables.TONGZI, tables.DIZHA, tables.BITS, layout.takes())
        values, weights = np.stack([row[1] for row in rows]), np.stack([row[0] for row in rows])
        scores = np.zeros(engine.MAX_SEATS, dtype=np.int64)
        engine.play_out(state, hands, left, self.rules, (*known, values), weights, scores, scratch)
        return [int(score) for score in scores]


def generation(
    kinds: list[Table], mean: Any, spread: Any, rng: np.random.Generator
) -> tuple[Any, Any, float]:
    """Run one generation; return the new mean and spread, and the margin of the elite."""
    base = np.rint(mean).astype(np.int64)
    drawn = np.rint(mean + spread * rng.standard_normal((POPULATION, len(mean)))).astype(np.int64)
    rows = [(weights, values_of(weights)) for weights in drawn]
    theirs, scratch = (base, values_of(base)), engine.make_playout_scratch()
    margins = np.zeros(POPULATION)
    for table in kinds:
        deals = [table.deal(rng) for _ in range(table.deals)]
        share = table.deals / sum(kind.deals for kind in kinds) / table.deals
        for index, mine in enumerate(rows):
            margins[index] += share * sum(
                table.margin(deal, mine, theirs, scratch) for deal in deals
            )
    best = np.argsort(-margins, kind="stable")[:ELITE]
    mean = mean + STEP * (drawn[best].mean(axis=0) - mean)
    spread = spread + STEP * (np.maximum(drawn[best].std(axis=0), LEAST_SPREAD) - spread)
    return mean, spread, float(margins[best].mean())


def main() -> None:
    """Run the generations asked for and write the file after each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--tables", choices=TABLES, default="all")
    parser.add_argument("--start", type=Path, help="begin with the mean of this file")
    parser.add_argument("--file", type=Path, required=True)
    asked = parser.parse_args()
    done, mean = 0, np.array(START, dtype=float)
    if asked.start:
        mean = np.array(json.loads(asked.start.read_text())["mean"])
    spread = np.maximum(np.abs(mean) * (0.2 if asked.start else 0.5), 3.0)
    kinds = [Table(*table) for table in TABLES[asked.tables]]
    if asked.file.exists():
        kept = json.loads(asked.file.read_text())
        done, mean, spread = kept["generations"], np.array(kept["mean"]), np.array(kept["spread"])
    for number in range(done, asked.generations):
        rng = np.random.default_rng([asked.seed, number])
        mean, spread, margin = generation(kinds, mean, spread, rng)
        kept = {"generations": number + 1, "mean": mean.tolist(), "spread": spread.tolist()}
        asked.file.write_text(json.dumps(kept))
        print(number + 1, round(margin, 1), round(float(spread.mean()), 2), flush=True)
    print(Weights(*(round(value) for value in mean)))


if __name__ == "__main__":
    main()

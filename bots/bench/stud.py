"""What stud bots cost and do: `manage.py bench stud`, and `manage.py bench stud-duel` for matches.

A duel plays duplicate deals: the same cards once for each rotation of the seats, full stacks each
time. A deal with all its rotations is one observation. Results are big bets per 100 deals.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from bots.arena.statistics import quantiles, standard_error, t_quantile
from bots.contract import Bot
from bots.rng import generator
from bots.stud.baselines import uniform_equity
from bots.stud.bots import BASELINES, BOTS
from bots.stud.expert.choice import SAMPLES
from bots.stud.expert.habits import models_of
from bots.stud.expert.last_street import ITERATIONS, by_model, is_solvable, last_street
from bots.stud.expert.small_game import averaged
from bots.stud.memory import Memory
from games.core.random_stream import Chance
from games.stud import rules
from games.stud.actions import Action, Fold, Raise
from games.stud.levels import FIFTH
from games.stud.match import between, outcome, single_deal, start
from games.stud.options import StudOptions, Variant, base_stakes
from games.stud.projection import redact
from games.stud.state import State
from games.stud.transitions import apply

GAMES: tuple[Variant, ...] = ("stud", "razz", "stud8")
LEVELS = {**BOTS, **BASELINES}
Observer: TypeAlias = Callable[[str, Memory, Action, float], None]
"""(level, memory, action, CPU milliseconds) of each decision."""


def play(
    levels: Sequence[str], options: StudOptions, chance: Chance, observe: Observer | None = None
) -> tuple[float, ...]:
    """Play a match between levels and return the chips won by seat."""
    bots: list[Bot[Any, Any, Any]] = [LEVELS[level] for level in levels]
    state: State | None = None
    memories = [
        bot.begin(s, len(bots), options, chance.fork("bot", s)) for s, bot in enumerate(bots)
    ]
    events = start(options, len(bots), chance)
    decisions = 0
    while True:
        for event in events:
            state = apply(state, event)
            memories = [
                bot.remember(memory, redact(event, seat))
                for seat, (bot, memory) in enumerate(zip(bots, memories, strict=True))
            ]
        assert state is not None
        result = outcome(state)
        if result is not None:
            return result.scores
        if between(state):
            events = rules.deal(state, chance.fork("rules", state.deal + 1))
            continue
        seat = state.active
        assert seat is not None
        stream = chance.fork("bot", seat, decisions)
        began = time.process_time()
        decision = bots[seat].decide(
            memories[seat], rules.legal_actions(state, seat), stream, bots[seat].work
        )
        spent = 1000 * (time.process_time() - began)
        if observe is not None:
            observe(levels[seat], memories[seat], decision.action, spent)
        events = rules.handle_action(state, seat, decision.action)
        decisions += 1


def duel(levels: Sequence[str], games: Sequence[Variant], deals: int, seed: int) -> dict[str, Any]:
    """Play duplicate deals and return each level's big bets per 100 deals with its interval."""
    options = StudOptions(sequence=tuple(games))
    big_bet = base_stakes(options).big_bet
    spent: dict[str, list[float]] = {level: [] for level in levels}
    won: dict[str, list[float]] = {level: [] for level in levels}
    for deal in range(deals):
        table = single_deal(options, deal)
        totals = dict.fromkeys(levels, 0.0)
        for turn in range(len(levels)):
            seated = [*levels[-turn:], *levels[:-turn]] if turn else list(levels)
            chance = Chance(b"stud duel").fork(seed, deal)
            scores = play(seated, table, chance, lambda level, m, a, ms: spent[level].append(ms))
            for level, score in zip(seated, scores, strict=True):
                totals[level] += score
        for level, total in totals.items():
            won[level].append(100 * total / big_bet / len(levels) / list(levels).count(level))
    return {level: _row(won[level], spent[level]) for level in won}


def _row(won: list[float], spent: list[float]) -> dict[str, Any]:
    mean, margin = sum(won) / len(won), t_quantile(len(won) - 1) * standard_error(won)
    times = quantiles(spent)
    return {
        "bb_per_100": round(mean, 2),
        "bb_per_100_ci95": [round(mean - margin, 2), round(mean + margin, 2)],
        "decision_p50_ms": round(times["p50"] or 0.0, 2),
        "decision_p95_ms": round(times["p95"] or 0.0, 2),
    }


def measure_duel(levels: Sequence[str], deals: int, seed: int) -> dict[str, dict[str, Any]]:
    """Let levels meet: two in each game, more than two in the mix."""
    tables = [(game,) for game in GAMES] if len(levels) == 2 else [GAMES]
    return {
        f"{'+'.join(games)}: {level}": row
        for games in tables
        for level, row in duel(levels, games, deals, seed).items()
    }


def measure(deals: int = 60, seed: int = 1) -> dict[str, dict[str, Any]]:
    """Measure decisions, equities, what lv1 does, and the last street's solution."""
    return {
        **measure_speed(deals, seed),
        "lv1 against lv2": lv1_shares(5 * deals, seed),
        "gain of best responses on the last street": last_street_gains(deals, seed),
    }


def measure_speed(deals: int, seed: int) -> dict[str, dict[str, Any]]:
    """Measure the expert's decisions, and the equity of a street."""
    return {
        "expert, two seats": _times(("expert", "lv2"), deals, seed),
        "expert, six seats": _times(("expert", *["lv2"] * 5), max(1, deals // 6), seed),
        "equity of third street, 10,000 worlds": _equity(),
    }


def _times(levels: tuple[str, ...], deals: int, seed: int) -> dict[str, Any]:
    row = duel(levels, GAMES, deals, seed)["expert"]
    return {name: row[name] for name in ("decision_p50_ms", "decision_p95_ms")}


def _equity() -> dict[str, Any]:
    options = StudOptions()
    state: State | None = None
    for event in start(options, 2, Chance(b"equity")):
        state = apply(state, event)
    assert state is not None
    for event in rules.deal(state, Chance(b"equity")):
        state = apply(state, event)
    rng = np.random.default_rng(1)
    began = time.process_time()
    equity = uniform_equity(state, 0, 10_000, rng)
    return {"ms": round(1000 * (time.process_time() - began), 1), "equity": round(equity, 3)}


def lv1_shares(deals: int, seed: int) -> dict[str, Any]:
    """Count how often lv1 folds to small and to big bets, and raises (document 002, 10.1)."""
    faced = {"small": 0, "big": 0}
    folded = {"small": 0, "big": 0}
    raised = 0

    def observe(level: str, memory: Memory, action: Action, ms: float) -> None:
        nonlocal raised
        state = memory.table
        if level != "lv1" or not state.full_bets:
            return
        size = "big" if state.street >= FIFTH else "small"
        faced[size] += 1
        folded[size] += isinstance(action, Fold)
        raised += isinstance(action, Raise)

    for deal in range(deals):
        table = single_deal(StudOptions(), deal)
        play(("lv1", "lv2"), table, Chance(b"stud lv1").fork(seed, deal), observe)
    return {
        "folds_to_small_bets": round(folded["small"] / max(1, faced["small"]), 3),
        "folds_to_big_bets": round(folded["big"] / max(1, faced["big"]), 3),
        "raises": round(raised / max(1, sum(faced.values())), 3),
        "bets_faced": sum(faced.values()),
    }


def last_street_gains(deals: int, seed: int) -> dict[str, Any]:
    """Return what best responses gain against the action model and against the solution, in big bets."""
    found: list[tuple[State, int]] = []

    def observe(level: str, memory: Memory, action: Action, ms: float) -> None:
        if level == "expert" and is_solvable(memory.table):
            found.append((memory.table, memory.seat))

    for deal in range(deals):
        table = single_deal(StudOptions(), deal)
        play(("expert", "lv1"), table, Chance(b"stud street").fork(seed, deal), observe)
    gains = [_gains(state, seat, number) for number, (state, seat) in enumerate(found)]
    before, after = (round(float(np.mean(column)), 4) for column in zip(*gains, strict=True))
    return {"streets": len(gains), "by_the_model": before, "solved": after}


def _gains(state: State, seat: int, number: int) -> tuple[float, float]:
    rng, models = generator(Chance(b"gain").fork(number)), models_of(state)
    street = last_street(state, seat, LEVELS["expert"].work, models, SAMPLES, rng)
    guessed = street.game.gain(by_model(street, models, SAMPLES, rng))
    street.game.solve(ITERATIONS)
    return guessed / state.stakes.big_bet, street.game.gain(averaged) / state.stakes.big_bet

"""Properties that every bot must have, for each (game, level) of the catalog."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from bots.arena.game import paired_games, shares
from bots.arena.match import Match, play_match
from bots.arena.statistics import figures
from bots.catalog import EVERY_BOT
from bots.contract import BotAnalysis, Decision, analyse, decide
from games.catalog import EVERY_GAME
from games.core.random_stream import Chance
from tests.bots.recorded_games import Game, Stage, brief, games
from tests.games.case import Case, Secrets
from tests.games.cases import CASES
from tests.games.recorded_game import redo

KINDS = sorted((slug, level) for slug, each in EVERY_BOT.items() for level in each.bots)
DEALS = 8
CLEAR = 0.6
"""A level is stronger if it wins this share of a small paired match for two."""
every_bot = pytest.mark.parametrize(("slug", "level"), KINDS)


def _stages(slug: str, level: str) -> Iterator[tuple[Game, Stage]]:
    for game in games(slug, level):
        for stage in game.stages:
            yield game, stage


def _decide(
    game: Game,
    stage: Stage,
    memory: Any = None,
    work: int | None = None,
    chance: Chance | None = None,
) -> Decision:
    """Decide once more as at a stage, with its memory, stream and work unless others are given."""
    return decide(
        game.bot,
        stage.memory if memory is None else memory,
        stage.legal_actions,
        Chance(stage.key) if chance is None else chance,
        game.bot.work if work is None else work,
        game.record.run.data,
    )


@cache
def _analyses(slug: str, level: str) -> list[tuple[BotAnalysis, Callable[[str], Any], Secrets]]:
    """Return analyses after every third move, of another seat each time, and all at the end."""
    opened = []
    for game in games(slug, level):
        for index, stage in enumerate(game.stages[::3]):
            seat = index % len(stage.memories)
            opened.append((game, seat, stage.memories[seat], stage.step.state))
        opened += [
            (game, seat, memory, game.record.state) for seat, memory in enumerate(game.final)
        ]
    return [
        (
            analyse(game.bot, memory, game.record.run.data),
            partial(game.case.secret_of, seat=seat),
            (game.case.truths or game.case.secrets)(truth),
        )
        for game, seat, memory, truth in opened
    ]


def test_the_catalog_covers_every_level_and_names_it() -> None:
    levels = {slug: list(each.bots) for slug, each in EVERY_BOT.items()}
    assert levels == {slug: list(game.levels) for slug, game in EVERY_GAME.items()}


@every_bot
def test_it_decides_only_what_the_rules_accept(slug: str, level: str) -> None:
    for game, stage in _stages(slug, level):
        assert game.record.run.try_action(stage.step.state, stage.seat, stage.decision.action)


@every_bot
def test_the_same_memory_and_random_stream_give_the_same_decision(slug: str, level: str) -> None:
    for game, stage in _stages(slug, level):
        assert _decide(game, stage) == stage.decision


@every_bot
def test_memory_is_a_cache_of_the_log(slug: str, level: str) -> None:
    for game in games(slug, level):
        for seat, memory in enumerate(game.final):
            assert game.folded(game.record, seat) == memory


@every_bot
def test_it_never_believes_a_falsehood(slug: str, level: str) -> None:
    certainties = 0
    for analysis, named, truth in _analyses(slug, level):
        for certainty in (*analysis.certain, *analysis.deduced):
            assert truth[named(certainty.about)] == certainty.value
            certainties += 1
    assert certainties > 100


@every_bot
def test_each_distribution_sums_to_one_and_holds_the_truth(slug: str, level: str) -> None:
    beliefs = 0
    for analysis, named, truth in _analyses(slug, level):
        for about, belief in analysis.beliefs.items():
            assert sum(belief.values()) == pytest.approx(1)
            assert all(0 < p <= 1 for p in belief.values())
            assert belief[str(truth[named(about)])] > 0
            beliefs += 1
    assert beliefs > 100


@every_bot
def test_candidates_are_ranked_and_contain_the_choice(slug: str, level: str) -> None:
    for _, stage in _stages(slug, level):
        decision = stage.decision
        scores = [candidate.score for candidate in decision.candidates]
        assert scores == sorted(scores, reverse=True)
        assert decision.action in [candidate.action for candidate in decision.candidates]
        assert 0 <= decision.confidence <= 1


@every_bot
def test_it_stays_within_its_work(slug: str, level: str) -> None:
    for game, stage in _stages(slug, level):
        assert 0 <= stage.decision.work <= game.bot.work


@every_bot
@pytest.mark.parametrize("share", [0.1, 0.0])
def test_with_less_work_it_stays_within_that(slug: str, level: str, share: float) -> None:
    for game, stage in _stages(slug, level):
        work = max(1, int(game.bot.work * share))
        decision = _decide(game, stage, work=work)
        assert 0 <= decision.work <= work
        assert game.record.run.try_action(stage.step.state, stage.seat, decision.action)


@every_bot
def test_memory_and_decision_travel_between_processes(slug: str, level: str) -> None:
    for _, stage in _stages(slug, level):
        memory = pickle.loads(pickle.dumps(stage.memory))
        assert memory == stage.memory
        assert pickle.loads(pickle.dumps(stage.decision)) == stage.decision
    for game, stage in list(_stages(slug, level))[::3]:
        memory, chance = pickle.loads(pickle.dumps((stage.memory, Chance(stage.key))))
        assert _decide(game, stage, memory, chance=chance) == stage.decision


@every_bot
def test_decisions_and_analyses_are_json(slug: str, level: str) -> None:
    for _, stage in _stages(slug, level):
        decision = msgspec.json.decode(msgspec.json.encode(stage.decision), type=Decision)
        assert decision.confidence == stage.decision.confidence
    for analysis, *_ in _analyses(slug, level):
        assert (
            msgspec.json.decode(msgspec.json.encode(analysis), type=BotAnalysis).beliefs
            == analysis.beliefs
        )


@every_bot
def test_what_is_hidden_moves_neither_memory_nor_decision(slug: str, level: str) -> None:
    judged = 0
    for game in games(slug, level):
        for stage in game.stages:
            record = game.record.upto(stage.steps)
            swapped = game.case.swap(record, stage.seat, Chance(stage.key).fork("swap"))
            other = swapped and redo(swapped)
            if not other or other.stream(stage.seat) != record.stream(stage.seat):
                continue
            memory = game.folded(other, stage.seat)
            assert memory == stage.memory
            assert _decide(game, stage, memory) == stage.decision
            judged += other.state != record.state
    assert judged > 20


def _steps() -> Iterator[tuple[str, str, str]]:
    """Yield the pairs of levels that a small match can distinguish.

    Where there are four levels the strongest two are too near each other for that, and for the time
    of a test: the strongest, with little work, meets the one below them; docs/arena.md has the rest.
    """
    for game in (case.game for case in CASES if case.judged_deals == 0):
        pairs = list(pairwise(game.levels))
        if len(game.levels) > 3:
            pairs[-1] = (game.levels[-3], game.levels[-1])
        yield from ((game.slug, *pair) for pair in pairs)


@pytest.mark.parametrize(("slug", "weaker", "stronger"), list(_steps()))
def test_a_stronger_level_beats_a_weaker_one(slug: str, weaker: str, stronger: str) -> None:
    game = EVERY_GAME[slug]
    bots = {level: brief(slug, level) for level in (weaker, stronger)}
    match = paired_games(game, (stronger, weaker), bots, game.options(), DEALS, seed=1)
    assert shares(match)[stronger] >= CLEAR


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("case", "weaker", "stronger"),
    [
        pytest.param(case, *pair, id="-".join((case.game.slug, *pair)))
        for case in CASES
        if case.judged_deals
        for pair in pairwise(case.game.levels)
    ],
)
def test_a_stronger_level_scores_more_than_a_weaker_one(
    case: Case, weaker: str, stronger: str
) -> None:
    """The level's figure in the arena, over a fixed number of duplicate deals, is above zero."""
    assert case.judged_deals
    games = case.judged_deals * 2
    match = Match(case.game.slug, (stronger, weaker), games, seed=2, single_deals=True)
    results, _ = play_match(match, cores=1)
    row = figures(match, results, games, 1.0)["results"][0]
    assert row["level"] == stronger
    assert row["mean_score_ci95"][0] > 0

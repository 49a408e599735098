"""Experts: simulations keep the rules, the opponent model excludes nothing, choices are sensible."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from bots.arena.game import play_game
from bots.catalog import BOTS
from bots.nana.belief.odds import Odds
from bots.nana.belief.sampling import draw_deals
from bots.nana.memory import shown
from bots.nana.scoring.expert import REPLACE_MARGIN, _screen_then_recheck
from bots.nana.scoring.scored_action import card_of
from bots.nana.scoring.value import in_play, value_of_trio
from bots.nana.simulation.batch import GameBatch, TableShape
from bots.nana.simulation.opponent_model import P_SKILLED, infer_from_failures, skill_probability
from bots.nana.simulation.playout import expected_gains, simulate_turn, simulate_turns, survey
from bots.nana.simulation.trio_value import values_of_trios, win_estimates, wins_with
from bots.nana.simulation.unknown_cards import UnknownCards
from bots.rng import generator
from games.core.random_stream import Chance
from games.nana import GAME
from games.nana.events import NanaOptions, Passed
from games.nana.rules import winning
from tests.bots.nana.positions import BOT, BOT_2, BOT_3, BURIED, FOURS, ME, PreparedGame
from tests.games.nana.table import high, low, mid


def table_shape(
    seats: int = 4, win: str = "nana", continues_after_trio: bool = False
) -> TableShape:
    """Return the shape of a table."""
    (dealt,) = GAME.start(NanaOptions(), seats, Chance(b""))
    top = max(n for hand in (*dealt.hands, dealt.centre) for n in hand)
    return TableShape(seats, len(dealt.hands[0]), len(dealt.centre), top, win, continues_after_trio)


def dealt_games(shape: TableShape, count: int) -> GameBatch:
    """Deal some games."""
    deals = [GAME.start(NanaOptions(), shape.seats, Chance(b"%d" % i))[0] for i in range(count)]
    number = np.array([[n for row in (*d.hands, d.centre) for n in row] for d in deals])
    return GameBatch(
        number=number,
        down=np.ones(number.shape, dtype=bool),
        public=np.zeros(number.shape, dtype=bool),
        trios=np.zeros((count, shape.seats), dtype=np.int64),
        active=np.arange(count) % shape.seats,
        game_id=np.arange(count),
        stream=np.arange(count),
    )


@pytest.mark.parametrize("win", ["nana", "simple", "spicy"])
def test_a_simulated_win_is_a_win_by_the_rules(win: str) -> None:
    for mine in [(), *combinations(range(1, 13), 1), *combinations(range(1, 13), 2)]:
        won = wins_with(table_shape(win=win), np.array([sum(1 << n for n in mine)]))[0]
        for number in set(range(1, 13)) - set(mine):
            assert won[number] == bool(winning(win, (*mine, number)))


@pytest.mark.parametrize("win", ["nana", "simple", "spicy"])
@pytest.mark.parametrize("trios", [((), ()), ((1,), ()), ((), (5, 10)), ((3, 8), (2,))])
def test_trios_have_the_same_value_in_simulated_games(win: str, trios: Any) -> None:
    shape, games = table_shape(2, win), dealt_games(table_shape(2), 2)
    games.trios[:] = [sum(1 << n for n in mine) for mine in trios]
    values = values_of_trios(shape, games, wins_with(shape, games.trios[[0, 1], games.active]))
    state = replace(PreparedGame(win=win).state, trios=trios, hands=((None,) * 10,) * 2)
    state = replace(state, centre=(None,) * 10)
    for seat in (0, 1):
        for number in in_play(state):
            assert values[seat, number] == pytest.approx(
                value_of_trio(state, seat, number), abs=1e-6
            )


def test_more_trios_or_the_next_turn_raise_the_win_estimate() -> None:
    shape, games = table_shape(3), dealt_games(table_shape(3), 3)
    games.trios[:] = [[0, 0, 0], [1 << 2, 0, 0], [1 << 2, 1 << 1 | 1 << 10, 0]]
    games.active[:] = 0
    even, ahead, behind = win_estimates(shape, games)
    assert even.sum() == pytest.approx(1)
    assert even[0] > even[1] > even[2]
    assert ahead[0] > even[0]
    assert behind[1] > ahead[0] > behind[0]


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize(
    ("win", "continues_after_trio"), [("nana", False), ("spicy", True), ("simple", False)]
)
def test_simulated_turns_conserve_cards_and_trios(
    seats: int, win: str, continues_after_trio: bool
) -> None:
    shape, rng = table_shape(seats, win, continues_after_trio), generator(Chance(b"turns"))
    games, skilled = dealt_games(shape, 40), np.arange(40) % 2 == 0
    for _ in range(12):
        noise = rng.random((len(games.number), len(shape.owner) + 13), np.float32)
        simulate_turn(shape, games, noise, skilled)
        taken = np.bitwise_or.reduce(games.trios, axis=1)
        assert (games.trios.sum(axis=1) == taken).all()  # nobody has another's number
        gone = ((taken[:, None] >> games.number) & 1).astype(bool)
        assert (gone == ~games.down).all()  # three copies at once, and no others


def test_chances_of_a_simulated_game_add_up_to_one() -> None:
    shape, rng = table_shape(3), generator(Chance(b"sum"))
    result = simulate_turns(
        shape, dealt_games(shape, 60), rng, 60, rng.random((60, 3)) < 0.5, turns=6
    )
    assert result.sum(axis=1) == pytest.approx(np.ones(60))


def test_a_skilled_player_wins_more_simulated_games() -> None:
    shape, rng = table_shape(2), generator(Chance(b"care"))
    skilled = np.tile([True, False], (300, 1))
    assert (
        simulate_turns(shape, dealt_games(shape, 300), rng, 300, skilled, turns=40)[:, 0].mean()
        > 0.7
    )


def test_the_short_formula_for_sorted_hands_is_near_the_exact_count() -> None:
    game = PreparedGame()
    shape, memory = table_shape(), game.memory()
    odds = Odds(memory.table, BOT)
    games = dealt_games(shape, 1)
    games.number[0] = [n for row in (*game.state.hands, game.state.centre) for n in row]
    games.active[:] = BOT
    known = games.public | (shape.owner == BOT)
    unknown: UnknownCards = survey(shape, games, known, np.zeros((1, 64), np.float32))[1]
    for column, card in ((ME, (ME, 0)), (BOT_2, (BOT_2, 0)), (4 + BOT_3, (BOT_3, 6))):
        assert unknown.odds[0, column, 1:] == pytest.approx(odds.distribution(card), abs=0.03)
    assert not unknown.exists[0, BOT]  # one's own hand is no place to look


def test_unknown_numbers_do_not_change_a_simulated_choice() -> None:
    """Deals that differ in cards nobody has seen lead to the same unknown cards and odds."""
    game = PreparedGame()
    shape, memory = table_shape(), game.memory()
    deals = draw_deals(Odds(memory.table, BOT), 40, generator(Chance(b"peek")))
    games = dealt_games(shape, 40)
    games.number[:] = deals
    games.active[:] = BOT
    known = games.public | (shape.owner == BOT)
    unknown = survey(shape, games, known, np.zeros((40, 64), np.float32))[1]
    assert (unknown.odds == unknown.odds[0]).all()
    assert (unknown.cards == unknown.cards[0]).all()


def test_a_failed_turn_is_remembered_with_what_it_showed() -> None:
    game = PreparedGame().play(low(BOT_2), mid(0)).play(low(BOT_2), mid(0))
    noisy, quiet = game.memory().failures
    assert (noisy.by, noisy.revealed_nothing) == (ME, False)
    assert (quiet.by, quiet.revealed_nothing) == (BOT, True)
    assert quiet.ends == (0, 6)


def test_a_player_who_shows_nothing_new_is_probably_skilled() -> None:
    memory = PreparedGame().play(low(BOT_2), mid(0)).play(low(BOT_2), mid(0)).memory(BOT_3)
    assert skill_probability(memory, BOT) > 0.9 > P_SKILLED > skill_probability(memory, ME)
    assert skill_probability(memory, BOT_2) == pytest.approx(P_SKILLED)


def test_a_player_who_flips_at_random_is_probably_unskilled() -> None:
    estimates: dict[str, list[float]] = {"hard": [], "normal": []}
    levels = ["hard", "normal", "normal", "hard"]
    for key in range(6):
        bots = [BOTS["nana", level] for level in levels]
        played = play_game(GAME, bots, NanaOptions(), Chance(b"%d" % key))
        dealt = played.events[0]
        game = PreparedGame((dealt.hands, dealt.centre), first=dealt.first)
        game.log = played.events[:-1]
        memory = game.memory(0)
        deals = draw_deals(Odds(memory.table, 0), 100, generator(Chance(b"")))
        _, skilled = infer_from_failures(memory, deals, table_shape(4))
        for seat in range(1, 4):
            estimates[levels[seat]].append(skilled[seat])
    assert np.mean(estimates["hard"]) > np.mean(estimates["normal"]) + 0.2


def _weights(game: PreparedGame, seat: int) -> tuple[Any, Any]:
    """Sample deals as a seat knows them, with the weights of the opponent model."""
    memory = game.memory(seat)
    deals = draw_deals(Odds(memory.table, seat), 400, generator(Chance(b"")))
    weight, _ = infer_from_failures(memory, deals, table_shape())
    assert (weight > 0).all()
    assert weight.mean() == pytest.approx(1)
    return deals, weight


def test_a_player_who_leaves_two_shown_copies_hardly_holds_the_third() -> None:
    game = PreparedGame(FOURS, first=BOT_3).play(low(BOT), low(BOT_2), mid(0))  # two 4s lie open
    deals, weight = _weights(game.play(mid(1), mid(6)), BOT_3)  # ME takes nothing
    held = deals[:, 7 * ME] == 4
    assert held.any()
    assert weight[held].mean() < 0.4 * weight[~held].mean()


def test_a_player_who_finds_two_copies_hardly_holds_the_third() -> None:
    game = PreparedGame(FOURS, first=BOT_3).play(mid(0), mid(1), low(ME))  # 2 2 and a miss
    deals, weight = _weights(game, ME)
    held = (deals[:, 7 * BOT_3] == 2) | (deals[:, 7 * BOT_3 + 6] == 2)
    assert weight[held].mean() < 0.3 * weight[~held].mean()


def test_a_player_who_flips_a_low_card_probably_holds_low_cards() -> None:
    _, asked_low = _weights(PreparedGame(first=BOT_3).play(low(ME), mid(0)), BOT)
    deals, asked_high = _weights(PreparedGame(first=BOT_3).play(high(ME), mid(0)), BOT)
    ones = (deals[:, 21:28] == 1).sum(axis=1)
    assert np.average(ones, weights=asked_low) > ones.mean() > np.average(ones, weights=asked_high)


def test_the_truth_is_likelier_after_what_rivals_did_than_before() -> None:
    log_ratios = []
    for key in range(8):
        played = play_game(GAME, [BOTS["nana", "hard"]] * 2, NanaOptions(), Chance(b"%d" % key))
        dealt, turns = played.events[0], [e for e in played.events if isinstance(e, Passed)]
        game = PreparedGame((dealt.hands, dealt.centre), first=dealt.first)
        game.log = played.events[: played.events.index(turns[min(5, len(turns) - 1)]) + 1]
        memory = game.memory(0)
        deals = draw_deals(Odds(memory.table, 0), 200, generator(Chance(b"")))
        truth = [n for row in (*dealt.hands, dealt.centre) for n in row]
        weight, _ = infer_from_failures(memory, np.vstack([deals, truth]), table_shape(2))
        log_ratios.append(np.log(weight[-1] / weight[:-1].mean()))
    assert np.mean(log_ratios) > 0.05


def test_a_simulated_first_flip_is_mostly_that_of_a_hard_bot() -> None:
    shape, games = table_shape(2), dealt_games(table_shape(2), 30)
    games.active[:] = 0
    in_reach, unknown = survey(shape, games, games.public | (shape.owner == 0), np.zeros((30, 43)))
    value = values_of_trios(shape, games, wins_with(shape, games.trios[:, 0]))
    best = np.where(unknown.exists, expected_gains(unknown, in_reach, value), -1).argmax(axis=1)
    same = 0
    for numbers, entry in zip(games.number, best, strict=True):
        deal = tuple(map(int, numbers))
        game = PreparedGame(((deal[:10], deal[10:20]), deal[20:]), first=0)
        card = card_of(game.state, game.decide("hard").action)
        same += card == (1, 0) if entry == 1 else card == (1, 9) if entry == 3 else card[0] is None
    assert same >= 24


def _rounds(*tries: dict[int, float]) -> tuple[dict[int, float], list[tuple[list[int], int]]]:
    """Run both rounds with given results; return the outcome and what was asked for."""
    asked: list[tuple[list[int], int]] = []

    def simulate(indexes: list[int], deals: int) -> dict[int, float]:
        asked.append((indexes, deals))
        return {i: tries[len(asked) - 1][i] for i in indexes}

    wins, done = _screen_then_recheck(simulate, [4, 2, 7], 900)
    assert done == sum(len(indexes) * deals for indexes, deals in asked) <= 900
    return wins, asked


def test_cards_no_better_than_the_best_odds_are_not_rechecked() -> None:
    wins, asked = _rounds({4: 0.5, 2: 0.51, 7: 0.3})
    assert asked == [([4, 2, 7], 100)]
    assert wins[2] < wins[4] + REPLACE_MARGIN


def test_better_cards_are_rechecked_on_more_deals() -> None:
    wins, asked = _rounds({4: 0.5, 2: 0.7, 7: 0.4}, {4: 0.5, 2: 0.52})
    assert asked == [([4, 2, 7], 100), ([4, 2], 300)]
    assert wins == {4: 0.5, 2: 0.52, 7: 0.4}


def _decided(game: PreparedGame) -> Any:
    return game.decide("expert")


def test_a_sure_win_is_taken() -> None:
    hands = (7, 7, 7, 8, 9, 10, 12), (1, 2, 3, 4, 5, 6, 11), (1, 2, 3, 4, 5, 6, 11)
    deal = (*hands, (8, 8, 9, 9, 10, 10, 12)), (1, 2, 3, 4, 5, 6, 11, 12)
    game = PreparedGame(deal, first=ME)
    assert game.turn("expert") == [low(ME)] * 3
    assert game.state.outcome is not None


def test_a_chain_that_cannot_succeed_shows_nothing_new() -> None:
    game = PreparedGame(BURIED).play(low(ME), mid(0)).play(mid(1), mid(7))
    memory, decision = game.memory(), _decided(game)
    assert card_of(memory.table, decision.action) in shown(memory)


def test_uncertain_cards_come_first_and_own_cards_last() -> None:
    game = PreparedGame(first=BOT_3).play(high(3), mid(0)).play(low(0), mid(0))
    assert game.play(mid(5)).turn("expert") == [high(3), high(1)]


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("options", [{"win": "spicy"}, {"turn_after_trio": "continue"}])
def test_experts_play_every_table(seats: int, options: dict[str, Any]) -> None:
    bot, chance = BOTS["nana", "expert"], Chance(b"every").fork(seats)
    (dealt,) = GAME.start(NanaOptions(first=0, edition="trio", **options), seats, chance)
    game = PreparedGame((dealt.hands, dealt.centre), edition="trio", **options)
    memory = game.memory(0, "expert")
    decision = bot.decide(memory, GAME.legal_actions(memory.table, 0), chance, 2400)
    wins = [one.parts["win"] for one in decision.candidates if "win" in one.parts]
    assert 0 < decision.work <= 2400
    assert len(wins) > 1
    assert all(0 <= win <= 1.05 for win in wins)

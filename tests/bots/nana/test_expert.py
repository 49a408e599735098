"""Experts: imagined games keep the rules, rivals are read softly, and the choice is sound."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from bots.arena import play_game
from bots.catalog import BOTS
from bots.luck import generator
from bots.nana.deals import draw_deals
from bots.nana.expert import MARGIN, _in_two_rounds
from bots.nana.looks import Looks
from bots.nana.memory import shown
from bots.nana.odds import Odds
from bots.nana.playout import play_out, play_turn, promises, survey
from bots.nana.rivals import CAREFUL, care, read
from bots.nana.rows import Frame, Rows
from bots.nana.stakes import standing, wins_with, worths
from bots.nana.value import in_play, worth
from bots.nana.weighing import card_of
from games.core.chance import Chance
from games.nana import GAME
from games.nana.events import NanaOptions, Passed
from games.nana.rules import winning
from tests.bots.nana.scenes import BOT, BOT_2, BOT_3, BURIED, FOURS, ME, Scene
from tests.games.nana.table import high, low, mid


def frame(seats: int = 4, win: str = "nana", goes_on: bool = False) -> Frame:
    """Return the shape of a table."""
    (dealt,) = GAME.start(NanaOptions(), seats, Chance(b""))
    top = max(n for hand in (*dealt.hands, dealt.centre) for n in hand)
    return Frame(seats, len(dealt.hands[0]), len(dealt.centre), top, win, goes_on)


def rows(shape: Frame, count: int) -> Rows:
    """Deal some games."""
    deals = [GAME.start(NanaOptions(), shape.seats, Chance(b"%d" % i))[0] for i in range(count)]
    number = np.array([[n for row in (*d.hands, d.centre) for n in row] for d in deals])
    return Rows(
        number=number,
        down=np.ones(number.shape, dtype=bool),
        public=np.zeros(number.shape, dtype=bool),
        trios=np.zeros((count, shape.seats), dtype=np.int64),
        active=np.arange(count) % shape.seats,
        origin=np.arange(count),
        sample=np.arange(count),
    )


@pytest.mark.parametrize("win", ["nana", "simple", "spicy"])
def test_an_imagined_win_is_a_win_by_the_rules(win: str) -> None:
    for mine in [(), *combinations(range(1, 13), 1), *combinations(range(1, 13), 2)]:
        won = wins_with(frame(win=win), np.array([sum(1 << n for n in mine)]))[0]
        for number in set(range(1, 13)) - set(mine):
            assert won[number] == bool(winning(win, (*mine, number)))


@pytest.mark.parametrize("win", ["nana", "simple", "spicy"])
@pytest.mark.parametrize("trios", [((), ()), ((1,), ()), ((), (5, 10)), ((3, 8), (2,))])
def test_trios_are_worth_the_same_in_imagined_games(win: str, trios: Any) -> None:
    shape, games = frame(2, win), rows(frame(2), 2)
    games.trios[:] = [sum(1 << n for n in mine) for mine in trios]
    worthy = worths(shape, games, wins_with(shape, games.trios[[0, 1], games.active]))
    state = replace(Scene(win=win).state, trios=trios, hands=((None,) * 10,) * 2)
    state = replace(state, centre=(None,) * 10)
    for seat in (0, 1):
        for number in in_play(state):
            assert worthy[seat, number] == pytest.approx(worth(state, seat, number), abs=1e-6)


def test_who_has_more_trios_or_the_next_turn_stands_better() -> None:
    shape, games = frame(3), rows(frame(3), 3)
    games.trios[:] = [[0, 0, 0], [1 << 2, 0, 0], [1 << 2, 1 << 1 | 1 << 10, 0]]
    games.active[:] = 0
    even, ahead, behind = standing(shape, games)
    assert even.sum() == pytest.approx(1)
    assert even[0] > even[1] > even[2]
    assert ahead[0] > even[0]
    assert behind[1] > ahead[0] > behind[0]


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize(("win", "goes_on"), [("nana", False), ("spicy", True), ("simple", False)])
def test_imagined_turns_conserve_cards_and_trios(seats: int, win: str, goes_on: bool) -> None:
    shape, luck = frame(seats, win, goes_on), generator(Chance(b"turns"))
    games, careful = rows(shape, 40), np.arange(40) % 2 == 0
    for _ in range(12):
        noise = luck.random((len(games.number), len(shape.owner) + 13), np.float32)
        play_turn(shape, games, noise, careful)
        taken = np.bitwise_or.reduce(games.trios, axis=1)
        assert (games.trios.sum(axis=1) == taken).all()  # nobody has another's number
        gone = ((taken[:, None] >> games.number) & 1).astype(bool)
        assert (gone == ~games.down).all()  # three copies at once, and no others


def test_chances_of_an_imagined_game_add_up_to_one() -> None:
    shape, luck = frame(3), generator(Chance(b"sum"))
    result = play_out(shape, rows(shape, 60), luck, 60, luck.random((60, 3)) < 0.5, turns=6)
    assert result.sum(axis=1) == pytest.approx(np.ones(60))


def test_a_player_who_is_careful_wins_more_imagined_games() -> None:
    shape, luck = frame(2), generator(Chance(b"care"))
    careful = np.tile([True, False], (300, 1))
    assert play_out(shape, rows(shape, 300), luck, 300, careful, turns=40)[:, 0].mean() > 0.7


def test_the_short_formula_for_sorted_hands_is_near_the_exact_count() -> None:
    scene = Scene()
    shape, memory = frame(), scene.memory()
    odds = Odds(memory.table, BOT)
    games = rows(shape, 1)
    games.number[0] = [n for row in (*scene.state.hands, scene.state.centre) for n in row]
    games.active[:] = BOT
    known = games.public | (shape.owner == BOT)
    looks: Looks = survey(shape, games, known, np.zeros((1, 64), np.float32))[1]
    for column, card in ((ME, (ME, 0)), (BOT_2, (BOT_2, 0)), (4 + BOT_3, (BOT_3, 6))):
        assert looks.odds[0, column, 1:] == pytest.approx(odds.distribution(card), abs=0.03)
    assert not looks.free[0, BOT]  # one's own hand is no place to look


def test_what_nobody_could_know_moves_no_imagined_flip() -> None:
    """Two deals that differ in cards nobody has seen lead to the same first look."""
    scene = Scene()
    shape, memory = frame(), scene.memory()
    deals = draw_deals(Odds(memory.table, BOT), 40, generator(Chance(b"peek")))
    games = rows(shape, 40)
    games.number[:] = deals
    games.active[:] = BOT
    known = games.public | (shape.owner == BOT)
    looks = survey(shape, games, known, np.zeros((40, 64), np.float32))[1]
    assert (looks.odds == looks.odds[0]).all()
    assert (looks.cards == looks.cards[0]).all()


def test_a_failed_turn_is_remembered_with_what_it_showed() -> None:
    scene = Scene().play(low(BOT_2), mid(0)).play(low(BOT_2), mid(0))
    noisy, quiet = scene.memory().failures
    assert (noisy.by, noisy.quiet) == (ME, False)
    assert (quiet.by, quiet.quiet) == (BOT, True)
    assert quiet.ends == (0, 6)


def test_who_shows_nothing_new_is_held_for_careful() -> None:
    memory = Scene().play(low(BOT_2), mid(0)).play(low(BOT_2), mid(0)).memory(BOT_3)
    assert care(memory, BOT) > 0.9 > CAREFUL > care(memory, ME)
    assert care(memory, BOT_2) == pytest.approx(CAREFUL)


def test_who_looks_anywhere_is_soon_held_for_careless() -> None:
    cares: dict[str, list[float]] = {"hard": [], "normal": []}
    levels = ["hard", "normal", "normal", "hard"]
    for key in range(6):
        bots = [BOTS["nana", level] for level in levels]
        played = play_game(GAME, bots, NanaOptions(), Chance(b"%d" % key))
        dealt = played.events[0]
        scene = Scene((dealt.hands, dealt.centre), first=dealt.first)
        scene.log = played.events[:-1]
        memory = scene.memory(0)
        deals = draw_deals(Odds(memory.table, 0), 100, generator(Chance(b"")))
        _, careful = read(memory, deals, frame(4))
        for seat in range(1, 4):
            cares[levels[seat]].append(careful[seat])
    assert np.mean(cares["hard"]) > np.mean(cares["normal"]) + 0.2


def _weights(scene: Scene, seat: int) -> tuple[Any, Any]:
    """Draw deals from a chair and weigh them by what the others did."""
    memory = scene.memory(seat)
    deals = draw_deals(Odds(memory.table, seat), 400, generator(Chance(b"")))
    weight, _ = read(memory, deals, frame())
    assert (weight > 0).all()
    assert weight.mean() == pytest.approx(1)
    return deals, weight


def test_who_leaves_two_open_copies_is_doubted_to_hold_the_third() -> None:
    scene = Scene(FOURS, first=BOT_3).play(low(BOT), low(BOT_2), mid(0))  # two 4s lie open
    deals, weight = _weights(scene.play(mid(1), mid(6)), BOT_3)  # ME takes nothing
    held = deals[:, 7 * ME] == 4
    assert held.any()
    assert weight[held].mean() < 0.4 * weight[~held].mean()


def test_who_finds_two_and_not_the_third_is_doubted_to_hold_it() -> None:
    scene = Scene(FOURS, first=BOT_3).play(mid(0), mid(1), low(ME))  # 2 2 and a miss
    deals, weight = _weights(scene, ME)
    held = (deals[:, 7 * BOT_3] == 2) | (deals[:, 7 * BOT_3 + 6] == 2)
    assert weight[held].mean() < 0.3 * weight[~held].mean()


def test_who_asks_for_a_low_card_is_believed_to_hold_low_cards() -> None:
    _, asked_low = _weights(Scene(first=BOT_3).play(low(ME), mid(0)), BOT)
    deals, asked_high = _weights(Scene(first=BOT_3).play(high(ME), mid(0)), BOT)
    ones = (deals[:, 21:28] == 1).sum(axis=1)
    assert np.average(ones, weights=asked_low) > ones.mean() > np.average(ones, weights=asked_high)


def test_the_truth_is_likelier_after_what_rivals_did_than_before() -> None:
    told = []
    for key in range(8):
        played = play_game(GAME, [BOTS["nana", "hard"]] * 2, NanaOptions(), Chance(b"%d" % key))
        dealt, turns = played.events[0], [e for e in played.events if isinstance(e, Passed)]
        scene = Scene((dealt.hands, dealt.centre), first=dealt.first)
        scene.log = played.events[: played.events.index(turns[min(5, len(turns) - 1)]) + 1]
        memory = scene.memory(0)
        deals = draw_deals(Odds(memory.table, 0), 200, generator(Chance(b"")))
        truth = [n for row in (*dealt.hands, dealt.centre) for n in row]
        weight, _ = read(memory, np.vstack([deals, truth]), frame(2))
        told.append(np.log(weight[-1] / weight[:-1].mean()))
    assert np.mean(told) > 0.05


def test_an_imagined_first_look_is_mostly_where_a_hard_bot_looks() -> None:
    shape, games = frame(2), rows(frame(2), 30)
    games.active[:] = 0
    ready, looks = survey(shape, games, games.public | (shape.owner == 0), np.zeros((30, 43)))
    value = worths(shape, games, wins_with(shape, games.trios[:, 0]))
    best = np.where(looks.free, promises(looks, ready, value), -1).argmax(axis=1)
    same = 0
    for game, look in zip(games.number, best, strict=True):
        deal = tuple(map(int, game))
        scene = Scene(((deal[:10], deal[10:20]), deal[20:]), first=0)
        card = card_of(scene.state, scene.decide("hard").action)
        same += card == (1, 0) if look == 1 else card == (1, 9) if look == 3 else card[0] is None
    assert same >= 24


def _rounds(*tries: dict[int, float]) -> tuple[dict[int, float], list[tuple[list[int], int]]]:
    """Let two rounds be imagined with given results; returns the outcome and what was asked."""
    asked: list[tuple[list[int], int]] = []

    def imagined(few: list[int], deals: int) -> dict[int, float]:
        asked.append((few, deals))
        return {i: tries[len(asked) - 1][i] for i in few}

    wins, done = _in_two_rounds(imagined, [4, 2, 7], 900)
    assert done == sum(len(few) * deals for few, deals in asked) <= 900
    return wins, asked


def test_what_seems_no_better_than_the_best_odds_is_not_imagined_again() -> None:
    wins, asked = _rounds({4: 0.5, 2: 0.51, 7: 0.3})
    assert asked == [([4, 2, 7], 100)]
    assert wins[2] < wins[4] + MARGIN


def test_what_seems_better_is_imagined_again_on_more_deals() -> None:
    wins, asked = _rounds({4: 0.5, 2: 0.7, 7: 0.4}, {4: 0.5, 2: 0.52})
    assert asked == [([4, 2, 7], 100), ([4, 2], 300)]
    assert wins == {4: 0.5, 2: 0.52, 7: 0.4}


def _decided(scene: Scene) -> Any:
    return scene.decide("expert")


def test_a_sure_win_is_taken() -> None:
    hands = (7, 7, 7, 8, 9, 10, 12), (1, 2, 3, 4, 5, 6, 11), (1, 2, 3, 4, 5, 6, 11)
    deal = (*hands, (8, 8, 9, 9, 10, 10, 12)), (1, 2, 3, 4, 5, 6, 11, 12)
    scene = Scene(deal, first=ME)
    assert scene.turn("expert") == [low(ME)] * 3
    assert scene.state.outcome is not None


def test_a_chain_that_cannot_succeed_shows_nothing_new() -> None:
    scene = Scene(BURIED).play(low(ME), mid(0)).play(mid(1), mid(7))
    memory, decision = scene.memory(), _decided(scene)
    assert card_of(memory.table, decision.action) in shown(memory)


def test_uncertain_cards_come_first_and_own_cards_last() -> None:
    scene = Scene(first=BOT_3).play(high(3), mid(0)).play(low(0), mid(0))
    assert scene.play(mid(5)).turn("expert") == [high(3), high(1)]


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("options", [{"win": "spicy"}, {"turn_after_trio": "continue"}])
def test_experts_play_every_table(seats: int, options: dict[str, Any]) -> None:
    bot, chance = BOTS["nana", "expert"], Chance(b"every").fork(seats)
    (dealt,) = GAME.start(NanaOptions(first=0, edition="trio", **options), seats, chance)
    scene = Scene((dealt.hands, dealt.centre), edition="trio", **options)
    memory = scene.memory(0, "expert")
    decision = bot.decide(memory, GAME.legal_actions(memory.table, 0), chance, 2400)
    wins = [one.parts["win"] for one in decision.candidates if "win" in one.parts]
    assert 0 < decision.work <= 2400
    assert len(wins) > 1
    assert all(0 <= win <= 1.05 for win in wins)

"""Experts: imagined games keep the rules, rivals are read softly, and the choice is sound."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from bots.catalog import BOTS
from bots.luck import generator
from bots.nana.deals import draw_deals
from bots.nana.looks import Looks
from bots.nana.memory import shown
from bots.nana.odds import Odds
from bots.nana.playout import Frame, Rows, _survey, play_out, play_turn, wins_with
from bots.nana.rivals import CAREFUL, care, doubts, likelihood
from bots.nana.weighing import card_of
from games.core.chance import Chance
from games.nana import GAME
from games.nana.events import NanaOptions
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
    looks: Looks = _survey(shape, games, known, np.zeros((1, 64), np.float32))[1]
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
    looks = _survey(shape, games, known, np.zeros((40, 64), np.float32))[1]
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


def test_who_leaves_two_open_copies_is_doubted_to_hold_the_third() -> None:
    scene = Scene(FOURS, first=BOT_3).play(low(ME), low(BOT_2), mid(0))  # two 4s lie open
    scene.play(mid(1), mid(6))  # ME takes nothing
    memory = scene.memory(BOT_3)
    assert (ME, 4, (0, 6)) in doubts(memory)
    deals = draw_deals(Odds(memory.table, BOT_3), 200, generator(Chance(b"")))
    weight = likelihood(memory, deals, 7)
    assert (weight > 0).all()
    assert weight.mean() == pytest.approx(1)


def test_who_finds_two_and_not_the_third_is_doubted_to_hold_it() -> None:
    scene = Scene(FOURS, first=BOT_3).play(mid(0), mid(1), low(ME))  # 2 2 and a miss
    assert doubts(scene.memory(ME)) == [(BOT_3, 2, (0, 6))]


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
    decision = bot.decide(memory, GAME.legal(memory.table, 0), chance, 1200)
    wins = [one.parts["win"] for one in decision.candidates if "win" in one.parts]
    assert 0 < decision.work <= 1200
    assert len(wins) > 1
    assert all(0 <= win <= 1.05 for win in wins)

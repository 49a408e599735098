"""The small match runner: paired deals, seats rotated, the same for a seed."""

from __future__ import annotations

from bots.arena import paired_games, play_game, shares
from bots.catalog import BOTS
from games.catalog import GAMES
from games.core.chance import Chance

GAME = GAMES["nana"]
LEVELS = {level: BOTS["nana", level] for level in ("easy", "normal")}


def test_a_deal_is_played_once_for_each_rotation() -> None:
    lineup = ("normal", "easy", "easy")
    played = list(paired_games(GAME, lineup, LEVELS, GAME.options(), 2, seed=1))
    assert [seated.index("normal") for seated, _ in played] == [0, 2, 1] * 2
    deals = [game.events[0] for _, game in played]
    assert deals[0] == deals[1] == deals[2] != deals[3] == deals[4] == deals[5]


def test_a_seed_gives_the_same_games() -> None:
    bots = [LEVELS["normal"], LEVELS["easy"]]
    one, other = (play_game(GAME, bots, GAME.options(), Chance(b"same")) for _ in range(2))
    assert one == other
    assert one.decisions >= 9 and one.work <= max(bot.work for bot in bots)


def test_shares_of_a_match_add_up_to_one() -> None:
    match = paired_games(GAME, ("normal", "easy"), LEVELS, GAME.options(), 3, seed=2)
    assert sum(shares(match).values()) == 1

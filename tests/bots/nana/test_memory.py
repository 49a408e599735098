"""What a NANA bot remembers, and what an easy one forgets."""

from __future__ import annotations

from bots.nana.analysis import analyse
from bots.nana.memory import Memory, known_public, recalled, remember, shown, unknown_public
from games.core.random_stream import Chance
from games.nana import GAME
from games.nana.events import NanaOptions
from tests.bots.nana.positions import BOT, PreparedGame
from tests.bots.recorded_games import games
from tests.games.nana.table import high, low, mid


def test_every_flip_is_remembered_with_its_date() -> None:
    memory = PreparedGame().play(low(0), mid(0)).memory()
    assert [(sighting.card, sighting.seen_at_event) for sighting in memory.sightings] == [
        ((0, 0), 2),
        ((None, 0), 3),
    ]


def test_known_and_unknown_centre_cards_are_counted() -> None:
    memory = PreparedGame().play(mid(6)).memory()
    assert unknown_public(memory) == 7
    assert known_public(memory, 12) == 1
    assert known_public(PreparedGame().play(high(0), mid(6), mid(7)).memory(), 12) == 0


def test_a_perfect_memory_forgets_nothing() -> None:
    for game in games("nana", "normal"):
        assert not any(s.forgotten for memory in game.final for s in memory.sightings)


def _round() -> PreparedGame:
    """Everybody fails on cards of others and the centre; the turn comes back to ME, then BOT."""
    game = PreparedGame()
    for flips in [(mid(0), mid(1))] * 9:
        game.play(*flips)
    return game


def test_an_easy_bot_forgets_and_a_fresh_sight_restores() -> None:
    game, lost = PreparedGame(), 0
    for flips in (mid(0), mid(1)), (mid(2), mid(3)), (mid(4), mid(5)), (low(0), high(0)):
        game.play(*flips)
    for _ in range(8):
        memory = game.memory(BOT, "easy")
        lost += sum(sighting.forgotten for sighting in memory.sightings)
        game.play(low(2), high(2))
    assert lost
    lost_slots = [
        s.card[1] for s in game.memory(BOT, "easy").sightings if s.forgotten and s.card[0] is None
    ]
    seen = game.play(mid(lost_slots[0])).memory(BOT, "easy")
    assert (None, lost_slots[0]) not in [s.card for s in seen.sightings if s.forgotten]


def test_what_is_forgotten_is_neither_recalled_nor_believed() -> None:
    forgotten = 0
    for game in games("nana", "easy"):
        for stage in game.stages:
            memory: Memory = stage.memory
            state, analysis = recalled(memory), analyse(memory)
            for sighting in memory.sightings:
                if sighting.forgotten:
                    seat, place = sighting.card
                    assert (state.centre if seat is None else state.hands[seat])[place] is None
                    forgotten += 1
            assert set(analysis.forgotten).isdisjoint(
                certainty.about for certainty in analysis.certain
            )
    assert forgotten > 20


def test_about_a_third_is_forgotten_each_time_the_turn_comes_round() -> None:
    kept = lost = 0
    for key in range(60):
        game = PreparedGame().play(mid(0), mid(1))
        memory = Memory(BOT, 4, NanaOptions(), Chance(b"%d" % key).key, 0.35)
        for event in game.log:
            memory = remember(memory, GAME.redact(event, BOT))
        lost += sum(sighting.forgotten for sighting in memory.sightings)
        kept += sum(not sighting.forgotten for sighting in memory.sightings)
    assert 0.2 < lost / (lost + kept) < 0.5


def test_forgetting_is_the_same_each_time() -> None:
    one, other = _round().memory(BOT, "easy"), _round().memory(BOT, "easy")
    assert one == other
    assert shown(one) == shown(other)


def test_at_the_end_everything_is_known() -> None:
    game = PreparedGame()
    while game.state.outcome is None:
        game.turn("hard")
    analysis = analyse(game.memory(BOT, "easy"))
    assert not analysis.beliefs and not analysis.forgotten and not analysis.deduced

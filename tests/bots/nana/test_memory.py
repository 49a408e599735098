"""What a NANA bot remembers, and what an easy one forgets."""

from __future__ import annotations

from bots.nana.memory import Memory, known_public, recalled, remember, shown, unknown_public
from bots.nana.mind import mind
from games.core.chance import Chance
from games.nana import GAME
from games.nana.events import NanaOptions
from tests.bots.nana.scenes import BOT, Scene
from tests.bots.play import games
from tests.games.nana.table import high, low, mid


def test_every_flip_is_remembered_with_its_date() -> None:
    memory = Scene().play(low(0), mid(0)).memory()
    assert [(sighting.card, sighting.since) for sighting in memory.sightings] == [
        ((0, 0), 2),
        ((None, 0), 3),
    ]


def test_known_and_unknown_centre_cards_are_counted() -> None:
    memory = Scene().play(mid(6)).memory()
    assert unknown_public(memory) == 7
    assert known_public(memory, 12) == 1
    assert known_public(Scene().play(high(0), mid(6), mid(7)).memory(), 12) == 0


def test_a_perfect_memory_forgets_nothing() -> None:
    for game in games("nana", "normal"):
        assert not any(s.lost for memory in game.final for s in memory.sightings)


def _round() -> Scene:
    """Everybody fails on cards of others and the centre; the turn comes back to ME, then BOT."""
    scene = Scene()
    for flips in [(mid(0), mid(1))] * 9:
        scene.play(*flips)
    return scene


def test_an_easy_bot_forgets_and_a_fresh_sight_restores() -> None:
    scene, lost = Scene(), 0
    for flips in (mid(0), mid(1)), (mid(2), mid(3)), (mid(4), mid(5)), (low(0), high(0)):
        scene.play(*flips)
    for _ in range(8):
        memory = scene.memory(BOT, "easy")
        lost += sum(sighting.lost for sighting in memory.sightings)
        scene.play(low(2), high(2))
    assert lost
    lost_slots = [
        s.card[1] for s in scene.memory(BOT, "easy").sightings if s.lost and s.card[0] is None
    ]
    seen = scene.play(mid(lost_slots[0])).memory(BOT, "easy")
    assert (None, lost_slots[0]) not in [s.card for s in seen.sightings if s.lost]


def test_what_is_forgotten_is_neither_recalled_nor_believed() -> None:
    forgotten = 0
    for game in games("nana", "easy"):
        for stage in game.stages:
            memory: Memory = stage.memory
            state, head = recalled(memory), mind(memory)
            for sighting in memory.sightings:
                if sighting.lost:
                    seat, place = sighting.card
                    assert (state.centre if seat is None else state.hands[seat])[place] is None
                    forgotten += 1
            assert set(head.forgotten).isdisjoint(certainty.about for certainty in head.certain)
    assert forgotten > 20


def test_about_a_third_is_forgotten_each_time_the_turn_comes_round() -> None:
    kept = lost = 0
    for key in range(60):
        scene = Scene().play(mid(0), mid(1))
        memory = Memory(BOT, 4, NanaOptions(), Chance(b"%d" % key).key, 0.35)
        for event in scene.log:
            memory = remember(memory, GAME.redact(event, BOT))
        lost += sum(sighting.lost for sighting in memory.sightings)
        kept += sum(not sighting.lost for sighting in memory.sightings)
    assert 0.2 < lost / (lost + kept) < 0.5


def test_forgetting_is_the_same_each_time() -> None:
    one, other = _round().memory(BOT, "easy"), _round().memory(BOT, "easy")
    assert one == other
    assert shown(one) == shown(other)


def test_at_the_end_everything_is_known() -> None:
    scene = Scene()
    while scene.state.outcome is None:
        scene.turn("hard")
    head = mind(scene.memory(BOT, "easy"))
    assert not head.beliefs and not head.forgotten and not head.deduced

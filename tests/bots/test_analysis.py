"""Analyses by themselves: their order, their store, and what they say of known events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache

from bots import analysis
from bots.analysis import Key, Part, Reader, Story, sentence
from bots.analysis_worker import Desk
from bots.catalog import BOTS, TELLING, WORDS
from bots.contract import Candidate, Change, Decision, Mind, Reason
from bots.kept import Kept
from games.battleship.events import Fired, Mark
from games.catalog import GAMES
from games.nana.events import Passed, Revealed
from tests.bots.play import games

NAMES = ("Mei", "Bo", "Ann", "Cy", "Dee", "Eve")


def story(slug: str, level: str, code: str = "code", seat: int = 1) -> Story:
    """One bot's part in a game of the level against itself."""
    record = games(slug, level)[0].record
    events = tuple(record.stream(seat))
    part = Part(seat, level, "1", b"x" * 32, events, tuple(range(1, len(events) + 1)))
    return Story(code, slug, record.run.options, NAMES[: record.run.seats], (part,))


# --- the order ------------------------------------------------------------------------------------


def test_what_is_asked_for_comes_first_and_the_latest_before_all() -> None:
    desk, one = Desk(), story("nana", "easy")
    first, second, *rest = one.every()
    desk.take("open", one, [first, second, *rest])
    desk.take("ask", rest[3])
    desk.take("ask", rest[5])
    desk.take("ask", rest[3])
    assert [desk.next()[0] for _ in range(4)] == [rest[3], rest[5], first, second]


def test_the_game_opened_last_is_analysed_first_and_a_closed_one_not_at_all() -> None:
    desk = Desk()
    stories = [story("nana", "easy", code) for code in ("a", "b", "c")]
    for one in stories:
        desk.take("open", one, list(one.every())[:2])
    desk.take("close", "b")
    done = []
    while desk.busy:
        done.append(desk.next())
    assert [key.table for key, _ in done] == ["c", "c", "a", "a"]
    assert all(told for _, told in done)


def test_a_game_of_which_nothing_is_left_to_compute_is_no_work() -> None:
    desk = Desk()
    desk.take("open", story("nana", "easy"), [])
    assert not desk.busy


def test_a_memory_is_folded_once_along_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    one, bot, folded = story("nana", "easy"), BOTS["nana", "easy"], list[Any]()

    def remember(memory: Any, event: Any) -> Any:
        folded.append(event)
        return bot.remember(memory, event)

    monkeypatch.setitem(BOTS, ("nana", "easy"), replace(bot, remember=remember))
    desk = Desk()
    desk.take("open", one, list(one.every()))
    while desk.busy:
        assert desk.next()[1]
    assert folded == list(one.parts[0].events)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_an_analysis_is_the_same_whenever_it_is_computed(slug: str) -> None:
    one = story(slug, GAMES[slug].levels[0])
    along, single = Reader(one, one.parts[0]), len(one.parts[0].events) // 2
    told = [along.analysis(events) for events in one.parts[0].wanted]
    assert Reader(one, one.parts[0]).analysis(single) == told[single - 1]


# --- the store ------------------------------------------------------------------------------------


def key(events: int) -> Key:
    return Key("code", 1, "easy", "1", events)


def test_the_store_is_bounded_and_drops_what_was_used_longest_ago() -> None:
    kept = Kept(largest=100)
    for events in range(1, 6):
        kept.put(key(events), bytes(range(events, events + 20)))
        assert kept.get(key(1)) is not None
    assert kept.size <= 100
    assert [events for events in range(1, 6) if key(events) in kept] == [1, 4, 5]
    kept.put(key(1), b"")
    assert kept.size <= 100 and kept.get(key(1)) == b""


def test_processes_share_analyses_where_there_is_redis(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    Kept().put(key(91), b"alone")
    settings.REDIS_URL = "redis://somewhere"
    assert Kept().get(key(91)) is None
    Kept().put(key(92), b"shared")
    assert Kept().get(key(92)) == b"shared"

    def down(*_: Any) -> Any:
        raise ConnectionError

    monkeypatch.setattr(cache, "get", down)
    monkeypatch.setattr(cache, "set", down)
    kept = Kept()
    kept.put(key(93), b"here")
    assert (kept.get(key(93)), kept.get(key(92))) == (b"here", None)


# --- the words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "level"), [k for k in BOTS if k[1] not in ("captain",)])
def test_every_event_is_put_into_sentences(slug: str, level: str) -> None:
    one = story(slug, level)
    reader, telling = Reader(one, one.parts[0]), TELLING[slug]
    for events in one.parts[0].wanted[-40:]:
        change = _change(reader, events)
        reasons = [telling.summary(change), *telling.learned(change)]
        assert all(reason.id in WORDS[slug] for reason in reasons)
        assert all(sentence(slug, reason).endswith(".") for reason in reasons)


def _change(reader: Reader, events: int) -> Change[Any, Any]:
    memory, mind = reader.memories[events], reader.mind(events)
    event, names = reader.part.events[events - 1], reader.story.names
    return Change(event, memory, mind, names, lambda: reader.mind(events - 1))


def test_a_nana_bot_learns_from_a_card_it_did_not_know_and_nothing_from_a_pass() -> None:
    one = story("nana", "hard")
    reader, seen = Reader(one, one.parts[0]), 0
    for events in one.parts[0].wanted:
        change = _change(reader, events)
        told = [reason.id for reason in TELLING["nana"].learned(change)]
        if isinstance(change.event, Passed):
            assert told == []
        if isinstance(change.event, Revealed):
            card = change.event
            thing = f"c{card.place}" if card.seat is None else f"h{card.seat}.{card.place}"
            assert ("saw" in told) == (thing in change.before.beliefs)
            seen += "saw" in told
    assert seen > 3


def test_a_hit_names_the_ships_that_are_likely_there() -> None:
    one = story("battleship", "admiral")
    reader = Reader(one, one.parts[0])
    change = _change(reader, 8)
    hit = Fired(1, 1, "AP", 34, 1, (Mark(34, "hit"),))
    row = {"CV": 0.5, "BB": 0.3, "DD": 0.1, "sea": 0.1}
    change = Change(hit, change.memory, Mind((), (), {"c34": row}), NAMES, lambda: Mind((), (), {}))
    told = [sentence("battleship", reason) for reason in TELLING["battleship"].learned(change)]
    assert told == ["A hit at D5: a carrier or a battleship is likely there."]


def test_beliefs_of_battleship_change_with_the_evidence_only() -> None:
    one = story("battleship", "recruit")
    reader, still = Reader(one, one.parts[0]), 0
    for events in one.parts[0].wanted:
        event = one.parts[0].events[events - 1]
        if isinstance(event, Fired) and event.by != 1:
            assert reader.mind(events).beliefs == reader.mind(events - 1).beliefs
            still += bool(reader.mind(events).beliefs)
    assert still > 3


def test_a_decision_tells_the_chance_to_win_if_its_level_computes_one() -> None:
    reason = Reason("look")
    told = (Candidate("a", 2.0), Candidate("b", 1.0, {"win": 0.4}))
    assert Decision("b", 0.1, reason, told, 0).win == 0.4
    assert Decision("a", 0.1, reason, told, 0).win is None


def test_an_eleven_and_an_eight_take_an() -> None:
    told = [analysis.sentence("nana", Reason("sure", {"number": n})) for n in (8, 10, 11, 1)]
    assert [text.split()[-2] for text in told] == ["an", "a", "an", "a"]

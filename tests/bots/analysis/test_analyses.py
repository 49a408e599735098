"""Analyses: the order of jobs, their store, and what they say of known events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache

from bots.analysis import compute
from bots.analysis.compute import AnalysisKey, BotAnalyser, RecordedBot, RecordedGame, format_reason
from bots.analysis.store import AnalysisStore
from bots.analysis.worker import JobQueue
from bots.catalog import BOTS, EXPLANATIONS, MESSAGES
from bots.contract import BotAnalysis, Candidate, Decision, ObservedEvent, Reason
from games.battleship.events import Fired, Mark
from games.catalog import GAMES
from games.nana.events import Passed, Revealed
from tests.bots.recorded_games import games

NAMES = ("Mei", "Bo", "Ann", "Cy", "Dee", "Eve")


def recorded_game(slug: str, level: str, code: str = "code", seat: int = 1) -> RecordedGame:
    """One bot's part in a game of the level against itself."""
    record = games(slug, level)[0].record
    run, events = record.run, tuple(record.stream(seat))
    part = RecordedBot(seat, level, "1", b"x" * 32, events, tuple(range(1, len(events) + 1)))
    return RecordedGame(code, slug, run.options, NAMES[: run.seats], (part,), run.data)


# --- the order ------------------------------------------------------------------------------------


def test_what_is_asked_for_comes_first_and_the_latest_before_all() -> None:
    jobs, one = JobQueue(), recorded_game("nana", "easy")
    first, second, *rest = one.every()
    jobs.take("open", one, [first, second, *rest])
    jobs.take("ask", rest[3])
    jobs.take("ask", rest[5])
    jobs.take("ask", rest[3])
    assert [jobs.next()[0] for _ in range(4)] == [rest[3], rest[5], first, second]


def test_the_game_opened_last_is_analysed_first_and_a_closed_one_not_at_all() -> None:
    jobs = JobQueue()
    stories = [recorded_game("nana", "easy", code) for code in ("a", "b", "c")]
    for one in stories:
        jobs.take("open", one, list(one.every())[:2])
    jobs.take("close", "b")
    done = []
    while jobs.busy:
        done.append(jobs.next())
    assert [key.table for key, _ in done] == ["c", "c", "a", "a"]
    assert all(payload for _, payload in done)


def test_a_game_of_which_nothing_is_left_to_compute_is_no_work() -> None:
    jobs = JobQueue()
    jobs.take("open", recorded_game("nana", "easy"), [])
    assert not jobs.busy


def test_a_memory_is_folded_once_along_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    one, bot, folded = recorded_game("nana", "easy"), BOTS["nana", "easy"], list[Any]()

    def remember(memory: Any, event: Any) -> Any:
        folded.append(event)
        return bot.remember(memory, event)

    monkeypatch.setitem(BOTS, ("nana", "easy"), replace(bot, remember=remember))
    jobs = JobQueue()
    jobs.take("open", one, list(one.every()))
    while jobs.busy:
        assert jobs.next()[1]
    assert folded == list(one.parts[0].events)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_an_analysis_is_the_same_whenever_it_is_computed(slug: str) -> None:
    one = recorded_game(slug, GAMES[slug].levels[0])
    along, single = BotAnalyser(one, one.parts[0]), len(one.parts[0].events) // 2
    payloads = [along.analysis_bytes(events) for events in one.parts[0].wanted]
    assert BotAnalyser(one, one.parts[0]).analysis_bytes(single) == payloads[single - 1]


# --- the store ------------------------------------------------------------------------------------


def key(events: int) -> AnalysisKey:
    return AnalysisKey("code", 1, "easy", "1", events)


def test_the_store_is_bounded_and_drops_what_was_used_longest_ago() -> None:
    store = AnalysisStore(largest=100)
    for events in range(1, 6):
        store.put(key(events), bytes(range(events, events + 20)))
        assert store.get(key(1)) is not None
    assert store.size <= 100
    assert [events for events in range(1, 6) if key(events) in store] == [1, 4, 5]
    store.put(key(1), b"")
    assert store.size <= 100 and store.get(key(1)) == b""


def test_processes_share_analyses_where_there_is_redis(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    AnalysisStore().put(key(91), b"alone")
    settings.REDIS_URL = "redis://somewhere"
    assert AnalysisStore().get(key(91)) is None
    AnalysisStore().put(key(92), b"shared")
    assert AnalysisStore().get(key(92)) == b"shared"

    def down(*_: Any) -> Any:
        raise ConnectionError

    monkeypatch.setattr(cache, "get", down)
    monkeypatch.setattr(cache, "set", down)
    store = AnalysisStore()
    store.put(key(93), b"here")
    assert (store.get(key(93)), store.get(key(92))) == (b"here", None)


# --- the words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "level"), [k for k in BOTS if k[1] not in ("captain",)])
def test_every_event_is_put_into_sentences(slug: str, level: str) -> None:
    one = recorded_game(slug, level)
    reader, explanations = BotAnalyser(one, one.parts[0]), EXPLANATIONS[slug]
    for events in one.parts[0].wanted[-40:]:
        change = _change(reader, events)
        reasons = [explanations.summary(change), *explanations.learned(change)]
        assert all(reason.id in MESSAGES[slug] for reason in reasons)
        assert all(format_reason(slug, reason).endswith(".") for reason in reasons)


def _change(reader: BotAnalyser, events: int) -> ObservedEvent[Any, Any]:
    memory, analysis = reader.memories[events], reader.analyse(events)
    event, names = reader.part.events[events - 1], reader.game.names
    return ObservedEvent(event, memory, analysis, names, lambda: reader.analyse(events - 1))


def test_a_nana_bot_learns_from_a_card_it_did_not_know_and_nothing_from_a_pass() -> None:
    one = recorded_game("nana", "hard")
    reader, seen = BotAnalyser(one, one.parts[0]), 0
    for events in one.parts[0].wanted:
        change = _change(reader, events)
        learned = [reason.id for reason in EXPLANATIONS["nana"].learned(change)]
        if isinstance(change.event, Passed):
            assert learned == []
        if isinstance(change.event, Revealed):
            card = change.event
            thing = f"c{card.place}" if card.seat is None else f"h{card.seat}.{card.place}"
            assert ("saw" in learned) == (thing in change.before.beliefs)
            seen += "saw" in learned
    assert seen > 3


def test_a_hit_names_the_ships_that_are_likely_there() -> None:
    one = recorded_game("battleship", "admiral")
    reader = BotAnalyser(one, one.parts[0])
    change = _change(reader, 8)
    hit = Fired(1, 1, "AP", 34, 1, (Mark(34, "hit"),))
    row = {"CV": 0.5, "BB": 0.3, "DD": 0.1, "sea": 0.1}
    change = ObservedEvent(
        hit,
        change.memory,
        BotAnalysis((), (), {"c34": row}),
        NAMES,
        lambda: BotAnalysis((), (), {}),
    )
    sentences = [
        format_reason("battleship", reason) for reason in EXPLANATIONS["battleship"].learned(change)
    ]
    assert sentences == ["A hit at D5: a carrier or a battleship is likely there."]


def test_beliefs_of_battleship_change_with_the_evidence_only() -> None:
    one = recorded_game("battleship", "recruit")
    reader, still = BotAnalyser(one, one.parts[0]), 0
    for events in one.parts[0].wanted:
        event = one.parts[0].events[events - 1]
        if isinstance(event, Fired) and event.by != 1:
            assert reader.analyse(events).beliefs == reader.analyse(events - 1).beliefs
            still += bool(reader.analyse(events).beliefs)
    assert still > 3


def test_a_decision_tells_the_chance_to_win_if_its_level_computes_one() -> None:
    reason = Reason("look")
    candidates = (Candidate("a", 2.0), Candidate("b", 1.0, {"win": 0.4}))
    assert Decision("b", 0.1, reason, candidates, 0).win == 0.4
    assert Decision("a", 0.1, reason, candidates, 0).win is None


def test_an_eleven_and_an_eight_take_an() -> None:
    sentences = [
        compute.format_reason("nana", Reason("sure", {"number": n})) for n in (8, 10, 11, 1)
    ]
    assert [text.split()[-2] for text in sentences] == ["an", "a", "an", "a"]

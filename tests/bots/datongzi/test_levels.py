"""Every level of Da Tong Zi: legal, deterministic, within its work; and how each chooses."""

from __future__ import annotations

import pickle
from typing import Any

import msgspec
import pytest

from bots.contract import Bot, Decision
from bots.datongzi.bots import BASELINES, BOTS
from bots.datongzi.levels import LEVELS
from bots.datongzi.messages import MESSAGES, RANDOM_REASONS
from bots.datongzi.turns import counts_of, fewest_turns
from games.core.random_stream import Chance
from games.datongzi import rules
from games.datongzi.actions import Pass, Play
from games.datongzi.cards import rank_of
from tests.bots.datongzi.matches import HAND_TABLES, bot_match, memory_after
from tests.games.datongzi.table import hand

ALL: dict[str, Bot[Any, Any, Any]] = BOTS | BASELINES
SHORT_WORK = {"expert": 24, "no-proofs": 24}
"""Playouts of the searching levels in tests."""
every_level = pytest.mark.parametrize("level", list(ALL))


def work_of(level: str) -> int:
    """Return the work a level gets in tests."""
    return SHORT_WORK.get(level, ALL[level].work)


def choose(level: str, *hands: str, **position: Any) -> Decision:
    """Let a level decide for seat 0 in a prepared hand."""
    memory = memory_after(*hands, **position)
    offered = rules.legal_actions(memory.table, 0)
    return ALL[level].decide(memory, offered, Chance(b"choose"), work_of(level))


def cards_of(decision: Decision) -> list[int]:
    """Return the cards of a decision that plays some."""
    assert isinstance(decision.action, Play) and decision.action.cards
    return sorted(decision.action.cards)


@every_level
@pytest.mark.parametrize(("seats", "options"), HAND_TABLES)
def test_whole_hands_are_legal_and_explained(
    level: str, seats: int, options: dict[str, str]
) -> None:
    decisions = 0
    for state, _, decision in bot_match([ALL[level]] * seats, options, b"legal", work_of(level)):
        assert state.active is not None
        assert rules.handle_action(state, state.active, decision.action)
        scores = [candidate.score for candidate in decision.candidates]
        assert scores == sorted(scores, reverse=True)
        assert decision.action in [candidate.action for candidate in decision.candidates]
        assert 0 <= decision.confidence <= 1
        assert 0 <= decision.work <= work_of(level)
        for note in (decision.reason, *(one.note for one in decision.candidates)):
            assert note is not None and MESSAGES[note.id].format(**note.values)
        decisions += 1
    assert decisions > 4


@every_level
def test_a_match_of_many_hands_is_played_to_its_end(level: str) -> None:
    bots = [ALL[level], ALL["easy"], ALL["normal"]]
    deals = set()
    for state, _, decision in bot_match(bots, {"target": "1000"}, b"match", 12):
        assert decision.work <= 12
        deals.add(state.deal)
    assert len(deals) > 1


@every_level
def test_the_same_memory_and_random_stream_give_the_same_decision(level: str) -> None:
    seats, options = HAND_TABLES[0]
    bot, work = ALL[level], work_of(level)
    for index, (state, memories, decision) in enumerate(
        bot_match([bot] * seats, options, b"same", work)
    ):
        if index % 3:
            continue
        assert state.active is not None
        memory = pickle.loads(pickle.dumps(memories[state.active]))
        assert memory == memories[state.active]
        offered = rules.legal_actions(memory.table, state.active)
        again = [bot.decide(memory, offered, Chance(b"again"), work) for _ in range(2)]
        assert again[0] == again[1]
        assert msgspec.json.decode(msgspec.json.encode(decision), type=Decision).work <= work


@every_level
def test_the_least_work_still_gives_a_legal_decision(level: str) -> None:
    for seats, options in (HAND_TABLES[0], HAND_TABLES[3]):
        for state, _, decision in bot_match([ALL[level]] * seats, options, b"least", 1):
            assert decision.work <= 1
            assert state.active is not None
            assert rules.handle_action(state, state.active, decision.action)


def test_decisions_made_at_random_are_marked() -> None:
    assert choose("random", "5 6 7", "8 9", "10 J").reason.id in RANDOM_REASONS


def test_easy_plays_its_lowest_card() -> None:
    assert cards_of(choose("easy", "9 9 9 9 7 K", "8 8", "10 J")) == list(hand("7"))


def test_easy_beats_as_low_as_it_can_and_keeps_trumps_where_passing_is_free() -> None:
    rival_leads = {"actions": ("8",), "leader": 1}
    free = {"must_beat": "no"}
    chosen = choose("easy", "9 K 2 2 2 2", "8 9 9", **rival_leads)
    assert cards_of(chosen) == list(hand("9"))
    assert choose("easy", "5 2 2 2 2", "K A A", actions=("K",), leader=1).action != Pass()
    kept = choose("easy", "5 A A A A", "2 K K", actions=("2",), leader=1, **free)
    assert kept.action == Pass()


def test_normal_leaves_the_fewest_turns() -> None:
    decision = choose("normal", "5 6 7 7 7 K K K K", "8 8 8", "10 J Q")
    assert sorted(map(rank_of, cards_of(decision))) == [5, 6, 7, 7, 7]


@pytest.mark.parametrize(
    ("cards", "kickers", "turns"),
    [
        ("5", True, 1),
        ("5 5 6 6 7 7", True, 1),
        ("5 6 7 7 7", True, 1),
        ("5 6 7 7 7", False, 3),
        ("5 5 5 6 6 6 7 8 9 10", True, 1),
        ("5 5 5 5 6", True, 2),
        ("A A 2 2", True, 2),
        ("A A A 2 2 2", True, 2),
        ("5 5 6 6 6 7 7", False, 3),
        ("", True, 0),
    ],
)
def test_a_hand_is_split_into_the_fewest_turns(cards: str, kickers: bool, turns: int) -> None:
    assert fewest_turns(counts_of(hand(cards)), kickers) == turns


def test_document_searches_kickers_as_the_document_does() -> None:
    exact = choose("normal", "5 6 7 8 K K K", "8 8 8 9 9", "10 J Q")
    written = choose("document", "5 6 7 8 K K K", "8 8 8 9 9", "10 J Q")
    assert {c.action for c in exact.candidates} != {c.action for c in written.candidates}


def test_hard_counts_an_ending() -> None:
    decision = choose("hard", "2 2 5", "6 7 8 9 10 J", "6 7 8 9 10 J", hidden="5 5")
    assert decision.reason.id == "sure_exit"
    assert 15 in map(rank_of, cards_of(decision))


def test_hard_knows_from_passes_what_stands() -> None:
    hands = ("5 5 Q K", "6 7 8 10", "7 7 J J")
    before = choose("hard", *hands, hidden="A")
    after = choose("hard", *hands, hidden="A", actions=("K",))  # all passed: no rival has the ace
    stands = {"stands", "sure_exit"}
    assert any(c.note.id in stands for c in after.candidates if c.note)
    assert not any(c.note.id in stands for c in before.candidates if c.note)
    assert {"control", "points", "hand"} <= set(before.candidates[0].parts)


def test_hard_puts_points_into_tricks_that_are_its_own() -> None:
    decision = choose("hard", "2 2 2 10 7 8 9 9 5 5", "6 6 8", "6 6 8", hidden="7 7 9 9")
    triples = [c.action for c in decision.candidates if len(c.action.cards) == 5]
    assert any(10 in map(rank_of, action.cards) for action in triples)
    held = choose("hard", "7 7 7 10 9 8 6 5 K", "Q Q Q 2 2", "J J J 2 2", hidden="7 9")
    with_kickers = [c.action for c in held.candidates if len(c.action.cards) == 5]
    assert with_kickers and not any(
        {10, 13} & set(map(rank_of, action.cards)) for action in with_kickers
    )


def test_expert_gives_every_candidate_its_share_of_the_playouts() -> None:
    decision = choose("expert", "5 6 7 7 7 K K K K", "8 8 8 9 10 J Q", "10 J Q 9 9 A 2")
    visits = [candidate.parts["visits"] for candidate in decision.candidates]
    assert decision.work == SHORT_WORK["expert"]
    assert sum(visits) == decision.work
    assert visits == sorted(visits, reverse=True)


def test_expert_goes_out_when_it_can() -> None:
    decision = choose("expert", "9 9 9 9", "8 8 8 9 10 J Q", "10 J Q 9 9 A 2")
    assert cards_of(decision) == list(hand("9 9 9 9"))


def test_no_proofs_differs_from_expert_only_where_something_was_proved() -> None:
    seats, options = HAND_TABLES[0]
    equal = differs = 0
    for state, memories, _ in bot_match([ALL["expert"]] * seats, options, b"proofs", 60):
        assert state.active is not None
        memory = memories[state.active]
        offered = rules.legal_actions(memory.table, state.active)
        expert = BOTS["expert"].decide(memory, offered, Chance(b"p"), 60)
        blind = BASELINES["no-proofs"].decide(memory, offered, Chance(b"p"), 60)
        if memory.proofs:
            differs += expert.candidates != blind.candidates
        else:
            assert expert == blind
            equal += 1
    assert equal and differs


def test_levels_are_listed_from_weak_to_strong() -> None:
    assert [level.name for level in LEVELS] == ["easy", "normal", "hard", "expert"]
    assert BOTS["expert"].heavy and BOTS["hard"].heavy and not BOTS["normal"].heavy

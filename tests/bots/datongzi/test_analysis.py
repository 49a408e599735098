"""What an analysis of a Da Tong Zi bot shows: nothing false, the truth possible, every pass read."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bots.contract import BotAnalysis, ObservedEvent
from bots.datongzi.analysis import what_is_proved
from bots.datongzi.bots import BASELINES, BOTS
from bots.datongzi.explanations import EXPLANATIONS
from bots.datongzi.memory import Memory
from bots.datongzi.messages import MESSAGES
from games.core.random_stream import Chance
from games.datongzi.cards import LOWEST, TWO
from games.datongzi.events import DatongziOptions, Passed
from games.datongzi.judging import known_cards
from games.datongzi.patterns import readings
from games.datongzi.projection import redact
from games.datongzi.state import State
from tests.bots.datongzi.matches import HAND_TABLES, memories_of, memory_after, random_match
from tests.games.datongzi.table import hand, run

NAMES = ("Ann", "Bob", "Cid", "Dot")


def truths(state: State) -> dict[str, int]:
    """Return the true number of cards of each rank, by the names an analysis uses."""
    found = {}
    for seat, cards in enumerate(state.hands):
        for rank in range(LOWEST, TWO + 1):
            found[f"h{seat}.{rank}"] = sum(card >> 2 == rank for card in known_cards(cards))
    for rank in range(LOWEST, TWO + 1):
        found[f"x.{rank}"] = sum(card >> 2 == rank for card in known_cards(state.hidden))
    return found


@pytest.mark.parametrize("level", ["easy", "hard", "expert", "no-proofs"])
@pytest.mark.parametrize(("seats", "options"), HAND_TABLES)
def test_nothing_is_false_and_the_truth_is_possible(
    level: str, seats: int, options: dict[str, str]
) -> None:
    certain = beliefs = 0
    analyse = (BOTS | BASELINES)[level].analyse
    for index, (state, memories) in enumerate(random_match(seats, options, b"analysis")):
        if not state.hands or index % 3:
            continue
        analysis = analyse(memories[index % seats])
        truth = truths(state)
        for certainty in (*analysis.certain, *analysis.deduced):
            assert truth[certainty.about] == certainty.value
            certain += 1
        for about, row in analysis.beliefs.items():
            assert sum(row.values()) == pytest.approx(1)
            assert all(0 < share <= 1 for share in row.values())
            assert row[str(truth[about])] > 0
            beliefs += 1
        names = [c.about for c in (*analysis.certain, *analysis.deduced)] + list(analysis.beliefs)
        assert len(names) == len(set(names))
        decoded = msgspec.json.decode(msgspec.json.encode(analysis), type=BotAnalysis)
        assert decoded.beliefs == analysis.beliefs
    assert certain > 50 and beliefs > 50


def test_before_the_deal_an_analysis_is_empty() -> None:
    memory = memories_of(3, DatongziOptions())[0]
    assert BOTS["hard"].analyse(memory) == BotAnalysis((), (), {})


def test_expectations_add_up_to_the_hands() -> None:
    memory = memory_after("5 6 7", "8 8 9 9", "10 J Q K", hidden="A A")
    analysis = BOTS["expert"].analyse(memory)
    rows = {
        about: sum(int(n) * share for n, share in row.items())
        for about, row in analysis.beliefs.items()
    }
    rows |= {c.about: float(c.value) for c in (*analysis.certain, *analysis.deduced)}
    for seat, size in ((0, 3), (1, 4), (2, 4)):
        total = sum(rows[f"h{seat}.{rank}"] for rank in range(LOWEST, TWO + 1))
        assert total == pytest.approx(size, abs=0.2)


def test_a_number_that_follows_is_deduced() -> None:
    memory = memory_after("5 6 7", "8 8", "8 8", hidden="")
    deduced = {c.about: c.value for c in BOTS["hard"].analyse(memory).deduced}
    assert deduced["h1.8"] == 2 and deduced["h2.8"] == 2 and deduced["x.8"] == 0


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("9", "no bomb, no tongzi, no dizha, no single above 9"),
        ("2", "no bomb, no tongzi, no dizha"),
        ("A A A", "no bomb, no tongzi, no dizha, no triple above A"),
        ("K K A A", "no bomb, no tongzi, no dizha"),
        ("6 6 6 6 6", "no bomb of more than 5, none of 5 above 6, no tongzi, no dizha"),
        ("2 2 2 2", "no bomb of more than 4, no tongzi, no dizha"),
        ("6S 6S 6S", "no tongzi above 6 of spades, no dizha"),
        ("6D 6D 6C 6C 6H 6H 6S 6S", "no dizha above 6"),
    ],
)
def test_what_a_pass_proves_is_said(table: str, words: str) -> None:
    assert what_is_proved(readings(hand(table))[0]) == words


def test_every_forced_pass_is_among_the_notes() -> None:
    seats, options = HAND_TABLES[0]
    passes = 0
    for state, memories in random_match(seats, options, b"notes"):
        if state.active is None:
            continue
        notes = BOTS["easy"].analyse(memories[0]).notes
        assert len(notes["proofs"]) == len(memories[0].proofs)
        passes = max(passes, len(notes["proofs"]))
        assert notes["reckons"] is False
    assert passes > 3


def observed(seats: int, options: dict[str, str], key: bytes) -> list[ObservedEvent[Any, Any]]:
    """Return the events of a random match as seat 0's bot took them in."""
    bot = BOTS["hard"]
    table = DatongziOptions(**options)  # type: ignore[arg-type]
    memory: Memory = bot.begin(0, seats, table, Chance(b"own"))
    changes = []
    for _, _, events in run(seats, table, Chance(key)):
        for event in events:
            before, memory = memory, bot.remember(memory, redact(event, 0))
            after = bot.analyse(memory)
            earlier = bot.analyse(before)
            changes.append(
                ObservedEvent(redact(event, 0), memory, after, NAMES, lambda e=earlier: e)
            )
    return changes


@pytest.mark.parametrize(("seats", "options"), [HAND_TABLES[0], HAND_TABLES[3], HAND_TABLES[8]])
def test_every_event_has_its_sentences(seats: int, options: dict[str, str]) -> None:
    ids = set()
    for change in observed(seats, options, b"words"):
        for reason in (*EXPLANATIONS.learned(change), EXPLANATIONS.summary(change)):
            assert MESSAGES[reason.id].format(**reason.values)
            ids.add(reason.id)
        if isinstance(change.event, Passed) and change.event.forced and change.event.seat:
            assert EXPLANATIONS.learned(change)[0].id == "proved"
    assert {"my_hand", "played", "finished", "ended"} <= ids


@pytest.mark.parametrize(
    ("rival", "count"),
    [("9D 9D 9D", 1), ("9D 9C 9H 9S", 1), ("9D 9C 9H", 0)],
)
def test_the_summary_counts_the_hands_in_which_a_trump_is_possible(rival: str, count: int) -> None:
    memory = memory_after("5 6 7", rival, "8 8", hidden="")
    after = BOTS["hard"].analyse(memory)
    change = ObservedEvent(Passed(0, forced=True), memory, after, NAMES, lambda: after)
    said = EXPLANATIONS.summary(change)
    assert (said.id, said.values.get("count", 0)) == ("expects" if count else "expects_none", count)

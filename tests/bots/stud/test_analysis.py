"""What stud bots show of themselves: cards, holdings, equity, sentences, and the bench's figures."""

from __future__ import annotations

import string
from typing import Any

import msgspec
import pytest

from bots.bench import stud as bench
from bots.contract import BotAnalysis, ObservedEvent, Reason
from bots.stud.bots import BASELINES, BOTS
from bots.stud.explanations import EXPLANATIONS
from bots.stud.memory import begin, remember
from bots.stud.messages import MESSAGES, RANDOM_REASONS
from games.core.poker import parse_cards
from games.core.random_stream import Chance
from games.stud import rules
from games.stud.events import DealStarted, Opened
from games.stud.options import StudOptions
from games.stud.projection import redact
from tests.bots.stud.positions import acting, log_of, memory_of

NAMES = ("Ann", "Bo", "Cy")


def sentences(log: Any, seat: int) -> list[str]:
    """Return every sentence a bot says about a log, put together."""
    memory = begin(seat, 3, log[0].options, Chance(b""))
    bot, said = BOTS["expert"], []
    for event in log:
        before, memory = memory, remember(memory, redact(event, seat))
        change = ObservedEvent(
            redact(event, seat), memory, bot.analyse(memory), NAMES, lambda m=before: bot.analyse(m)
        )
        reasons = [*EXPLANATIONS.learned(change), EXPLANATIONS.summary(change)]
        said += [MESSAGES[reason.id].format(**reason.values) for reason in reasons]
    return said


def test_own_cards_are_certain_and_holdings_are_believed() -> None:
    log = log_of("3h4h2c", "5h6hKs", "7h8hQs", actions="bring complete")
    found = BOTS["expert"].analyse(memory_of(0, log))
    assert [(one.about, one.value) for one in found.certain] == [
        (f"d0.{index}", card) for index, card in enumerate(parse_cards("3h4h"))
    ]
    assert set(found.beliefs) == {"h1", "h2"}
    for row in found.beliefs.values():
        assert sum(row.values()) == pytest.approx(1)
        assert min(row.values()) > 0
    assert 0 < found.notes["equity"] < 0.5
    assert (
        msgspec.json.decode(msgspec.json.encode(found), type=BotAnalysis).beliefs == found.beliefs
    )


def test_bets_change_what_is_believed() -> None:
    """A seat that raises and raises has a pair or better more often than one that calls."""
    hands = ("3h4h2c", "5h6hKs")
    quiet = BOTS["expert"].analyse(memory_of(0, log_of(*hands, actions="bring call")))
    loud = BOTS["expert"].analyse(
        memory_of(0, log_of(*hands, actions="bring complete raise raise"))
    )
    assert loud.beliefs["h1"]["nothing"] < quiet.beliefs["h1"]["nothing"]


def test_pot_odds_are_noted() -> None:
    memory = acting("3h4h2c", "5h6hKs", actions="bring complete")
    assert BOTS["expert"].analyse(memory).notes["pot_odds"] == pytest.approx(2 / 10)


def test_shown_hands_become_certain_and_a_folded_bot_still_watches() -> None:
    hands = ("AsAhKs2d3d4d9s", "5h6h2c7h8s9cTh", "9h9dJs")
    log = log_of(*hands, actions="bring fold complete call", stacks=(5, 200, 200))
    found = BOTS["expert"].analyse(memory_of(2, log))
    assert ("d0.0", parse_cards("As")[0]) in [(one.about, one.value) for one in found.certain]
    watching = log_of(*hands, actions="bring fold complete call")
    assert "equity" not in BOTS["expert"].analyse(memory_of(2, watching)).notes
    assert set(BOTS["expert"].analyse(memory_of(2, watching)).beliefs) == {"h0", "h1"}


@pytest.mark.parametrize("level", [*BOTS, *BASELINES])
def test_every_level_has_an_analysis(level: str) -> None:
    bot = {**BOTS, **BASELINES}[level]
    memory = acting("3h4h2c", "5h6hKs", actions="bring complete")
    assert bot.analyse(memory).notes["reckons"] is (level == "expert")
    empty = bot.analyse(bot.begin(0, 2, StudOptions(), Chance(b"")))
    assert empty == BotAnalysis((), (), {})
    opened = remember(bot.begin(0, 2, StudOptions(), Chance(b"")), Opened(StudOptions(), 2))
    assert bot.analyse(opened) == BotAnalysis((), (), {})


def test_a_memory_begins_anew_with_each_deal() -> None:
    log = log_of("3h4h2c", "5h6hKs", actions="bring fold")
    memory = memory_of(0, log)
    assert isinstance(log[0], DealStarted)
    assert remember(memory, log[0]) == memory_of(0, log[:1])


def test_sentences_name_cards_bets_and_winners() -> None:
    hands = ("AsAhKs2d3d4d9s", "5h6h2c7h8s9cTh", "9h9dJs")
    said = sentences(log_of(*hands, actions="bring fold complete call", stacks=(5, 200, 200)), 1)
    assert "I hold 5h 6h." in said
    assert "Ann was dealt the Ks." in said
    assert "Ann showed As Ah." in said
    assert any(text.startswith(("Ann won", "I won")) for text in said)
    assert any("most likely has" in text for text in said)
    loud = "bring complete raise raise raise call bet raise raise raise"
    texts = sentences(log_of("AsAhKs2d", "5h6h2c7h", actions=loud), 1)
    assert any("now has" in text for text in texts)


def test_every_reason_has_a_template_with_its_values() -> None:
    for name, bot in {**BOTS, **BASELINES}.items():
        memory = acting("3h4h2c", "5h6hKs", actions="bring complete")
        legal = rules.legal_actions(memory.table, memory.seat)
        reason: Reason = bot.decide(memory, legal, Chance(b"r"), 30).reason
        fields = [
            field for _, field, _, _ in string.Formatter().parse(MESSAGES[reason.id]) if field
        ]
        assert set(fields) <= set(reason.values), name
        assert MESSAGES[reason.id].format(**reason.values)
        assert (reason.id in RANDOM_REASONS) == (name == "random")


def test_the_bench_plays_duplicate_deals() -> None:
    rows = bench.duel(("lv2", "lv0"), ("razz",), 6, 3)
    assert rows["lv2"]["bb_per_100"] == -rows["lv0"]["bb_per_100"]
    assert (
        bench.duel(("lv2", "lv0"), ("razz",), 6, 3)["lv2"]["bb_per_100"]
        == rows["lv2"]["bb_per_100"]
    )
    same = bench.duel(("lv0", "lv0"), ("stud",), 3, 3)
    assert same["lv0"]["bb_per_100"] == 0


def test_the_bench_counts_what_lv1_does() -> None:
    found = bench.lv1_shares(30, 1)
    assert found["bets_faced"] > 10
    assert 0 <= found["raises"] <= found["folds_to_big_bets"] + found["folds_to_small_bets"] + 1


def test_lv2_is_ahead_of_lv0_in_every_game() -> None:
    for game in bench.GAMES:
        rows = bench.duel(("lv2", "lv0"), (game,), 60, 5)
        assert rows["lv2"]["bb_per_100"] > 0

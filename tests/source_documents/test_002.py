"""The checks of the user's document 002, the CPU of a stud mix. Names carry the section.

`docs/source-documents/002.md` says for each of its parts where it is answered.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any, get_args

import msgspec
import numpy as np
import pytest

from bots.contract import Bot, Decision
from bots.stud import lv0
from bots.stud.bots import BOTS
from bots.stud.memory import Memory
from bots.stud.situation import Situation
from games.core.codec import dump
from games.core.poker import eight_or_better, low_strength, parse_cards
from games.core.random_stream import Chance
from games.stud import rules
from games.stud.actions import Action, Bet, BringIn, Call, Check, Complete, Fold, Raise, Turn
from games.stud.events import BetMade, CardsDealt
from games.stud.options import StudOptions
from games.stud.transitions import apply
from tests.bots.stud.positions import acting, play_deal
from tests.games.stud.table import events_of, position, take

PAGE = (Path(__file__).parents[2] / "docs" / "source-documents" / "002.md").read_text("utf-8")
NAMES = """
CpuDecisionContext CpuStrategy SeatIndex getAllowedActions createEventFromAction applyEvent
DealState ActionType allowedActions cpuLv0 currentBet toCall STREET_ADVANCE DEAL_END POST_ANTE
BRING_IN COMPLETE BET RAISE CALL CHECK FOLD
""".split()
"""What the document defines or calls."""
SECTIONS = range(1, 13)
LV0 = BOTS["lv0"]


def lv0_action(*hands: str, actions: str = "", **deal: Any) -> Action:
    memory = acting(*hands, actions=actions, **deal)
    legal = rules.legal_actions(memory.table, memory.seat)
    decision: Decision = LV0.decide(memory, legal, Chance(b""), LV0.work)
    return decision.action


def every_set() -> list[tuple[Action, ...]]:
    """Return every set of actions of a turn that is not empty."""
    kinds = [kind() for kind in get_args(Turn)]
    return [chosen for size in range(1, 8) for chosen in combinations(kinds, size)]


@pytest.mark.parametrize("name", NAMES)
def test_every_name_of_the_document_has_its_row(name: str) -> None:
    assert any(name in line for line in PAGE.splitlines() if line.startswith("|"))


def test_every_section_has_its_table() -> None:
    for section in SECTIONS:
        assert f"\n## {section}. " in PAGE


def test_2_1_deciding_changes_nothing() -> None:
    memory = acting("3h4h2c", "5h6hKs")
    before = dump(memory)
    LV0.decide(memory, rules.legal_actions(memory.table, 0), Chance(b""), 1)
    assert dump(memory) == before


def test_3_1_the_context_has_its_counterparts() -> None:
    assert {"decide", "begin", "remember"} <= set(Bot.__dataclass_fields__)
    assert {"seat", "state"} <= set(Memory.__struct_fields__)
    assert acting("3h4h2c", "5h6hKs").seat == 0


def test_4_action_types() -> None:
    tags = {str(kind.__struct_config__.tag) for kind in get_args(Turn)}
    assert tags == {"BRING_IN", "COMPLETE", "BET", "RAISE", "CALL", "CHECK", "FOLD"}


def test_5_2_the_order_of_priority() -> None:
    order = [str(kind.__struct_config__.tag) for kind in lv0.PRIORITY]
    assert order == ["CHECK", "CALL", "BRING_IN", "COMPLETE", "BET", "RAISE", "FOLD"]


def test_6_the_pseudo_code() -> None:
    """The chain of the document, written down again, agrees on every set of actions."""
    for legal in every_set():
        expected: Action = Fold()
        for action in (Raise(), Bet(), Complete(), BringIn(), Call(), Check()):
            expected = action if action in legal else expected
        assert lv0.choose(legal) == expected
        assert LV0.decide(acting("3h4h2c", "5h6hKs"), legal, Chance(b""), 1).action == expected


def test_7_lv0_on_third_street() -> None:
    assert lv0_action("3h4h2c", "5h6hKs") == BringIn()
    assert lv0_action("3h4h2c", "5h6hKs", actions="bring") == Call()
    assert lv0_action("3h4h2c", "5h6hKs", actions="bring complete") == Call()


def test_8_lv0_on_later_streets() -> None:
    hands = ("3h4h2c5d", "5h6hKsKd")
    assert lv0_action(*hands, actions="bring call") == Check()
    assert lv0_action(*hands, actions="bring call bet") == Call()


def test_9_actions_name_no_amount() -> None:
    for kind in get_args(Turn):
        assert kind.__struct_fields__ == ()


def test_9_the_rules_set_the_amount() -> None:
    state = take(position("3h4h2c5d", "5h6hKsKd"), "bring call")
    assert state.active is not None
    assert rules.handle_action(state, state.active, Bet())[0] == BetMade(1, 4, 4, False)


def test_9_the_example() -> None:
    """Decide, make the event, apply it, and keep the state."""
    state = position("3h4h2c", "5h6hKs")
    memory = acting("3h4h2c", "5h6hKs")
    action = LV0.decide(memory, rules.legal_actions(state, 0), Chance(b""), 1).action
    for event in rules.handle_action(state, 0, action):
        state = apply(state, event)
    assert (state.bets[0], state.active) == (2, 1)


def test_10_2_everything_named_is_in_the_situation() -> None:
    memory = acting("3h4h2c", "5h6hKs", "7h8hQs")
    found = Situation.of(memory, rules.legal_actions(memory.table, 0))
    assert found.down == parse_cards("3h4h")
    assert found.board(1) == parse_cards("Ks")
    assert (found.street, len(found.opponents)) == (3, 2)


def test_11_it_always_returns_an_allowed_action() -> None:
    for legal in every_set():
        assert lv0.choose(legal) in legal
    _, decided = play_deal([LV0] * 4, StudOptions(deals=6, deals_per_game=2), b"allowed")
    assert len(decided) > 40
    for memory, decision in decided:
        assert decision.action in rules.legal_actions(memory.table, memory.seat)


def test_11_check_whenever_possible() -> None:
    for legal in every_set():
        assert (lv0.choose(legal) == Check()) == (Check() in legal)


def test_11_check_before_call() -> None:
    for legal in every_set():
        if Call() in legal and Check() not in legal:
            assert lv0.choose(legal) == Call()


def test_11_a_single_action_is_returned() -> None:
    for kind in get_args(Turn):
        assert lv0.choose((kind(),)) == kind()


def test_11_nobody_is_asked_when_the_bring_in_has_gone_round() -> None:
    state = position("3h4h2c", "5h6hKs", "7h8hQs")
    events = events_of(state, "bring call call")
    assert isinstance(events[-1], CardsDealt)
    assert events[-1].street == 4


def test_lv0_never_bets_raises_or_folds() -> None:
    """Audit 3: in play only CHECK, CALL and BRING_IN are ever chosen."""
    _, decided = play_deal([LV0] * 5, StudOptions(deals=9, deals_per_game=3, stack=3), b"passive")
    assert {type(decision.action) for _, decision in decided} <= {Check, Call, BringIn}


def test_audit_4_nothing_legal_is_an_error() -> None:
    with pytest.raises(ValueError, match="nothing is legal"):
        lv0.choose(())


def test_audit_19_the_three_hands() -> None:
    """The wheel is found beside a pair, and few ranks do not beat an eight low."""

    def low(text: str) -> int:
        return int(low_strength(np.array(parse_cards(text))))

    wheel = low("Ac2d3h4s5c")
    assert low("AcAd2h3s4c5dKh") == wheel
    split = np.array([parse_cards("AcAd2h3s4c5d6h"), parse_cards("Ac2d3h4s5cKdKh")])
    assert eight_or_better(split)[0] == eight_or_better(split)[1]
    assert low("8c7d6h5s4cKdKh") > low("AcAd2h2s3c3d4h")


def test_actions_are_sent_by_their_names_in_the_document() -> None:
    assert msgspec.json.decode(dump(Raise())) == {"type": "RAISE"}

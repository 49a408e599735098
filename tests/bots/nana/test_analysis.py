"""What is shown of a NANA bot's analysis."""

from __future__ import annotations

from bots.contract import Reason
from bots.nana.analysis import analyse, name, on_table
from bots.nana.bots import BOTS
from bots.nana.messages import MESSAGES
from tests.bots.nana.positions import BOT, BURIED, PreparedGame
from tests.bots.recorded_games import games
from tests.games.nana.table import high, low, mid


def test_before_the_deal_an_analysis_is_empty() -> None:
    game = games("nana", "hard")[0]
    assert analyse(game.begin(0)).certain == ()


def test_every_card_on_the_table_is_listed_once() -> None:
    for level in ("easy", "hard"):
        for game in games("nana", level):
            for stage in game.stages[::7]:
                analysis = analyse(stage.memory)
                named = [
                    certainty.about for certainty in (*analysis.certain, *analysis.deduced)
                ] + list(analysis.beliefs)
                assert sorted(named) == sorted(map(name, on_table(stage.memory.table)))


def test_own_cards_are_certain_from_the_start_and_others_since_they_were_seen() -> None:
    analysis = analyse(PreparedGame().play(low(0), mid(0)).memory())
    dates = {certainty.about: certainty.seen_at_event for certainty in analysis.certain}
    assert dates == {f"h{BOT}.{place}": None for place in range(7)} | {"h0.0": 2, "c0": 3}


def test_what_follows_is_deduced_with_its_argument_and_its_date() -> None:
    deal = ((2, 2, 2), (1, 1, 3)), (1, 3, 3)
    analysis = analyse(PreparedGame(deal).play(low(0), high(0), mid(0)).memory())
    deduced = {
        certainty.about: (certainty.value, certainty.seen_at_event, certainty.why)
        for certainty in analysis.deduced
    }
    counted = 3, 4, Reason("counted", {"number": 3})
    squeezed = 2, 3, Reason("squeezed", {"number": 2})
    assert deduced == {"h0.1": squeezed, "c1": counted, "c2": counted}
    assert analysis.beliefs == {}


def test_all_copies_of_a_number_in_sight_are_ruled_out_elsewhere() -> None:
    analysis = analyse(PreparedGame(BURIED).play(mid(1), mid(7), mid(0)).memory())
    assert all("5" not in belief for belief in analysis.beliefs.values())


def test_deductions_have_a_reason_in_words_and_come_after_what_they_rest_on() -> None:
    deduced = 0
    for game in games("nana", "hard"):
        for stage in game.stages:
            for certainty in analyse(stage.memory).deduced:
                assert certainty.why is not None
                assert MESSAGES[certainty.why.id].format(**certainty.why.values)
                assert (
                    certainty.seen_at_event is None
                    or 1 < certainty.seen_at_event <= stage.memory.events
                )
                deduced += 1
    assert deduced > 5


def test_a_deduction_keeps_its_date() -> None:
    for game in games("nana", "hard"):
        dates: dict[tuple[int, str], int | None] = {}
        for stage in game.stages:
            for certainty in analyse(stage.memory).deduced:
                assert (
                    dates.setdefault((stage.seat, certainty.about), certainty.seen_at_event)
                    == certainty.seen_at_event
                )


def test_figures_for_the_board_count_what_is_unlocated() -> None:
    notes = analyse(PreparedGame().play(high(1)).memory()).notes
    assert notes["unlocated"]["11"] == 2


def test_an_analysis_says_whether_its_level_uses_the_beliefs() -> None:
    game = PreparedGame().memory()
    uses_beliefs = {level: bot.analyse(game).notes["reckons"] for level, bot in BOTS.items()}
    assert uses_beliefs == {"easy": False, "normal": False, "hard": True, "expert": True}

"""Turn Duel at tables: spots of the lab, reviews, and what nobody is told of the other's hand."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.urls import reverse

from bots.analysis.review_page import LEAST_COST
from bots.models import DealReview
from bots.runtime.reviews import stored_reviews
from games.core.poker import format_card
from games.lab.models import Pin, SavedSpot, Solve, TableSpot
from games.lab.turn.ready import whole_solve
from games.tables import services
from games.tables.errors import Refused
from games.tables.eventlog import updates
from games.tables.events.table_config import TableConfig
from games.tables.models import LogEntry, Player, Table
from games.tables.queries import verify
from games.turn.actions import Bet, Check, Fold
from tests.games.turn.solutions import HASH, PLAIN_SPOT
from tests.tables.conftest import make_people
from tests.tables.peak import deal_now, live_of
from tests.tables.test_secrets import browser
from tests.tables.turn_duel import check_down, start_duel, take
from tests.tables.turn_duel import known_spot as known_spot
from tests.tables.turn_duel import solved_spot as solved_spot

pytestmark = pytest.mark.database


def ask(table: Table, player: Player | None, name: str, **query: Any) -> tuple[int, dict[str, Any]]:
    response = browser(player).get(reverse(name, args=[table.code]), query)
    return response.status_code, json.loads(response.content)


def test_a_spot_that_nobody_knows_is_refused() -> None:
    (host,) = make_people(1)
    config = TableConfig("turn", 2, {"lab_spot": "0" * 64})
    with pytest.raises(Refused) as refusal:
        services.create_table(config, host)
    assert refusal.value.code == "no_such_spot"
    assert not Table.objects.exists()


def test_a_saved_spot_can_be_played_even_after_it_is_deleted(settings: Any, tmp_path: Any) -> None:
    settings.GLASS_LAB_DIR = tmp_path
    (owner,) = make_people(1)
    SavedSpot.objects.create(player=owner, name="mine", spot=PLAIN_SPOT, spot_hash=HASH, link="")
    table, _ = start_duel(deals=2)
    SavedSpot.objects.all().delete()
    check_down(table)
    deal_now(table)
    live = check_down(table)
    assert live.info.status == "over"
    assert live.state.spot == HASH
    assert TableSpot.objects.filter(spot_hash=HASH).exists()
    assert verify.verify(Table.objects.get(pk=table.pk)) > 4


@pytest.mark.usefixtures("known_spot")
def test_no_row_of_the_log_holds_a_range() -> None:
    table, _ = start_duel(deals=1)
    check_down(table)
    for row in LogEntry.objects.filter(table=table):
        assert "range" not in row.events
        assert PLAIN_SPOT["oop_range"] not in row.events


@pytest.mark.usefixtures("known_spot")
def test_a_table_notes_the_solutions_it_begins_with_and_asks_for_them() -> None:
    table, people = start_duel()
    assert set(Pin.objects.filter(reason="table", name=table.code).values_list("solve_hash")) == {
        (whole_solve(HASH),)
    }
    assert Solve.objects.get(hash=whole_solve(HASH)).status == "queued"
    status, answer = ask(table, people[0], "needs")
    assert status == 200
    assert answer["ready"] is False
    items = {item["hash"]: item for item in answer["items"]}
    assert items[HASH]["what"] == "spot"
    assert items[HASH]["status"] == "done"
    assert items[whole_solve(HASH)]["status"] == "queued"
    assert items[whole_solve(HASH)]["levels"] == ["expert"]


@pytest.mark.usefixtures("known_spot")
def test_without_the_solution_people_play_on_and_the_review_is_pending() -> None:
    table, people = start_duel(deals=2)
    check_down(table)
    assert ask(table, people[0], "review", deal=1)[1]["status"] == "pending"
    assert not DealReview.objects.exists()
    deal_now(table)
    assert check_down(table).info.status == "over"


@pytest.mark.usefixtures("solved_spot")
def test_a_review_is_for_the_own_seat_and_for_finished_deals_only() -> None:
    table, people = start_duel(deals=2)
    assert ask(table, people[0], "review", deal=1)[1]["status"] == "none"
    check_down(table)
    (stranger,) = make_people(1)
    for visitor in (stranger, None):
        status, answer = ask(table, visitor, "review", deal=1)
        assert (status, answer["code"]) == (403, "not_seated")
    assert ask(table, people[0], "review", deal=3)[0] == 400
    answers = [ask(table, player, "review", deal=1)[1] for player in people]
    scores = [answer["review"]["score"] for answer in answers]
    assert scores == list(live_of(table).state.won)
    assert DealReview.objects.count() == 2
    assert ask(table, people[0], "review", deal=1)[1] == answers[0]
    assert DealReview.objects.count() == 2


@pytest.mark.usefixtures("solved_spot")
def test_the_figures_of_the_match_add_up_and_lead_into_the_lab() -> None:
    table, people = start_duel(deals=3)
    for deal in range(3):
        live = live_of(table)
        bet = next(
            one
            for one in live.game.legal_actions(live.state, live.state.active)
            if isinstance(one, Bet)
        )
        take(table, bet)
        take(table, Fold())
        if deal < 2:
            deal_now(table)
    answer = ask(table, people[0], "review", deal=3)[1]
    match, found = answer["match"], answer["review"]
    total = found["expected"] + sum(step["value"] for step in found["steps"])
    assert total == pytest.approx(found["score"], abs=1e-6)
    assert match["deals"] == 3
    assert match["decisions"] >= len(match["trend"]) > 0
    assert match["score"] == live_of(table).state.scores[0]
    assert match["expected"] + match["luck"] + match["skill"] == pytest.approx(match["score"])
    assert match["skill"] <= 0
    costs = [one["cost"] for one in match["costliest"]]
    stored = stored_reviews(table.pk, 0)
    errors = [-s.value for each in stored.values() for s in each.steps if s.kind == "error"]
    assert costs == sorted((cost for cost in errors if cost >= LEAST_COST), reverse=True)[:3]
    for one in match["costliest"]:
        assert f"solve={whole_solve(HASH)}" in one["link"]
    own = [step for step in found["steps"] if step["kind"] in ("error", "outside")]
    assert own
    for step in own:
        assert step["value"] <= 0
        assert step["link"]
        assert sum(c["parts"]["frequency"] for c in step["candidates"]) == pytest.approx(1)


@pytest.mark.usefixtures("solved_spot")
def test_the_link_of_a_decision_opens_the_lab_at_that_node() -> None:
    table, people = start_duel(deals=1)
    check_down(table)
    steps = ask(table, people[1], "review", deal=1)[1]["review"]["steps"]
    own = [step for step in steps if step["link"]]
    assert own
    for step in own:
        boot = browser(None).get(step["link"]).context["boot"]
        assert boot["hash"] == HASH
        assert boot["solve"]["hash"] == whole_solve(HASH)
        assert (boot["line"], boot["river"]) == (
            step["place"]["line"],
            step["place"]["river"] or "",
        )


@pytest.mark.usefixtures("solved_spot")
def test_ranges_are_those_of_the_spot_in_every_deal() -> None:
    table, people = start_duel(deals=2)
    check_down(table)
    deal_now(table)
    first, second = (ask(table, people[0], "ranges", deal=deal)[1] for deal in (1, 2))
    assert first == second
    assert len(first["ranges"][0]["cells"]) == 169
    assert first["ranges"][1]["text"]
    assert ask(table, people[0], "ranges", deal=9)[0] == 400


@pytest.mark.usefixtures("solved_spot")
def test_nothing_tells_the_other_hand_that_was_not_shown() -> None:
    table, people = start_duel(deals=3, open_after="shown")
    take(table, Check())
    live = live_of(table)
    legal = live.game.legal_actions(live.state, 1)
    take(table, next(one for one in legal if isinstance(one, Bet)))
    take(table, Fold())
    for deal in (1, 2):
        live = live_of(table)
        for seat, player in enumerate(people):
            hidden = live.state.hands[1 - seat]
            texts = ["".join(map(format_card, pair)) for pair in (hidden, hidden[::-1])]
            seen = json.loads(updates.build_update(live, seat, 0)[1])
            assert seen["view"]["hands"][1 - seat] == [None, None]
            assert "ranges" not in seen["view"]
            for name in ("review", "needs", "frames"):
                answer = json.dumps(ask(table, player, name, deal=deal)[1])
                assert not any(text in answer for text in texts)
                assert f"[{hidden[0]}, {hidden[1]}]" not in answer
        if deal == 1:
            deal_now(table)

"""Turn Duel at tables: spots of the lab, reviews, and what nobody is told of the other's hand."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
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
from tests.tables.staff_users import admin_user, client_of
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


def test_a_spot_that_is_too_large_to_be_solved_is_refused() -> None:
    sizes = dict.fromkeys(PLAIN_SPOT["bet_sizes"], "30%,60%,90%")
    wide = {"oop_range": "22+,A2+,K2+,Q2+,J2+", "ip_range": "22+,A2+,K2+,Q2+,J2+"}
    large = {**PLAIN_SPOT, **wide, "effective_stack": 2000}
    large["bet_sizes"] = {name: "3x" if "raise" in name else size for name, size in sizes.items()}
    for name in ("add_allin", "force_allin", "merging"):
        large["bet_sizes"][f"{name}_threshold"] = 0.0
    (host,) = make_people(1)
    SavedSpot.objects.create(player=host, name="mine", spot=large, spot_hash="f" * 64, link="")
    with pytest.raises(Refused) as refusal:
        services.create_table(TableConfig("turn", 2, {"lab_spot": "f" * 64}), host)
    assert refusal.value.code == "too_large"
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


@pytest.mark.usefixtures("known_spot")
def test_who_may_not_watch_is_refused_ranges_and_needs() -> None:
    table, people = start_duel(spectators=False)
    (stranger,) = make_people(1)
    for name in ("ranges", "needs"):
        assert ask(table, people[0], name)[0] == 200
        for visitor in (stranger, None):
            status, answer = ask(table, visitor, name)
            assert (status, answer["code"]) == (403, "no_spectators")


STAFF_PAGES = ("now/", "log/", "log/?eyes=log", "log/?eyes=seat:0", "decisions/", "analysis/")


def _answers(client: Client, table: Table, deal: int) -> Iterator[str]:
    """Yield what every address says about a deal, whoever it is asked to be seen as."""
    asked: list[tuple[str, dict[str, Any]]] = [
        (name, {"eyes": viewer, "first": 1, "last": 200})
        for name in ("frames", "replay")
        for viewer in ("0", "1", "all")
    ]
    asked += [("bot_analysis", {"seat": seat, "at": 3}) for seat in (0, 1)]
    names = ("analysis", "review", "needs", "ranges", "record", "hint", "table")
    for name, query in [*asked, *((name, {}) for name in names)]:
        yield client.get(reverse(name, args=[table.code]), {"deal": deal, **query}).content.decode()


def _staff_answers(client: Client, table: Table) -> Iterator[str]:
    """Yield what the staff pages say of a table to a member of the staff who gives no reason."""
    address = f"/admin/tables/table/{table.pk}/"
    for page in STAFF_PAGES:
        answer = client.get(address + page, follow=True)
        assert answer.status_code == 200, page
        yield answer.content.decode()
    yield client.post(f"{address}export/", follow=True).content.decode()


def _ways_to_write(hand: tuple[int, ...]) -> set[str]:
    """Return every way in which an answer could name both cards of a hand, without spaces."""
    found = set()
    for pair in (hand, hand[::-1]):
        texts = [format_card(card) for card in pair]
        numbers = ",".join(map(str, pair))
        found |= {"".join(texts), ",".join(texts), f"[{numbers}]", f"({numbers})"}
        found |= {'"' + '","'.join(texts) + '"'}
    return found


def _without_spaces(text: str) -> str:
    return re.sub(r"\s", "", html.unescape(text))


@pytest.mark.usefixtures("solved_spot")
def test_no_address_tells_anybody_a_hand_that_was_folded() -> None:
    """Also after the match, and staff who give no reason: the table reveals what was shown."""
    table, people = start_duel(deals=2, open_after="shown")
    (stranger,) = make_people(1)
    staff = client_of(admin_user())
    readers = [*enumerate(map(browser, people)), (None, browser(stranger)), (None, browser(None))]
    for deal in (1, 2):
        live = live_of(table)
        legal = live.game.legal_actions(live.state, live.state.active)
        take(table, next(one for one in legal if isinstance(one, Bet)))
        hands = [_ways_to_write(hand) for hand in live.state.hands]

        def check(texts: Iterator[str], seat: int | None, hands: list[set[str]] = hands) -> None:
            hidden = {way for owner, ways in enumerate(hands) if owner != seat for way in ways}
            for text in texts:
                assert not [way for way in hidden if way in _without_spaces(text)]

        check(_staff_answers(staff, table), None)
        take(table, Fold())
        for seat, client in readers:
            check(_answers(client, table, deal), seat)
        if deal == 1:
            check(_staff_answers(staff, table), None)
            deal_now(table)
    assert live_of(table).info.status == "over"
    own = "".join(_answers(browser(people[0]), table, 2))
    assert [way for way in hands[0] if way in _without_spaces(own)]

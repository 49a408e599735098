"""At a stud table that reveals what was shown, no address tells what a person folded or mucked."""

from __future__ import annotations

import json
import re
import secrets
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.stud.actions import Call, Check, Fold
from games.tables import services
from games.tables.eventlog import live_table
from games.tables.eventlog.live_table import LiveTable
from games.tables.events.table_config import TableConfig
from games.tables.models import Player, Round, Table
from games.tables.services import Move
from tests.tables.conftest import command, make_people
from tests.tables.peak import deal_now, live_of, make
from tests.tables.test_secrets import browser

pytestmark = pytest.mark.database

FOLDER, MUCKER, OTHER, BOT = range(4)
MOST_DEALS = 60


def start_match(deals: int = MOST_DEALS) -> tuple[Table, list[Player]]:
    """Start a match of three persons and a bot."""
    people = make_people(3)
    options = {"deals": deals, "sequence": ["stud"]}
    config = TableConfig("stud", 4, options, open_after="shown")
    table = services.create_table(config, people[0])
    for seat, player in enumerate(people):
        services.sit(table, player, seat, secrets.token_hex(16))
    services.fill(table, people[0], "lv0")
    services.start(table, people[0])
    return table, people


def play_deal(table: Table) -> LiveTable:
    """Play the present deal: one person folds, all others check and call."""
    while True:
        live = live_of(table)
        seat = live.state.active
        if seat is None:
            return live
        legal = live_table.legal_actions(live, seat)
        wanted = (Fold(),) if seat == FOLDER else (Check(), Call())
        action = next((one for one in wanted if one in legal), legal[0])
        moved_by: Any = "bot" if seat == BOT else "person"
        version = live.info.seats[seat].version
        make(table, Move(seat, version, action, command(), live.seq, moved_by))


def hidden_seats(live: LiveTable, viewer: int | None) -> list[int]:
    """List the persons whose hands this viewer may never see."""
    people = [seat for seat in (FOLDER, MUCKER, OTHER) if seat != viewer]
    return [seat for seat in people if not live.state.shown[seat]]


def closed_hands(live: LiveTable) -> bool:
    """Return whether one person has folded, who may not do so while checking is free, and one mucked."""
    return FOLDER in hidden_seats(live, None) and MUCKER in live.state.mucked


def answers(client: Client, table: Table, deal: int) -> Iterator[str]:
    """Yield what every address about a deal answers."""
    viewers = ("", "0", "1", "2", "3", "spectator", "all")
    for name in ("frames", "deal_file"):
        for viewer in viewers:
            query = {"deal": deal, "eyes": viewer, "last": 200, "first": 1}
            yield client.get(reverse(name, args=[table.code]), query).content.decode()
    for seat in range(4):
        for step in (8, 20):
            query = {"deal": deal, "seat": seat, "at": step}
            yield client.get(reverse("bot_analysis", args=[table.code]), query).content.decode()
    yield client.get(reverse("analysis", args=[table.code]), {"deal": deal}).content.decode()
    yield client.get(reverse("record", args=[table.code])).content.decode()


def dictionaries(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every object within a JSON value."""
    if isinstance(value, dict):
        yield value
    parts = value.values() if isinstance(value, dict) else value
    for part in parts if isinstance(value, dict | list) else ():
        yield from dictionaries(part)


def check_json(text: str, deal: int, hidden: list[int]) -> int:
    """Check the cards of one deal in a JSON answer; return how many hands it leaves closed."""
    closed, current = 0, deal
    for one in dictionaries(json.loads(text)):
        if one.get("type") == "DealStarted":
            current = one["deal"]
        if "deck" in one:
            assert set(one["deck"]) == {None}
        if one.get("type") == "CardsDealt" and current == deal:
            assert all(set(one["down"][seat]) <= {None} for seat in hidden)
            closed += len(hidden)
        if "pots" in one.get("table", {}) and "seats" in one and one.get("deal") == deal:
            assert all(set(one["seats"][seat]["down"]) <= {None} for seat in hidden)
            closed += len(hidden)
        if (named := re.match(r"d(\d)\.", str(one.get("about", "")))) is not None:
            assert int(named[1]) not in hidden
    return closed


def check_file(text: str, live: LiveTable, hidden: list[int]) -> int:
    """Check the cards in a PHH file; return how many hands it leaves closed."""
    fields = tomllib.loads(text)
    for seat in hidden:
        number = f"p{fields['seats'].index(seat + 1) + 1}"
        dealt = [
            line.split()[3] for line in fields["actions"] if line.startswith(f"d dh {number} ")
        ]
        assert "".join(dealt).count("??") == len(live.state.down[seat])
    return len(hidden)


def check_deal(table: Table, live: LiveTable, people: list[Player], deal: int) -> int:
    """Check every answer about a deal for every reader."""
    closed = 0
    rounds = Round.objects.filter(table=table)
    seeds = [bytes(row.secret).hex() for row in rounds] + [live.seed(deal).hex()]
    for viewer, player in [*enumerate(people), (None, None)]:
        hidden = hidden_seats(live, viewer)
        for text in answers(browser(player), table, deal + 1):
            assert not any(seed in text for seed in seeds)
            if text.startswith("{"):
                closed += check_json(text, deal, hidden)
            elif text.startswith("variant"):
                closed += check_file(text, live, hidden)
    return closed


@pytest.mark.timeout(300)
def test_what_persons_folded_and_mucked_stays_closed_for_ever() -> None:
    table, people = start_match()
    live = play_deal(table)
    while not closed_hands(live) and live.round + 1 < MOST_DEALS:
        deal_now(table)
        live = play_deal(table)
    deal = live.round
    assert closed_hands(live)
    assert check_deal(table, live, people, deal) > 50


def test_the_bots_hand_opens_with_the_deal() -> None:
    table, people = start_match(deals=1)
    live = play_deal(table)
    assert live.info.status == "over"
    text = browser(people[FOLDER]).get(reverse("deal_file", args=[table.code])).content.decode()
    fields = tomllib.loads(text)
    number = f"p{fields['seats'].index(BOT + 1) + 1}"
    dealt = [line.split()[3] for line in fields["actions"] if line.startswith(f"d dh {number} ")]
    assert "??" not in "".join(dealt)
    assert check_deal(table, live, people, 0) > 50


def test_a_deal_is_downloaded_when_it_is_over() -> None:
    table, people = start_match(deals=2)
    address = reverse("deal_file", args=[table.code])
    refused = browser(people[0]).get(address)
    assert refused.status_code == 403 and refused.json()["code"] == "not_open"
    play_deal(table)
    answer = browser(people[0]).get(address)
    assert answer.status_code == 200
    assert f'filename="stud-{table.code}-deal-1.phh"' in answer["Content-Disposition"]
    assert browser(people[0]).get(address, {"deal": 2}).status_code == 400
    assert browser(people[0]).get(address, {"eyes": "1"}).status_code == 403
    assert Client().get("/t/nowhere1/deal/").status_code == 404

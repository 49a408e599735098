"""No address reveals to anybody what they may not know while a game runs."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.tables.eventlog import live_table
from games.tables.models import Player, Round, Table
from games.tables.realtime import identity
from tests.tables.conftest import make_people, start_table
from tests.tables.played_games import play

pytestmark = pytest.mark.database

TABLE = ("table", "replay", "frames", "deal_file", "record", "hint", "advice", "bot_analysis", "qr")


def browser(player: Player | None) -> Client:
    client = Client()
    if player is not None:
        session = client.session
        session[identity.SESSION_PLAYER_KEY] = str(player.pk)
        session.save()
    return client


def addresses(table: Table) -> list[str]:
    """Return every address of a table, with every viewer one might ask for."""
    found = [reverse(name, args=[table.code]) for name in TABLE]
    viewer = ("0", "1", "2", "spectator", "all", "-1", "99", "None")
    found += [f"{reverse('frames', args=[table.code])}?eyes={one}" for one in viewer]
    found += [f"{reverse('bot_analysis', args=[table.code])}?seat={one}&at=1" for one in viewer[:3]]
    found += [f"{reverse('replay', args=[table.code])}?eyes={one}" for one in viewer]
    found += [
        f"/admin/tables/table/{table.pk}/{page}"
        for page in ("", "change/", "export/", "log/?eyes=all")
    ]
    return [*found, "/", "/me/", "/admin/tables/table/"]


def hidden(table: Table, seat: int | None) -> list[str]:
    """Return what must not be in any answer to this seat: other hands, the centre, secrets and seeds."""
    live = live_table.catch_up(table.pk)
    rounds = Round.objects.filter(table=table)
    secrets_of_rounds = [bytes(row.secret).hex() for row in rounds] + [live.seed(0).hex()]
    hands = [hand for owner, hand in enumerate(live.state.hands) if owner != seat]
    return secrets_of_rounds + [
        json.dumps(numbers, separators=(",", ":")) for numbers in (*hands, live.state.centre)
    ]


@pytest.mark.parametrize("who", ["player", "outsider", "nobody", "account"])
def test_no_address_tells_what_is_hidden(who: str) -> None:
    ann, ben = make_people(2)
    table = play(start_table([ann, ben], bots=1), moves=4)
    assert table.status == "playing"
    player = {"player": ben, "outsider": make_people(1)[0]}.get(who)
    client = browser(player)
    if who == "account":
        client.force_login(User.objects.create_user("somebody"))
    secrets = hidden(table, 1 if who == "player" else None)
    for address in addresses(table):
        answer = client.get(address, follow=True)
        body = b"".join(answer) if answer.streaming else answer.content
        text = re.sub(r"\s", "", body.decode(errors="replace"))
        assert answer.status_code < 500, address
        for secret in secrets:
            assert secret not in text, address
        assert '"action":{' not in text, address


def test_the_test_would_see_it() -> None:
    """The same search finds the hands once the game is over."""
    table = play(start_table(make_people(2), turn_cap=1))
    secrets = hidden(table, None)
    answer = browser(None).get(reverse("record", args=[table.code])).content.decode()
    text = re.sub(r"\s", "", answer)
    assert all(secret in text for secret in secrets)

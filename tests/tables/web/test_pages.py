"""Pages that friends open first: the invitation and its preview, the rules, what is not found."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from games.catalog import GAMES
from games.tables import services
from games.tables.events.table_config import TableConfig
from games.tables.models import LogEntry, Player, Presence, Seat, Table
from project.settings import ROOT
from tests.tables.conftest import make_people, start_table

pytestmark = pytest.mark.database
SCRAPER = {"user-agent": "WhatsApp/2.23.20.0 A", "accept": "*/*"}


def stored() -> list[object]:
    """Everything a visit could have written."""
    return [list(kind.objects.values()) for kind in (Player, Table, Seat, LogEntry, Presence)]


def preview(table: Table) -> dict[str, str]:
    """Fetch a table's page as a service that previews links does; return its properties."""
    client, before = Client(headers=SCRAPER), stored()
    answer = client.get(f"/t/{table.code}/")
    assert answer.status_code == 200
    assert stored() == before
    assert not Session.objects.exists()
    assert "sessionid" not in answer.cookies
    found = re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)"', answer.content.decode())
    return {name: unescape(text).strip() for name, text in found}


def open_for(host: Player, game: str = "nana", seats: int = 2) -> Table:
    table = services.create_table(TableConfig(game, seats, {}), host)
    services.sit(table, host)
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_preview_says_who_invites_to_which_game_and_changes_nothing(game: str) -> None:
    (host,) = make_people(1)
    services.rename(host, 'Noble "H" & <Hare>')
    texts = preview(open_for(host, game))
    assert texts["og:title"] == f'Noble "H" & <Hare> invites you to {GAMES[game].title}'
    assert len(re.findall(r"[.!]\s*", texts["og:description"])) == 3
    assert re.fullmatch(rf"http://testserver/static/.*preview-{game}.*\.jpg", texts["og:image"])
    assert texts["og:url"].startswith("http://testserver/t/")
    assert (ROOT / "static" / "img" / f"preview-{game}.jpg").read_bytes()[:3] == b"\xff\xd8\xff"


def test_a_preview_of_a_game_that_runs_or_is_over_names_nobody() -> None:
    ann, ben = make_people(2)
    services.rename(ann, "Annabel Unmistakable")
    table = start_table([ann, ben])
    assert preview(table)["og:title"] == "NANA at Glass Table"
    services.resign(table, ann)
    assert preview(table)["og:title"] == "NANA at Glass Table"
    assert "Annabel" not in Client().get(f"/t/{table.code}/").content.decode()


def test_the_name_given_at_the_invitation_is_the_name_at_the_table() -> None:
    (host,) = make_people(1)
    table, guest = open_for(host, seats=3), Client(headers={"accept": "application/json"})
    sit = f"/t/{table.code}/sit/"
    for name, face, code in (("x" * 25, "", "bad_name"), ("Mei", "-1", "bad_face")):
        answer = guest.post(sit, {"name": name, "face": face})
        assert (answer.status_code, answer.json()["code"]) == (400, code)
        assert Seat.objects.filter(table=table, player__isnull=False).count() == 1
    assert guest.post(sit, {"name": " Mei ", "face": "27"}).json()["name"] == "Mei"
    (me,) = Player.objects.filter(name="Mei")
    assert me.face == 27
    unnamed = Client(headers={"accept": "application/json"})
    assert unnamed.post(sit, {"name": ""}).json()["name"]


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_one_tap_from_the_home_page(game: str) -> None:
    assert f'href="/rules/{game}/"' in Client().get("/").content.decode()
    page = Client().get(f"/rules/{game}/").content.decode()
    assert GAMES[game].title in page


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/t/nosuchcode/", "There is no table “nosuchcode”"),
        ("/t/nosuchcode/replay/", "There is no replay of a table “nosuchcode”"),
        ("/rules/chess/", "There is no game “chess” here"),
        ("/nowhere/<b>/", "Nothing is found at /nowhere/&lt;b&gt;/"),
    ],
)
def test_a_page_that_is_not_there_says_what_was_not_found(path: str, says: str) -> None:
    answer = Client().get(path)
    assert answer.status_code == 404
    assert says in answer.content.decode()


PAGES = ("/", "/me/", "/rules/nana/", "/account/in/", "/account/new/", "/me/device/", "/nowhere/")


@pytest.mark.parametrize("path", PAGES)
def test_every_page_has_a_place_for_the_settings(path: str) -> None:
    page = Client().get(path).content.decode()
    assert page.count('id="settings"') == 1
    assert 'id="settings"' in page
    assert (
        'type="module"' in page
    )  # its module draws the settings there: tests/browser/test_friends

"""The profile: what was played is counted once, abandoned games apart, with few queries."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from games.tables.models import Player, Result, Seat, Table
from games.tables.queries import profile
from games.tables.queries.profile import WinRecord
from games.tables.realtime import identity

pytestmark = pytest.mark.database
NOW = timezone.now()


def played(player: Player, **fields: object) -> Result:
    at = fields.pop("ago", 0)
    table = Table.objects.create(game="nana", size=4, status="over")
    values = {"won": False, "levels": "easy", "people": 1, "score": 1.0, "reason": "trios"}
    return Result.objects.create(
        table=table,
        player=player,
        seat=0,
        game=fields.pop("game", "nana"),
        at=NOW - timedelta(hours=at),
        **(values | fields),
    )


def browser(player: Player | None) -> Client:
    client = Client()
    if player is not None:
        session = client.session
        session[identity.SESSION_PLAYER_KEY] = str(player.pk)
        session.save()
    return client


def test_games_are_counted_by_game_and_level_and_abandoned_apart() -> None:
    player = Player.objects.create()
    played(player, won=True)
    played(player)
    played(player, won=True, shared=True, levels="easy hard")
    played(player, levels="", people=2)
    played(player, won=True, abandoned=True)
    played(player, won=True, game="gone", levels="odd")
    played(Player.objects.create(), won=True)
    nana, gone = profile.stats_by_game(player)
    assert nana.all == WinRecord(played=4, won=2, shared=1, abandoned=1)
    levels = dict(nana.levels)
    assert levels["easy"] == WinRecord(3, 2, 1, 1)
    assert levels["normal"] == WinRecord()
    assert levels["hard"] == WinRecord(1, 1, 1, 0)
    assert nana.people == WinRecord(1, 0, 0, 0)
    assert gone.title == "gone"
    assert gone.levels == (("odd", WinRecord(1, 1, 0, 0)),)
    assert profile.total([nana, gone]) == WinRecord(5, 3, 1, 1)


def test_a_share_is_as_sure_as_its_games() -> None:
    assert WinRecord(1, 1).confidence_interval == (21, 100)
    assert WinRecord(1, 0).confidence_interval == (0, 79)
    assert WinRecord(10, 5).confidence_interval == (24, 76)
    assert WinRecord(1000, 500).confidence_interval == (47, 53)
    assert (WinRecord(10, 5).share, WinRecord().share) == (50, 0)
    assert WinRecord(0, 0, 0, 3).confidence_interval == (0, 100)


def test_the_page_tells_it() -> None:
    player = Player.objects.create(name="Quick Fox")
    won = played(player, won=True, people=3)
    played(player, abandoned=True)
    page = browser(player).get("/me/").content.decode()
    text = " ".join(strip_tags(page).split())
    assert "Quick Fox" in text
    assert "<dt>Played</dt><dd>1</dd>" in page
    assert "Abandoned: a bot made more than a third" in text
    assert "2 other people" in text
    assert f"/t/{won.table.code}/replay/" in page
    assert "style=" not in page


def test_a_visitor_who_never_played_reads_so_and_nothing_is_created() -> None:
    assert "not played here yet" in browser(None).get("/me/").content.decode()
    assert not Player.objects.exists()
    guest = Player.objects.create()
    assert "No game finished yet" in browser(guest).get("/me/").content.decode()


def test_only_abandoned_games_make_no_share() -> None:
    player = Player.objects.create()
    played(player, won=True, abandoned=True)
    page = browser(player).get("/me/").content.decode()
    assert "100 %" not in page


def test_the_list_is_paged_latest_first() -> None:
    player = Player.objects.create()
    codes = [played(player, ago=ago).table.code for ago in range(45)]
    client = browser(player)
    first = client.get("/me/").content.decode()
    assert [code in first for code in codes] == [True] * 20 + [False] * 25
    last = client.get("/me/?page=3").content.decode()
    assert [code in last for code in codes] == [False] * 40 + [True] * 5
    assert client.get("/me/?page=nonsense").status_code == 200
    assert client.get("/me/?page=99").content.decode().count('class="result"') == 5


def test_the_number_of_queries_does_not_grow(django_assert_num_queries) -> None:
    few, many = Player.objects.create(), Player.objects.create()
    played(few)
    for ago in range(60):
        levels = ("easy", "normal hard", "")[ago % 3]
        played(many, ago=ago, levels=levels, people=1 + ago % 4)
    for player in (few, many):
        client = browser(player)
        with django_assert_num_queries(5):  # session, player, figures, count, list
            client.get("/me/")


def test_the_name_is_changed_where_one_is() -> None:
    player = Player.objects.create()
    client = browser(player)
    assert client.post("/me/", {"name": "Ada", "next": "/me/"})["Location"] == "/me/"
    assert client.post("/me/", {"name": "Ada L"})["Location"] == "/"
    assert client.post("/me/", {"name": "Eve", "next": "//elsewhere.example"})["Location"] == "/"
    assert Player.objects.get(pk=player.pk).name == "Eve"


def test_each_game_of_the_list_says_what_was_played_and_against_whom() -> None:
    player = Player.objects.create()
    played(player, game="gone", levels="odd", people=1, ago=2)
    played(player, game="nana", levels="easy hard", people=4, ago=1)
    later, earlier = profile.page(player, None).object_list
    assert (later.title, later.level_names, later.others) == ("NANA", ["easy", "hard"], 3)
    assert (earlier.title, earlier.level_names, earlier.others) == ("gone", ["odd"], 0)


def test_a_guest_brings_finished_and_running_games_along_and_an_account_nothing() -> None:
    assert profile.guest_summary(None) == {"games": 0, "running": 0}
    guest = Player.objects.create()
    played(guest)
    running = Table.objects.create(game="nana", size=2, status="playing")
    Seat.objects.create(table=running, index=1, player=guest)
    over = Table.objects.create(game="nana", size=2, status="over")
    Seat.objects.create(table=over, index=0, player=guest)
    assert profile.guest_summary(guest) == {"games": 1, "running": 1}
    guest.user = User.objects.create_user("ann")
    assert profile.guest_summary(guest) == {"games": 0, "running": 0}

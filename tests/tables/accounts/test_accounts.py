"""Accounts and devices: nothing played is lost, and nobody gets into somebody else's account."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.tables import services, throttle
from games.tables.accounts import device_links, merge
from games.tables.eventlog import live_table
from games.tables.events.table_config import TableConfig
from games.tables.models import DevicePass, Player, Result, Seat, Table
from games.tables.realtime import identity
from games.tables.sockets.table_consumer import CLOSED_SIGNED_OUT
from tests.services import Redis
from tests.tables.conftest import make_people, start_table
from tests.tables.socket_clients import MESSAGE_TIMEOUT_SECONDS, Tab, open_tab

pytestmark = pytest.mark.database
User = get_user_model()
PASSWORD = "seven sevens win"


@pytest.fixture(autouse=True)
def no_tries_yet() -> None:
    cache.clear()


def visitor(player: Player | None = None) -> Client:
    """A browser, of this guest if one is given."""
    client = Client()
    if player is not None:
        session = client.session
        session[identity.SESSION_PLAYER_KEY] = str(player.pk)
        session.save()
    return client


def sign_up(client: Client, name: str = "ada", **fields: str):
    form = {"username": name, "password1": PASSWORD, "password2": PASSWORD, **fields}
    return client.post("/account/new/", form)


def sign_in(client: Client, name: str = "ada", password: str = PASSWORD, **fields: str):
    return client.post("/account/in/", {"username": name, "password": password, **fields})


def account(name: str = "ada") -> Player:
    user = User.objects.create_user(name, password=PASSWORD)
    return Player.objects.create(name=name.title(), user=user)


def who(client: Client) -> Player | None:
    return identity.player_from_session(client.session)


def result(table: Table, player: Player, seat: int = 0) -> Result:
    return Result.objects.create(
        table=table,
        player=player,
        seat=seat,
        game="nana",
        won=True,
        score=3.0,
        reason="trios",
        people=1,
        at=timezone.now(),
    )


def finished(player: Player) -> Result:
    table = Table.objects.create(game="nana", size=2, status="over", host=player)
    Seat.objects.create(table=table, index=0, player=player)
    return result(table, player)


# --- signing up, in and out ------------------------------------------------------------------------


def test_a_guest_who_signs_up_keeps_name_seats_and_history() -> None:
    (guest,) = make_people(1)
    table, old = start_table([guest], bots=1), finished(guest)
    client = visitor(guest)
    key = client.session.session_key
    assert sign_up(client)["Location"] == "/me/"
    player = who(client)
    assert player == guest
    assert player.name == guest.name
    assert player.user.get_username() == "ada"
    assert Seat.objects.get(table=table, index=0).player == player
    assert Result.objects.get(pk=old.pk).player == player
    assert client.session.session_key != key
    assert "ada" in client.get("/me/").content.decode()


def test_a_new_visitor_who_signs_up_is_called_by_their_sign_in_name() -> None:
    client = visitor()
    sign_up(client)
    assert who(client).name == "ada"
    assert Player.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"username": "ADA"}, "id_username_error"),
        ({"username": "x" * 31}, "id_username_error"),
        ({"username": "a b"}, "id_username_error"),
        ({"password1": "short", "password2": "short"}, "id_password1_error"),
        ({"password1": "12345678901", "password2": "12345678901"}, "id_password1_error"),
        ({"password2": "another thing"}, "id_password2_error"),
    ],
)
def test_what_is_wrong_is_said_beside_the_field(fields: dict[str, str], field: str) -> None:
    account()
    client = visitor()
    answer = client.post(
        "/account/new/",
        {"username": "grace", "password1": PASSWORD, "password2": PASSWORD, **fields},
    )
    page = answer.content.decode()
    assert re.findall(r'<ul class="errorlist" id="(\w+)"', page) == [field]
    assert re.search(rf'aria-describedby="[^"]*{field}', page)
    assert User.objects.count() == 1
    assert who(client) is None


def test_the_sign_up_page_says_what_a_forgotten_password_means() -> None:
    page = visitor().get("/account/new/").content.decode()
    assert "no e-mail" in page
    assert 'type="email"' not in page


def test_who_is_signed_in_makes_no_second_account() -> None:
    client = visitor()
    sign_up(client)
    assert sign_up(client, "grace")["Location"] == "/me/"
    assert User.objects.count() == 1


def test_signing_in_finds_the_accounts_player_and_cycles_the_session_key() -> None:
    player = account()
    client = visitor()
    client.get("/")
    session = client.session
    session["x"] = 1
    session.save()
    key = session.session_key
    assert sign_in(client)["Location"] == "/"
    assert who(client) == player
    assert client.session.session_key != key


def test_signing_in_to_the_admin_finds_the_player_too() -> None:
    User.objects.create_superuser("root", password=PASSWORD)
    (guest,) = make_people(1)
    client = visitor(guest)
    client.post("/admin/login/?next=/admin/", {"username": "root", "password": PASSWORD})
    assert who(client) == guest
    assert who(client).user.get_username() == "root"


def test_signing_out_is_a_post_and_leaves_nobody() -> None:
    client = visitor()
    sign_up(client)
    assert client.get("/account/out/").status_code == 405
    assert who(client) is not None
    assert client.post("/account/out/")["Location"] == "/"
    assert who(client) is None
    assert Player.objects.get(user__username="ada")


@pytest.mark.parametrize("page", ["/account/new/", "/account/in/"])
@pytest.mark.parametrize(
    ("target", "followed"),
    [
        ("/t/abc/", True),
        ("/me/?page=2", True),
        ("https://elsewhere.example/", False),
        ("//elsewhere.example/", False),
        ("/\\elsewhere.example/", False),
        ("javascript:alert(1)", False),
    ],
)
def test_next_is_followed_within_the_site_only(page: str, target: str, followed: bool) -> None:
    client = visitor()
    if page == "/account/in/":
        account()
        answer = sign_in(client, next=target)
    else:
        answer = sign_up(client, next=target)
    assert answer.status_code == 302
    assert (answer["Location"] == target) is followed
    if not followed:
        assert answer["Location"] in ("/", "/me/")
    form = visitor().get(page, {"next": target}).content.decode()
    assert ('name="next" value=""' in form) is not followed


@pytest.mark.parametrize("page", ["/account/new/", "/account/in/", "/me/", "/me/device/"])
def test_a_get_makes_nobody_a_player_and_no_session(page: str) -> None:
    client = visitor()
    assert client.get(page).status_code == 200
    assert not Player.objects.exists()
    assert not DevicePass.objects.exists()
    assert "sessionid" not in client.cookies


# --- what a guest brings along -----------------------------------------------------------------------


def test_a_guest_who_signs_in_brings_their_seats_and_results() -> None:
    mine = account()
    guest, friend = make_people(2)
    running, old = start_table([guest, friend]), finished(guest)
    waiting = services.create_table(TableConfig("nana", 3, {}), guest)
    services.sit(waiting, guest)
    client = visitor(guest)
    assert "1 finished game" in client.get("/account/in/").content.decode()
    sign_in(client)
    assert who(client) == mine
    for table in (running, waiting, old.table):
        assert Seat.objects.get(table=table, index=0).player == mine
        assert Table.objects.get(pk=table.pk).host == mine
    assert Result.objects.get(pk=old.pk).player == mine
    assert live_table.catch_up(running.pk).info.seats[0].name == "Ada"
    assert live_table.catch_up(waiting.pk).info.seats[0].name == "Ada"
    assert not Seat.objects.filter(player=guest).exists()
    assert Seat.objects.get(table=running, index=1).player == friend


def test_at_a_table_where_the_account_sits_itself_a_person_counts_once() -> None:
    mine = account()
    (guest,) = make_people(1)
    running, done = start_table([mine, guest]), finished(mine)
    Seat.objects.create(table=done.table, index=1, player=guest)
    second = result(done.table, guest, seat=1)
    waiting = services.create_table(TableConfig("nana", 2, {}), guest)
    services.sit(waiting, guest, 0)
    services.sit(waiting, mine, 1)
    merge.merge_guest(guest, mine)
    assert Seat.objects.get(table=running, index=0).player == mine
    assert Seat.objects.get(table=running, index=1).player == guest
    assert [seat_info.bot for seat_info in live_table.catch_up(running.pk).info.seats] == [
        None,
        "easy",
    ]
    assert Result.objects.get(pk=second.pk).player == guest
    assert live_table.catch_up(waiting.pk).info.free == (
        0,
    )  # the second seat of a waiting table is freed
    assert Table.objects.get(pk=waiting.pk).host == mine


def test_joining_twice_is_joining_once() -> None:
    mine = account()
    (guest,) = make_people(1)
    table = start_table([guest], bots=1)
    merge.merge_guest(guest, mine)
    seq = live_table.catch_up(table.pk).seq
    merge.merge_guest(guest, mine)
    assert live_table.catch_up(table.pk).seq == seq
    assert Seat.objects.get(table=table, index=0).player == mine


def test_what_staff_decided_goes_with_the_person() -> None:
    mine = account()
    guest = Player.objects.create(muted=True)
    merge.merge_guest(guest, mine)
    assert Player.objects.get(pk=mine.pk).muted


def test_another_account_is_left_alone() -> None:
    """Signing in to a second account on the same device moves nothing between the two."""
    first, second = account(), account("grace")
    table = start_table([first], bots=1)
    client = visitor()
    sign_in(client)
    sign_in(client, "grace")
    assert who(client) == second
    assert Seat.objects.get(table=table, index=0).player == first


async def test_a_socket_of_an_account_needs_the_signing_in() -> None:
    """A session that merely names an account's player is nobody, at the socket too."""

    def make() -> tuple[Table, Player]:
        mine = account()
        return start_table([mine], bots=1), mine

    table, mine = await database_sync_to_async(make)()
    tab = await open_tab(table, mine)  # the session holds the player's id, and no sign-in
    assert tab.page["seat"] is None
    await tab.leave()


def signed_in_at_a_table() -> tuple[Table, Client, str]:
    """An account's game, the device it is signed in on, and that device's cookie."""
    table, device = start_table([account()], bots=1), visitor()
    sign_in(device)
    return table, device, f"{settings.SESSION_COOKIE_NAME}={device.session.session_key}"


@pytest.mark.parametrize("way", ["signs out", "new password", "closed by staff"])
async def test_an_open_socket_ends_with_its_signing_in(way: str) -> None:
    """Whoever is shut out sees no more cards: the socket is closed, and comes back as nobody."""

    def leave() -> None:
        if way == "signs out":
            device.post("/account/out/")
        elif way == "new password":
            elsewhere = visitor()
            sign_in(elsewhere)
            change(elsewhere)
        else:
            user = User.objects.get(username="ada")
            user.is_active = False
            user.save()

    table, device, cookie = await database_sync_to_async(signed_in_at_a_table)()
    tab = await Tab(table, cookie).enter()
    assert tab.page["seat"] == 0
    await database_sync_to_async(leave)()
    output = await tab.socket.receive_output(MESSAGE_TIMEOUT_SECONDS)
    while output["type"] == "websocket.send":
        output = await tab.socket.receive_output(MESSAGE_TIMEOUT_SECONDS)
    assert (output["type"], output["code"]) == ("websocket.close", CLOSED_SIGNED_OUT)
    await tab.leave()
    again = await Tab(table, cookie).enter()
    assert again.page["seat"] is None
    await again.leave()


async def test_a_socket_stays_when_others_come_and_when_its_account_signs_in_elsewhere() -> None:
    table, _, cookie = await database_sync_to_async(signed_in_at_a_table)()
    tab = await Tab(table, cookie).enter()
    other = await open_tab(table)
    await tab.until("people", watching=1)
    await database_sync_to_async(sign_in)(visitor())
    await other.leave()
    await tab.until("people", watching=0)
    await tab.leave()


def test_the_end_of_a_passers_session_notifies_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    start_table([account()], bots=1)
    guest = visitor()
    session = guest.session
    session["seen"] = True
    session.save()
    published: list[Any] = []
    monkeypatch.setattr(merge.pubsub, "publish", published.extend)
    session.delete()
    assert published == []


# --- passwords -----------------------------------------------------------------------------------


def change(client: Client, old: str = PASSWORD, new: str = "three of a kind"):
    form = {"old_password": old, "new_password1": new, "new_password2": new}
    return client.post("/account/password/", form)


def test_a_new_password_signs_other_devices_out_and_ends_passes() -> None:
    player = account()
    here, there = visitor(), visitor()
    sign_in(here)
    sign_in(there)
    token = device_links.issue(player)
    assert change(here)["Location"] == "/me/"
    assert who(here) == player
    assert who(there) is None
    assert there.get("/account/password/")["Location"] == "/account/in/?next=/account/password/"
    assert device_links.peek(token) is None
    assert "Your password is changed" in here.get("/me/").content.decode()
    sign_in(there, password="three of a kind")
    assert who(there) == player


def test_changing_a_password_needs_the_old_one_and_a_good_new_one() -> None:
    account()
    client = visitor()
    assert client.get("/account/password/")["Location"].startswith("/account/in/")
    sign_in(client)
    assert 'id="id_old_password_error"' in change(client, old="wrong").content.decode()
    assert 'id="id_new_password1_error"' in change(client, new="12345678").content.decode()
    assert User.objects.get(username="ada").check_password(PASSWORD)


def test_after_a_few_wrong_passwords_even_the_right_one_waits() -> None:
    account()
    client = visitor()
    for _ in range(throttle.MAX_TRIES):
        assert sign_in(client, password="wrong").status_code == 200
    answer = sign_in(client)
    assert answer.status_code == 429
    assert "Wait five minutes" in answer.content.decode()
    assert who(client) is None


def test_a_strangers_guesses_do_not_lock_the_owner_out() -> None:
    player = account()
    stranger, owner = visitor(), visitor()
    for _ in range(throttle.MAX_TRIES + 1):
        stranger.post(
            "/account/in/",
            {"username": "ada", "password": "wrong"},
            REMOTE_ADDR="198.51.100.7",
        )
    sign_in(owner)
    assert who(owner) == player


def test_one_address_cannot_try_a_password_on_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "MAX_TRIES_PER_NAME", 8)
    account()
    client = visitor()
    for name in "abcdefgh":
        assert sign_in(client, name, "password").status_code == 200
    assert sign_in(client).status_code == 429


def test_one_address_cannot_take_all_the_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "OPENED", 2)
    for name in ("one", "two"):
        assert sign_up(visitor(), name).status_code == 302
    answer = sign_up(visitor(), "three")
    assert answer.status_code == 429
    assert "Too many new accounts" in answer.content.decode()
    assert not User.objects.filter(username="three").exists()


def test_addresses_of_one_ipv6_network_are_one_place() -> None:
    account()
    client = visitor()
    for at in range(throttle.MAX_TRIES + 1):
        answer = client.post(
            "/account/in/",
            {"username": "ada", "password": "wrong"},
            REMOTE_ADDR=f"2001:db8::{at + 1}",
        )
    assert answer.status_code == 429


def test_a_right_password_is_forgiven_the_wrong_ones() -> None:
    account()
    client = visitor()
    for _ in range(3):
        for _ in range(throttle.MAX_TRIES - 1):
            sign_in(client, password="wrong")
        assert sign_in(client).status_code == 302


def test_the_admins_sign_in_and_the_old_password_are_throttled_too() -> None:
    User.objects.create_superuser("root", password=PASSWORD)
    client = visitor()
    sign_in(client, "root")
    for _ in range(throttle.MAX_TRIES):
        change(client, old="wrong")
    assert "Wait five minutes" in change(client).content.decode()
    client.post("/account/out/")
    client.post("/admin/login/", {"username": "root", "password": PASSWORD})
    assert who(client) is None


def test_the_counters_live_in_redis_too(redis: Redis, settings: Any) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": redis.url,
        },
    }
    account()
    client = visitor()
    assert sign_in(client).status_code == 302
    client.post("/account/out/")
    for _ in range(throttle.MAX_TRIES):
        assert sign_in(client, password="wrong").status_code == 200
    assert sign_in(client).status_code == 429


def test_without_the_cache_people_still_get_in(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*arguments: object) -> None:
        raise ConnectionError("the cache is away")

    for method in ("add", "incr", "decr", "delete"):
        monkeypatch.setattr(throttle.cache, method, away)
    player = account()
    client = visitor()
    sign_in(client)
    assert who(client) == player


# --- another device ---------------------------------------------------------------------------------


def code_of(client: Client) -> str:
    page = client.post("/me/device/").content.decode()
    found = re.search(r'value="http://testserver(/go/[\w-]+/)"', page)
    assert found is not None
    return found[1]


def test_a_guest_continues_as_themselves_on_another_device() -> None:
    (guest,) = make_people(1)
    table = start_table([guest], bots=1)
    here, there = visitor(guest), visitor()
    link = code_of(here)
    for _ in range(3):  # looking, and any number of link previews, uses nothing up
        assert guest.name in there.get(link).content.decode()
    assert who(there) is None
    assert there.post(link)["Location"] == "/"
    assert who(there) == guest
    assert who(here) == guest
    assert table.code in there.get("/").content.decode()


def test_a_pass_works_once() -> None:
    (guest,) = make_people(1)
    link = code_of(visitor(guest))
    devices = [visitor() for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        codes = list(pool.map(lambda device: device.post(link).status_code, devices))
    assert sorted(codes) == [302, 410, 410, 410]
    assert sum(who(device) == guest for device in devices) == 1
    assert visitor().get(link).status_code == 410


def test_a_pass_runs_out() -> None:
    (guest,) = make_people(1)
    link = code_of(visitor(guest))
    DevicePass.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    there = visitor()
    assert there.get(link).status_code == 410
    assert there.post(link).status_code == 410
    assert who(there) is None


def test_a_new_code_ends_the_old_one_and_the_token_is_not_stored() -> None:
    (guest,) = make_people(1)
    here = visitor(guest)
    first, second = code_of(here), code_of(here)
    assert visitor().get(first).status_code == 410
    assert visitor().get(second).status_code == 200
    (row,) = DevicePass.objects.values()
    assert second.split("/")[2] not in str(row)


def test_a_token_that_never_was_is_over_too() -> None:
    assert visitor().get("/go/nothing/").status_code == 410
    assert visitor().post("/go/nothing/").status_code == 410


def test_a_pass_of_an_account_signs_in() -> None:
    player = account()
    here, there = visitor(), visitor()
    sign_in(here)
    key = there.session.session_key
    assert there.post(code_of(here)).status_code == 302
    assert who(there) == player
    assert there.get("/account/password/").status_code == 200
    assert there.session.session_key != key


def test_the_other_devices_guest_brings_their_games_along() -> None:
    phone, desktop = make_people(2)
    old, table = finished(desktop), start_table([desktop], bots=1)
    there = visitor(desktop)
    link = code_of(visitor(phone))
    assert desktop.name in there.get(link).content.decode()
    there.post(link)
    assert who(there) == phone
    assert Result.objects.get(pk=old.pk).player == phone
    assert Seat.objects.get(table=table, index=0).player == phone


def test_an_account_signed_in_there_is_left_whole() -> None:
    mine = account()
    old = finished(mine)
    (guest,) = make_people(1)
    there = visitor()
    sign_in(there)
    link = code_of(visitor(guest))
    assert "signed in as ada" in there.get(link).content.decode()
    there.post(link)
    assert who(there) == guest
    assert there.get("/account/password/").status_code == 302
    assert Result.objects.get(pk=old.pk).player == mine


def test_on_the_same_device_the_pass_is_not_used_up() -> None:
    (guest,) = make_people(1)
    here = visitor(guest)
    link = code_of(here)
    assert "Open this link on the other device" in here.post(link).content.decode()
    assert visitor().get(link).status_code == 200


def test_a_closed_account_has_no_open_doors() -> None:
    player = account()
    client = visitor()
    sign_in(client)
    link = code_of(client)
    User.objects.update(is_active=False)
    assert who(client) is None
    assert visitor().post(link).status_code == 410
    fresh = visitor()
    sign_in(fresh)
    assert who(fresh) is None
    assert Player.objects.get(pk=player.pk).user is not None


def test_pages_of_an_account_are_not_kept_by_browsers() -> None:
    (guest,) = make_people(1)
    here = visitor(guest)
    for answer in (here.post("/me/device/"), here.get("/account/in/"), here.get("/account/new/")):
        assert "no-store" in answer["Cache-Control"]
        assert "style=" not in answer.content.decode()


def test_names_are_not_spell_checked_and_passwords_are_explained() -> None:
    for page in ("/account/in/", "/account/new/"):
        text = Client().get(page).content.decode()
        (name,) = re.findall(r'<input[^>]*name="username"[^>]*>', text)
        assert 'spellcheck="false"' in name
    assert 'maxlength="30"' in name
    assert "At least 8 characters" in text

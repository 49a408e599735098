"""Texts and numbers no database can take are refused with a code, wherever they come in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth import get_user_model
from django.test import Client

from games.tables import services
from games.tables.errors import Refused
from games.tables.models import ChatLine, Player, Report, Table
from games.tables.realtime import identity
from tests.tables.conftest import make_people, start_table
from tests.tables.socket_clients import cookie_of, open_tab

pytestmark = pytest.mark.database
JSON = {"accept": "application/json"}
NUL = "a\x00b"
HUGE = "9" * 30
LONE = "\udc80"
ODD = [NUL, HUGE, "9" * 5000, "-1", "\x7f\x1b", "‮", "１２", "²", "1e9", "[]", ""]


def seated() -> tuple[Client, Table, list[Player]]:
    people_ = make_people(2)
    table = start_table(people_)
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = cookie_of(people_[0]).partition("=")[2]
    return client, table, people_


POSTS = {
    "/play/nana/": ("seats", "level", "speed", "nonce", "first"),
    "/tables/": (
        "game",
        "seats",
        "speed",
        "visibility",
        "clock",
        "open_after",
        "stand_in",
        "seat-1",
    ),
    "/anywhere/nana/": ("nonce",),
    "/me/": ("name", "next"),
    "/account/new/": ("username", "password1", "password2", "next"),
    "/account/in/": ("username", "password", "next"),
    "/i18n/setlang/": ("language", "next"),
    "/t/CODE/sit/": ("seat", "nonce"),
    "/t/CODE/fill/": ("level", "seat"),
    "/t/CODE/remove/": ("seat",),
    "/t/CODE/handover/": ("seat",),
    "/t/CODE/again/": ("nonce",),
    "/t/CODE/report/": ("who", "text"),
}
GETS = {
    "/": ("x",),
    "/me/": ("page",),
    "/account/in/": ("next",),
    "/t/CODE/frames/": ("eyes", "first", "last", "views"),
    "/t/CODE/mind/": ("seat", "at"),
    "/t/CODE/replay/": ("eyes",),
}


@pytest.mark.parametrize("path", POSTS)
def test_odd_fields_are_refused_and_never_an_error(path: str, settings: Any) -> None:
    settings.GLASS_BUDGETS = 0.0
    client, table, _people = seated()
    for field in POSTS[path]:
        for text in ODD:
            answer = client.post(path.replace("CODE", table.code), {field: text}, headers=JSON)
            assert answer.status_code < 500, (field, text)
            if text == NUL:
                assert (answer.status_code, answer.json()["code"]) == (400, "bad_text")


@pytest.mark.parametrize("path", GETS)
def test_odd_questions_are_refused_and_never_an_error(path: str, settings: Any) -> None:
    settings.GLASS_BUDGETS = 0.0
    client, table, _people = seated()
    for field in GETS[path]:
        for text in ODD:
            answer = client.get(path.replace("CODE", table.code), {field: text}, headers=JSON)
            assert answer.status_code < 500, (field, text)
            if text == NUL:
                assert (answer.status_code, answer.json()["code"]) == (400, "bad_text")


def test_staff_pages_refuse_them_too() -> None:
    client, table, _people = seated()
    client.force_login(get_user_model().objects.create_superuser("staff"))
    for path in (
        "/admin/tables/table/?player=%00",
        "/admin/tables/chatline/?q=%00",
        f"/admin/tables/table/?id__exact={HUGE}",
        f"/admin/tables/table/{HUGE}/now/",
        f"/admin/tables/table/{table.pk}/analysis/?seat={HUGE}",
        f"/admin/tables/table/{table.pk}/reason/?what=%00",
        "/go/a%00b/",
        f"/t/{HUGE}/",
    ):
        assert client.get(path).status_code < 500, path
    reason = {"reason": "because " + NUL}
    assert client.post(f"/admin/tables/table/{table.pk}/close/", reason).status_code == 400
    assert Table.objects.get(pk=table.pk).status == "playing"


def test_a_cookie_is_a_text_too() -> None:
    client = Client(raise_request_exception=False)
    for cookie in ('sessionid="aaaaaaaa\\000aaaa"', "sessionid=%00%00%00%00%00%00%00%00"):
        assert client.get("/", headers={"cookie": cookie}).status_code < 500


def test_services_refuse_what_cannot_be_stored() -> None:
    _client, table, people_ = seated()
    services.post_message(table, people_[1], "👍")
    who = identity.public_id(people_[1])
    for text in (NUL, f"a{LONE}"):
        for refuse in (
            lambda text=text: services.post_message(table, people_[0], text),
            lambda text=text: services.report(table, people_[0], who, text),
            lambda text=text: services.rename(people_[0], text),
        ):
            with pytest.raises(Refused) as refused:
                refuse()
            assert refused.value.code in ("bad_text", "bad_name")
    assert (ChatLine.objects.count(), Report.objects.count()) == (1, 0)


async def test_odd_frames_are_refused_and_the_socket_lives(settings: Any) -> None:
    settings.GLASS_BUDGETS = 0.0
    _client, table, people_ = await database_sync_to_async(seated)()
    tab = await open_tab(table, people_[0])
    command = "0" * 32
    legal = tab.page["legal"][0]
    frames: list[str] = ['{"type":"say","text":"\\ud800x"}', '{"type":"say","text":"a\x00b"}']
    for number in (2**31 + 1, 2**63, 2**64, 10**40, -1, 1e300):
        frames += [
            json.dumps({"type": "hello", "seen": number}),
            json.dumps({"type": "ask", "id": number, "action": legal}),
            json.dumps({"type": "act", "command": command, "at": number, "action": legal}),
        ]
        for field in legal:
            for value in (number, NUL):
                action = legal | {field: value}
                frames.append(
                    json.dumps({"type": "act", "command": command, "at": 1, "action": action})
                )
    frames.append(json.dumps({"type": "say", "text": NUL}))
    for frame in frames:
        await tab.send(frame)
        assert (await tab.until("refused"))["code"] != "server_error", frame
    await tab.send({"type": "say", "text": "\\u0000 is only a way to write it"})
    assert (await tab.until("said"))["text"].startswith("\\u0000")
    await tab.leave()

"""The socket: updates after notifications, commands answered, nonsense refused, nobody else disturbed."""

from __future__ import annotations

import json

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator

from games.tables import services
from games.tables.events.table_config import TableConfig
from games.tables.models import ChatLine, LogEntry, Player, Table
from games.tables.sockets.table_consumer import CLOSED_TOO_FAST, MAX_EXCESS_MESSAGES
from project.asgi import application
from tests.tables.conftest import make_people, start_table
from tests.tables.socket_clients import Tab, open_tab

pytestmark = pytest.mark.database


async def seated(seats: int = 2, **options: object) -> tuple[Table, list[Player]]:
    people = await database_sync_to_async(make_people)(seats)
    return await database_sync_to_async(start_table)(people, **options), people


async def test_hello_brings_the_whole_history_and_the_legal_actions() -> None:
    table, (ann, _) = await seated()
    tab = await open_tab(table, ann)
    page = tab.page
    assert (page["seat"], page["from"], page["seq"]) == (
        0,
        0,
        len({f["seq"] for f in page["frames"]}),
    )
    assert page["view"]["me"] == 0
    assert page["legal"][0] == {"type": "FlipHand", "seat": 0, "end": "low"}
    assert page["table"]["status"] == "playing"
    assert page["outcome"] is None
    await tab.leave()


async def test_a_flip_reaches_the_other_player_and_a_spectator() -> None:
    table, (ann, ben) = await seated()
    tabs = [await open_tab(table, who) for who in (ann, ben, None)]
    answer = await tabs[0].act(tabs[0].page["legal"][0])
    assert answer["type"] == "done"
    shown = []
    for tab in tabs:
        await tab.caught_up(answer["seq"])
        shown.append([f["event"] for f in tab.frames if f["seq"] == answer["seq"]])
    assert shown[0] == shown[1] == shown[2]
    assert shown[0][0]["type"] == "Revealed"
    assert tabs[2].page["seat"] is None
    assert tabs[2].page["legal"] == []
    for tab in tabs:
        await tab.leave()


async def test_every_row_number_appears_and_frames_are_in_order() -> None:
    table, people = await seated(turn_cap=2)
    tabs = [await open_tab(table, who) for who in people]
    while tabs[0].page["outcome"] is None:
        for tab in tabs:
            if tab.page["legal"]:
                answer = await tab.act(tab.page["legal"][-1])
                for each in tabs:
                    await each.caught_up(answer["seq"])
    for tab in tabs:
        numbers = [frame["seq"] for frame in tab.frames]
        assert sorted(set(numbers)) == list(range(1, tab.page["seq"] + 1))
        assert numbers == sorted(numbers)
        assert all("view" in frame for frame in tab.frames[-3:])
        await tab.leave()


async def test_a_second_tab_of_a_seat_gets_the_same_pages() -> None:
    table, (ann, _) = await seated()
    one, two = await open_tab(table, ann), await open_tab(table, ann)
    answer = await one.act(one.page["legal"][0])
    await one.caught_up(answer["seq"])
    await two.caught_up(answer["seq"])
    for tab in (one, two):
        assert tab.page.pop("clock")["now"] > 0
    assert one.page == two.page
    await one.leave()
    await two.leave()


async def test_a_reconnect_is_sent_what_it_missed() -> None:
    table, (ann, ben) = await seated()
    ann_tab, ben_tab = await open_tab(table, ann), await open_tab(table, ben)
    seen = ben_tab.page["seq"]
    await ben_tab.leave()
    answer = await ann_tab.act(ann_tab.page["legal"][0])
    back = await open_tab(table, ben, seen)
    assert (back.page["from"], back.page["seq"]) == (seen, answer["seq"])
    assert [frame["seq"] for frame in back.page["frames"]] == [answer["seq"]]
    await ann_tab.leave()
    await back.leave()


async def test_what_was_missed_is_sent_in_full_and_what_is_sent_again_is_redacted() -> None:
    """R22: a reload of a pure table is no memory aid."""
    table, people = await seated(seats=2, turn_cap=30)
    tabs = [await open_tab(table, who) for who in people]
    while tabs[0].page["view"]["turn"] < 5 and tabs[0].page["outcome"] is None:
        for tab in tabs:
            if tab.page["legal"]:
                answer = await tab.act(tab.page["legal"][-1])
                for each in tabs:
                    await each.caught_up(answer["seq"])
    turn = tabs[0].page["view"]["turn"]
    revealed = [f["event"] for f in tabs[0].frames if f["event"]["type"] == "Revealed"]
    assert all(event["number"] is not None for event in revealed)
    for reload in (await open_tab(table, people[0]), await open_tab(table, None)):
        again = [f["event"] for f in reload.frames if f["event"]["type"] == "Revealed"]
        assert len(again) == len(revealed)
        for event in again:
            assert (event["number"] is None) == (event["turn"] < turn - 1)
        for frame in reload.frames:
            for flip in frame.get("view", {}).get("last", []) if frame.get("view") else []:
                events_of_card = [
                    e for e in again if (e["seat"], e["place"]) == (flip["seat"], flip["place"])
                ]
                assert flip["number"] in {event["number"] for event in events_of_card}
        await reload.leave()
    for tab in tabs:
        await tab.leave()


async def test_two_moves_on_the_same_row_and_one_is_stale() -> None:
    table, (ann, _) = await seated()
    one, two = await open_tab(table, ann), await open_tab(table, ann)
    first = await one.act(one.page["legal"][0])
    second = await two.act(two.page["legal"][1], at=first["seq"] - 1)
    assert (first["type"], second["type"], second["code"]) == ("done", "refused", "stale")
    await one.leave()
    await two.leave()


def move_message(command: str, action: object) -> str:
    return json.dumps({"type": "act", "command": command, "at": 6, "action": action})


BAD = [
    ("{", "bad_message"),
    ("[]", "bad_message"),
    ('"hello"', "bad_message"),
    ("null", "bad_message"),
    ('{"type":"dance"}', "bad_message"),
    ('{"type":"hello"}', "bad_message"),
    ('{"type":"hello","seen":-1}', "bad_message"),
    ('{"type":"hello","seen":"0"}', "bad_message"),
    ('{"type":"hello","seen":1e99}', "bad_message"),
    ('{"type":"hello","seen":0,"extra":1}', "bad_message"),
    (move_message("bot:6:1", {"type": "FlipCentre", "slot": 0}), "bad_message"),
    (move_message("a" * 32, {"type": "Cheat"}), "bad_message"),
    (move_message("b" * 32, None), "bad_message"),
    (move_message("c" * 32, {"type": "FlipHand", "seat": "0", "end": "low"}), "bad_message"),
    (move_message("d" * 32, {"type": "FlipHand", "seat": 0, "end": "middle"}), "bad_message"),
    (move_message("e" * 32, {"type": "FlipCentre", "slot": 0, "as": 1}), "bad_message"),
    ('{"type":"ask","id":1,"action":{"type":"Peek"}}', "bad_message"),
    ('{"type":"say","text":""}', "too_long"),
    ("[" * 20000, "bad_message"),
]


async def test_nonsense_is_refused_with_a_code_and_changes_nothing() -> None:
    table, (ann, ben) = await seated()
    tab, other = await open_tab(table, ann), await open_tab(table, ben)
    before = await database_sync_to_async(LogEntry.objects.filter(table=table).count)()
    for text, code in BAD:
        await tab.send(text)
        answer = await tab.until("refused")
        assert (answer["code"], "Traceback" in answer["message"]) == (code, False), text
    await tab.socket.send_to(bytes_data=b"\x00\x01")
    assert (await tab.until("refused"))["code"] == "bad_message"
    after = await database_sync_to_async(LogEntry.objects.filter(table=table).count)()
    assert before == after
    assert (await tab.act(tab.page["legal"][0]))["type"] == "done"
    await other.caught_up(tab.page["seq"])
    await tab.leave()
    await other.leave()


async def test_moves_out_of_turn_and_of_spectators_are_refused() -> None:
    table, (_, ben) = await seated()
    tab, watcher = await open_tab(table, ben), await open_tab(table, None)
    flip = {"type": "FlipCentre", "slot": 0}
    assert (await tab.act(flip))["code"] == "not_your_turn"
    assert (await watcher.act(flip))["code"] == "not_seated"
    await watcher.send({"type": "say", "text": "hello"})
    assert (await watcher.until("refused"))["code"] == "not_seated"
    await tab.leave()
    await watcher.leave()


async def test_a_flood_is_refused_then_closed_and_the_others_play_on() -> None:
    table, (ann, ben) = await seated()
    tab, flooder = await open_tab(table, ann), await open_tab(table, ben)
    codes = []
    for _ in range(MAX_EXCESS_MESSAGES + 200):
        await flooder.send('{"type":"hello","seen":0}')
    while True:
        output = await flooder.socket.receive_output(timeout=30)
        if output["type"] == "websocket.close":
            assert output["code"] == CLOSED_TOO_FAST
            break
        message = json.loads(output["text"])
        if message["type"] == "refused":
            codes.append(message["code"])
    assert set(codes) == {"too_fast"}
    assert (await tab.act(tab.page["legal"][0]))["type"] == "done"
    await tab.leave()


async def test_a_table_that_does_not_exist_is_not_entered() -> None:
    headers = [(b"origin", b"http://127.0.0.1"), (b"host", b"127.0.0.1")]
    socket = WebsocketCommunicator(application, "/ws/v1/tables/nowhere/", headers=headers)
    connected, _ = await socket.connect(timeout=30)
    assert not connected


async def test_a_foreign_page_may_not_open_a_socket() -> None:
    table, (ann, _) = await seated()
    tab = Tab(table, None)
    tab.socket.scope["headers"] = [(b"origin", b"http://evil.example"), (b"host", b"127.0.0.1")]
    connected, _ = await tab.socket.connect(timeout=30)
    assert not connected


async def test_a_preview_is_answered_and_writes_nothing() -> None:
    table, (ann, _) = await seated()
    tab = await open_tab(table, ann)
    await tab.send(
        {"type": "ask", "id": 7, "action": {"type": "FlipHand", "seat": 1, "end": "high"}}
    )
    answer = await tab.until("answer", id=7)
    assert (answer["legal"], answer["seat"], answer["place"]) == (True, 1, 9)
    await tab.send(
        {"type": "ask", "id": 8, "action": {"type": "FlipHand", "seat": 6, "end": "high"}}
    )
    answer = await tab.until("answer", id=8)
    assert (answer["legal"], answer["code"]) == (False, "no_such_seat")
    await tab.leave()


async def test_a_chat_message_reaches_everybody_and_whoever_comes_later() -> None:
    table, (ann, ben) = await seated()
    one, two = await open_tab(table, ann), await open_tab(table, ben)
    await one.send({"type": "say", "text": "  good   luck "})
    line = await two.until("said")
    assert (line["text"], line["seat"], line["name"]) == ("good luck", 0, ann.name)
    late = await open_tab(table, None)
    assert (await late.until("said"))["text"] == "good luck"
    assert await database_sync_to_async(ChatLine.objects.count)() == 1
    for tab in (one, two, late):
        await tab.leave()


async def test_people_see_who_is_here() -> None:
    table, (ann, ben) = await seated()
    one = await open_tab(table, ann)
    two, late = await open_tab(table, ben), await open_tab(table, None)
    seats = [{"seat": 0, "here": True}, {"seat": 1, "here": True}]
    await one.until("people", watching=1, seats=seats)
    await two.leave()
    await one.until("people", seats=[seats[0], {"seat": 1, "here": False}])
    await one.leave()
    await late.leave()


async def test_who_sits_down_is_seen_at_once_and_becomes_a_player() -> None:
    host, guest = await database_sync_to_async(make_people)(2)
    table = await database_sync_to_async(services.create_table)(TableConfig("nana", 2, {}), host)
    tab = await open_tab(table, guest)
    assert (tab.page["seat"], tab.page["view"]) == (None, None)
    await database_sync_to_async(services.sit)(table, guest)
    await tab.caught_up(2)
    assert tab.page["seat"] == 0
    assert tab.page["table"]["seats"][0]["name"] == guest.name
    await tab.leave()


async def test_the_next_table_is_announced() -> None:
    table, people = await seated(turn_cap=1)
    tabs = [await open_tab(table, who) for who in people]
    while tabs[0].page["outcome"] is None:
        for tab in tabs:
            if tab.page["legal"]:
                answer = await tab.act(tab.page["legal"][-1])
                for each in tabs:
                    await each.caught_up(answer["seq"])
    following = await database_sync_to_async(services.rematch)(table, people[1])
    assert (await tabs[0].until("moved"))["code"] == following.code
    for tab in tabs:
        await tab.leave()


async def test_no_frame_holds_what_its_viewer_may_not_know() -> None:
    """Whatever was sent to a spectator and to ben before any flip names no card but ben's own."""
    table, (_, ben) = await seated()
    tab, watcher = await open_tab(table, ben), await open_tab(table, None)
    dealt = next(f["event"] for f in tab.frames if f["event"]["type"] == "Dealt")
    assert dealt["hands"][0] == [None] * 10
    assert dealt["centre"] == [None] * 10
    assert None not in dealt["hands"][1]
    text = "".join(watcher.raw)
    numbers = [card["number"] for hand in watcher.page["view"]["hands"] for card in hand]
    assert set(numbers) == {None}
    assert '"number":1' not in text
    await tab.leave()
    await watcher.leave()

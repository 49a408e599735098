"""A battle at a real table: no answer reveals where a fleet lies, and nonsense changes nothing."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.urls import reverse

from bots.models import DecisionRecord
from games.battleship.actions import Deploy, Fire
from games.battleship.events import Deployed
from games.battleship.fleet import Fleet, any_fleet
from games.core import codec
from games.core.random_stream import Chance
from games.tables import services
from games.tables.eventlog import live_table
from games.tables.eventlog.live_table import LiveTable
from games.tables.eventlog.writer import writer
from games.tables.events.table_config import TableConfig
from games.tables.models import LogEntry, Player, Table
from games.tables.realtime import identity
from games.tables.services import Move
from tests.games.battleship.table import FLEET
from tests.tables.conftest import command, make_people
from tests.tables.played_games import bot_move
from tests.tables.socket_clients import Tab, open_tab
from tests.tables.staff_users import address, admin_user, client_of

pytestmark = pytest.mark.database


def begun(persons: list[Player], **options: Any) -> Table:
    """Open a table that gives hints, seat the persons, bots in the rest, and start it."""
    config = TableConfig("battleship", 2, {"first": 0, **options}, hints=True)
    table = services.create_table(config, persons[0])
    for seat, player in enumerate(persons):
        services.sit(table, player, seat)
    services.fill(table, persons[0], "recruit")
    services.start(table, persons[0])
    return table


def make(table: Table, seat: int, action: Any = None) -> None:
    """Make a move for a seat, or let its bot choose one."""
    live = live_table.catch_up(table.pk)
    seat_info = live.info.seats[seat]
    if action is None:
        move = bot_move(live, seat, seat_info.bot or "recruit")
    else:
        moved_by: Any = "person" if seat_info.bot is None else "bot"
        move = Move(seat, seat_info.version, action, command(), live.seq, moved_by)
    writer.call(table.pk, lambda changes: services.make_move(changes, move), False)


@pytest.fixture
def no_hurry(settings: Any) -> None:
    """Let a socket send as fast as it likes: these tests are about what it sends."""
    settings.GLASS_BUDGETS = 0.0


# --- nothing is revealed ------------------------------------------------------------------------------

Place = tuple[int, bool]


def places(fleets: Any) -> set[Place]:
    return {(placement.cell, placement.down) for fleet in fleets for placement in fleet}


def unlike(table: Table, seat: int) -> Fleet:
    """Draw a fleet that shares no placement with `FLEET` or the suggestions of a seat."""
    live = live_table.catch_up(table.pk)
    allowed = places((FLEET, *live.state.suggestions[seat]))
    chance = Chance(b"unlike")
    while True:
        fleet = any_fleet(10, live.state.classes, chance)
        if allowed.isdisjoint(places((fleet,))):
            return fleet


def found(data: Any) -> Iterator[Place]:
    """Yield everything in a message that has the shape of a placement, under any name."""
    if isinstance(data, dict):
        if "down" in data:
            yield data["cell"], data["down"]
        data = list(data.values())
    for value in data if isinstance(data, list) else ():
        yield from found(value)


def assert_hidden(live: LiveTable, text: str) -> None:
    """See that a message or answer holds no ship of seat 1 still afloat and no fleet dealt to it."""
    sea = live.state.seas[1]
    ships = zip(live.state.classes, sea.placements, strict=True)
    afloat = places([[placement for ship, placement in ships if ship.code not in sea.sunk]])
    assert afloat.isdisjoint(found(json.loads(text)))
    for suggested in live.state.suggestions[1]:
        assert codec.dump(suggested).decode() not in re.sub(r"\s", "", text)


def addresses(table: Table) -> Iterator[str]:
    """Yield every address of a table, with every viewer one might ask for."""
    for name in ("table", "replay", "frames", "record", "hint", "bot_analysis"):
        place = reverse(name, args=[table.code])
        yield place
        for viewer in ("0", "1", "spectator", "all", "-1", "2", "None"):
            yield f"{place}?eyes={viewer}&seat={viewer}&at=3"
    for name in ("now", "log", "chat", "decisions", "analysis"):
        yield address(table, name)
        for viewer in ("seat:0", "seat:1", "log", "public", "all"):
            yield address(table, name, f"?eyes={viewer}&seat={viewer[-1]}&at=5")
    yield from ("/", "/me/", f"/admin/tables/table/{table.pk}/change/", "/admin/tables/table/")


def visitor(who: str, ann: Player) -> Client:
    if who == "staff":
        return client_of(admin_user())
    client = Client()
    if who == "player":
        session = client.session
        session[identity.SESSION_PLAYER_KEY] = str(ann.pk)
        session.save()
    return client


@pytest.mark.parametrize("who", ["player", "watcher", "staff"])
def test_no_address_tells_where_the_enemy_lies_or_what_it_thinks(who: str) -> None:
    (ann,) = make_people(1)
    table = begun(
        [ann], variant="classic"
    )  # nothing is sunk, and so revealed, by the bot's one shot
    fleet = unlike(table, 0)
    make(table, 1, Deploy(fleet))
    make(table, 0, Deploy(FLEET))
    make(table, 0, Fire("AP", 0))
    make(table, 1)
    assert DecisionRecord.objects.filter(table=table).count() == 1
    client = visitor(who, ann)
    for place in addresses(table):
        answer = client.get(place, follow=True)
        text = answer.content.decode()
        assert answer.status_code < 500, place
        assert '"candidates"' not in text, place
        if answer["Content-Type"] == "application/json":
            assert_hidden(live_table.catch_up(table.pk), text)
        else:
            assert place == "/" or not re.search(r"\bdown\b", text), place
    if who == "staff":
        payload = client.post(address(table, "export")).content.decode()
        assert json.loads(payload)["eyes"] == "public"
        assert list(found(json.loads(payload))) == []
    services.resign(table, ann)
    opened = client.get(reverse("record", args=[table.code])).json()
    assert places((fleet,)) <= set(found(opened))  # the same search finds it once it is over
    assert len(opened["thoughts"]) == 1


@pytest.mark.usefixtures("no_hurry")
async def test_nothing_a_socket_is_sent_tells_where_the_enemy_lies() -> None:
    """Pages, reloads, previews, refusals and chat, from the deal to the last turn but one."""
    persons = await database_sync_to_async(make_people)(2)
    table = await database_sync_to_async(begun)(persons, turn_cap=8)
    fleet = await database_sync_to_async(unlike)(table, 0)
    ann, ben = [await open_tab(table, player) for player in persons]
    watcher = await open_tab(table)
    assert (await ben.act(Deploy(fleet)))["type"] == "done"
    assert (await ann.act(Deploy(FLEET)))["type"] == "done"
    for turn in range(7):
        for tab, weapon in ((ann, ("HE", "SONAR", "AP")[turn % 3]), (ben, "AP")):
            await tab.caught_up(live_table.cached(table.pk).seq)
            assert (await tab.act(Fire(weapon, 14 * turn)))["type"] == "done"
        for cell in (-1, 14 * turn, 14 * turn + 1, 10**9):
            await ann.send({"type": "ask", "id": 1, "action": Fire("AP", cell)})
            await ann.act(Fire("AP", cell), at=0)
        await ann.act(Deploy(FLEET))
    await ann.send({"type": "say", "text": "where are you?"})
    await ann.until("said")
    reload = await open_tab(table, persons[0])
    assert ann.page["outcome"] is None
    for tab in (ann, watcher, reload):
        await tab.caught_up(live_table.cached(table.pk).seq)
        for text in tab.raw:
            assert_hidden(live_table.cached(table.pk), text)
    assert any(mark for sea in watcher.page["view"]["seas"] for mark in sea["marks"])
    assert len(ann.raw) > 70
    for tab in (ann, ben, watcher, reload):
        await tab.leave()


# --- nonsense ------------------------------------------------------------------------------------

ODD: list[Any] = [None, True, -1, 1.0, 0.5, 121, 2**31, 10**30, 10**4000, "5", "", [], {}, [5]]
PLACED = codec.plain(Deploy(FLEET))["berths"]


def fire(**fields: Any) -> dict[str, Any]:
    return {"type": "Fire", "weapon": "AP", "cell": 0} | fields


def deploy(*placements: Any) -> dict[str, Any]:
    return {"type": "Deploy", "berths": list(placements)}


NONSENSE: list[Any] = [
    *([], None, 5, "Fire", {}, {"type": "Pass"}, {"type": "Fired"}, {"type": ["Fire"]}),
    *(fire(cell=odd) for odd in ODD),
    *(fire(weapon=odd) for odd in (*ODD, "ap", "NUKE", "AP ")),
    *(fire(**{odd: 0}) for odd in ("seat", "by", "damage", "berths", "")),
    {"type": "Fire", "cell": 0},
    *({"type": "Deploy", "berths": odd} for odd in ODD),
    *(deploy({"cell": odd}, *PLACED[1:]) for odd in ODD),
    *(deploy({"cell": 0, "down": odd}, *PLACED[1:]) for odd in (None, *ODD[2:])),
    *(deploy({"cell": 0, odd: 1}, *PLACED[1:]) for odd in ("ship", "length", "")),
    *(deploy(odd, *PLACED[1:]) for odd in ODD),
    deploy(PLACED[0], PLACED[0], *PLACED[2:]),
    deploy(*PLACED, PLACED[0]),
    deploy(*PLACED[:4]),
    deploy(*PLACED[1:], None),
    deploy(*PLACED * 300),
    deploy(*[None] * 5),
    {"type": "Deploy", "berths": PLACED, "seat": 1},
]
"""Never accepted: wrong in its shape, or by the rules in every phase."""
RULED = {"incomplete", "off_board", "overlap", "wrong_fleet", "not_yet", "already_deployed"}


async def refusal_codes(tab: Tab, actions: Iterable[Any]) -> list[str]:
    """Send each action as a move and as a preview, and return the codes of the refusals."""
    codes = []
    for action in actions:
        for kind in ("act", "ask"):
            more = {"command": command(), "at": tab.page["seq"]} if kind == "act" else {"id": 1}
            await tab.send(json.dumps({"type": kind, "action": action, **more}))
            answer = await tab.receive()
            while answer["type"] not in ("refused", "answer"):
                assert answer["type"] != "done", action
                answer = await tab.receive()
            assert answer["message"], action
            assert not answer.get("legal"), action
            codes.append(answer["code"])
    assert codes[::2] == codes[1::2]  # the preview gives the same code as the move
    return codes[::2]


def written(table: Table) -> list[tuple[int, str]]:
    return list(LogEntry.objects.filter(table=table).values_list("seq", "events"))


@pytest.mark.usefixtures("no_hurry")
async def test_nonsense_is_refused_with_its_reason_in_every_phase_and_changes_nothing() -> None:
    persons = await database_sync_to_async(make_people)(2)
    table = await database_sync_to_async(begun)(persons, turn_cap=1)
    ann, ben = [await open_tab(table, player) for player in persons]
    row_counts = database_sync_to_async(written)
    huge = json.dumps(fire(cell=7)).replace("7", "9" * 5000)

    async def refused(expected: set[str]) -> None:
        before, state = await row_counts(table), codec.dump(live_table.cached(table.pk).state)
        codes = set(await refusal_codes(ann, NONSENSE))
        assert codes - {"bad_message"} == expected
        await ann.send(f'{{"type":"ask","id":1,"action":{huge}}}')
        assert (await ann.until("refused"))["code"] == "bad_message"
        assert (await row_counts(table), codec.dump(live_table.cached(table.pk).state)) == (
            before,
            state,
        )

    await refused(RULED - {"already_deployed"})
    answer = await ann.act(deploy(*PLACED))
    await ann.caught_up(answer["seq"])
    await refused({"not_your_turn"})
    assert (await ann.act(deploy(*PLACED)))["code"] == "not_your_turn"
    answer = await ben.act(deploy(*PLACED))
    await ann.caught_up(answer["seq"])
    await refused({"incomplete", "off_board", "already_deployed"})
    for tab in (ann, ben):
        await tab.caught_up(live_table.cached(table.pk).seq)
        assert (await tab.act(fire()))["type"] == "done"
    await ann.caught_up(live_table.cached(table.pk).seq)
    await refused({"finished"})
    for tab in (ann, ben):
        await tab.leave()


async def test_a_move_sent_again_has_one_effect_and_the_same_answer() -> None:
    persons = await database_sync_to_async(make_people)(2)
    table = await database_sync_to_async(begun)(persons)
    tabs = [await open_tab(table, player) for player in persons]
    for tab in tabs:
        seqs = set()
        message = {
            "type": "act",
            "command": command(),
            "at": tab.page["seq"],
            "action": deploy(*PLACED),
        }
        for _ in range(3):
            await tab.send(message)
            seqs.add((await tab.until("done"))["seq"])
        assert len(seqs) == 1
        await tab.send(message | {"command": command()})
        assert (await tab.until("refused"))["code"] == "stale"
    placed = [e for e in live_table.cached(table.pk).game_events(None) if isinstance(e, Deployed)]
    assert [event.by for event in placed] == [0, 1]
    for tab in tabs:
        await tab.leave()


async def test_two_fleets_placed_at_the_same_instant_are_both_accepted() -> None:
    persons = await database_sync_to_async(make_people)(2)
    for _ in range(5):
        table = await database_sync_to_async(begun)(persons)
        tabs = [await open_tab(table, player) for player in persons]
        answers = await asyncio.gather(*(tab.act(deploy(*PLACED)) for tab in tabs))
        assert [answer["type"] for answer in answers] == ["done", "done"]
        live = live_table.cached(table.pk)
        assert [type(e).__name__ for e in live.game_events(None)][1:] == ["Deployed"] * 2 + [
            "Passed"
        ]
        assert live.state.active == 0
        for tab in tabs:
            await tab.leave()

"""Pages that can read patches get them; all others get whole updates, as before."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async

from games.tables.models import Player, Table
from tests.tables.conftest import make_people, start_table
from tests.tables.patched_socket import PatchedSocket
from tests.tables.socket_clients import Tab, cookie_of, open_tab

pytestmark = pytest.mark.database


class PatchedTab(Tab):
    """A tab whose page reads patches; `page` and `frames` hold whole updates."""

    def __init__(self, table: Table, cookie: str | None) -> None:
        super().__init__(table, cookie)
        self.reader = PatchedSocket()

    async def hello(self, seen: int = 0) -> None:
        await self.send({"type": "hello", "seen": seen, "version": 2, "patch": True})
        await self.until("page")

    async def receive(self) -> dict[str, object]:
        message = await super().receive()
        if message["type"] == "page":
            self.page = self.reader.read(self.raw[-1])
        return message


async def open_patched_tab(table: Table, player: Player) -> PatchedTab:
    tab = PatchedTab(table, await database_sync_to_async(cookie_of)(player))
    await tab.enter()
    return tab


async def started() -> tuple[Table, list[Player]]:
    people = await database_sync_to_async(make_people)(2)
    return await database_sync_to_async(start_table)(people), people


async def test_a_page_that_reads_patches_has_what_the_others_have() -> None:
    table, (ann, ben) = await started()
    patched, whole = await open_patched_tab(table, ann), await open_tab(table, ann)
    other = await open_patched_tab(table, ben)
    for _ in range(6):
        mover = patched if patched.page["legal"] else other
        answer = await mover.act(mover.page["legal"][-1])
        for tab in (patched, whole, other):
            await tab.caught_up(answer["seq"])
        assert patched.page["view"] == whole.page["view"]
        assert [f["event"] for f in patched.page["frames"]] == [
            f["event"] for f in whole.page["frames"]
        ]
        assert '"patch":' in patched.raw[-1] or '"patch":' in patched.raw[-2]
        assert not any('"patch":' in text for text in whole.raw)
    for tab in (patched, whole, other):
        await tab.leave()


async def test_a_hello_on_the_same_socket_is_answered_whole() -> None:
    table, (ann, _) = await started()
    tab = await open_patched_tab(table, ann)
    view, seq = tab.page["view"], tab.page["seq"]
    tab.reader = PatchedSocket()
    await tab.hello(seq)
    assert tab.page["frames"] == []
    assert tab.page["view"] == view
    assert tab.page["table"]["code"] == table.code
    await tab.leave()


async def test_the_table_is_sent_again_only_when_it_has_changed() -> None:
    table, (ann, _) = await started()
    tab = await open_patched_tab(table, ann)
    answer = await tab.act(tab.page["legal"][0])
    await tab.caught_up(answer["seq"])
    sent = next(text for text in reversed(tab.raw) if '"type":"page"' in text)
    assert '"table' not in sent
    assert "moves" not in tab.page["table"]["seats"][0]
    await tab.leave()

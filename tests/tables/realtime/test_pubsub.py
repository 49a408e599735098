"""Notifications reach the subscribers of their topic, here and in the other processes."""

import asyncio

import msgspec

from games.tables.realtime.pubsub import LOBBY_CHANGED, Kind, Notification, PubSub, Topic

SENT: list[Notification] = [
    (Topic(Kind.TABLE, 7), 12),
    (Topic(Kind.CHAT, 7), 30),
    (Topic(Kind.PRESENCE, 7), 0),
    (Topic(Kind.SESSIONS, 8), 0),
    LOBBY_CHANGED,
]


async def test_a_listener_hears_its_topics_only() -> None:
    pubsub, table, chat, all_tables = PubSub(), [], [], []
    pubsub.attach()
    pubsub.subscribe(Topic(Kind.TABLE, 7), lambda *notification: table.append(notification))
    pubsub.subscribe(Topic(Kind.CHAT, 7), lambda *notification: chat.append(notification))
    pubsub.subscribe_all(lambda *notification: all_tables.append(notification))
    pubsub.publish([*SENT, (Topic(Kind.TABLE, 8), 3)])
    await asyncio.sleep(0)
    assert table == [(Topic(Kind.TABLE, 7), 12)]
    assert chat == [(Topic(Kind.CHAT, 7), 30)]
    assert all_tables == [(Topic(Kind.TABLE, 7), 12), (Topic(Kind.TABLE, 8), 3)]
    assert pubsub.subscribed_tables() == [7]


class FakeLayer:
    """A channel layer of one group whose messages are encoded on the way, as Redis's are."""

    def __init__(self) -> None:
        self.channels: list[asyncio.Queue[bytes]] = []
        self.joined = asyncio.Semaphore(0)

    async def new_channel(self) -> asyncio.Queue[bytes]:
        return asyncio.Queue()

    async def group_add(self, group: str, channel: asyncio.Queue[bytes]) -> None:
        self.channels.append(channel)
        self.joined.release()

    async def group_send(self, group: str, message: dict[str, object]) -> None:
        for channel in self.channels:
            channel.put_nowait(msgspec.msgpack.encode(message))

    async def receive(self, channel: asyncio.Queue[bytes]) -> object:
        return msgspec.msgpack.decode(await channel.get())


async def test_the_relay_notifies_the_others_and_not_the_sender_twice(
    monkeypatch, settings
) -> None:
    layer = FakeLayer()
    settings.REDIS_URL = "redis://nowhere"
    monkeypatch.setattr("games.tables.realtime.pubsub.get_channel_layer", lambda: layer)
    ours, theirs = PubSub(), PubSub()
    received_here: list[Notification] = []
    received_there: asyncio.Queue[Notification] = asyncio.Queue()
    for process in (ours, theirs):
        process.attach()
    for topic, _ in SENT:
        ours.subscribe(topic, lambda *notification: received_here.append(notification))
        theirs.subscribe(topic, lambda *notification: received_there.put_nowait(notification))
    relays = [asyncio.create_task(process.run_relay()) for process in (ours, theirs)]
    async with asyncio.timeout(30):
        for _ in relays:
            await layer.joined.acquire()
        ours.publish(SENT)
        assert [await received_there.get() for _ in SENT] == SENT
    assert received_here == SENT
    for relay in relays:
        relay.cancel()
    await asyncio.gather(*relays, return_exceptions=True)

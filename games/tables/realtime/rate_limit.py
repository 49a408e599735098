"""How much one person, and one address, may ask for: token buckets, one module for all of them.

Each budget has a bucket for the person (the player of a session) and one for the address, which a
household or a school shares and which is therefore much larger. Both must have a token. Refusals
have the code `too_fast` and say after how many seconds there is a token again. Buckets are kept in
Redis where several processes share one, else, and while Redis is away, in this process. What a
socket sends is always counted in the process that has the socket: a request to Redis would cost
more than the message. The figures are explained in docs/operations.md.
"""

from __future__ import annotations

import ipaddress
import logging
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import redis
from django.conf import settings

from games.tables.errors import Refused

logger = logging.getLogger(__name__)
MAX_BUCKETS = 50_000
"""How many buckets a process keeps; those untouched for longest are forgotten first."""
REDIS_RETRY_SECONDS = 5.0
"""Seconds for which Redis is not asked after it failed."""


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many a second in the long run."""

    burst: float
    per_second: float


@dataclass(frozen=True)
class Budget:
    person: Rate
    address: Rate
    local: bool = False
    """Whether each process counts for itself."""


BUDGETS = {
    "open_table": Budget(Rate(10, 1 / 5), Rate(60, 1)),
    "change_table": Budget(Rate(40, 2), Rate(400, 20)),
    "rename": Budget(Rate(5, 1 / 10), Rate(60, 1)),
    "report": Budget(Rate(5, 1 / 20), Rate(30, 1 / 5)),
    "chat": Budget(Rate(5, 0.7), Rate(100, 10)),
    "analysis": Budget(Rate(300, 6), Rate(1800, 30)),
    "hint": Budget(Rate(15, 0.5), Rate(150, 5)),
    "advice": Budget(Rate(30, 2), Rate(300, 20)),
    "needs": Budget(Rate(60, 2), Rate(600, 20)),
    "review": Budget(Rate(60, 2), Rate(600, 20)),
    "record": Budget(Rate(10, 0.2), Rate(60, 1)),
    "frames": Budget(Rate(60, 4), Rate(600, 30)),
    "lab": Budget(Rate(120, 8), Rate(1200, 80)),
    "solve": Budget(Rate(12, 1 / 5), Rate(120, 2)),
    "qr": Budget(Rate(20, 1), Rate(200, 10)),
    "socket": Budget(Rate(60, 2), Rate(400, 20), local=True),
    "message": Budget(Rate(60, 30), Rate(1200, 300), local=True),
    "ask": Budget(Rate(30, 15), Rate(600, 150), local=True),
}


class TooFast(Refused):
    """A budget is used up."""

    def __init__(self, wait: float) -> None:
        super().__init__("too_fast", "Too many requests: slow down.", max(1, math.ceil(wait)))


class Memory:
    """Buckets of this process."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, buckets: Iterable[tuple[str, Rate]]) -> float:
        """Take a token from each bucket, or from none; return how long to wait for one."""
        now, levels, wait = time.monotonic(), {}, 0.0
        with self._lock:
            for key, rate in buckets:
                level, at = self._buckets.get(key, (rate.burst, now))
                levels[key] = min(rate.burst, level + (now - at) * rate.per_second)
                wait = max(wait, (1 - levels[key]) / rate.per_second)
            for key, level in levels.items():
                self._buckets[key] = (level if wait > 0 else level - 1, now)
                self._buckets.move_to_end(key)
            while len(self._buckets) > MAX_BUCKETS:
                self._buckets.popitem(last=False)
        return max(0.0, wait)

    def clear(self) -> None:
        self._buckets.clear()


TAKE_TOKEN_SCRIPT = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local levels, wait = {}, 0
for i, key in ipairs(KEYS) do
  local burst, rate = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local kept = redis.call('HMGET', key, 'level', 'at')
  local level, at = tonumber(kept[1]) or burst, tonumber(kept[2]) or now
  levels[i] = math.min(burst, level + math.max(0, now - at) * rate)
  wait = math.max(wait, (1 - levels[i]) / rate)
end
for i, key in ipairs(KEYS) do
  local burst, rate = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local level = levels[i]
  if wait <= 0 then level = level - 1 end
  redis.call('HSET', key, 'level', tostring(level), 'at', tostring(now))
  redis.call('PEXPIRE', key, math.ceil(1000 * burst / rate) + 1000)
end
return tostring(wait)
"""


class Shared:
    """Buckets in Redis, with those of this process in its place while it is away."""

    def __init__(self, url: str) -> None:
        client = redis.Redis.from_url(url, socket_timeout=0.5, socket_connect_timeout=0.5)
        self._script = client.register_script(TAKE_TOKEN_SCRIPT)
        self._away_until = 0.0

    def take(self, buckets: Iterable[tuple[str, Rate]]) -> float:
        """Take a token from each bucket, or from none; return how long to wait for one."""
        buckets = list(buckets)
        if time.monotonic() < self._away_until:
            return memory.take(buckets)
        keys = [f"glass:budget:{key}" for key, _rate in buckets]
        figures = [figure for _key, rate in buckets for figure in (rate.burst, rate.per_second)]
        try:
            return max(0.0, float(self._script(keys=keys, args=figures)))
        except redis.RedisError as error:
            self._away_until = time.monotonic() + REDIS_RETRY_SECONDS
            logger.warning("rate limits are counted in this process only: %r", error)
            return memory.take(buckets)


memory = Memory()


@cache
def _shared(url: str) -> Shared:
    return Shared(url)


def take(budget: str, person: object | None, client: str) -> float:
    """Take what one request costs; return 0, or the seconds until there is a token again."""
    scale = float(settings.GLASS_BUDGETS)
    if not scale:
        return 0.0
    limits = BUDGETS[budget]
    buckets = [(f"{budget} address {place(client)}", _times(limits.address, scale))]
    if person is not None:
        buckets.append((f"{budget} person {person}", _times(limits.person, scale)))
    if settings.REDIS_URL and not limits.local:
        return _shared(settings.REDIS_URL).take(buckets)
    return memory.take(buckets)


def _times(rate: Rate, scale: float) -> Rate:
    return rate if scale == 1 else Rate(max(1.0, rate.burst * scale), rate.per_second * scale)


def check(budget: str, person: object | None, client: str) -> None:
    """Take what one request costs, or refuse it."""
    if wait := take(budget, person, client):
        raise TooFast(wait)


class SocketRateLimit:
    """Refuse to open more sockets than one address may, before anything is read for them."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        wait = take("socket", None, client_of(scope))
        if not wait:
            await self.inner(scope, receive, send)
            return
        await receive()  # websocket.connect
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 4008})
            return
        seconds = str(math.ceil(wait)).encode()
        head = {"type": "websocket.http.response.start", "status": 429}
        await send(head | {"headers": [(b"retry-after", seconds), (b"content-length", b"0")]})
        await send({"type": "websocket.http.response.body", "body": b""})


def client_of(scope: dict[str, Any]) -> str:
    """Return the address a request or socket comes from.

    The server has put the visitor's own in place of that of a proxy named in GLASS_PROXIES, and has
    left `X-Forwarded-For` unread from everybody else (manage.py serve).
    """
    client = scope.get("client")
    return str(client[0]) if client else ""


def place(client: str) -> str:
    """Return whom an address stands for: of IPv6 the network, since one device owns all of it."""
    try:
        address = ipaddress.ip_address(client)
    except ValueError:
        return client
    mapped = getattr(address, "ipv4_mapped", None)
    if mapped is not None:
        return str(mapped)
    if address.version == 6:
        return str(ipaddress.ip_network((int(address), 64), strict=False))
    return str(address)

"""The server itself: slow requests, proxies, private files and private pages."""

from __future__ import annotations

import json
import socket
import stat
import urllib.request
from pathlib import Path

import pytest
from django.test import Client

from tests.server import Launcher, Server
from tests.tables.conftest import make_people, start_table

FLOOD = 20
SMALL = {"GLASS_BUDGETS": "0.1"}
"""Budgets that are used up by so few requests: six records at once, and one in ten seconds."""


def connect(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=60)


def test_a_connection_without_a_whole_head_is_closed(serve: Launcher) -> None:
    """Nothing, half a request, or half of a second one: the server closes the connection."""
    server = serve(GLASS_HEAD_TIMEOUT="2")
    whole = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    for sent in (b"", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "):
        with connect(server) as slow:
            slow.sendall(sent)
            assert hangs_up(slow) == b""
    with connect(server) as second:
        second.sendall(whole)
        answer = b""
        while not answer.endswith(b"\r\n\r\nok"):
            answer += second.recv(65536)
        second.sendall(b"GET /hea")
        assert hangs_up(second) == b""
    with connect(server) as quick:
        quick.sendall(whole)
        assert quick.recv(65536).startswith(b"HTTP/1.1 200")


def hangs_up(connection: socket.socket) -> bytes:
    """Receive until the other end closes; return what came before that."""
    received = b""
    try:
        while data := connection.recv(65536):
            received += data
    except ConnectionResetError:
        pass
    return received


def statuses(server: Server, path: str) -> list[int]:
    """Ask again and again, each time forwarded for another address."""
    answers = []
    for number in range(FLOOD):
        headers = {"X-Forwarded-For": f"198.51.{number // 250}.{number % 250}"}
        request = urllib.request.Request(server.url + path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                answers.append(answer.status)
        except urllib.error.HTTPError as error:
            answers.append(error.code)
    return answers


def test_a_stranger_cannot_choose_an_address(serve: Launcher) -> None:
    assert 429 in statuses(serve(GLASS_PROXIES="192.0.2.7", **SMALL), "/t/nosuchtable/record.json")


def test_a_named_proxy_tells_the_visitors_address(serve: Launcher) -> None:
    server = serve(GLASS_PROXIES="127.0.0.1,10.0.0.0/8", **SMALL)
    assert set(statuses(server, "/t/nosuchtable/record.json")) == {404}


def test_only_the_owner_reads_the_files(serve: Launcher) -> None:
    server = serve()
    file = Path(server.environment["DATABASE_URL"].removeprefix("sqlite:///"))
    file.chmod(0o644)
    server.stop()
    server.start()
    found = [*file.parent.glob(f"{file.name}*")]
    assert {path.name for path in found} >= {file.name, f"{file.name}-wal"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in found} == {0o600}


@pytest.mark.database
def test_no_cache_keeps_a_personal_page() -> None:
    table = start_table(make_people(2))
    client = Client()
    for path in ("/", "/me/", f"/t/{table.code}/", f"/t/{table.code}/replay/", "/account/new/"):
        kept = client.get(path).headers["Cache-Control"]
        assert {"private", "no-store"} <= {part.strip() for part in kept.split(",")}, path
    answer = client.post("/play/nana/", {"level": "none"}, headers={"accept": "application/json"})
    assert json.loads(answer.content)["code"] == "bad_options"
    assert "no-store" in answer.headers["Cache-Control"]

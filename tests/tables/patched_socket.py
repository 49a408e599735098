"""Patched updates as a page reads them, and a socket that is sent them."""

from __future__ import annotations

import json
from typing import Any

from games.core.contract import Viewer
from games.tables.eventlog import updates
from games.tables.eventlog.live_table import LiveTable
from games.tables.eventlog.patches import apply_patch


class UpdateReader:
    """What a page has read from one socket."""

    def __init__(self) -> None:
        self.view: Any = None
        self.table: Any = None

    def read(self, text: str) -> dict[str, Any]:
        """Return a message, an update whole."""
        message: dict[str, Any] = json.loads(text)
        if message["type"] != "page":
            return message
        for part in (*message["frames"], message):
            if "patch" in part:
                part["view"] = apply_patch(self.view, part.pop("patch"))
            self.view = part.get("view", self.view)
        message["view"] = self.view
        if "table_patch" in message:
            message["table"] = apply_patch(self.table, message.pop("table_patch"))
        self.table = message.setdefault("table", self.table)
        return message


class PatchedSocket(UpdateReader):
    """What the server has sent, and what the page has read from it."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: updates.Sent | None = None
        self.seq = 0
        self.update: dict[str, Any] = {}

    def take(self, live: LiveTable, viewer: Viewer) -> str:
        """Send the next update and read it; return it as sent."""
        seq, data, self.sent = updates.build_patched_update(live, viewer, self.seq, self.sent)
        self.seq = seq
        self.update = self.read(data.decode())
        return data.decode()

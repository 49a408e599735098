"""Pages that can read patches get them; all others get whole updates, as before."""

from __future__ import annotations

import json
from typing import Any

import pytest
from channels.db import database_sync_to_async

from tests.tables.conftest import waiting_table
from tests.tables.patched_socket import PatchedSocket
from tests.tables.socket_clients import Tab, cookie_of, open_tab

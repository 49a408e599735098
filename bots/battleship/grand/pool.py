"""Fleets that are hard to find, by variant and size: written by `manage.py bench battleship-pool`."""

from __future__ import annotations

POOL: dict[tuple[str, int], str] = {}

"""Fleets that are hard to find, by variant and size: written by `manage.py bench battleship-pool`."""

from __future__ import annotations

POOL: dict[tuple[str, int], str] = {
    ("arms", 10): (
        "4f5430c4bc 04923db6c4 193b7164a3 827f18b2a1 ac4771a067 1945396414 6785b44c47 ac4501a00f "
        "0248b6c094 a61355025c 7c370e78a7 6102b6ac49 0d3b2d7a17 14775a4ea1 a01b09764c 164f93a23d"
    ),
}

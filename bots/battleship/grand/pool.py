"""Fleets that are hard to find, by variant and size: written by `manage.py bench battleship-pool`."""

from __future__ import annotations

POOL: dict[tuple[str, int], str] = {
    ("arms", 10): (
        "4f5430c4bc 04923db6c4 193b7164a3 827f18b2a1 ac4771a067 1945396414 6785b44c47 ac4501a00f "
        "0248b6c094 a61355025c 7c370e78a7 6102b6ac49 0d3b2d7a17 14775a4ea1 a01b09764c 164f93a23d"
    ),
    ("classic", 10): (
        "b83eaa4db3 46530c16b4 6e0297229f 2c615b69be 2b258906ba 1ab85c3ec4 8c580b99c2 5184454a15 "
        "653082b61c 44555d8f64 b8308d703c 644baac21d 00118d3554 396949096f 373bb81db1 170fc26c08"
    ),
}

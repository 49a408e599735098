"""Fleets that are hard to find, by variant and size: written by `manage.py bench battleship-pool`."""

from __future__ import annotations

POOL: dict[tuple[str, int], str] = {
    ("arms", 10): (
        "4f5430c4bc 04923db6c4 193b7164a3 827f18b2a1 ac4771a067 1945396414 6785b44c47 ac4501a00f "
        "0248b6c094 a61355025c 7c370e78a7 6102b6ac49 0d3b2d7a17 14775a4ea1 a01b09764c 164f93a23d"
    ),
    ("arms", 11): (
        "36deabee99 6d600ed8dc 86c6e8a628 761a24d46d dc9117cc0e 04d41c846d 032153d2a5 dc5c029887 "
        "384735aec8 a299bb8200 584f26c69e 5b83ce1662 de66249c43 6d18c1ce13 78e073d436 6d2ca31652"
    ),
    ("classic", 10): (
        "b83eaa4db3 46530c16b4 6e0297229f 2c615b69be 2b258906ba 1ab85c3ec4 8c580b99c2 5184454a15 "
        "653082b61c 44555d8f64 b8308d703c 644baac21d 00118d3554 396949096f 373bb81db1 170fc26c08"
    ),
    ("classic", 11): (
        "0c612b9f83 51005aded4 04778750e6 71a55d2fe8 77046847b7 083b43b3af 160fa413dc 213dc5a79f "
        "891cc5679b 84d0aa3412 2085008adb 0729b02700 3de4b18d35 428c1e99aa 228552aabb 9c11e21574"
    ),
}

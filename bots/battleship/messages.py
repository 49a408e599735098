"""Message templates of the Battleship bots in English, by message id. The browser translates them."""

from __future__ import annotations

from bots.battleship.grand.messages import MESSAGES as GRAND_MESSAGES

MESSAGES = GRAND_MESSAGES | {
    "dealt": "I place one of the fleets I was dealt, at random.",
    "spread": "I place my ships far from each other.",
    "shoot": "There is a ship here with a chance of {chance:.0%}.",
    "finish": "I have hit something here, so I go on.",
    "strike": "An air strike here finds and damages most.",
    "listen": "Here the sonar shows me most.",
    "hurry": "My {ship} may be lost soon ({chance:.0%}), so I use it while I have it.",
    "anywhere": "I attack anywhere, at random.",
    "fallback": "There is no ship left to look for, so I attack anywhere.",
    "no_room": "No ship afloat fits here.",
    "armour": "Only the {ship} can explain what was hit here.",
    "counted": "All layouts still possible agree on this cell.",
    "water": "{cell} is water.",
    "waters": "{count} cells around {cell} are water.",
    "hit": "A hit at {cell}: {ships} there.",
    "destroyed": "I destroyed what was at {cell}: {ships} there.",
    "sonar_signal": "The sonar detected a ship around {cell}.",
    "sonar_silence": "The sonar detected nothing around {cell}: {count} cells are water.",
    "sank": "I sank the {ship}; {left}.",
    "so_ship": "So the {ship} must lie at {cells}.",
    "so_water": "So {count} more cells must be water.",
    "likelier": "A ship at {cell} is now likely: {chance:.0%} (before: {before:.0%}).",
    "missed_me": "{name} attacked {cell} and hit nothing.",
    "hit_me": "{name} hit my {ship} at {cell}.",
    "hit_me_risk": "{name} hit my {ship} at {cell}; it may be lost soon ({chance:.0%}).",
    "sonar_found_me": "{name}'s sonar detected my ships around {cell}.",
    "sonar_missed_me": "{name}'s sonar detected nothing around {cell}.",
    "sank_me": "{name} sank my {ship}; ships I have left: {left}.",
    "placed": "My fleet is placed.",
    "placed_other": "{name} has placed a fleet; I know nothing of it yet.",
    "ended": "The game is over: {names} won. Both fleets lie open.",
    "ended_nobody": "The game is over and nobody won. Both fleets lie open.",
    "expects": "I expect a ship most at {cell} ({chance:.0%}); {left}.",
    "expects_sure": "I know that a ship lies at {cell}; {left}.",
    "found_all": "I have found all that is left of the other fleet; {left}.",
    "placing": "The fleets are being placed; I know nothing of the other sea yet.",
}

RANDOM_REASONS = frozenset({"anywhere", "fallback", "dealt", "grand_nothing"})
"""The reasons of decisions made at random."""

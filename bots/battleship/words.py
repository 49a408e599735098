"""What Battleship bots say, in English: message id -> template. The shell translates."""

from __future__ import annotations

from bots.battleship.grand.words import WORDS as GRAND_WORDS

WORDS = GRAND_WORDS | {
    "dealt": "I lay one of the fleets I was dealt.",
    "spread": "I lay my ships far from each other.",
    "shoot": "There is a ship here with a chance of {chance:.0%}.",
    "finish": "I have hit something here, so I go on.",
    "strike": "An air strike here finds and damages most.",
    "listen": "Here the sonar tells me most.",
    "hurry": "My {ship} may be lost soon ({chance:.0%}), so I use it while I have it.",
    "anywhere": "I attack anywhere.",
    "fallback": "There is no ship left to look for.",
    "no_room": "No ship afloat fits here.",
    "armour": "Only the {ship} can explain what was hit here.",
    "counted": "All layouts still possible agree on this cell.",
}

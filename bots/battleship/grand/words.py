"""What the Grand Admiral says, in English: message id -> template. The shell translates."""

from __future__ import annotations

WORDS = {
    "grand_pool": "I lay a fleet that my own guns find hard.",
    "grand_sure": "There is a ship here for certain.",
    "grand_shoot": "There is a ship here with a chance of {chance:.0%}; a shell saves most turns.",
    "grand_strike": "An air strike here saves most turns: it tells {bits:.1f} bits.",
    "grand_listen": "A sounding here saves most turns: it tells {bits:.1f} bits.",
    "grand_only": "In every layout that is left, this is so.",
    "grand_nothing": "There is nothing left to find, so I aim anywhere.",
}

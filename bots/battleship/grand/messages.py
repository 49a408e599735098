"""Message templates of the Grand Admiral in English, by message id. The browser translates them."""

from __future__ import annotations

MESSAGES = {
    "grand_pool": "I place a fleet that my own guns find hard.",
    "grand_sure": "There is a ship here for certain.",
    "grand_shoot": "There is a ship here with a chance of {chance:.0%}; a shell saves most turns.",
    "grand_strike": "An air strike here saves most turns: it gives {bits:.1f} bits.",
    "grand_listen": "A sonar scan here saves most turns: it gives {bits:.1f} bits.",
    "grand_only": "In every layout that is left, this is so.",
    "grand_nothing": "There is nothing left to find, so I aim anywhere.",
}

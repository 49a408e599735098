"""Message templates of the Turn Duel bots in English, by message id."""

from __future__ import annotations

MESSAGES = {
    "equity": "My hand has an equity of {equity:.0%} against the range, so I choose: {action}.",
    "mixed": "With this hand the solution takes this action in {share:.0%} of cases: {action}.",
    "share": "{action}: {share:.0%}",
    "dealt": "I was dealt {hand}.",
    "acted": "{name}: {action}. That changes which hands they hold.",
    "river": "The river is {card}.",
    "shown": "{name} showed {hand}.",
    "won": "I won {chips:+g} chips.",
    "holds": "I hold {hand}, with an equity of {equity:.0%} against their range.",
    "empty": "No hand is dealt yet.",
    "error_step": "{action} cost {cost:.1f} chips ({pct:.1f} % of the pot). Best was: {best}.",
    "outside_step": "{action} cost {cost:.1f} chips, where the solution hardly comes: not counted.",
    "deal_step": "The deal gave {value:+.1f} chips: this hand is worth {after:.1f} in place of {before:.1f}.",
    "opponent_step": "The opponent's action ({what}) gave {value:+.1f} chips.",
    "river_step": "The river card {what} gave {value:+.1f} chips.",
    "showdown_step": "The end of the hand gave {value:+.1f} chips: {after:+g} where {before:.1f} was due.",
}

RANDOM_REASONS = frozenset({"mixed"})
"""The reasons of decisions that are drawn at random."""

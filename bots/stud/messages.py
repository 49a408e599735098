"""What stud bots say: message id -> template, in English."""

from __future__ import annotations

from games.core.i18n import gettext_noop as _

MESSAGES: dict[str, str] = {
    "list": _("I take the first of check, call, bring in, complete, bet, raise and fold."),
    "score": _(
        "My hand scores {hand:.0f} of 100; what this street asks is shifted by {shift:+.0f}."
    ),
    "class": _("My hand counts as {label}."),
    "at_random": _("I draw one of the actions at random."),
    "expected": _(
        "In {worlds} deals that fit the bets this is worth {chips:+.1f} chips from now on."
    ),
    "solved": _("I solved the last street: this is worth {chips:+.1f} chips from now on."),
    "uniform": _("If the others held any cards I would win {equity:.0%} of the pot."),
    "dealt": _("I hold {cards}."),
    "up_cards": _("I was dealt the {card}."),
    "up_card_of": _("{name} was dealt the {card}."),
    "shown": _("{name} showed {cards}."),
    "likelier": _("{name} now has {holding} in {chance:.0%} of the deals, after {before:.0%}."),
    "won": _("{name} won {amount}."),
    "i_won": _("I won {amount}."),
    "believes": _(
        "{name} most likely has {holding} ({chance:.0%}); I win {equity:.0%} of the pot."
    ),
    "waits": _("I wait for the next deal."),
    "folded": _("I have folded and watch."),
}
RANDOM_REASONS = frozenset({"at_random"})
"""The reasons of decisions made at random."""

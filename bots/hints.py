"""Hints: what the strongest bot would do in a seat with the knowledge of that seat.

Invariant: the bot's memory is built only from the seat's own redacted events, so a hint reveals
nothing the player could not know. Players see whether a table allows hints before they sit down.
"""

from __future__ import annotations

from bots.contract import Decision
from bots.driver import begin, remember
from games.tables import log, luck
from games.tables.errors import Refused
from games.tables.log import LiveTable


def hint(live: LiveTable, seat: int | None) -> Decision:
    """Decide for a person who asks, or refuse."""
    if not live.info.hints:
        raise Refused("no_hints", "There are no hints at this table.")
    if seat is None:
        raise Refused("not_seated", "You do not sit at this table.")
    legal_actions = log.legal_actions(live, seat)
    if not legal_actions:
        raise Refused("not_your_turn", "It is not your turn.")
    head = remember(live, seat, begin(live, seat, live.game.levels[-1]))
    chance = luck.bot_chance(live.seeds[live.game.round(live.state)], live.seq, seat)
    return head.bot.decide(head.memory, legal_actions, chance, head.bot.work)

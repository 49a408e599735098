"""Hints: what the strongest bot would do in a seat with the knowledge of that seat.

Invariant: the bot's memory is built only from the seat's own redacted events, so a hint reveals
nothing the player could not know. Players see whether a table allows hints before they sit down.
"""

from __future__ import annotations

from bots.contract import Decision, decide
from bots.runtime import runner
from bots.runtime.session import begin_session, remember_new_events, require_data
from games.tables.errors import Refused
from games.tables.eventlog import live_table
from games.tables.eventlog.live_table import LiveTable
from games.tables.events import fairness
from games.tables.services.scheduler import NotReady


def hint(live: LiveTable, seat: int | None) -> Decision:
    """Decide for a person who asks, or refuse."""
    if not live.info.hints:
        raise Refused("no_hints", "There are no hints at this table.")
    if seat is None:
        raise Refused("not_seated", "You do not sit at this table.")
    legal_actions = live_table.legal_actions(live, seat)
    if not legal_actions:
        raise Refused("not_your_turn", "It is not your turn.")
    session = begin_session(live, seat, live.game.levels[-1])
    remember_new_events(live, seat, session)
    chance = fairness.bot_chance(live.seed(session.deal), live.seq, seat)
    try:
        data = require_data(live, session)
    except NotReady:
        raise Refused("not_ready", "The hint's solution is being computed: ask again.") from None
    if session.bot.heavy and runner.current is not None:
        slug = live.game.slug
        return runner.current.decide_from_thread(slug, session, legal_actions, chance.key, data)
    return decide(session.bot, session.memory, legal_actions, chance, session.bot.work, data)

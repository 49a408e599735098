"""Reviews of deals that are over: computed from the seat's own events alone, and stored.

Invariant: a review is computed only after its deal, from events redacted for its seat, and stored once.
While what it needs is missing there is none, and asking again is all that is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from bots.catalog import BOTS, REVIEWERS
from bots.contract import Review
from bots.models import DealReview
from bots.runtime.session import begin_memory, needed_data
from games.core import codec
from games.tables.eventlog import deal_log
from games.tables.eventlog.live_table import LiveTable
from games.tables.eventlog.writer import written


@dataclass(frozen=True)
class ReviewTask:
    """All that the review of one deal and seat is computed from."""

    game: str
    level: str
    memory: Any
    data: Mapping[str, Any]


def is_reviewable(live: LiveTable, index: int) -> bool:
    """Return whether a deal was played to its end in a game whose deals are reviewed."""
    if REVIEWERS[live.game.slug] is None or live.state is None or not 0 <= index <= live.round:
        return False
    if index < live.round:
        return True
    return live.game.between(live.state) or live.game.outcome(live.state) is not None


def review_task(live: LiveTable, index: int, seat: int) -> ReviewTask:
    """Put together what a review is computed from; raise `NotReady` if something is missing."""
    deal = deal_log.read_deal(live, index)
    assert deal is not None, "only a deal that was played is reviewed"
    level = REVIEWERS[live.game.slug]
    assert level is not None, "this game's deals are reviewed"
    bot = BOTS[live.game.slug, level]
    memory = begin_memory(live, bot, seat, index)
    for row in deal.played_rows():
        for event in row.events if row.is_game else ():
            memory = bot.remember(memory, live.game.redact(event, seat))
    return ReviewTask(live.game.slug, level, memory, needed_data(live, bot, memory))


def stored_reviews(table_id: int, seat: int) -> dict[int, Review]:
    """Return the stored reviews of a seat by the index of the deal, in order."""
    rows = DealReview.objects.filter(table=table_id, seat=seat).order_by("deal")
    return {
        index: msgspec.json.decode(text, type=Review)
        for index, text in rows.values_list("deal", "review")
    }


@written
def store_review(table_id: int, index: int, seat: int, review: Review) -> None:
    """Store a review unless it is stored already."""
    row = DealReview(table_id=table_id, deal=index, seat=seat, review=codec.dump(review).decode())
    DealReview.objects.bulk_create([row], ignore_conflicts=True)

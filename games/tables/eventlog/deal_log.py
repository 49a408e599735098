"""The rows of any one deal: from memory if they are kept, else from the database."""

from __future__ import annotations

from games.tables.eventlog.live_table import DealLog, LiveTable, read_keyframe, read_row
from games.tables.events import table_info
from games.tables.models import LogEntry


def read_deal(live: LiveTable, index: int) -> DealLog | None:
    """Return a deal of a table, None if there is none. Blocks on the database: call it in a thread."""
    with live.lock:
        if index > live.round or index < 0:
            return None
        kept = live.kept_deal(index)
    return kept or _read(live, index)


def deal_of_row(live: LiveTable, seq: int) -> int:
    """Return the index of the deal that a row belongs to."""
    with live.lock:
        kept = live.deal_at(seq)
    if kept is not None:
        return kept
    dealt = LogEntry.objects.filter(table=live.table_id, deal__isnull=False, seq__lte=seq)
    return int(dealt.order_by("-seq").values_list("deal", flat=True).first() or 0)


def _read(live: LiveTable, index: int) -> DealLog:
    # Sorted by seq, as rows are by default, SQLite would read every row of the table.
    dealt = LogEntry.objects.filter(table=live.table_id, deal__in=(index, index + 1)).order_by()
    starts = {deal: (seq, text) for deal, seq, text in dealt.values_list("deal", "seq", "keyframe")}
    first, keyframe = starts[index] if index else (1, "")
    entries = LogEntry.objects.filter(table=live.table_id, seq__gte=first)
    if index + 1 in starts:
        entries = entries.filter(seq__lt=starts[index + 1][0])
    info = read_keyframe(keyframe) if keyframe else table_info.EMPTY_TABLE
    rows = tuple(read_row(live.game, entry) for entry in entries.order_by("seq"))
    return DealLog(index, info, rows)

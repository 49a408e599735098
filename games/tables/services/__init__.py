"""The only code that changes tables: opening, seating, moves, chat.

Invariant: each service either completes and is on disk when it returns, or raises `Refused` and has
changed nothing. Moves of people and of bots go through the same `make_move`.
"""

from games.tables.services.chat import (
    REACTIONS,
    conversation,
    introduce,
    mute,
    post_message,
    rename,
    report,
)
from games.tables.services.deals import agree_to_deal_async, deal_if_due
from games.tables.services.lifecycle import (
    auto_start,
    create_seated,
    create_table,
    demo_table,
    quick_join,
    rematch,
    start,
    start_against_bots,
)
from games.tables.services.moves import Move, make_move, make_move_async
from games.tables.services.seating import (
    check_nonce,
    close,
    end_stand_in,
    fill,
    leave,
    remove,
    resign,
    sit,
    staff_stand_in,
    start_stand_in,
)

__all__ = [
    "REACTIONS",
    "Move",
    "agree_to_deal_async",
    "auto_start",
    "check_nonce",
    "close",
    "conversation",
    "create_seated",
    "create_table",
    "deal_if_due",
    "demo_table",
    "end_stand_in",
    "fill",
    "introduce",
    "leave",
    "make_move",
    "make_move_async",
    "mute",
    "post_message",
    "quick_join",
    "rematch",
    "remove",
    "rename",
    "report",
    "resign",
    "sit",
    "staff_stand_in",
    "start",
    "start_against_bots",
    "start_stand_in",
]

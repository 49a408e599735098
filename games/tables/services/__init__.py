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
from games.tables.services.moves import Move, make_move, make_move_async
from games.tables.services.opening import (
    Opening,
    again,
    open_seated,
    open_table,
    play_bots,
    show_table,
    sit_anywhere,
    start,
    start_by_itself,
)
from games.tables.services.seating import (
    check_nonce,
    close,
    come_back,
    fill,
    give_to_bot,
    hand_over,
    leave,
    remove,
    resign,
    sit,
)

__all__ = [
    "REACTIONS",
    "Move",
    "Opening",
    "again",
    "check_nonce",
    "close",
    "come_back",
    "conversation",
    "fill",
    "give_to_bot",
    "hand_over",
    "introduce",
    "leave",
    "make_move",
    "make_move_async",
    "mute",
    "open_seated",
    "open_table",
    "play_bots",
    "post_message",
    "remove",
    "rename",
    "report",
    "resign",
    "show_table",
    "sit",
    "sit_anywhere",
    "start",
    "start_by_itself",
]

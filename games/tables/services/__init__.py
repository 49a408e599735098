"""The only code that changes tables: opening, seating, moves, chat.

Invariant: each service either completes and is on disk when it returns, or raises `Refused` and has
changed nothing. Moves of people and of bots go through the same `play`.
"""

from games.tables.services.moves import Play, aplay, play
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
from games.tables.services.talk import (
    REACTIONS,
    conversation,
    introduce,
    mute,
    rename,
    report,
    say,
)

__all__ = [
    "REACTIONS",
    "Opening",
    "Play",
    "again",
    "aplay",
    "check_nonce",
    "close",
    "come_back",
    "conversation",
    "fill",
    "give_to_bot",
    "hand_over",
    "introduce",
    "leave",
    "mute",
    "open_seated",
    "open_table",
    "play",
    "play_bots",
    "remove",
    "rename",
    "report",
    "resign",
    "say",
    "show_table",
    "sit",
    "sit_anywhere",
    "start",
    "start_by_itself",
]

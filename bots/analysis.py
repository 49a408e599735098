"""The analyses of a finished game: what each bot knew, believed and learned, event by event.

Pure, and needs no database: a `Story` holds all that is looked at, each seat's own events only. A
seat's memory is folded once along the whole game.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from bots.catalog import BOTS, TELLING, WORDS
from bots.contract import Change, Mind, Reason
from games.core import wire
from games.core.chance import Chance

ARTICLE = re.compile(r"\ba (8|11)\b")
"""Numbers that English begins with a vowel."""
MINDS = 8
"""Minds kept of each bot: an event is compared with the one before it."""


class Key(NamedTuple):
    """Names one analysis: a bot's after so many events of its seat."""

    table: str
    """Its code."""
    seat: int
    level: str
    version: str
    events: int


class Part(msgspec.Struct, frozen=True):
    """One bot of a game: its level, the events of its seat, and when it played."""

    seat: int
    level: str
    version: str
    chance: bytes
    """Key of the seat's own random stream."""
    events: tuple[Any, ...]
    wanted: tuple[int, ...]
    """After how many events an analysis can be asked for."""


class Story(msgspec.Struct, frozen=True):
    """One finished game, as much of it as analyses look at."""

    table: str
    """Its code."""
    game: str
    options: Any
    names: tuple[str, ...]
    parts: tuple[Part, ...]

    def every(self) -> Iterator[Key]:
        """List every analysis there is."""
        for part in self.parts:
            for events in part.wanted:
                yield Key(self.table, part.seat, part.level, part.version, events)


class Reader:
    """One bot of one game, read along its events."""

    def __init__(self, story: Story, part: Part) -> None:
        self.story, self.part = story, part
        self.bot = BOTS[story.game, part.level]
        memory = self.bot.begin(part.seat, len(story.names), story.options, Chance(part.chance))
        self.memories = [memory]
        for event in part.events:
            memory = self.bot.remember(memory, event)
            self.memories.append(memory)
        self._minds: OrderedDict[int, Mind] = OrderedDict()

    def mind(self, events: int) -> Mind:
        """Compute the mind after so many events, unless it was computed just now."""
        if events not in self._minds:
            self._minds[events] = self.bot.mind(self.memories[events])
            if len(self._minds) > MINDS:
                self._minds.popitem(last=False)
        return self._minds[events]

    def before(self, events: int) -> Mind:
        """Compute the mind before an event, as much of it as is compared with."""
        if self.bot.beliefs is None or events - 1 in self._minds:
            return self.mind(events - 1)
        return self.bot.beliefs(self.memories[events - 1])

    def analysis(self, events: int) -> bytes:
        """Tell what the bot knew after so many events and what the last one taught it, as JSON."""
        game, part = self.story.game, self.part
        mind = self.mind(events)
        change: Change[Any, Any] = Change(
            part.events[events - 1],
            self.memories[events],
            mind,
            self.story.names,
            lambda: self.before(events),
        )
        telling = TELLING[game]
        told = opened(game, part.seat, part.level, mind)
        told["summary"] = sentence(game, telling.summary(change))
        told["learned"] = [sentence(game, reason) for reason in telling.learned(change)]
        return wire.dump(told)


def sentence(game: str, reason: Reason | None) -> str:
    """Return a reason as a sentence; the template says how its figures are formatted."""
    if reason is None:
        return ""
    template = WORDS.get(game, {}).get(reason.id)
    if template is None:
        return f"{reason.id} {dict(reason.values)}" if reason.values else reason.id
    return ARTICLE.sub(r"an \1", template.format(**reason.values))


def opened(game: str, seat: int, level: str, mind: Mind) -> dict[str, Any]:
    """Tell a mind as a board draws it."""
    told = wire.plain(mind)
    reasons = [sentence(game, certainty.why) for certainty in mind.deduced]
    deduced = [
        certainty | {"why": why} for certainty, why in zip(told["deduced"], reasons, strict=True)
    ]
    return {"seat": seat, "level": level, **told, "deduced": deduced}

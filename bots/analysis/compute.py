"""The analyses of a finished game: what each bot knew, believed and learned, event by event.

Pure, and needs no database: a `RecordedGame` holds all the data, each seat's own events only. A
seat's memory is folded once along the whole game.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from bots.catalog import BOTS, EXPLANATIONS, MESSAGES
from bots.contract import BotAnalysis, ObservedEvent, Reason, analyse
from games.core import codec
from games.core.contract import NO_DATA
from games.core.random_stream import Chance

ARTICLE = re.compile(r"\ba (8|11)\b")
"""Numbers that English begins with a vowel."""
MAX_KEPT_ANALYSES = 8
"""Analyses kept of each bot: an event is compared with the one before it."""


class AnalysisKey(NamedTuple):
    """Names one analysis: a bot's after so many events of its seat."""

    table: str
    """Its code."""
    seat: int
    level: str
    version: str
    events: int


class RecordedBot(msgspec.Struct, frozen=True):
    """One bot of a game: its level, the events of its seat, and when it played."""

    seat: int
    level: str
    version: str
    chance: bytes
    """Key of the seat's own random stream."""
    events: tuple[Any, ...]
    wanted: tuple[int, ...]
    """After how many events an analysis can be asked for."""


class RecordedGame(msgspec.Struct, frozen=True):
    """One finished game, as much of it as analyses look at."""

    table: str
    """Its code."""
    game: str
    options: Any
    names: tuple[str, ...]
    parts: tuple[RecordedBot, ...]
    data: Any = NO_DATA
    """What the bots look up, by hash; read where an analysis is computed."""

    def every(self) -> Iterator[AnalysisKey]:
        """List every analysis there is."""
        for part in self.parts:
            for events in part.wanted:
                yield AnalysisKey(self.table, part.seat, part.level, part.version, events)


class BotAnalyser:
    """One bot of one game, read along its events."""

    def __init__(self, game: RecordedGame, part: RecordedBot) -> None:
        self.game, self.part = game, part
        self.bot = BOTS[game.game, part.level]
        memory = self.bot.begin(part.seat, len(game.names), game.options, Chance(part.chance))
        self.memories = [memory]
        for event in part.events:
            memory = self.bot.remember(memory, event)
            self.memories.append(memory)
        self._analyses: OrderedDict[int, BotAnalysis] = OrderedDict()

    def analyse(self, events: int) -> BotAnalysis:
        """Return the analysis after so many events, unless it was computed just now."""
        if events not in self._analyses:
            memory = self.memories[events]
            self._analyses[events] = analyse(self.bot, memory, self.game.data)
            if len(self._analyses) > MAX_KEPT_ANALYSES:
                self._analyses.popitem(last=False)
        return self._analyses[events]

    def before(self, events: int) -> BotAnalysis:
        """Return the analysis before an event, as much of it as is compared with."""
        if self.bot.beliefs is None or events - 1 in self._analyses:
            return self.analyse(events - 1)
        return self.bot.beliefs(self.memories[events - 1])

    def analysis_bytes(self, events: int) -> bytes:
        """Return as JSON what the bot knew after so many events and what the last one taught it."""
        slug, part = self.game.game, self.part
        analysis = self.analyse(events)
        change: ObservedEvent[Any, Any] = ObservedEvent(
            part.events[events - 1],
            self.memories[events],
            analysis,
            self.game.names,
            lambda: self.before(events),
        )
        explanations = EXPLANATIONS[slug]
        payload = analysis_json(slug, part.seat, part.level, analysis)
        payload["summary"] = sentence(slug, explanations.summary(change))
        payload["learned"] = [sentence(slug, reason) for reason in explanations.learned(change)]
        return codec.dump(payload)


def sentence(game: str, reason: Reason | None) -> str:
    """Return a reason as a sentence; the template says how its figures are formatted."""
    if reason is None:
        return ""
    template = MESSAGES.get(game, {}).get(reason.id)
    if template is None:
        return f"{reason.id} {dict(reason.values)}" if reason.values else reason.id
    return ARTICLE.sub(r"an \1", template.format(**reason.values))


def analysis_json(game: str, seat: int, level: str, analysis: BotAnalysis) -> dict[str, Any]:
    """Return an analysis as JSON for the board."""
    fields = codec.plain(analysis)
    reasons = [sentence(game, certainty.why) for certainty in analysis.deduced]
    deduced = [
        certainty | {"why": why} for certainty, why in zip(fields["deduced"], reasons, strict=True)
    ]
    return {"seat": seat, "level": level, **fields, "deduced": deduced}

"""Sentences for analyses: what a Da Tong Zi bot learned from an event, and what it knows after it."""

from __future__ import annotations

from bots.contract import BotAnalysis, Explanations, ObservedEvent, Reason
from bots.datongzi.analysis import what_is_proved
from bots.datongzi.memory import Memory
from bots.datongzi.messages import RANDOM_REASONS
from bots.datongzi.possible_hands import can_beat, possible_hands
from bots.datongzi.scoring.scored_action import play_name
from games.datongzi.cards import RANK_NAMES, TWO
from games.datongzi.events import (
    Dealt,
    Event,
    Finished,
    HandEnded,
    MatchEnded,
    Passed,
    Played,
    TrickTaken,
)
from games.datongzi.generation import Holding
from games.datongzi.patterns import Pattern

MIN_RISE = 0.3
"""A probability that rose by less gets no sentence."""
MAX_DEDUCTIONS = 2
"""Deductions that get a sentence each; the others are counted in one sentence."""
BOMB = 4
HIGHEST_SINGLE = Pattern("single", TWO)
"""Only trumps beat it."""

DatongziChange = ObservedEvent[Memory, Event]


def learned(change: DatongziChange) -> list[Reason]:
    """List what the bot learned: what happened, what follows, what became much likelier."""
    event = change.event
    match event:
        case Dealt():
            return [_dealt(change)]
        case Played() | Passed(forced=True):
            return [*_happened(change), *_deduced(change), *_likelier(change)]
        case _:
            return _happened(change)


def summary(change: DatongziChange) -> Reason:
    """Return a sentence on how many other hands can hold a trump."""
    memory = change.memory
    state = memory.table
    if state.outcome is not None:
        return Reason("match_ended", {"names": _names(change, state.outcome.winners)})
    if state.active is None:
        if state.order:
            return Reason("ended", {"names": _names(change, state.order[:1])})
        return Reason("waits")
    hands = possible_hands(memory)
    strong = sum(can_beat(hands, rival, HIGHEST_SINGLE) for rival in hands.rivals)
    values = {"unseen": sum(hands.unseen)}
    if not strong:
        return Reason("expects_none", values)
    return Reason("expects", values | {"count": strong, "rivals": len(hands.rivals)})


def _dealt(change: DatongziChange) -> Reason:
    """Return what the bot was dealt."""
    held = Holding(change.memory.hand)
    tongzi = sum(copies >= 3 for copies in held.copies)
    dizha = sum(min(held.copies[4 * rank : 4 * rank + 4]) >= 2 for rank in range(5, 16))
    bombs = sum(count >= BOMB for count in held.ranks)
    values = {"count": held.total, "bombs": bombs, "tongzi": tongzi, "dizha": dizha}
    return Reason("my_hand", values)


def _happened(change: DatongziChange) -> list[Reason]:
    """Return what the event itself showed."""
    event, names, memory = change.event, change.names, change.memory
    match event:
        case Played(seat, _, pattern):
            left = len(memory.table.hands[seat])
            values = {"name": names[seat], "play": play_name(pattern), "count": left}
            return [Reason("played", values)]
        case Passed(seat, forced):
            return _passed(change, seat, forced)
        case Finished(seat, place):
            return [Reason("finished", {"name": names[seat], "place": place})]
        case TrickTaken(seat, points, bonus):
            values = {"name": names[seat], "points": points, "bonus": bonus}
            return [Reason("took_bonus" if bonus else "took", values)]
        case HandEnded(order):
            return [Reason("ended", {"names": _names(change, order[:1])})]
        case MatchEnded(winners):
            return [Reason("match_ended", {"names": _names(change, winners)})]
        case _:
            return []


def _passed(change: DatongziChange, seat: int, forced: bool) -> list[Reason]:
    """Return what a pass proved, if anything."""
    memory = change.memory
    table = memory.table.table
    if table is None:
        return []
    values = {"name": change.names[seat], "play": play_name(table)}
    if not forced:
        return [Reason("passed_free", values)]
    if seat == memory.seat:
        return []
    return [Reason("proved", values | {"proves": what_is_proved(table)})]


def _deduced(change: DatongziChange) -> list[Reason]:
    """Return the numbers of cards that follow now and did not follow before."""
    known = _known(change.before)
    new = [c for c in change.after.deduced if c.about not in known and c.about.startswith("h")]
    sentences = [
        Reason("sure_now", _named(change, certainty.about) | {"count": certainty.value})
        for certainty in new[:MAX_DEDUCTIONS]
    ]
    more = len(new) - MAX_DEDUCTIONS
    return [*sentences, Reason("sure_more", {"count": more})] if more > 0 else sentences


def _likelier(change: DatongziChange) -> list[Reason]:
    """Return the number of cards whose probability rose most, if it rose much."""
    rises = [
        (chance - earlier.get(number, 0.0), about, number)
        for about, row in change.after.beliefs.items()
        if about.startswith("h") and (earlier := change.before.beliefs.get(about))
        for number, chance in row.items()
    ]
    rise, about, number = max(rises, default=(0.0, "", ""))
    if rise < MIN_RISE:
        return []
    values = _named(change, about) | {
        "count": int(number),
        "chance": change.after.beliefs[about][number],
        "before": change.before.beliefs[about].get(number, 0.0),
    }
    return [Reason("likelier", values)]


def _named(change: DatongziChange, about: str) -> dict[str, object]:
    """Return the player and the rank that a key of the analysis names."""
    seat, rank = about[1:].split(".")
    return {"name": change.names[int(seat)], "rank": RANK_NAMES[int(rank)]}


def _known(analysis: BotAnalysis) -> set[str]:
    return {certainty.about for certainty in (*analysis.certain, *analysis.deduced)}


def _names(change: DatongziChange, seats: tuple[int, ...]) -> str:
    return " and ".join(change.names[seat] for seat in seats) or "nobody"


EXPLANATIONS = Explanations(learned, summary, RANDOM_REASONS)

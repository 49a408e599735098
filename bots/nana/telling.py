"""What an event taught a NANA bot, and what the bot then knows, as sentences."""

from __future__ import annotations

from bots.contract import Change, Mind, Reason, Telling
from bots.nana.memory import Memory
from bots.nana.words import RANDOM
from games.nana.events import Collected, Dealt, Ended, Event, Exchanged, Gave, Revealed, TurnedBack
from games.nana.rules import COPIES
from games.nana.state import State
from games.nana.teams import opposite

MUCH = 0.25
"""A belief that changed by less is not worth a sentence."""
SAID = 3
"""Deductions that get a sentence each; more are counted."""

Changed = Change[Memory, Event]


def learned(change: Changed) -> list[Reason]:
    """List what an event taught: what it showed, what follows, what became much likelier."""
    event = change.event
    if isinstance(event, Ended):
        names = " and ".join(change.names[seat] for seat in event.winners) or "nobody"
        return [Reason("ended", {"names": names})]
    if isinstance(event, Dealt):
        return _happened(change)
    return [*_happened(change), *_forgotten(change), *_deduced(change), *_likelier(change)]


def summary(change: Changed) -> Reason:
    """Say how much of the table is known, and whose turn it is."""
    memory, mind = change.memory, change.after
    table = memory.table
    if table.outcome is not None:
        names = " and ".join(change.names[seat] for seat in table.outcome.winners) or "nobody"
        return Reason("ended", {"names": names})
    values = {"known": len(mind.certain) + len(mind.deduced)}
    values["total"] = values["known"] + len(mind.beliefs)
    located = [certainty.value for certainty in (*mind.certain, *mind.deduced)]
    trios = [number for number in sorted(set(located)) if located.count(number) == COPIES]
    if trios:
        return Reason("knows_trio", {**values, "number": trios[0]})
    if isinstance(change.event, TurnedBack | Collected):  # whose turn it is comes next
        return Reason("knows", values)
    return Reason("knows_turn" if table.active == memory.seat else "knows_wait", values)


def _happened(change: Changed) -> list[Reason]:
    """Say what the event itself showed."""
    memory, event = change.memory, change.event
    me, table = memory.seat, memory.table
    mate = opposite(me, memory.seats)
    match event:
        case Dealt():
            return [Reason("my_hand", {"numbers": _listed(table.hands[me])})]
        case Gave(by, number) if by == me:
            return [Reason("gave", {"name": change.names[mate], "number": number})]
        case Exchanged():
            return [Reason("got", {"name": change.names[mate], "number": event.given[mate]})]
        case Revealed():
            return _seen(change, event)
        case TurnedBack(by):
            number = memory.failures[-1].target
            if by == me:
                return [Reason("i_failed", {"number": number})]
            return [Reason("failed", {"name": change.names[by], "number": number})]
        case Collected(by, _, number):
            values = {"number": number, "count": _counted(len(table.trios[by]))}
            if by == me:
                return [Reason("i_took", values)]
            return [Reason("took", {**values, "name": change.names[by]})]
        case _:
            return []


def _seen(change: Changed, flip: Revealed) -> list[Reason]:
    """Say what a turned card showed; nothing if it was known to all already."""
    thing = f"c{flip.place}" if flip.seat is None else f"h{flip.seat}.{flip.place}"
    before = change.before
    card = card_name(change, thing)
    values = {"card": card, "number": flip.number}
    if thing in before.beliefs:
        chance = before.beliefs[thing].get(str(flip.number), 0.0)
        return [Reason("saw", {**values, "chance": chance})]
    if any(certainty.about == thing for certainty in before.deduced):
        return [Reason("saw_expected", {**values, "card": _capital(card)})]
    now = change.memory.events
    shown = [s for s in change.memory.sightings if s.card == (flip.seat, flip.place)]
    if flip.seat == change.memory.seat and any(sighting.since == now for sighting in shown):
        return [Reason("showed", values)]
    return []


def _forgotten(change: Changed) -> list[Reason]:
    new = [thing for thing in change.after.forgotten if thing not in change.before.forgotten]
    if not new:
        return []
    values = {"card": card_name(change, new[0]), "count": len(new)}
    return [Reason("lost_sight" if len(new) == 1 else "lost_more", values)]


def _deduced(change: Changed) -> list[Reason]:
    """Say what follows that did not follow before."""
    known = _known(change.before)
    new = [certainty for certainty in change.after.deduced if certainty.about not in known]
    told = [
        Reason("so", {"card": card_name(change, certainty.about), "number": certainty.value})
        for certainty in new[:SAID]
    ]
    more = len(new) - SAID
    return [*told, Reason("so_more", {"count": more})] if more > 0 else told


def _likelier(change: Changed) -> list[Reason]:
    """Say which hidden card has become much likelier to be which number."""
    rises = [
        (chance - earlier.get(number, 0.0), thing, number)
        for thing, row in change.after.beliefs.items()
        if (earlier := change.before.beliefs.get(thing))
        for number, chance in row.items()
    ]
    rise, thing, number = max(rises, default=(0.0, "", ""))
    if rise < MUCH:
        return []
    values = {
        "card": _capital(card_name(change, thing)),
        "number": number,
        "chance": change.after.beliefs[thing][number],
        "before": change.before.beliefs[thing].get(number, 0.0),
    }
    return [Reason("likelier", values)]


def _known(mind: Mind) -> set[str]:
    return {certainty.about for certainty in (*mind.certain, *mind.deduced)}


def card_name(change: Changed, thing: str) -> str:
    """Name a card as a player would: by its owner and how far it lies from the nearer end."""
    if thing.startswith("c"):
        return f"middle card {int(thing[1:]) + 1}"
    seat, place = map(int, thing[1:].split("."))
    whose = "my" if seat == change.memory.seat else f"{change.names[seat]}'s"
    return f"{whose} {_place(change.memory.table, seat, place)} card"


def _place(table: State, seat: int, place: int) -> str:
    """Say where a card lies in a sorted hand, among those still there."""
    up = {flip.place for flip in table.chain if flip.seat == seat}
    held = sorted({*table.down[seat], *up, place})
    low, high = held.index(place), len(held) - 1 - held.index(place)
    near, end = (low, "lowest") if low <= high else (high, "highest")
    return end if near == 0 else f"{_ordinal(near + 1)} {end}"


def _ordinal(number: int) -> str:
    return {2: "second", 3: "third"}.get(number, f"{number}th")


def _counted(trios: int) -> str:
    return "one trio" if trios == 1 else f"{trios} trios"


def _listed(numbers: tuple[int | None, ...]) -> str:
    return ", ".join(map(str, numbers))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


TELLING = Telling(learned, summary, RANDOM)

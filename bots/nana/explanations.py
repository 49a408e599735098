"""Sentences for analyses: what a NANA bot learned from an event, and what it knows after it."""

from __future__ import annotations

from bots.contract import BotAnalysis, Explanations, ObservedEvent, Reason
from bots.nana.memory import Memory
from bots.nana.messages import RANDOM_REASONS
from games.nana.events import Collected, Dealt, Ended, Event, Exchanged, Gave, Revealed, TurnedBack
from games.nana.rules import COPIES
from games.nana.state import State
from games.nana.teams import opposite

MIN_RISE = 0.25
"""A probability that rose by less gets no sentence."""
MAX_DEDUCTIONS = 3
"""Deductions that get a sentence each; the others are counted in one sentence."""

NanaChange = ObservedEvent[Memory, Event]


def learned(change: NanaChange) -> list[Reason]:
    """List what the bot learned: what the event showed, what follows, what became much likelier."""
    event = change.event
    if isinstance(event, Ended):
        names = " and ".join(change.names[seat] for seat in event.winners) or "nobody"
        return [Reason("ended", {"names": names})]
    if isinstance(event, Dealt):
        return _happened(change)
    return [*_happened(change), *_forgotten(change), *_deduced(change), *_likelier(change)]


def summary(change: NanaChange) -> Reason:
    """Return a sentence on how many cards are known, and whose turn it is."""
    memory, analysis = change.memory, change.after
    table = memory.table
    if table.outcome is not None:
        names = " and ".join(change.names[seat] for seat in table.outcome.winners) or "nobody"
        return Reason("ended", {"names": names})
    values = {"known": len(analysis.certain) + len(analysis.deduced)}
    values["total"] = values["known"] + len(analysis.beliefs)
    located = [certainty.value for certainty in (*analysis.certain, *analysis.deduced)]
    trios = [number for number in sorted(set(located)) if located.count(number) == COPIES]
    if trios:
        return Reason("knows_trio", {**values, "number": trios[0]})
    if isinstance(change.event, TurnedBack | Collected):  # the next event says whose turn it is
        return Reason("knows", values)
    return Reason("knows_turn" if table.active == memory.seat else "knows_wait", values)


def _happened(change: NanaChange) -> list[Reason]:
    """Return what the event itself showed."""
    memory, event = change.memory, change.event
    me, table = memory.seat, memory.table
    partner = opposite(me, memory.seats)
    match event:
        case Dealt():
            return [Reason("my_hand", {"numbers": _comma_list(table.hands[me])})]
        case Gave(by, number) if by == me:
            return [Reason("gave", {"name": change.names[partner], "number": number})]
        case Exchanged():
            return [Reason("got", {"name": change.names[partner], "number": event.given[partner]})]
        case Revealed():
            return _seen(change, event)
        case TurnedBack(by):
            number = memory.failures[-1].target
            if by == me:
                return [Reason("i_failed", {"number": number})]
            return [Reason("failed", {"name": change.names[by], "number": number})]
        case Collected(by, _, number):
            values = {"number": number, "count": _trio_count(len(table.trios[by]))}
            if by == me:
                return [Reason("i_took", values)]
            return [Reason("took", {**values, "name": change.names[by]})]
        case _:
            return []


def _seen(change: NanaChange, flip: Revealed) -> list[Reason]:
    """Return what a flipped card showed; nothing if everybody knew it already."""
    card_id = f"c{flip.place}" if flip.seat is None else f"h{flip.seat}.{flip.place}"
    before = change.before
    card = card_name(change, card_id)
    values = {"card": card, "number": flip.number}
    if card_id in before.beliefs:
        chance = before.beliefs[card_id].get(str(flip.number), 0.0)
        return [Reason("saw", {**values, "chance": chance})]
    if any(certainty.about == card_id for certainty in before.deduced):
        return [Reason("saw_expected", {**values, "card": _capital(card)})]
    now = change.memory.events
    shown = [s for s in change.memory.sightings if s.card == (flip.seat, flip.place)]
    if flip.seat == change.memory.seat and any(sighting.seen_at_event == now for sighting in shown):
        return [Reason("showed", values)]
    return []


def _forgotten(change: NanaChange) -> list[Reason]:
    new = [card_id for card_id in change.after.forgotten if card_id not in change.before.forgotten]
    if not new:
        return []
    values = {"card": card_name(change, new[0]), "count": len(new)}
    return [Reason("lost_sight" if len(new) == 1 else "lost_more", values)]


def _deduced(change: NanaChange) -> list[Reason]:
    """Return what follows now and did not follow before."""
    known = _known(change.before)
    new = [certainty for certainty in change.after.deduced if certainty.about not in known]
    sentences = [
        Reason("so", {"card": card_name(change, certainty.about), "number": certainty.value})
        for certainty in new[:MAX_DEDUCTIONS]
    ]
    more = len(new) - MAX_DEDUCTIONS
    return [*sentences, Reason("so_more", {"count": more})] if more > 0 else sentences


def _likelier(change: NanaChange) -> list[Reason]:
    """Return the hidden card whose probability of some number rose most, if it rose much."""
    rises = [
        (chance - earlier.get(number, 0.0), card_id, number)
        for card_id, row in change.after.beliefs.items()
        if (earlier := change.before.beliefs.get(card_id))
        for number, chance in row.items()
    ]
    rise, card_id, number = max(rises, default=(0.0, "", ""))
    if rise < MIN_RISE:
        return []
    values = {
        "card": _capital(card_name(change, card_id)),
        "number": number,
        "chance": change.after.beliefs[card_id][number],
        "before": change.before.beliefs[card_id].get(number, 0.0),
    }
    return [Reason("likelier", values)]


def _known(analysis: BotAnalysis) -> set[str]:
    return {certainty.about for certainty in (*analysis.certain, *analysis.deduced)}


def card_name(change: NanaChange, card_id: str) -> str:
    """Describe a card as a player would: by its owner and its place from the nearer end."""
    if card_id.startswith("c"):
        return f"middle card {int(card_id[1:]) + 1}"
    seat, place = map(int, card_id[1:].split("."))
    whose = "my" if seat == change.memory.seat else f"{change.names[seat]}'s"
    return f"{whose} {_place(change.memory.table, seat, place)} card"


def _place(table: State, seat: int, place: int) -> str:
    """Describe the place of a card in a sorted hand, among the cards still there."""
    up = {flip.place for flip in table.chain if flip.seat == seat}
    held = sorted({*table.down[seat], *up, place})
    low, high = held.index(place), len(held) - 1 - held.index(place)
    near, end = (low, "lowest") if low <= high else (high, "highest")
    return end if near == 0 else f"{_ordinal(near + 1)} {end}"


def _ordinal(number: int) -> str:
    return {2: "second", 3: "third"}.get(number, f"{number}th")


def _trio_count(trios: int) -> str:
    return "one trio" if trios == 1 else f"{trios} trios"


def _comma_list(numbers: tuple[int | None, ...]) -> str:
    return ", ".join(map(str, numbers))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


EXPLANATIONS = Explanations(learned, summary, RANDOM_REASONS)

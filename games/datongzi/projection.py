"""What each viewer of a Da Tong Zi match may know, and the JSON its board is sent.

Invariant: secrets are blanked in `redact` alone; `view` is computed from the viewer's own state.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from games.core.contract import ALL, Viewer
from games.datongzi.cards import FACES, RANKS, Hand, rank_counts, rank_of
from games.datongzi.events import (
    Dealt,
    Event,
    Finished,
    HandEnded,
    MatchEnded,
    Opened,
    Passed,
    Played,
    TrickTaken,
)
from games.datongzi.generation import Holding, trumps
from games.datongzi.judging import known_cards
from games.datongzi.patterns import NAMES, STRENGTH, describe
from games.datongzi.scoring import (
    bonus_for,
    deal_sizes,
    kickers_allowed,
    must_beat,
    side_of,
    side_scores,
    totals,
)
from games.datongzi.state import State, Step, captured_points, trick_points

DISPLAY_SECONDS: dict[type[Any], float] = {
    Opened: 0.2,
    Dealt: 1.2,
    Played: 0.9,
    Finished: 0.8,
    TrickTaken: 1.0,
    HandEnded: 1.5,
    MatchEnded: 1.0,
}
"""Display time of each event except passes."""


def redact(event: Event, viewer: Viewer) -> Event:
    """Replace by `None` the others' hands and the hidden cards of a deal (R5)."""
    if viewer is ALL or not isinstance(event, Dealt):
        return event
    hands = tuple(h if seat == viewer else _blank(h) for seat, h in enumerate(event.hands))
    return replace(event, hands=hands, hidden=_blank(event.hidden))


def _blank(hand: Hand) -> Hand:
    return (None,) * len(hand)


def dwell(event: Event) -> float:
    """Return the display time of an event; trumps and forced passes are shown longer (R22)."""
    if isinstance(event, Passed):
        return 0.7 if event.forced else 0.5
    if isinstance(event, Played) and event.pattern.kind in STRENGTH:
        return 1.5
    return DISPLAY_SECONDS[type(event)]


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return the JSON the board draws for this viewer, from the viewer's own state."""
    return {
        "me": viewer if isinstance(viewer, int) else None,
        "deal": state.deal,
        "active": state.active,
        "hands": [_hand(hand) for hand in state.hands],
        "hidden": _hand(state.hidden),
        "order": state.order,
        **_trick_view(state),
        **_score_view(state),
        "rules": _rules_view(state),
        "unseen": _unseen(state, viewer),
        "outcome": state.outcome,
    }


def _hand(hand: Hand) -> dict[str, Any]:
    """Return the number of cards of a hand; if the viewer knows them, the cards and their trumps."""
    if None in hand:
        return {"count": len(hand), "cards": None}
    held = Holding(known_cards(hand))
    return {
        "count": len(hand),
        "cards": hand,
        "bombs": [p.rank for p in trumps(held) if p.kind == "bomb" and p.size == 4],
        "tongzi": [4 * p.rank + (p.suit or 0) for p in trumps(held) if p.kind == "tongzi"],
        "dizha": [p.rank for p in trumps(held) if p.kind == "dizha"],
    }


def _trick_view(state: State) -> dict[str, Any]:
    latest = state.latest
    return {
        "trick": [_step(step) for step in state.trick],
        "last_trick": [_step(step) for step in state.last_trick],
        "trick_points": trick_points(state.trick),
        "trick_bonus": bonus_for(state.options, latest.pattern) if latest and latest.pattern else 0,
        "owner": latest.seat if latest else None,
    }


def _step(step: Step) -> dict[str, Any]:
    if step.pattern is None:
        return {"seat": step.seat, "pass": True, "forced": step.forced}
    return {
        "seat": step.seat,
        "cards": step.cards,
        "pattern": msgspec.to_builtins(step.pattern),
        "name": describe(step.pattern),
        "chinese": NAMES[step.pattern.kind][1],
    }


def _score_view(state: State) -> dict[str, Any]:
    sums = totals(state.history, state.seats)
    return {
        "captured": [captured_points(counts) for counts in state.captured],
        "captured_cards": state.captured,
        "bonus": state.bonus,
        "sheets": [msgspec.to_builtins(s) | {"score": s.score} for s in state.sheets],
        "history": state.history,
        "scores": sums,
        "side_scores": side_scores(state.options, sums),
        "settlement": state.settlement,
    }


def _rules_view(state: State) -> dict[str, Any]:
    options, seats = state.options, state.seats
    return {
        "target": options.target,
        "must_beat": must_beat(options, seats),
        "kickers": kickers_allowed(options),
        "sides": [min(side_of(options, seat, seats)) for seat in range(seats)]
        if options.teams == "pairs"
        else [],
    }


def _unseen(state: State, viewer: Viewer) -> dict[str, int] | None:
    """Count by rank the cards that are neither played nor in the viewer's own hand (R37)."""
    if state.options.counter == "hidden" or not state.hands:
        return None
    decks, _, _ = deal_sizes(state.options, state.seats)
    left = [4 * decks] * (RANKS[-1] + 1)
    for face, copies in zip(FACES, state.played, strict=True):
        left[rank_of(face)] -= copies
    own = (
        rank_counts(known_cards(state.hands[viewer]))
        if isinstance(viewer, int)
        else [0] * len(left)
    )
    return {str(rank): left[rank] - own[rank] for rank in RANKS}

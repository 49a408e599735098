"""Past actions of a deal with what each of them cost, read again from the state."""

from __future__ import annotations

from dataclasses import dataclass

from games.stud.events import Kind
from games.stud.levels import THIRD, counts_as_full, first_level, next_level
from games.stud.state import State

AGGRESSIVE: tuple[Kind, ...] = ("COMPLETE", "BET", "RAISE")


@dataclass(frozen=True)
class PastAct:
    """One decision: who, what, and the situation it was made in."""

    seat: int
    street: int
    kind: Kind
    price: float
    full_bets: int
    live: frozenset[int]
    owes: bool
    brings_in: bool
    limped: bool
    may_raise: bool


def past_acts(state: State) -> list[PastAct]:
    """Return the actions of this deal in order; those of leavers say nothing and are left out."""
    found: list[PastAct] = []
    live = {seat for seat in range(state.seats) if state.dealt_in[seat]}
    pot = sum(state.paid) - sum(act.amount for act in state.acts)
    street, bets, level, full_bets, to_match = 0, dict[int, int](), 0, 0, 0
    for act in state.acts:
        if act.street != street:
            street, bets, full_bets, to_match = act.street, {}, 0, 0
            level = first_level(state.stakes, street)
        owed = to_match - bets.get(act.seat, 0)
        first = street == THIRD and to_match == 0
        if not act.left:
            price = owed / (pot + owed) if owed > 0 else 0.0
            limped = street == THIRD and full_bets == 0 and not first
            capped = full_bets >= int(state.options.cap)
            found.append(
                PastAct(
                    act.seat, street, act.kind, price, full_bets, frozenset(live),
                    owed > 0, first, limped, not capped,
                )
            )  # fmt: skip
        if act.kind == "FOLD":
            live.discard(act.seat)
        pot += act.amount
        bets[act.seat] = max(act.to, bets.get(act.seat, 0))
        to_match = max(to_match, act.to)
        if act.kind == "BRING_IN":
            to_match = state.stakes.bring_in
        elif act.kind in AGGRESSIVE and counts_as_full(state.stakes, street, level, act.to):
            level, full_bets = next_level(state.stakes, street, level), full_bets + 1
    return found

"""The JSON a stud board is sent, computed from the viewer's own state."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from games.core.contract import Viewer
from games.core.poker import (
    NO_LOW,
    HandName,
    eight_or_better,
    high_strength,
    low_strength,
    name_high,
    name_low,
)
from games.stud.asides import aside
from games.stud.betting import cap, is_capped, legal_actions, owed, price
from games.stud.boards import board_strength, bring_in_rank
from games.stud.events import PotAwarded
from games.stud.levels import THIRD, bet_unit
from games.stud.match import out_seats
from games.stud.options import TITLES, deal_limit, starting_stack, variant_of
from games.stud.pots import Pot
from games.stud.showdown import cards_of
from games.stud.state import State


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return the JSON the board draws for this viewer."""
    me = viewer if isinstance(viewer, int) else None
    return {
        "me": me,
        "deal": state.deal,
        "game": state.game,
        "title": TITLES[state.game],
        "stakes": msgspec.to_builtins(state.stakes),
        "seats": [_seat(state, seat) for seat in range(state.seats)],
        "table": _table(state),
        "turn": None if me is None else _turn(state, me),
        "aside": [] if me is None else [tag_of(action) for action in aside(state, me)],
        "acts": [msgspec.to_builtins(act) for act in state.acts],
        "result": _result(state),
        "mix": _mix(state),
        "match": _match(state),
        "outcome": state.outcome,
    }


def tag_of(action: Any) -> str:
    """Return the name of an action as it is sent."""
    return str(action.__struct_config__.tag)


def _seat(state: State, seat: int) -> dict[str, Any]:
    dealt = bool(state.dealt_in) and state.dealt_in[seat]
    acts = [act for act in state.acts if act.seat == seat and act.street == state.street]
    return {
        "stack": state.stacks[seat],
        "net": state.scores[seat],
        "bought": state.bought[seat],
        "dealt_in": dealt,
        "folded": dealt and state.folded[seat],
        "all_in": dealt and not state.folded[seat] and state.stacks[seat] == 0 and state.deal_is_on,
        "away": state.away[seat],
        "gone": state.gone[seat],
        "out": seat in out_seats(state),
        "rebuy_asked": state.asked[seat],
        "bet": state.bets[seat] if dealt else 0,
        "paid": state.paid[seat] if dealt else 0,
        "down": state.down[seat] if dealt else (),
        "up": _up_cards(state, seat) if dealt else (),
        "shown": dealt and state.shown[seat],
        "mucked": seat in state.mucked,
        "last": acts[-1].kind if acts else None,
        "last_act": msgspec.to_builtins(acts[-1]) if acts else None,
        "hand": hand_names(state, seat) if dealt else None,
    }


def _up_cards(state: State, seat: int) -> tuple[int, ...]:
    """Return the up-cards of a seat; those of a folded one only where the table recalls them (R44)."""
    hidden = state.folded[seat] and state.options.folded_cards == "remember"
    return () if hidden else state.up[seat]


def hand_names(state: State, seat: int) -> dict[str, Any] | None:
    """Name a hand as it stands, if the viewer knows all of it; `low` where lows count."""
    if not state.down[seat] or None in state.down[seat]:
        return None
    cards = np.array(cards_of(state, seat))
    if state.game == "razz":
        return {"high": None, "low": named(name_low(int(low_strength(cards))))}
    low = int(eight_or_better(cards)) if state.game == "stud8" else NO_LOW
    return {
        "high": named(name_high(int(high_strength(cards)))),
        "low": named(name_low(low)) if state.game == "stud8" else None,
    }


def named(name: HandName) -> dict[str, Any]:
    """Return a hand's name in English, and its parts to translate."""
    return {"text": str(name), "template": name.template, "values": name.values}


def _table(state: State) -> dict[str, Any]:
    if not state.dealt_in:
        return {}
    return {
        "street": state.street,
        "unit": bet_unit(state.stakes, state.street),
        "pot": state.pot,
        "pots": [msgspec.to_builtins(pot) for pot in contested_pots(state)],
        "first": first_to_act(state),
        "common": state.common,
        "marker": state.marker,
        "order": state.order,
        "bring_in": state.bring_in,
        "opener": state.opener,
        "active": state.active,
        "to_match": state.to_match,
        "full_bets": state.full_bets,
        "cap": cap(state),
        "capped": is_capped(state),
    }


def contested_pots(state: State) -> tuple[Pot, ...]:
    """Return the pots as they stand, the main pot first: all-in seats alone divide them (R27).

    Chips above the highest all-in seat are one pot, also while a bet has not gone round.
    """
    if len(state.live) < 2:
        return ()
    closed = sorted(
        {state.paid[seat] for seat in state.live if not state.stacks_before_awards[seat]}
    )
    pots, below = [], -1
    for level in (*closed, max(state.paid)):
        amount = sum(min(paid, level) - min(paid, max(below, 0)) for paid in state.paid)
        able = (s for s in state.live if state.paid[s] > below or state.stacks_before_awards[s])
        pots.append(Pot(amount, tuple(able)))
        below = level
    return tuple(pot for pot in pots if pot.amount)


def first_to_act(state: State) -> dict[str, Any] | None:
    """Say why the first actor of this street is first: whose board decided, and by what (R8 to R10)."""
    if state.opener is None:
        return None
    earlier = {act.seat for act in state.acts if act.kind == "FOLD" and act.street < state.street}
    boards = {s: state.up[s] for s in state.order if state.dealt_in[s] and s not in earlier}
    razz = state.game == "razz"
    if state.street == THIRD:
        decides = min(boards, key=lambda seat: bring_in_rank(state.game, boards[seat][0]))
        rule = "highest_card" if razz else "lowest_card"
    else:
        decides = max(boards, key=lambda seat: board_strength(state.game, boards[seat]))
        rule = "lowest_board" if razz else "highest_board"
    return {"rule": rule, "decides": decides, "cards": boards[decides]}


def _turn(state: State, seat: int) -> dict[str, Any] | None:
    """Return what the seat may do now with its prices, and the pot odds of a call."""
    legal = legal_actions(state, seat)
    if not legal:
        return None
    call = min(owed(state, seat), state.stacks[seat])
    return {
        "actions": {
            tag_of(action): msgspec.to_builtins(price(state, seat, action)) for action in legal
        },
        "call": call,
        "pot_odds": call / (state.pot + call) if call else 0.0,
    }


def _result(state: State) -> dict[str, Any] | None:
    if not state.awards and not state.net:
        return None
    return {
        "returned": state.returned,
        "awards": [_award(state, award) for award in state.awards],
        "pots": [msgspec.to_builtins(pot) for pot in contested_pots(state)],
        "net": state.net,
    }


def _award(state: State, award: PotAwarded) -> dict[str, Any]:
    name = None
    if award.strength is not None:
        low = state.game == "razz" or award.half == "low"
        name = named(name_low(award.strength) if low else name_high(award.strength))
    return {
        "pot": award.pot,
        "half": award.half,
        "seat": award.seat,
        "amount": award.amount,
        "hand": name,
    }


def _mix(state: State) -> dict[str, Any]:
    """Say what is played now and next, and how many deals of this game are left after this one."""
    options, deal = state.options, max(state.deal, 0)
    left = options.deals_per_game - 1 - deal % options.deals_per_game
    upcoming = variant_of(options, deal + left + 1)
    return {
        "sequence": options.sequence,
        "left": left,
        "next": upcoming,
        "next_title": TITLES[upcoming],
        "changed": deal > 0 and variant_of(options, deal - 1) != state.game,
    }


def _match(state: State) -> dict[str, Any]:
    options = state.options
    return {
        "form": options.match,
        "deals": None if options.match == "cash" else deal_limit(options),
        "rebuy": options.rebuy,
        "folded_cards": options.folded_cards,
        "starting_stack": starting_stack(options),
    }

"""How hard bots score cards: exact joint odds times the trio's value, less what others learn.

A flip promises the best plan it belongs to. Hard bots have one number in mind; experts begin from the
same odds, but count every number that a first flip may show. Equal promises are settled so that
uncertain cards come first and own cards last (audit 13), and a chain that cannot succeed shows as
little as possible (audit 9, 12).
"""

from __future__ import annotations

from itertools import islice

from bots.contract import Reason
from bots.nana.memory import Card, Memory, number_of, recalled, shown
from bots.nana.odds import Odds, Plan
from bots.nana.value import in_play, worth
from bots.nana.weighing import Weighed, card_of
from games.core.chance import Chance
from games.nana.actions import Action
from games.nana.state import State

HIDDEN = -1
"""Stands for any hidden centre card: they are interchangeable."""
LEAKS = {"unknown": 0.01, "shown": 0.0, "own": 0.03}
"""Penalty if the chain fails, by what the flipped card was: unknown (others learn what I learn),
already shown (nothing new), my own (others learn what only I knew)."""
ORDER = {"unknown": 0.0, "shown": 1e-6, "own": 2e-6}


def weigh(
    memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[Weighed], int]:
    """Score every legal action; `work` is the most plans examined."""
    odds = Odds(recalled(memory), memory.seat)
    best, done = best_plans(odds, work)
    return weigh_plans(memory, odds, legal_actions, best, one_number=True), done


def weigh_plans(
    memory: Memory,
    odds: Odds,
    legal_actions: tuple[Action, ...],
    best: dict[tuple[Card, int], Plan],
    one_number: bool = False,
) -> list[Weighed]:
    """Weigh every offer by the likeliest plans it belongs to: the best of them, or all numbers'."""
    state = odds.state
    values = {number: worth(state, memory.seat, number) for number in in_play(state)}
    seen = shown(memory)
    return [_weigh(state, odds, offer, best, values, seen, one_number) for offer in legal_actions]


def best_plans(odds: Odds, work: int) -> tuple[dict[tuple[Card, int], Plan], int]:
    """Find for each card and number the likeliest plan that turns the card now."""
    best: dict[tuple[Card, int], Plan] = {}
    state, done = odds.state, 0
    numbers = sorted(in_play(state)) if state.target is None else [state.target]
    for number in numbers:
        for plan in islice(odds.plans(number), work - done):
            done += 1
            for card in _next_cards(state, plan):
                kept = best.get((card, number))
                if kept is None or plan.probability > kept.probability:
                    best[card, number] = plan
    return best, done


def _next_cards(state: State, plan: Plan) -> list[Card]:
    """List the cards of a plan that can be turned now."""
    cards: list[Card] = [(None, slot) for slot in plan.known]
    if plan.hidden:
        cards.append((None, HIDDEN))
    for seat, places in enumerate(plan.hands):
        ends = {state.down[seat][0], state.down[seat][-1]} if places else set()
        cards.extend((seat, place) for place in places if place in ends)
    return cards


def _weigh(
    state: State,
    odds: Odds,
    action: Action,
    best: dict[tuple[Card, int], Plan],
    values: dict[int, float],
    seen: frozenset[Card],
    one_number: bool,
) -> Weighed:
    card = card_of(state, action)
    known = number_of(state, card)
    key = (None, HIDDEN) if card[0] is None and known is None else card
    plans = [plan for number in values if (plan := best.get((key, number)))]
    if one_number and plans:
        plans = [max(plans, key=lambda plan: plan.probability * values[plan.number])]
    success = min(1.0, sum(plan.probability for plan in plans))
    gain = sum(plan.probability * values[plan.number] for plan in plans)
    kind = "unknown" if known is None else "shown" if card in seen else "own"
    told = "unknown" if one_number and any(_guesses(state, plan) for plan in plans) else kind
    leak = (1 - success) * LEAKS[told]
    match = success if state.target is None else odds.chance(card, state.target)
    parts = {"probability": match, "success": success, "gain": gain, "leak": leak}
    score = gain - leak - ORDER[kind]
    return Weighed(action, score, match, _note(state, match, success, plans), parts)


def _guesses(state: State, plan: Plan) -> bool:
    """Tell whether a plan turns a card that is not known: whichever comes first, it will be shown."""
    return plan.hidden > 0 or any(
        state.hands[seat][place] is None
        for seat, places in enumerate(plan.hands)
        for place in places
    )


def _note(state: State, match: float, success: float, plans: list[Plan]) -> Reason:
    """Say in one sentence what the card is turned for."""
    if not plans:
        return Reason("lost")
    number = max(plans, key=lambda plan: plan.probability).number
    if success > 1 - 1e-9:
        return Reason("take", {"number": number})
    percent = round(success, 3)
    if state.target is None:
        return Reason("open", {"chance": percent, "number": number})
    if match > 1 - 1e-9:
        return Reason("plan", {"number": number, "chance": percent})
    then = round(success / match, 3)
    return Reason("need", {"number": number, "chance": round(match, 3), "then": then})

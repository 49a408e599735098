"""How hard bots score cards: exact joint odds times the trio's value, less what others learn.

A flip is scored by the best plan that contains it. Hard bots plan for one number; experts begin from
the same odds, but count every number that a first flip may show. Of equal scores, unknown cards come
first and own cards last (audit 13), and a chain that cannot succeed shows as little as possible
(audit 9, 12).
"""

from __future__ import annotations

from itertools import islice

from bots.contract import Reason
from bots.nana.belief.odds import Odds, Plan
from bots.nana.memory import Card, Memory, number_of, recalled, shown
from bots.nana.scoring.scored_action import ScoredAction, card_of
from bots.nana.scoring.value import in_play, value_of_trio
from games.core.random_stream import Chance
from games.nana.actions import Action
from games.nana.state import State

HIDDEN = -1
"""Stands for any hidden centre card: they are interchangeable."""
LEAK_PENALTY = {"unknown": 0.01, "shown": 0.0, "own": 0.03}
"""Penalty if the chain fails, by what the flipped card was: unknown (others learn what I learn),
already shown (nothing new), my own (others learn what only I knew)."""
ORDER_PENALTY = {"unknown": 0.0, "shown": 1e-6, "own": 2e-6}


def score_actions(
    memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[ScoredAction], int]:
    """Score every legal action; `work` is the most plans examined."""
    odds = Odds(recalled(memory), memory.seat)
    best, done = best_plans(odds, work)
    return score_by_plans(memory, odds, legal_actions, best, one_number=True), done


def score_by_plans(
    memory: Memory,
    odds: Odds,
    legal_actions: tuple[Action, ...],
    best: dict[tuple[Card, int], Plan],
    one_number: bool = False,
) -> list[ScoredAction]:
    """Score every action by the likeliest plan that contains it, for the best number or for all."""
    state = odds.state
    values = {number: value_of_trio(state, memory.seat, number) for number in in_play(state)}
    seen = shown(memory)
    return [
        _score_action(state, odds, action, best, values, seen, one_number)
        for action in legal_actions
    ]


def best_plans(odds: Odds, work: int) -> tuple[dict[tuple[Card, int], Plan], int]:
    """Return for each card and number the likeliest plan that flips the card now, and the work done."""
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
    """List the cards of a plan that can be flipped now."""
    cards: list[Card] = [(None, slot) for slot in plan.known]
    if plan.hidden:
        cards.append((None, HIDDEN))
    for seat, places in enumerate(plan.hands):
        ends = {state.down[seat][0], state.down[seat][-1]} if places else set()
        cards.extend((seat, place) for place in places if place in ends)
    return cards


def _score_action(
    state: State,
    odds: Odds,
    action: Action,
    best: dict[tuple[Card, int], Plan],
    values: dict[int, float],
    seen: frozenset[Card],
    one_number: bool,
) -> ScoredAction:
    card = card_of(state, action)
    known = number_of(state, card)
    key = (None, HIDDEN) if card[0] is None and known is None else card
    plans = [plan for number in values if (plan := best.get((key, number)))]
    if one_number and plans:
        plans = [max(plans, key=lambda plan: plan.probability * values[plan.number])]
    success = min(1.0, sum(plan.probability for plan in plans))
    gain = sum(plan.probability * values[plan.number] for plan in plans)
    kind = "unknown" if known is None else "shown" if card in seen else "own"
    leak_kind = "unknown" if one_number and any(_guesses(state, plan) for plan in plans) else kind
    leak = (1 - success) * LEAK_PENALTY[leak_kind]
    match = success if state.target is None else odds.chance(card, state.target)
    parts = {"probability": match, "success": success, "gain": gain, "leak": leak}
    score = gain - leak - ORDER_PENALTY[kind]
    return ScoredAction(action, score, match, _note(state, match, success, plans), parts)


def _guesses(state: State, plan: Plan) -> bool:
    """Return whether a plan flips an unknown card; it is shown, whichever card is flipped first."""
    return plan.hidden > 0 or any(
        state.hands[seat][place] is None
        for seat, places in enumerate(plan.hands)
        for place in places
    )


def _note(state: State, match: float, success: float, plans: list[Plan]) -> Reason:
    """Return the reason for flipping the card."""
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

"""A stud bot's analysis for display: known cards, likely holdings, equity and pot odds.

Cards face down are keyed `d<seat>.<index>`, holdings `h<seat>`. Beliefs are those of the expert's
action model; the note `reckons` is false for levels that do not use them: they show what the bot
could have known.
"""

from __future__ import annotations

import numpy as np

from bots.contract import BotAnalysis, Certainty
from bots.rng import generator
from bots.stud.expert.choice import weighted_worlds
from bots.stud.expert.classes import CLASSES, classify
from bots.stud.expert.habits import models_of
from bots.stud.expert.settlement import winnings
from bots.stud.expert.strengths import Floats, evaluate
from bots.stud.expert.worlds import Worlds
from bots.stud.memory import Memory
from games.core.random_stream import Chance
from games.stud.betting import owed
from games.stud.levels import SEVENTH
from games.stud.state import State

WORLDS = 300
LEAST = 1e-4
"""The least probability of a class, because worlds are samples."""


def analyse(memory: Memory, reckons: bool) -> BotAnalysis:
    """Return what a memory contains and what follows from it."""
    if memory.state is None or not memory.table.dealt_in or not memory.table.street:
        return BotAnalysis((), (), {})
    state, seat = memory.table, memory.seat
    certain = tuple(_known_cards(state))
    unknown = [s for s in state.live if s != seat and None in state.down[s]]
    if not unknown:
        return BotAnalysis(certain, (), {}, notes={"reckons": reckons})
    rng = generator(Chance(b"stud analysis"))
    worlds, weights = weighted_worlds(state, seat, models_of(state), WORLDS, rng)
    return BotAnalysis(
        certain,
        (),
        {f"h{other}": holdings(worlds, weights, other) for other in unknown},
        notes={"reckons": reckons, **_figures(state, seat, worlds, weights)},
    )


def _known_cards(state: State) -> list[Certainty]:
    return [
        Certainty(f"d{seat}.{index}", card)
        for seat, cards in enumerate(state.down)
        for index, card in enumerate(cards)
        if card is not None
    ]


def holdings(worlds: Worlds, weights: Floats, seat: int) -> dict[str, float]:
    """Return how likely each class of holding is for a live seat."""
    scene = worlds.scene
    place = scene.players.index(seat)
    found = classify(scene.game, worlds.own(scene.street)[:, place])
    names = CLASSES[scene.game]
    counted = np.bincount(found, weights=weights, minlength=len(names)) / weights.sum()
    likely = np.maximum(counted, LEAST)
    return dict(zip(names, (likely / likely.sum()).tolist(), strict=True))


def _figures(state: State, seat: int, worlds: Worlds, weights: Floats) -> dict[str, float]:
    """Return the own part of the pot if everybody stays, and the price of a call."""
    if worlds.scene.me is None:
        return {}
    paid = np.ones((len(weights), worlds.scene.count))
    hands = evaluate(state.game, worlds.own(SEVENTH))
    won = winnings(paid, paid > 0, hands, np.zeros(len(weights)))[:, worlds.scene.me]
    equity = float((won * weights).sum() / weights.sum()) / worlds.scene.count
    call = min(owed(state, seat), state.stacks[seat])
    return {"equity": equity, "pot_odds": call / (state.pot + call) if call else 0.0}

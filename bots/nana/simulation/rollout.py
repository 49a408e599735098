"""Simulate this turn and the next ones on sampled deals, for every card that might be flipped now.

Each card is tried on the same deals with the same random numbers, so results differ only by the card.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from bots.nana.belief.odds import Odds, Plan
from bots.nana.belief.sampling import draw_deals
from bots.nana.memory import Card, Memory, number_of, recalled, shown
from bots.nana.scoring.exact import HIDDEN
from bots.nana.simulation.batch import NUMBER_BITS, GameBatch, TableShape
from bots.nana.simulation.opponent_model import infer_from_failures
from bots.nana.simulation.playout import simulate_turns
from bots.nana.simulation.trio_value import wins_with
from bots.nana.simulation.unknown_cards import Bools, Ints
from bots.rng import generator
from games.core.random_stream import Chance
from games.nana.teams import side

MIN_SUCCESS_SHARE = 0.03
"""A chain is given up if its first card makes success less likely than this."""
EXTRA_TURNS = 1
"""Turns simulated beyond a whole round; at two and three seats one more."""

Plans = dict[tuple[Card, int], Plan]


def simulated_turns(seats: int) -> int:
    """Return the number of turns simulated after this one."""
    return seats + EXTRA_TURNS + (seats < 4)


class SampledDeals:
    """The current position as one seat knows it, with deals sampled from its belief."""

    def __init__(self, memory: Memory, odds: Odds, plans: Plans, chance: Chance, samples: int):
        self.memory, self.odds, self.plans, self.samples = memory, odds, plans, samples
        self.state, self.seat = recalled(memory), memory.seat
        state = self.state
        self.shape = TableShape(
            seats=len(state.hands),
            size=len(state.hands[0]),
            centre=len(state.centre),
            top=state.top,
            win=state.options.win,
            continues_after_trio=state.options.turn_after_trio == "continue",
            teams=state.options.teams == "pairs",
        )
        self.side = list(side(state.options, self.seat, self.shape.seats))
        self.rng = generator(chance.fork("deals"))
        self.deals = draw_deals(odds, samples, self.rng)
        self.weight, self.skill = infer_from_failures(memory, self.deals, self.shape)

    def index(self, card: Card) -> int:
        """Return the column of a card in a sampled deal."""
        seat, place = card
        return (self.shape.held if seat is None else seat * self.shape.size) + place

    @cached_property
    def shown(self) -> frozenset[Card]:
        """The cards everybody has seen."""
        return shown(self.memory)

    def _mask(self, cards: list[Card]) -> Bools:
        mask = np.zeros(len(self.shape.owner), dtype=bool)
        mask[[self.index(card) for card in cards]] = True
        return mask

    def _down(self) -> Bools:
        """[card]: whether it lies on the table, face up in this turn's chain or face down."""
        state = self.state
        cards: list[Card] = [(s, place) for s, down in enumerate(state.down) for place in down]
        cards += [(None, slot) for slot in state.down_centre]
        return self._mask([*cards, *((flip.seat, flip.place) for flip in state.chain)])

    def simulate(self, cards: list[Card]) -> tuple[Ints, npt.NDArray[np.float64]]:
        """Simulate every card on every deal.

        Return two arrays [card, deal]: the number taken this turn or 0, and the chance to win.
        """
        count = len(cards) * self.samples
        batch = GameBatch(
            number=np.tile(self.deals, (len(cards), 1)),
            down=np.tile(self._down(), (count, 1)),
            public=np.tile(self._mask(list(self.shown)), (count, 1)),
            trios=np.tile([sum(1 << n for n in row) for row in self.state.trios], (count, 1)),
            active=np.full(count, self.seat),
            game_id=np.arange(count),
            stream=np.tile(np.arange(self.samples), len(cards)),
        )
        blocks = batch.public.reshape(len(cards), self.samples, -1)
        pairs = zip(cards, blocks, strict=True)
        taken = np.concatenate([self._finish_turn(card, public) for card, public in pairs])
        chances = self._simulate_rest(batch, taken)
        dimensions = (len(cards), self.samples)
        return taken.reshape(dimensions), chances.reshape(dimensions)

    def _finish_turn(self, card: Card, public: Bools) -> Ints:
        """Finish this turn by the likeliest plan, record the cards shown in `public`.

        Return [deal]: the number taken, or 0.
        """
        column = self.index(card)
        public[:, column] = True
        taken = np.zeros(self.samples, dtype=np.int64)
        for number in map(int, np.unique(self.deals[:, column])):
            plan = self.plans.get((self.key(card), number))
            if plan is None or plan.probability < MIN_SUCCESS_SHARE * self.odds.chance(
                card, number
            ):
                continue
            alive = self.deals[:, column] == number
            for following in map(self.index, self._other_cards(plan, card)):
                public[alive, following] = True
                alive = alive & (self.deals[:, following] == number)
            taken[alive] = number
        return taken

    def key(self, card: Card) -> Card:
        """Return the card's key in `plans`: all hidden centre cards share one."""
        hidden = card[0] is None and number_of(self.state, card) is None
        return (None, HIDDEN) if hidden else card

    def _other_cards(self, plan: Plan, first: Card) -> list[Card]:
        """List the other cards of a plan: unknown ones first, own ones last."""
        cards: list[Card] = [(s, place) for s, places in enumerate(plan.hands) for place in places]
        cards += [(None, slot) for slot in plan.known]
        hidden = [(None, s) for s in self.state.down_centre if self.state.centre[s] is None]
        left = plan.hidden - (self.key(first) == (None, HIDDEN))
        cards += [card for card in hidden if card != first][:left]
        return sorted((card for card in cards if card != first), key=self._flip_order)

    def _flip_order(self, card: Card) -> int:
        return 0 if number_of(self.state, card) is None else 1 if card in self.shown else 2

    def _simulate_rest(self, batch: GameBatch, taken: Ints) -> npt.NDArray[np.float64]:
        """Simulate the following turns; return the own side's chance to win each game."""
        shape, took = self.shape, taken > 0
        wins = wins_with(shape, batch.trios[:, self.seat])
        won = took & wins[np.arange(len(taken)), taken]
        batch.down &= (batch.number != taken[:, None]) | ~took[:, None]
        batch.trios[:, self.side] |= np.where(took, NUMBER_BITS[taken], 0)[:, None]
        after = (self.seat + 1) % shape.seats
        batch.active = np.where(took & shape.continues_after_trio, self.seat, after)
        odds = [1.0 if s == self.seat else self.skill[s] for s in range(shape.seats)]
        skilled = self.rng.random((self.samples, shape.seats)) < np.array(odds)
        result = np.zeros((len(taken), shape.seats))
        result[won, self.seat] = 1.0
        rest = batch.select(~won)
        played = simulate_turns(
            shape, rest, self.rng, self.samples, skilled, simulated_turns(shape.seats)
        )
        result[rest.game_id] = played[rest.game_id]
        ours: npt.NDArray[np.float64] = result[:, self.side].sum(axis=1)
        return ours

"""Simulate this turn and the next ones on sampled deals, for every card that might be flipped now.

Each card is tried on the same deals with the same luck, so that cards differ by what they do alone.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from bots.luck import generator
from bots.nana.deals import draw_deals
from bots.nana.exact import HIDDEN
from bots.nana.looks import Bools, Ints
from bots.nana.memory import Card, Memory, number_of, recalled, shown
from bots.nana.odds import Odds, Plan
from bots.nana.playout import play_out
from bots.nana.rivals import read
from bots.nana.rows import BITS, Frame, Rows
from bots.nana.stakes import wins_with
from games.core.chance import Chance
from games.nana.teams import side

STOP = 0.03
"""A chain less likely than this is not gone on with."""
AHEAD = 1
"""Turns simulated beyond a whole round; at two and three seats one more."""

Plans = dict[tuple[Card, int], Plan]


def rounds(seats: int) -> int:
    """Return how many turns are simulated after this one."""
    return seats + AHEAD + (seats < 4)


class Table:
    """The present table from one chair, with deals drawn for it."""

    def __init__(self, memory: Memory, odds: Odds, plans: Plans, chance: Chance, samples: int):
        self.memory, self.odds, self.plans, self.samples = memory, odds, plans, samples
        self.state, self.seat = recalled(memory), memory.seat
        state = self.state
        self.frame = Frame(
            seats=len(state.hands),
            size=len(state.hands[0]),
            centre=len(state.centre),
            top=state.top,
            win=state.options.win,
            goes_on=state.options.turn_after_trio == "continue",
            teams=state.options.teams == "pairs",
        )
        self.side = list(side(state.options, self.seat, self.frame.seats))
        self.luck = generator(chance.fork("deals"))
        self.deals = draw_deals(odds, samples, self.luck)
        self.weight, self.care = read(memory, self.deals, self.frame)

    def index(self, card: Card) -> int:
        """Find a card's column in a drawn deal."""
        seat, place = card
        return (self.frame.held if seat is None else seat * self.frame.size) + place

    @cached_property
    def shown(self) -> frozenset[Card]:
        """List the cards everybody has seen."""
        return shown(self.memory)

    def _mask(self, cards: list[Card]) -> Bools:
        mask = np.zeros(len(self.frame.owner), dtype=bool)
        mask[[self.index(card) for card in cards]] = True
        return mask

    def _down(self) -> Bools:
        """Mark the cards that lie on the table, this turn's chain included."""
        state = self.state
        cards: list[Card] = [(s, place) for s, down in enumerate(state.down) for place in down]
        cards += [(None, slot) for slot in state.down_centre]
        return self._mask([*cards, *((flip.seat, flip.place) for flip in state.chain)])

    def imagine(self, cards: list[Card]) -> tuple[Ints, npt.NDArray[np.float64]]:
        """Try every card on every deal: [card, deal] number taken or 0, and my chance to win."""
        count = len(cards) * self.samples
        rows = Rows(
            number=np.tile(self.deals, (len(cards), 1)),
            down=np.tile(self._down(), (count, 1)),
            public=np.tile(self._mask(list(self.shown)), (count, 1)),
            trios=np.tile([sum(1 << n for n in row) for row in self.state.trios], (count, 1)),
            active=np.full(count, self.seat),
            origin=np.arange(count),
            sample=np.tile(np.arange(self.samples), len(cards)),
        )
        blocks = rows.public.reshape(len(cards), self.samples, -1)
        pairs = zip(cards, blocks, strict=True)
        taken = np.concatenate([self._this_turn(card, public) for card, public in pairs])
        chances = self._play_on(rows, taken)
        shape = (len(cards), self.samples)
        return taken.reshape(shape), chances.reshape(shape)

    def _this_turn(self, card: Card, public: Bools) -> Ints:
        """End this turn with the likeliest plan: the number taken, or 0; notes what is shown."""
        at = self.index(card)
        public[:, at] = True
        taken = np.zeros(self.samples, dtype=np.int64)
        for number in map(int, np.unique(self.deals[:, at])):
            plan = self.plans.get((self.key(card), number))
            if plan is None or plan.probability < STOP * self.odds.chance(card, number):
                continue
            alive = self.deals[:, at] == number
            for following in map(self.index, self._order(plan, card)):
                public[alive, following] = True
                alive = alive & (self.deals[:, following] == number)
            taken[alive] = number
        return taken

    def key(self, card: Card) -> Card:
        """Name a card as plans do: hidden centre cards are all alike."""
        hidden = card[0] is None and number_of(self.state, card) is None
        return (None, HIDDEN) if hidden else card

    def _order(self, plan: Plan, first: Card) -> list[Card]:
        """List the other cards of a plan, the uncertain first and the own last."""
        cards: list[Card] = [(s, place) for s, places in enumerate(plan.hands) for place in places]
        cards += [(None, slot) for slot in plan.known]
        hidden = [(None, s) for s in self.state.down_centre if self.state.centre[s] is None]
        left = plan.hidden - (self.key(first) == (None, HIDDEN))
        cards += [card for card in hidden if card != first][:left]
        return sorted((card for card in cards if card != first), key=self._secrecy)

    def _secrecy(self, card: Card) -> int:
        return 0 if number_of(self.state, card) is None else 1 if card in self.shown else 2

    def _play_on(self, rows: Rows, taken: Ints) -> npt.NDArray[np.float64]:
        """Let everyone play on for a round or so, then judge where each stands."""
        frame, got = self.frame, taken > 0
        wins = wins_with(frame, rows.trios[:, self.seat])
        won = got & wins[np.arange(len(taken)), taken]
        rows.down &= (rows.number != taken[:, None]) | ~got[:, None]
        rows.trios[:, self.side] |= np.where(got, BITS[taken], 0)[:, None]
        after = (self.seat + 1) % frame.seats
        rows.active = np.where(got & frame.goes_on, self.seat, after)
        odds = [1.0 if s == self.seat else self.care[s] for s in range(frame.seats)]
        careful = self.luck.random((self.samples, frame.seats)) < np.array(odds)
        result = np.zeros((len(taken), frame.seats))
        result[won, self.seat] = 1.0
        rest = rows.keep(~won)
        played = play_out(frame, rest, self.luck, self.samples, careful, rounds(frame.seats))
        result[rest.origin] = played[rest.origin]
        ours: npt.NDArray[np.float64] = result[:, self.side].sum(axis=1)
        return ours

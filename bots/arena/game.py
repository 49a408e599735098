"""Play bots against bots without a table; every seat gets only its redacted events.

Invariant: the same deal is played once for each rotation of the seats, so a lucky deal helps every
bot equally. A seed gives the same games on any machine and with any number of workers. In a match of
many deals each deal has a random stream of its own, so the later deals are the same ones, however
long the earlier ones were.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from bots.contract import Bot, decide
from games.core.contract import NO_DATA, Game, Options, Outcome, deal_next, fold, try_action
from games.core.random_stream import Chance


class Played(msgspec.Struct, frozen=True):
    """One game from deal to outcome, or one match of many deals."""

    outcome: Outcome
    decisions: int
    work: int
    """The most work one decision took."""
    events: tuple[Any, ...]


def play_game(
    game: Game[Any, Any, Any],
    bots: Sequence[Bot[Any, Any, Any]],
    options: Options,
    chance: Chance,
    spent: list[list[float]] | None = None,
    data: Mapping[str, Any] = NO_DATA,
) -> Played:
    """Play one game, all its deals; the deals and the bots draw from forks of the chance.

    `spent` is given the CPU milliseconds of every decision, by seat. `data` holds what the game and
    its bots need, by hash.
    """
    running = RunningGame(game, bots, options, chance, spent, data)
    while (outcome := game.outcome(running.state)) is None:
        if game.between(running.state):
            running.deal()
        else:
            running.decide()
    return Played(outcome, running.decisions, running.most_work, tuple(running.log))


class RunningGame:
    """A game under way: the true state, and each bot's memory of the current deal."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        bots: Sequence[Bot[Any, Any, Any]],
        options: Options,
        chance: Chance,
        spent: list[list[float]] | None,
        data: Mapping[str, Any],
    ) -> None:
        self.game, self.bots, self.options, self.spent = game, bots, options, spent
        self.data = data
        self.chance = self.deal_chance = chance
        self.decisions = self.most_work = 0
        self.log: list[Any] = []
        self.state: Any = None
        self.memories: list[Any] = []
        self.dealt_at = 0
        """Where in the log the current deal begins."""
        events = game.start(options, len(bots), chance.fork("rules"))
        if game.deal is None:
            self._begin_memories()
        self._add(events)

    def deal(self) -> None:
        """Deal once more; every bot's memory begins anew with the first event of the deal."""
        game, state = self.game, self.state
        index = game.round(state) + 1
        chance = self.chance.fork("round", index)
        events = deal_next(game, state, chance.fork("rules"), self.data)
        has_dealt = game.round(game.apply(state, events[0])) == index  # or the match has ended
        if has_dealt:
            self.deal_chance, self.dealt_at = chance, len(self.log)
            self._begin_memories()
        self._add(events)

    def decide(self) -> None:
        """Let the first seat that has a legal action decide. Asides are left to people."""
        game, state = self.game, self.state
        legal = ((seat, game.legal_actions(state, seat)) for seat in range(len(self.bots)))
        seat, legal_actions = next(pair for pair in legal if pair[1])  # as on the seat's own state
        bot = self.bots[seat]
        rng = self.deal_chance.fork("bot", seat, len(self.log) - self.dealt_at)
        began = time.process_time()
        decision = decide(bot, self.memories[seat], legal_actions, rng, bot.work, self.data)
        if self.spent is not None:
            self.spent[seat].append(round(1000 * (time.process_time() - began), 3))
        self.decisions += 1
        self.most_work = max(self.most_work, decision.work)
        self._add(try_action(game, state, seat, decision.action))

    def _begin_memories(self) -> None:
        seats = len(self.bots)
        self.memories = [
            bot.begin(seat, seats, self.options, self.deal_chance.fork("bot", seat))
            for seat, bot in enumerate(self.bots)
        ]

    def _add(self, events: Sequence[Any]) -> None:
        """Apply new events; each bot remembers them, redacted for its seat."""
        self.log += events
        self.state = fold(self.game, events, self.state)
        for seat, memory in enumerate(self.memories):
            for event in events:
                memory = self.bots[seat].remember(memory, self.game.redact(event, seat))
            self.memories[seat] = memory


def rotations(lineup: Sequence[str]) -> list[tuple[str, ...]]:
    """List the ways to seat a line-up, turned round the table; equal ones once."""
    turned = ((*lineup[turn:], *lineup[:turn]) for turn in range(len(lineup)))
    return list(dict.fromkeys(turned))


def deal_chance(seed: int, deal: int) -> Chance:
    """Return the random stream of one duplicate deal, or of one whole game and its rotations."""
    return Chance(b"arena").fork(seed).fork("deal", deal)


def paired_games(
    game: Game[Any, Any, Any],
    lineup: Sequence[str],
    bots: Mapping[str, Bot[Any, Any, Any]],
    options: Options,
    deals: int,
    seed: int,
) -> Iterator[tuple[tuple[str, ...], Played]]:
    """Play each deal once for every rotation of the line-up; yields who sat where, and the game."""
    for deal in range(deals):
        for seated in rotations(lineup):
            table = [bots[level] for level in seated]
            yield seated, play_game(game, table, options, deal_chance(seed, deal))


def shares(games: Iterator[tuple[tuple[str, ...], Played]]) -> dict[str, float]:
    """Add up wins by level, a shared win in parts, as a share of the games."""
    won: dict[str, float] = {}
    count = 0
    for seated, played in games:
        count += 1
        for level in seated:
            won.setdefault(level, 0.0)
        for seat in played.outcome.winners:
            won[seated[seat]] += 1 / len(played.outcome.winners)
    return {level: wins / count for level, wins in won.items()}

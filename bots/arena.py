"""Play bots against bots without a table; every seat gets only its redacted events.

Invariant: the same deal is played once for each rotation of the seats, so a lucky deal helps every
bot equally. A seed gives the same games on any machine and with any number of workers.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from bots.contract import Bot, Decision
from games.core.chance import Chance
from games.core.contract import Game, Options, Outcome, fold, try_action


class Played(msgspec.Struct, frozen=True):
    """One game from deal to outcome."""

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
) -> Played:
    """Play one game; the deal and the bots draw from forks of the chance.

    `spent` is given the CPU milliseconds of every decision, by seat.
    """
    seats = range(len(bots))
    log = game.start(options, len(bots), chance.fork("rules"))
    state = fold(game, log)
    memories = [
        bot.begin(seat, len(bots), options, chance.fork("bot", seat))
        for seat, bot in enumerate(bots)
    ]
    memories = [_told(game, bots[seat], memories[seat], log, seat) for seat in seats]
    decisions = most = 0
    while (outcome := game.outcome(state)) is None:
        seat = next(seat for seat in seats if game.legal_actions(state, seat))
        legal_actions = game.legal_actions(
            state, seat
        )  # equal to those on the seat's own state, by law
        luck = chance.fork("bot", seat, len(log))
        first_player = time.process_time()
        decision: Decision = bots[seat].decide(memories[seat], legal_actions, luck, bots[seat].work)
        if spent is not None:
            spent[seat].append(round(1000 * (time.process_time() - first_player), 3))
        news = try_action(game, state, seat, decision.action, chance.fork("rules", len(log)))
        log, state = log + news, fold(game, news, state)
        memories = [_told(game, bots[s], memories[s], news, s) for s in seats]
        decisions, most = decisions + 1, max(most, decision.work)
    return Played(outcome, decisions, most, log)


def _told(
    game: Game[Any, Any, Any], bot: Bot[Any, Any, Any], memory: Any, news: Sequence[Any], seat: int
) -> Any:
    """Fold news into a memory, as this seat may know them."""
    for event in news:
        memory = bot.remember(memory, game.redact(event, seat))
    return memory


def rotations(lineup: Sequence[str]) -> list[tuple[str, ...]]:
    """List the ways to seat a line-up, turned round the table; equal ones once."""
    turned = ((*lineup[turn:], *lineup[:turn]) for turn in range(len(lineup)))
    return list(dict.fromkeys(turned))


def deal_chance(seed: int, deal: int) -> Chance:
    """Return the random stream of one deal of a match."""
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

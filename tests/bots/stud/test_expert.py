"""The expert: its worlds, values, action model, rollouts, settlement and the solved last street."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace as with_fields

from bots.rng import generator
from bots.stud.bots import BASELINES, BOTS
from bots.stud.expert import choice
from bots.stud.expert.action_model import TYPICAL, Spot, probabilities
from bots.stud.expert.betting import FOLD, NOBODY, PASSIVE, UP, copies
from bots.stud.expert.classes import CLASSES, classify
from bots.stud.expert.habits import model_of, models_of
from bots.stud.expert.history import past_acts
from bots.stud.expert.last_street import by_model, is_solvable, last_street
from bots.stud.expert.rollout import Rollout
from bots.stud.expert.settlement import winnings
from bots.stud.expert.small_game import Game, averaged, build
from bots.stud.expert.strengths import Hands, evaluate, share
from bots.stud.expert.values import against, pair_values
from bots.stud.expert.weighting import effective, likelihoods, resample
from bots.stud.expert.worlds import reshuffle, sample_worlds, scene
from games.core.poker import parse_cards
from games.core.random_stream import Chance
from games.stud import rules
from games.stud.actions import Bet, BringIn, Call, Check, Complete, Fold, Raise
from games.stud.betting import betting_event
from games.stud.events import Habits
from games.stud.options import StudOptions
from games.stud.pots import split_into_pots
from games.stud.state import State
from games.stud.transitions import apply
from tests.bots.stud.positions import acting, play_deal
from tests.games.stud.table import position, take

ACTIONS = {FOLD: (Fold,), PASSIVE: (Check, Call, BringIn), UP: (Bet, Complete, Raise)}


def rng() -> np.random.Generator:
    return generator(Chance(b"expert"))


def table(*hands: str, actions: str = "", **deal: Any) -> tuple[State, int]:
    memory = acting(*hands, actions=actions, **deal)
    return memory.table, memory.seat


# -- worlds and values --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "actions", ["", "bring complete 2 call 3 check", "bring 2 call 3 check 3 check"]
)
def test_worlds_deal_every_card_once_and_keep_what_was_seen(actions: str) -> None:
    state, seat = table("AsKs2c3c4c5c6c", "AhKh7d8d9dTdJd", "QsQh7c8h9hThJh", actions=actions)
    found = scene(state, seat)
    worlds = sample_worlds(found, 40, rng())
    for street in range(state.street, 8):
        own = worlds.own(street)
        assert own.shape == (40, 3, street)
        for world in own:
            assert len(set(world.ravel())) == 3 * street
        place = found.players.index(seat)
        assert (own[:, place, : len(found.down)] == found.down).all()
        boards = worlds.boards(street)
        for at, player in enumerate(found.players):
            shown = len(state.up[player])
            assert (boards[:, at, :shown] == state.up[player]).all()
    seen = {card for cards in state.up for card in cards} | set(found.down)
    assert not seen & set(found.unseen.tolist())


def test_dead_cards_are_not_dealt_again() -> None:
    state, seat = table("AsKs2c", "AhKh7d", "QsQh7c", actions="bring fold")
    folded = next(s for s in range(3) if state.folded[s])
    assert not set(state.up[folded]) & set(scene(state, seat).unseen.tolist())


def test_reshuffling_keeps_what_opponents_hold() -> None:
    worlds = sample_worlds(scene(*table("AsKs2c", "AhKh7d")), 30, rng())
    other = reshuffle(worlds, rng())
    assert (other.down == worlds.down).all()
    assert (np.sort(other.order) == np.sort(worlds.order)).all()
    assert (other.order != worlds.order).any()


def test_an_eighth_seat_gets_the_common_card() -> None:
    hands = [f"{rank}c{rank}d{rank}h" for rank in "23456789"]
    state, seat = table(*hands, actions="bring 7 call")
    own = sample_worlds(scene(state, seat), 5, rng()).own(7)
    assert own.shape == (5, 8, 7)
    assert (own[:, :, 6] == own[:, :1, 6]).all()


@pytest.mark.parametrize(
    ("game", "good", "bad"),
    [("stud", "AsAhAd", "2c7d9h"), ("razz", "As2h3d", "KcKdQh"), ("stud8", "As2s3s", "9cJdKh")],
)
def test_values_distinguish_good_hands_from_bad_ones(game: str, good: str, bad: str) -> None:
    state, drawn = position(good, bad, game=game), rng()
    values = [
        against(
            pair_values(sample_worlds(scene(state, s), 60, drawn), 3, 16, drawn), np.ones((60, 2))
        )[:, s]
        for s in (0, 1)
    ]
    known = [values[s].mean() for s in (0, 1)]
    assert known[0] > 0.6 > 0.45 > known[1]


def test_the_value_of_a_made_hand_on_the_last_street_is_its_chance_to_win() -> None:
    """A royal flush wins always; the values are exact there."""
    hands = ("AsKs2cQsJs3dTs", "AhKh7d8d9cTd4h")
    state, seat = table(*hands, actions="bring call 2 check 2 check 2 check", marker=0)
    if seat != 0:
        state, seat = table(*hands, actions="bring call 2 check 2 check 2 check check", marker=0)
    worlds = sample_worlds(scene(state, 0), 20, rng())
    assert pair_values(worlds, 7, 16, rng())[:, 0, 1].min() == 1


# -- the action model ---------------------------------------------------------------------------------


def spots(value: float, owes: bool, price: float = 0.25, bets: float = 1, street: int = 5) -> Spot:
    def one(truth: bool) -> Any:
        return np.array([truth])

    return Spot(
        street, np.array([value]), np.array([price]), np.array([bets]), np.array([1.0]),
        one(owes), one(False), one(False), one(True),
    )  # fmt: skip


def test_better_hands_fold_less_and_bet_more() -> None:
    for owes in (True, False):
        rates = [probabilities(TYPICAL, spots(value, owes)) for value in (0.1, 0.4, 0.6, 0.9)]
        folds, ups = [float(f[0]) for f, _ in rates], [float(u[0]) for _, u in rates]
        assert folds == sorted(folds, reverse=True)
        assert ups == sorted(ups)
        assert all(0 <= f + u <= 1 for f, u in zip(folds, ups, strict=True))
        assert owes or max(folds) == 0


def test_a_higher_price_and_more_bets_fold_more() -> None:
    def folds(**spot: float) -> float:
        return float(probabilities(TYPICAL, spots(0.5, True, **spot))[0][0])  # type: ignore[arg-type]

    assert folds(price=0.15) < folds(price=0.3)
    assert folds(bets=1) < folds(bets=3)


def test_habits_move_the_model_towards_the_player() -> None:
    caller = model_of((Habits(checks=30, calls=60, folds=2),) * 5)
    maniac = model_of((Habits(bets=40, raises=30, checks=2),) * 5)
    nobody = model_of((Habits(),) * 5)
    assert (nobody.folds_more, nobody.bets_less) == pytest.approx((0, 0))
    assert caller.folds_more < 0 < caller.bets_less
    assert maniac.bets_less < 0


def test_past_acts_know_what_each_action_cost() -> None:
    state, _ = table("3h4h2c9d", "5h6hKsKd", "7h8hQsTd", actions="bring complete fold raise call")
    acts = past_acts(state)
    assert [act.kind for act in acts] == ["BRING_IN", "COMPLETE", "FOLD", "RAISE", "CALL"]
    assert [act.owes for act in acts] == [False, True, True, True, True]
    assert acts[0].brings_in
    assert acts[1].limped
    assert acts[1].price == pytest.approx(2 / 7)
    assert acts[3].price == pytest.approx(2 / 11)
    assert [act.full_bets for act in acts] == [0, 0, 1, 1, 2]
    assert acts[4].live == {0, 1}


def test_worlds_are_weighted_by_actions() -> None:
    """A seat that completes with a queen up and raises is likelier to hold queens."""
    dealt = position("3h4h2c", "5h6hQs")

    def queens(actions: str) -> float:
        state = take(dealt, actions)
        worlds = sample_worlds(scene(state, 0), 1500, rng())
        found = likelihoods(worlds, past_acts(state), models_of(state), 12, rng())[:, 1]
        held = (worlds.down[:, 1] // 4 == 10).any(axis=1)
        return float(found[held].sum() / found.sum())

    assert queens("bring complete raise raise raise") > 1.5 * queens("bring call")


def test_who_checks_has_good_hands_less_often() -> None:
    dealt = take(position("3h4h2c7s", "5h6hKsQd"), "bring call")
    assert dealt.active == 1

    def pairs_or_better(actions: str) -> float:
        state = take(dealt, actions)
        worlds = sample_worlds(scene(state, 0), 1000, rng())
        found = likelihoods(worlds, past_acts(state), models_of(state), 12, rng())[:, 1]
        good = np.isin(worlds.down[:, 1] // 4, (10, 11)).any(axis=1)
        return float(found[good].sum() / found.sum())

    assert pairs_or_better("check") < 0.8 * pairs_or_better("bet")


def test_resampling_keeps_proportions() -> None:
    weights = np.array([0.0, 1.0, 3.0, 0.0])
    rows = resample(weights, 400, rng())
    assert np.bincount(rows, minlength=4).tolist() == [0, 100, 300, 0]
    assert effective(np.ones(50)) == pytest.approx(50)


# -- betting and settlement like the rules ------------------------------------------------------------


@pytest.mark.parametrize("number", range(80))
def test_the_betting_of_worlds_follows_the_rules(number: int) -> None:
    """The same actions, chosen at random, in both: same actor, chips and offers at every step."""
    chance = Chance(b"betting").fork(number)
    seats = 2 + number % 4
    stacks = tuple(4 + chance.below(12 if number % 2 else 150) for _ in range(seats))
    state, _ = table(*["" for _ in range(seats)], stacks=stacks)
    betting = copies(state, tuple(range(seats)), 3)
    rows = np.arange(3)
    for _ in range(60):
        seat, street = state.active, state.street
        assert seat is not None
        assert (betting.actor == seat).all()
        assert betting.paid[1].tolist() == list(state.paid)
        spot = betting.spot(rows, np.full(3, 0.5))
        legal = rules.legal_actions(state, seat)
        assert spot.may_raise[0] == any(isinstance(a, ACTIONS[UP]) for a in legal)
        assert spot.owes[0] == any(isinstance(a, Fold) for a in legal)
        kind = chance.choice([k for k, types in ACTIONS.items() if _offered(legal, types)])
        action = next(a for a in legal if isinstance(a, ACTIONS[kind]))
        betting.act(rows, np.full(3, kind))
        state = _after(state, seat, action)
        if state.street != street or not state.deal_is_on:
            assert (betting.actor == NOBODY).all()
            return
    pytest.fail("a street has no end")


def test_a_short_raise_does_not_let_worlds_raise_again() -> None:
    """R22: completion, call, all-in for less: the first two may only call or fold."""
    hands = ("3h4h2c", "5h6hKs", "7h8hQs", "9h9cJs")
    state, seat = table(*hands, stacks=(200, 200, 6, 200), actions="complete call")
    betting = copies(state, (0, 1, 2, 3), 1)
    for kind in (UP, PASSIVE):
        betting.act(np.array([0]), np.array([kind]))
    assert (seat, betting.actor[0], betting.to_match[0]) == (2, 0, 5)
    assert not betting.spot(np.array([0]), np.array([0.5])).may_raise[0]


def _offered(legal: tuple[Any, ...], types: tuple[Any, ...]) -> bool:
    return any(isinstance(action, types) for action in legal)


def _after(state: State, seat: int, action: Any) -> State:
    """Return the state after an action; the deck is unknown, so streets are not dealt."""
    after = apply(state, betting_event(state, seat, action))
    return after if after.active is not None else with_fields(after, street=after.street + 1)


def test_settlement_divides_like_the_rules() -> None:
    draws = np.random.default_rng(4)
    for _ in range(60):
        seats = int(draws.integers(2, 6))
        paid = draws.integers(1, 20, seats)
        live = draws.random(seats) < 0.7
        live[paid.argmax()] = True
        strength = draws.integers(1, 4, seats).astype(np.int32)
        expected = np.zeros(seats)
        for pot in split_into_pots(paid.tolist(), np.flatnonzero(live).tolist()):
            best = max(strength[seat] for seat in pot.seats)
            winners = [seat for seat in pot.seats if strength[seat] == best]
            expected[winners] += pot.amount / len(winners)
        found = winnings(paid[None].astype(float), live[None], Hands(strength[None]), np.zeros(1))
        assert found[0] == pytest.approx(expected)


def test_settlement_of_high_and_low() -> None:
    cards = ("KsKhKd9c8c9hTc", "Ac2d3h4s8dJhQs", "Ad2s3c4h8hJcQd")
    hands = evaluate("stud8", np.array([[parse_cards(hand) for hand in cards]]))
    won = winnings(np.full((1, 3), 4.0), np.ones((1, 3), bool), hands, np.array([2.0]))
    assert won[0].tolist() == [7, 3.5, 3.5]
    without = winnings(np.full((1, 3), 4.0), np.array([[1, 0, 0]], bool), hands, np.zeros(1))
    assert without[0].tolist() == [12, 0, 0]


def test_shares_of_a_pot_for_two() -> None:
    high = evaluate(
        "stud8", np.array([parse_cards("KsKhKd7c8c9cTc"), parse_cards("Ac2d3h4s8dJhQs")])
    )
    assert share(high[0], high[1]) == 0.5
    low = evaluate("razz", np.array([parse_cards("Ac2d3h4s8dJhQs"), parse_cards("KsKhKd7c8c9cTc")]))
    assert (share(low[0], low[1]), share(low[1], low[0])) == (1, 0)


# -- rollouts -----------------------------------------------------------------------------------------


def test_a_rollout_of_a_sure_winner_gains_and_gains_more_by_betting() -> None:
    hands = ("AsKs2cQsJs3dTs", "AhKh7d8d9cTd4h")
    state, seat = table(*hands, actions="bring call 2 check 2 check 2 check")
    assert seat == 0
    worlds = sample_worlds(scene(state, seat), 60, rng())
    nets = Rollout(state, worlds, models_of(state), 8, rng()).play([PASSIVE, UP])
    assert nets.shape == (2, 60)
    assert (nets >= state.pot).mean() > 0.9  # now and then a player errs
    assert nets[1].mean() > nets[0].mean()


def test_rollouts_conserve_chips() -> None:
    """Whoever is asked: what one seat wins more than it pays, the pot and the other have lost."""
    state, seat = table("AsKs2c", "AhKh7d", actions="bring complete raise")
    worlds = sample_worlds(scene(state, seat), 80, rng())
    rollout = Rollout(state, worlds, models_of(state), 8, rng())
    own = rollout.play([PASSIVE])[0]
    assert own.min() >= -200
    assert own.max() <= 200 + state.pot


# -- the last street ----------------------------------------------------------------------------------


def seventh(**deal: Any) -> tuple[State, int]:
    hands = ("AsAh2cQs7d3d9s", "8h8c7sKd9cTd4h")
    return table(*hands, actions="bring call bet call 2 check 2 check", marker=0, **deal)


@pytest.mark.parametrize("game", ["stud", "razz", "stud8"])
def test_the_last_street_is_solved(game: str) -> None:
    """Both results add up to the pot, and perfect answers gain little against the solution."""
    state, seat = seventh(game=game)
    assert is_solvable(state)
    models = models_of(state)
    street = last_street(state, seat, 300, models, 8, rng())
    guessed = by_model(street, models, 8, rng())
    before = street.game.gain(guessed)
    street.game.solve(150)
    after = street.game.gain(averaged)
    assert sum(street.game.values(averaged)) == pytest.approx(state.pot)
    assert 0 <= after < 0.02 * state.pot
    assert after < before / 3


def test_a_small_game_with_a_known_solution() -> None:
    """One player has the best or the worst hand equally often, the other a hand between them.

    The bet is as large as the pot: the bettor bluffs with half of the bad hands as often as it
    bets the good ones, and the caller calls half of the time.
    """
    state, _ = seventh()
    betting = copies(state, (0, 1), 1)
    betting.paid[:] = betting.unit / 2
    betting.dead[:] = 0
    betting.limit[:] = 1
    actor = int(betting.actor[0])
    shares = np.array([[1.0], [0.0]]) if actor == 0 else np.array([[0.0, 1.0]])
    weights = (np.ones(2), np.ones(1)) if actor == 0 else (np.ones(1), np.ones(2))
    game = Game(build(betting), weights, shares, np.ones(shares.shape))
    game.solve(3000)
    root = game.root
    bets = averaged(root)[:, root.kinds.index(UP)]
    caller = root.children[root.kinds.index(UP)]
    calls = averaged(caller)[0, caller.kinds.index(PASSIVE)]
    assert bets == pytest.approx([1.0, 0.5], abs=0.03)
    assert calls == pytest.approx(0.5, abs=0.03)


def test_best_answers_gain_from_a_bad_strategy() -> None:
    state, seat = seventh()
    street = last_street(state, seat, 200, models_of(state), 8, rng())

    def always_fold_or_check(node: Any) -> Any:
        hands = len(street.game.weights[node.actor])
        worst = node.kinds.index(FOLD if FOLD in node.kinds else PASSIVE)
        return np.tile(np.eye(len(node.kinds))[worst], (hands, 1))

    assert street.game.gain(always_fold_or_check) > 0.2 * state.pot


# -- decisions ----------------------------------------------------------------------------------------


def test_the_expert_folds_trash_and_raises_monsters() -> None:
    expert = BOTS["expert"]

    def action(*hands: str, actions: str = "", **deal: Any) -> Any:
        memory = acting(*hands, actions=actions, **deal)
        legal = rules.legal_actions(memory.table, memory.seat)
        return expert.decide(memory, legal, Chance(b"act"), 400)

    nuts = action("AsAhAd", "KhQhJs", actions="bring complete", marker=1)
    assert isinstance(nuts.action, Raise | Complete)
    trash = action("KhQhAs", "QdQcKs", "2c7d9h", actions="bring complete raise")
    assert isinstance(trash.action, Fold)
    assert [c.score for c in trash.candidates] == sorted(
        (c.score for c in trash.candidates), reverse=True
    )


def test_hidden_cards_do_not_move_a_decision() -> None:
    """The same events give the same decision, whatever the others hold."""
    one = acting("AsKs2c", "AhKh7d", actions="bring complete")
    other = acting("AsKs2c", "3h4d7d", actions="bring complete")
    assert one == other
    legal = rules.legal_actions(one.table, one.seat)
    decisions = [BOTS["expert"].decide(m, legal, Chance(b"x"), 60) for m in (one, other)]
    assert decisions[0] == decisions[1]


@pytest.mark.parametrize("level", [*BOTS, *BASELINES])
def test_every_level_plays_whole_matches(level: str) -> None:
    """All forms of a match, short stacks and eight seats: only legal actions, chips conserved."""
    bot = {**BOTS, **BASELINES}[level]
    quick = replace(bot, work=min(bot.work, 24))
    for seats, options in (
        (2, StudOptions(deals=2, stack=3)),
        (5, StudOptions(deals=3, deals_per_game=1, stack=2, rebuy="never")),
        (8, StudOptions(deals=2, sequence=("stud8",), stack=40)),
    ):
        state, decided = play_deal([quick] * seats, options, level.encode())
        assert sum(state.stacks) == sum(state.bought)
        for memory, decision in decided:
            legal = rules.legal_actions(memory.table, memory.seat)
            assert decision.action in legal
            assert decision.action in [candidate.action for candidate in decision.candidates]
            assert 0 <= decision.confidence <= 1
            assert decision.work <= quick.work


def test_the_last_street_uses_the_solution() -> None:
    state, seat = seventh()
    found = choice.choose(state, seat, rules.legal_actions(state, seat), Chance(b"z"), 200)
    assert found.solved


# -- classes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "cards", "name"),
    [
        ("stud", "2c9d6h", "nothing"),
        ("stud", "2c9c6c", "a draw"),
        ("stud", "2c9c6cKcKd", "a pair"),
        ("stud", "2c9c6cKcAd3h", "a draw"),
        ("stud", "2c9c6cKcKdAc", "a straight or flush"),
        ("stud", "KcKd9h9s9c2d3h", "a full house or better"),
        ("razz", "Ac2d3h4s5c", "a six low or better"),
        ("razz", "Ac2d3h4s7c", "a seven low"),
        ("razz", "Ac2d3h4sKc", "one card away"),
        ("razz", "Ac2d3h", "two cards away"),
        ("razz", "AcAdKhKsQcQd2h", "spoiled"),
        ("stud8", "Ac2d3h", "a low draw"),
        ("stud8", "AcAd3h4s5c8d", "a low and a pair or better"),
        ("stud8", "KcKdQhQs2c", "two pair or better"),
    ],
)
def test_classes_of_holdings(game: Any, cards: str, name: str) -> None:
    found = classify(game, np.array([parse_cards(cards)]))
    assert CLASSES[game][int(found[0])] == name

"""The rules of Turn Duel, by the numbers of RULES.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from games.core import codec
from games.core.contract import IllegalAction, deal_next, fold, try_action
from games.core.poker import parse_cards
from games.core.random_stream import Chance
from games.lab.turn.canonical import spot_hash
from games.lab.turn.combos import COMBO_CARDS
from games.lab.turn.ranges import Range
from games.lab.turn.ready import ready_spots
from games.lab.turn.spots import Spot
from games.turn import GAME
from games.turn.actions import Action, Bet, Call, Check, Fold, action_of
from games.turn.dealing import draw
from games.turn.events import Acted, DealEnded, Dealt, HandShown, RiverDealt, TurnOptions
from games.turn.projection import choices, redact, view
from games.turn.rules import lapse, needs, single_deal
from games.turn.state import State, apply
from tests.games.lab.reference import small_spot

SPOT = small_spot()
HASH = spot_hash(SPOT)
LAB = TurnOptions(deals=2, lab_spot=HASH, first=0)


def dealt(
    key: bytes = b"deal", options: TurnOptions = LAB, spot: Spot = SPOT
) -> tuple[State, Dealt]:
    state = fold(GAME, GAME.start(options, 2, Chance(b"")))
    (event,) = deal_next(GAME, state, Chance(key), {HASH: spot})
    assert isinstance(event, Dealt)
    return apply(state, event), event


def take(state: State, *actions: Action) -> tuple[State, list[Any]]:
    log: list[Any] = []
    for action in actions:
        assert state.active is not None
        events = try_action(GAME, state, state.active, action)
        log += events
        state = fold(GAME, events, state)
    return state, log


def test_r1_spots_are_ready_made_in_turn_or_named_by_hash() -> None:
    assert needs(LAB) == (HASH,)
    assert needs(TurnOptions()) == ()
    assert len(ready_spots()) >= 8
    spots = list(ready_spots().values())
    state = fold(GAME, GAME.start(TurnOptions(deals=1000), 2, Chance(b"")))
    for index in range(2 * len(spots)):
        (event,) = deal_next(GAME, state, Chance(b"%d" % index))
        assert isinstance(event, Dealt)
        assert event.spot == spots[index % len(spots)].hash
        state = apply(apply(state, event), DealEnded("fold", (0.0, 0.0), (0.0, 0.0)))
    named = [single_deal(TurnOptions(), i).spot for i in range(len(spots))]
    assert named == [spot.name for spot in spots]
    assert single_deal(LAB, 3).lab_spot == HASH


def test_r1_a_spot_that_is_not_in_the_data_cannot_be_dealt() -> None:
    state = fold(GAME, GAME.start(LAB, 2, Chance(b"")))
    with pytest.raises(LookupError):
        deal_next(GAME, state, Chance(b""), {})


def test_r1_ranges_are_in_no_event() -> None:
    _, event = dealt()
    text = codec.dump(event).decode()
    assert "range" not in text
    assert len(text) < 1500


def test_r2_positions_alternate() -> None:
    for first in (0, 1):
        options = TurnOptions(deals=3, first=first)
        state = fold(GAME, GAME.start(options, 2, Chance(b"")))
        seats = []
        for index in range(3):
            (event,) = deal_next(GAME, state, Chance(b"%d" % index))
            state, _ = take(apply(state, event), Check(), Check(), Check(), Check())
            seats.append(event.oop)
        assert seats == [first, 1 - first, first]
    drawn = {dealt(b"%d" % i, TurnOptions())[1].oop for i in range(20)}
    assert drawn == {0, 1}


def test_r4_pairs_of_hands_follow_the_joint_distribution() -> None:
    combos = [side.combos(SPOT.board) for side in SPOT.ranges]
    cards = [[tuple(map(int, COMBO_CARDS[c])) for c in ids] for ids in combos]
    weights = [s.weights[ids] for s, ids in zip(SPOT.ranges, combos, strict=True)]
    expected = {
        (one, other): weights[0][i] * weights[1][j]
        for i, one in enumerate(cards[0])
        for j, other in enumerate(cards[1])
        if not set(one) & set(other)
    }
    total, draws = sum(expected.values()), 30_000
    chance = Chance(b"joint")
    drawn = [draw(SPOT, chance) for _ in range(draws)]
    seen = Counter((tuple(sorted(one)), tuple(sorted(other))) for one, other, _ in drawn)
    assert set(seen) <= set(expected)
    counts = {pair: draws * weight / total for pair, weight in expected.items()}
    chi_square = sum((seen[pair] - count) ** 2 / count for pair, count in counts.items())
    freedom = len(expected) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5
    rivers = Counter(river for _, _, river in drawn)
    assert len(rivers) == 48
    for one, other, river in drawn:
        assert len({*one, *other, river, *SPOT.board}) == 9


def _hands_by_weight(side: Range, board: tuple[int, ...]) -> list[tuple[tuple[int, int], int]]:
    """Return every hand that can be dealt beside the board with its weight in millionths (R4)."""
    return [
        (hand, max(1, round(1_000_000 * weight)))
        for hand, weight in zip(combinations(range(52), 2), side.weights.tolist(), strict=True)
        if weight > 0 and not set(hand) & set(board)
    ]


@pytest.mark.parametrize("name", ["lab", "srp-dry", "bvb-draw"])
def test_r4_a_deal_can_be_redone_from_the_rule_alone(name: str) -> None:
    spot = SPOT if name == "lab" else ready_spots()[name].spot
    first, second = (_hands_by_weight(side, spot.board) for side in spot.ranges)
    products = [
        weight * sum(other for beside, other in second if not set(hand) & set(beside))
        for hand, weight in first
    ]
    for number in range(3):
        chance, paper = Chance(b"redo %d" % number), Chance(b"redo %d" % number)
        oop = first[paper.weighted(products)][0]
        ip = second[paper.weighted(0 if set(h) & set(oop) else w for h, w in second)][0]
        taken = {*spot.board, *oop, *ip}
        river = paper.weighted(int(card not in taken) for card in range(52))
        assert draw(spot, chance) == (oop[::-1], ip[::-1], river)


def test_r4_the_river_is_even_among_the_44_cards_left() -> None:
    chance = Chance(b"river")
    by_place: Counter[int] = Counter()
    for _ in range(8800):
        one, other, river = draw(SPOT, chance)
        left = [c for c in range(52) if c not in {*one, *other, *SPOT.board}]
        by_place[left.index(river)] += 1
    assert sum((by_place[i] - 200) ** 2 / 200 for i in range(44)) < 43 + 5 * 86**0.5


def test_r4_nobody_knows_the_river_and_only_owners_their_hands() -> None:
    _, event = dealt()
    for viewer in (0, 1, None):
        seen = redact(event, viewer)
        assert isinstance(seen, Dealt)
        assert seen.river is None
        for seat in (0, 1):
            assert (seen.hands[seat] == event.hands[seat]) == (seat == viewer)


def _lines(state: State) -> Iterator[tuple[str, ...]]:
    """Yield the lines of all states that can follow, decisions and ends, through the rules."""
    yield state.line
    if state.active is None:
        return
    for action in GAME.legal_actions(state, state.active):
        after, events = take(state, action)
        line = state.line
        for event in events:  # also the places where the river card comes
            if isinstance(event, Acted):
                line = (*line, event.action)
                if line != after.line:
                    yield line
        yield from _lines(after)


@pytest.mark.parametrize("name", ["lab", *ready_spots()])
def test_r5_every_legal_line_is_a_line_of_the_tree_and_back(name: str) -> None:
    options = LAB if name == "lab" else TurnOptions(spot=name, first=1)  # type: ignore[arg-type]
    state, _ = dealt(options=options)
    played = Counter(_lines(state))
    assert set(played) == {node.line for node in state.tree.nodes}


def test_r5_only_the_sizes_of_the_spot_are_allowed() -> None:
    state, _ = dealt()
    assert [action_of(name) for name in state.node.actions] == list(GAME.legal_actions(state, 0))
    for action, code in (
        (Bet(), "incomplete"),
        (Bet(3), "no_such_size"),
        (Call(), "not_now"),
        (Fold(), "not_now"),
    ):
        with pytest.raises(IllegalAction) as refusal:
            try_action(GAME, state, 0, action)
        assert refusal.value.code == code
    with pytest.raises(IllegalAction) as refusal:
        try_action(GAME, state, 1, Check())
    assert refusal.value.code == "not_your_turn"


def test_r6_r7_an_all_in_that_is_called_deals_the_river_and_shows_both_hands() -> None:
    state, event = dealt()
    while not any(name.startswith("allin") for name in state.node.actions):
        bet = next(a for a in GAME.legal_actions(state, state.active or 0) if isinstance(a, Bet))
        state, _ = take(state, bet)
    shove = next(action_of(n) for n in state.node.actions if n.startswith("allin"))
    state, log = take(state, shove, Call())
    assert [type(e) for e in log[1:]] == [Acted, RiverDealt, HandShown, HandShown, DealEnded]
    assert state.board[4] == event.river
    assert {abs(won) for won in state.won} <= {0.0, SPOT.pot / 2 + SPOT.stack}


def test_r7_who_folds_loses_what_was_paid_and_shows_nothing() -> None:
    state, _ = dealt()
    bet = next(a for a in GAME.legal_actions(state, 0) if isinstance(a, Bet))
    state, log = take(state, bet, Fold())
    assert state.won == (SPOT.pot / 2, -SPOT.pot / 2)
    assert not any(isinstance(e, HandShown) for e in log)
    assert state.scores == state.won


@pytest.mark.parametrize(
    ("hands", "board", "winner"),
    [
        (("AhAd", "KhQd"), "Ks7d2c4hJc", 0),
        (("QhQd", "KhQs"), "Ks7d2c4hJc", 1),
        (("AhQd", "AcQs"), "Ks7d2c4hJc", None),
    ],
)
def test_r7_the_better_hand_wins(hands: tuple[str, str], board: str, winner: int | None) -> None:
    state, event = dealt()
    cards = tuple(tuple(parse_cards(text)) for text in hands)
    *turn, river = parse_cards(board)
    changed = codec.read_events(
        GAME,
        codec.dump([codec.plain(event) | {"hands": cards, "board": turn, "river": river}]),
    )
    state, _ = take(apply(None, changed[0]), Check(), Check(), Check(), Check())
    if winner is None:
        assert state.won == (0.0, 0.0)
    else:
        assert state.won[winner] == SPOT.pot / 2
        assert sum(state.won) == 0


def test_r9_the_higher_score_wins_the_match() -> None:
    state, _ = dealt(options=TurnOptions(deals=1, lab_spot=HASH, first=0))
    bet = next(a for a in GAME.legal_actions(state, 0) if isinstance(a, Bet))
    state, _ = take(state, bet, Fold())
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    assert state.outcome.scores == (SPOT.pot / 2, -SPOT.pot / 2)


def test_r10_time_up_checks_or_folds() -> None:
    state, _ = dealt()
    assert lapse(state, 0) == Check()
    bet = next(a for a in GAME.legal_actions(state, 0) if isinstance(a, Bet))
    state, _ = take(state, bet)
    assert lapse(state, 1) == Fold()
    assert lapse(state, 0) is None


def test_choices_give_chips_and_per_cent_of_pot() -> None:
    state, _ = dealt(options=TurnOptions(spot="srp-dry", first=0))
    assert choices(state)[1] == {
        "action": "bet 60", "kind": "bet", "to": 60, "chips": 60, "percent": 60.0
    }  # fmt: skip
    state, _ = take(state, Bet(60))
    call, raised = choices(state)[1:3]
    assert (call["to"], call["chips"]) == (60, 60)
    assert raised["to"] == 150
    assert raised["percent"] == round(100 * 90 / 220, 1)
    shown = view(state, 1)
    assert (shown["pot"], shown["bets"], shown["stacks"]) == (160, (60, 0), [390, 450])

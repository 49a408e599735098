"""The rules of Da Tong Zi, by the numbers of RULES.md (R5, R28 and R37 are in test_projection.py)."""

from __future__ import annotations

from collections import Counter
from typing import Any, get_args

import pytest

from games.core.contract import IllegalAction
from games.core.random_stream import Chance
from games.datongzi import rules
from games.datongzi.actions import Action, Pass, Play
from games.datongzi.cards import FACES, card_name, points_in
from games.datongzi.events import (
    DatongziOptions,
    Dealt,
    Finished,
    HandEnded,
    MatchEnded,
    Passed,
    Played,
    TrickTaken,
)
from games.datongzi.patterns import Pattern, beats, describe, readings
from games.datongzi.preview import preview
from games.datongzi.scoring import (
    allows_seat_count,
    bonus_for,
    finish_points,
    kickers_allowed,
    must_beat,
    round_to_hundred,
    settle,
)
from games.datongzi.state import State, apply
from games.datongzi.timeout import timeout_action
from tests.games.datongzi.table import events_of, fold, hand, play, position, run, take


def one(text: str, kickers: bool = True) -> Pattern:
    """Read cards that have a single reading."""
    (reading,) = readings(hand(text), kickers)
    return reading


def kind(text: str, kickers: bool = True) -> str | None:
    """Return the kind of a set of cards, or `None` if it has none."""
    found = readings(hand(text), kickers)
    return found[0].kind if found else None


def refusal(state: State, action: Action | str) -> str:
    """Return the code with which the active seat is refused; preview must give the same."""
    assert state.active is not None
    action = play(action) if isinstance(action, str) else action
    with pytest.raises(IllegalAction) as refused:
        rules.handle_action(state, state.active, action)
    answer = preview(state, state.active, action)
    assert (answer["legal"], answer["code"]) == (False, refused.value.code)
    return refused.value.code


def read(state: State, action: Action | str) -> Pattern:
    """Return how the active seat's play is read."""
    event = events_of(state, action)[0]
    assert isinstance(event, Played)
    return event.pattern


def dealt(seats: int = 3, key: bytes = b"any", state: State | None = None, **options: Any) -> Dealt:
    table = DatongziOptions(**options)
    state = state or fold(rules.start(table, seats, Chance(b"")))
    (event,) = rules.deal(state, Chance(key))
    assert isinstance(event, Dealt)
    return event


# -- cards and deal ---------------------------------------------------------------------------------


def test_r1_a_deck_has_44_cards_from_5_to_2() -> None:
    names = [card_name(card) for card in FACES]
    assert len(set(names)) == 44
    assert [name[:-1] for name in names[::4]] == "5 6 7 8 9 10 J Q K A 2".split()


def test_r2_suits_ascend_from_diamond_to_spade() -> None:
    assert [card_name(card) for card in FACES[:4]] == ["5D", "5C", "5H", "5S"]


@pytest.mark.parametrize(("decks", "points"), [(3, 300), (4, 400)])
def test_r3_points_of_the_decks(decks: int, points: int) -> None:
    assert points_in(FACES * decks) == points
    assert [points_in(hand(rank)) for rank in ("5", "10", "K", "A", "2", "9")] == [
        5,
        10,
        10,
        0,
        0,
        0,
    ]


@pytest.mark.parametrize(
    ("seats", "options", "decks", "size", "hidden"),
    [
        (3, {}, 3, 41, 9),
        (2, {}, 3, 60, 12),
        (2, {"two_seats": "33"}, 3, 33, 66),
        (4, {}, 3, 31, 8),
        (4, {"decks": "four"}, 4, 42, 8),
        (4, {"decks": "four", "teams": "pairs"}, 4, 42, 8),
        (4, {"teams": "pairs"}, 3, 31, 8),
    ],
)
def test_r4_deal(seats: int, options: Any, decks: int, size: int, hidden: int) -> None:
    event = dealt(seats, **options)
    assert [len(cards) for cards in event.hands] == [size] * seats
    assert len(event.hidden) == hidden
    whole = Counter(card for pile in (*event.hands, event.hidden) for card in pile)
    assert whole == dict.fromkeys(FACES, decks)
    assert all(list(cards) == sorted(cards) for cards in event.hands)  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({}, [2, 3, 4]),
        ({"decks": "four"}, [4]),
        ({"teams": "pairs"}, [4]),
        ({"two_seats": "33"}, [2, 3, 4]),
    ],
)
def test_r4_r38_seat_counts(options: Any, allowed: list[int]) -> None:
    table = DatongziOptions(**options)
    assert [seats for seats in range(1, 7) if allows_seat_count(table, seats)] == allowed


def test_r4_start_draws_nothing_and_the_first_hand_is_due() -> None:
    starts = {rules.start(DatongziOptions(), 3, Chance(bytes([k]))) for k in range(5)}
    state = fold(starts.pop())
    assert not starts
    assert rules.between(state)
    assert rules.round(state) == -1
    assert [rules.legal_actions(state, seat) for seat in range(3)] == [()] * 3


@pytest.mark.parametrize("first", range(3))
def test_r6_option_names_the_first_leader(first: int) -> None:
    assert {dealt(key=bytes([k]), first=first).leader for k in range(20)} == {first}
    assert dealt(first=first).hands == dealt().hands


def test_r6_otherwise_the_first_leader_is_drawn() -> None:
    leaders = Counter(dealt(key=bytes([k])).leader for k in range(90))
    assert set(leaders) == {0, 1, 2}
    assert max(leaders.values()) < 50


def test_r6_later_hands_are_led_by_the_first_finisher_or_drawn() -> None:
    for lead, expected in (("winner", {1}), ("random", {0, 1, 2})):
        state = take(position("5 6", "K", "7 7", leader=1, target="1000", lead=lead), "K")
        while state.active is not None:
            state = take(state, timeout_action(state, state.active) or "")
        assert state.order[0] == 1
        assert {dealt(key=bytes([k]), state=state).leader for k in range(30)} == expected


# -- patterns ---------------------------------------------------------------------------------------


def test_r7_single_and_pair() -> None:
    assert one("7") == Pattern("single", 7)
    assert one("2 2") == Pattern("pair", 15, 1, 2)
    assert one("KD KD") == Pattern("pair", 13, 1, 2)
    assert kind("7 8") is None


def test_r8_consecutive_pairs() -> None:
    assert one("5 5 6 6") == Pattern("pairs", 6, 2, 4)
    assert one("Q Q K K A A") == Pattern("pairs", 14, 3, 6)
    assert kind("5 5 7 7") is None
    assert kind("5 5 6 6 7") is None
    assert kind("5 6 7 8 9") is None


def test_r9_triple_with_kickers_of_other_ranks() -> None:
    assert one("9 9 9") == Pattern("triple", 9, 1, 3)
    assert one("9 9 9 5") == Pattern("triple", 9, 1, 3, 1)
    assert one("9 9 9 5 5") == Pattern("triple", 9, 1, 3, 2)
    assert one("9 9 9 5 K") == Pattern("triple", 9, 1, 3, 2)
    assert one("2 2 2 5") == Pattern("triple", 15, 1, 3, 1)
    assert kind("9 9 9 5 6 7") is None


def test_r9_a_lone_triple_takes_no_kicker_of_its_own_rank() -> None:
    assert kind("A A A A 6") is None


def test_r9_identical_cards_with_a_kicker_are_a_triple() -> None:
    assert one("9S 9S 9S 5D") == Pattern("triple", 9, 1, 3, 1)


def test_r10_airplane_with_any_wings() -> None:
    assert one("5 5 5 6 6 6") == Pattern("airplane", 6, 2, 6)
    assert one("5 5 5 6 6 6 7 8") == Pattern("airplane", 6, 2, 6, 2)
    assert one("5 5 5 6 6 6 7 8 8 2") == Pattern("airplane", 6, 2, 6, 4)
    assert one("5 5 5 5 6 6 6") == Pattern("airplane", 6, 2, 6, 1)
    assert one("5 5 5 5 5 6 6 6 6 6") == Pattern("airplane", 6, 2, 6, 4)
    assert kind("5 5 5 6 6 6 7 8 9 10 J") is None
    assert kind("5 5 5 7 7 7") is None


def test_r11_twos_are_in_no_run() -> None:
    assert kind("A A 2 2") is None
    assert kind("A A A 2 2 2") is None
    assert one("K K K A A A 2 2 2") == Pattern("airplane", 14, 2, 6, 3)


def test_r12_bombs() -> None:
    assert one("6 6 6 6") == Pattern("bomb", 6, 1, 4)
    assert one("6 " * 12) == Pattern("bomb", 6, 1, 12)
    assert one("6D 6D 6D 6D") == Pattern("bomb", 6, 1, 4)


def test_r13_three_identical_cards_alone_are_a_tongzi() -> None:
    assert one("6H 6H 6H") == Pattern("tongzi", 6, 1, 3, 0, 2)


def test_r14_two_of_each_suit_are_a_dizha_and_never_a_bomb() -> None:
    assert one("6D 6D 6C 6C 6H 6H 6S 6S") == Pattern("dizha", 6, 1, 8)
    assert one("6D 6D 6D 6C 6H 6H 6S 6S") == Pattern("bomb", 6, 1, 8)
    assert one("6D 6D 6C 6C 6H 6H 6S 6S 6S") == Pattern("bomb", 6, 1, 9)


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({}, True),
        ({"decks": "four"}, False),
        ({"decks": "four", "kickers": "yes"}, True),
        ({"kickers": "no"}, False),
    ],
)
def test_r15_kickers_by_option(options: Any, allowed: bool) -> None:
    assert kickers_allowed(DatongziOptions(**options)) is allowed


def test_r15_kickers_are_refused_where_they_are_not_allowed() -> None:
    state = position("9 9 9 5 8 8 8 7 7 7", "K", "K", kickers="no")
    assert refusal(state, "9 9 9 5") == "no_kickers"
    assert refusal(state, "8 8 8 7 7 7 5") == "no_kickers"
    assert refusal(state, "5 9") == "no_pattern"
    assert read(state, "9 9 9") == Pattern("triple", 9, 1, 3)
    assert readings(hand("9 9 9 8 8 8 7 7 7"), kickers=False) == (Pattern("airplane", 9, 3, 9),)


NINE = "5 5 5 6 6 6 7 7 7"
THREE_TRIPLES = Pattern("airplane", 7, 3, 9)
HIGH, LOW = Pattern("airplane", 7, 2, 6, 3), Pattern("airplane", 6, 2, 6, 3)


def test_r16_every_reading_is_found_most_triples_first() -> None:
    assert readings(hand(NINE)) == (THREE_TRIPLES, HIGH, LOW)


def test_r16_leading_is_read_with_most_triples_or_as_the_player_says() -> None:
    state = position(NINE + " K", "A", "A")
    for reading, expected in ((None, THREE_TRIPLES), (HIGH, HIGH), (LOW, LOW)):
        assert read(state, play(NINE, reading)) == expected


def test_r16_preview_offers_the_other_readings() -> None:
    answer = preview(position(NINE + " K", "A", "A"), 0, play(NINE))
    assert answer["legal"]
    assert answer["name"] == "airplane 5-7"
    names = [offer["name"] for offer in answer["readings"]]
    assert names == ["airplane 5-7", "airplane 6-7 with 3 wings", "airplane 5-6 with 3 wings"]


@pytest.mark.parametrize("on_table", ["5 5 5 6 6 6 8", "5 5 5 6 6 6"])
def test_r16_following_is_read_like_the_table(on_table: str) -> None:
    state = take(position(on_table + " 2", NINE + " K", "A"), on_table)
    assert read(state, NINE) == HIGH
    assert refusal(state, play(NINE, THREE_TRIPLES)) == "wrong_kind"
    assert refusal(state, play(NINE, LOW)) == "too_low"


def test_r16_a_reading_the_cards_do_not_have_is_refused() -> None:
    assert (
        refusal(position("5 5 K", "A", "A"), play("5 5", Pattern("pair", 6, 1, 2)))
        == "no_such_reading"
    )


def test_r16_readings_have_names() -> None:
    names = [describe(one(text)) for text in ("7", "9 9 9 5", "5 5 6 6", "A A A A A", "2S 2S 2S")]
    assert names == [
        "single 7",
        "triple 9 with 1 kicker",
        "consecutive pairs 5-6",
        "bomb of 5, A",
        "tongzi 2",
    ]


# -- order ------------------------------------------------------------------------------------------

LADDER = [
    "2",
    "5 5 5 5",
    "2 2 2 2",
    "5 5 5 5 5",
    "10 10 10 10 10",
    "2 2 2 2 2",
    "5 5 5 5 5 5",
    "2 " * 12,
    "5D 5D 5D",
    "5C 5C 5C",
    "5S 5S 5S",
    "6D 6D 6D",
    "2S 2S 2S",
    "5D 5D 5C 5C 5H 5H 5S 5S",
    "2D 2D 2C 2C 2H 2H 2S 2S",
]


def test_r17_r18_trumps_from_low_to_high() -> None:
    ladder = [one(text) for text in LADDER]
    for low, lower in enumerate(ladder):
        for high, higher in enumerate(ladder):
            assert beats(higher, lower) is (high > low)


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("6", "5"),
        ("2", "A"),
        ("K K", "Q Q"),
        ("2 2", "A A"),
        ("6 6 7 7", "5 5 6 6"),
        ("J J J", "5 5 5 2"),
        ("J J J 2", "5 5 5"),
        ("2 2 2", "A A A K K"),
        ("6 6 6 7 7 7", "5 5 5 6 6 6 2 2 2 2"),
        ("6 6 6 7 7 7 9 9", "5 5 5 6 6 6"),
    ],
)
def test_r19_higher_rank_of_the_same_pattern_and_length(higher: str, lower: str) -> None:
    assert beats(one(higher), one(lower))
    assert not beats(one(lower), one(higher))


@pytest.mark.parametrize(
    ("one_play", "other"),
    [
        ("6", "5 5"),
        ("6 6 7 7 8 8", "5 5 6 6"),
        ("6 6 6 7 7 7", "5 5 6 6 7 7"),
        ("7 7 7 8 8 8 9 9 9", "5 5 5 6 6 6"),
        ("A A A", "5 5"),
        ("7", "7"),
    ],
)
def test_r19_different_patterns_and_lengths_and_equals_do_not_compare(
    one_play: str, other: str
) -> None:
    assert not beats(readings(hand(one_play))[0], readings(hand(other))[0])
    assert not beats(readings(hand(other))[0], readings(hand(one_play))[0])


# -- flow -------------------------------------------------------------------------------------------


def test_r20_there_is_nothing_to_ask_for_but_plays_and_passes() -> None:
    assert get_args(Action) == (Play, Pass)


def test_r20_only_the_active_seat_is_offered_anything() -> None:
    state = position("5 6", "7 8", "9 10", leader=1)
    assert [rules.legal_actions(state, seat) for seat in range(3)] == [(), (Play(),), ()]


def test_r20_the_leader_must_play() -> None:
    assert refusal(position("5 6", "7 8", "9 10"), Pass()) == "must_lead"
    assert refusal(position("5 6", "7 8", must_beat="no"), Pass()) == "must_lead"


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (None, "incomplete"),
        ((), "no_cards"),
        (hand("K"), "not_yours"),
        (hand("5 5"), "not_yours"),
        ((999,), "not_yours"),
        ((-1,), "not_yours"),
        (hand("5 6"), "no_pattern"),
    ],
)
def test_r20_what_cannot_be_played_is_refused(cards: Any, code: str) -> None:
    assert refusal(position("5 6", "7 8", "9 10"), Play(cards)) == code


def test_r20_lower_plays_and_other_patterns_are_refused() -> None:
    state = take(position("7 7 8", "5 8 8 9 9", "K"), "7 7")
    assert refusal(state, "9") == "wrong_kind"
    assert "higher pair" in preview(state, 1, play("9"))["message"]
    state = take(position("8 7", "5 8 9", "K"), "8")
    assert refusal(state, "5") == "too_low"


def test_r20_who_passed_may_play_again_in_the_same_trick() -> None:
    state = position("5 9 5", "6 A 6", "7 7", "8 K 8", must_beat="no")
    state = take(state, "5", Pass(), "7", "8", "9", "A")
    assert state.trick[-1].seat == 1
    assert state.active == 2


def test_r21_the_trick_ends_when_all_others_have_passed() -> None:
    state = position("5 K", "6 6", "7 7", "8 8", must_beat="no")
    state = take(state, "5", "6", Pass(), Pass())
    *passes, taken = events_of(state, Pass())
    assert passes == [Passed(0, forced=False)]
    assert taken == TrickTaken(1, 5, 0, 1)
    assert fold((*passes, taken), state).trick == ()


def test_r22_who_can_beat_must_trumps_included() -> None:
    state = take(position("K K 5", "6 6 6 6 A", "7"), "K K")
    assert rules.legal_actions(state, 1) == (Play(),)
    assert refusal(state, Pass()) == "must_beat"


def test_r22_who_cannot_beat_is_passed_in_the_same_cascade() -> None:
    state = position("K K 5", "6 6 6 A", "A A A 7")
    events = events_of(state, "K K")
    assert [type(event) for event in events] == [Played, Passed]
    assert events[1] == Passed(1, forced=True)
    assert fold(events, state).active == 2


def test_r22_must_beat_by_seats_and_option() -> None:
    free = DatongziOptions(must_beat="no")
    assert [must_beat(free, seats) for seats in (2, 3, 4)] == [False, True, False]
    assert all(must_beat(DatongziOptions(), seats) for seats in (2, 3, 4))


def test_r22_it_holds_against_the_partner_too() -> None:
    state = take(position("K 5", "6 6", "A 7", "6 6", teams="pairs"), "K")
    assert state.active == 2
    assert refusal(state, Pass()) == "must_beat"


def test_r23_a_free_pass_is_never_automatic() -> None:
    state = take(position("K 5", "6 6", "A 7", "6 6", must_beat="no"), "K")
    assert rules.legal_actions(state, 1) == (Pass(),)
    assert events_of(state, Pass()) == (Passed(1, forced=False),)
    state = take(state, Pass())
    assert rules.legal_actions(state, 2) == (Play(), Pass())
    assert events_of(state, Pass())[0] == Passed(2, forced=False)


def test_r24_the_others_have_their_turn_against_the_last_play_of_a_hand() -> None:
    state = position("7", "8 9", "5 5")
    events = events_of(state, "7")
    assert events == (Played(0, hand("7"), Pattern("single", 7)), Finished(0, 1))
    state = take(state, "7")
    assert state.active == 1
    assert take(state, "8").active == 1  # nobody else can beat it, so seat 1 leads again


def test_r25_the_next_seat_with_cards_leads_after_a_finished_owner() -> None:
    state = position("5 5", "2", "6 6", "7 7", leader=1)
    events = events_of(state, "2")
    forced = tuple(Passed(seat, forced=True) for seat in (2, 3, 0))
    assert events[1:] == (Finished(1, 1), *forced, TrickTaken(1, 0, 0, 2))
    assert fold(events, state).active == 2


def test_r26_the_one_remaining_seat_answers_once_and_captures() -> None:
    state = take(position("K", "A 5", "2", leader=2), "2")
    assert state.active == 0
    state = take(state, "K")
    assert state.active == 1
    answer = events_of(state, "A")
    assert isinstance(answer[-1], HandEnded)
    assert answer[1] == TrickTaken(1, 10, 0, None)
    assert answer[-1].sheets[1].points == 10


def test_r26_it_is_passed_if_it_cannot_answer_even_where_passing_is_free() -> None:
    state = position("K", "5 5", must_beat="no")
    _, finished, passed, taken, ended = events_of(state, "K")
    assert finished == Finished(0, 1)
    assert passed == Passed(1, forced=True)
    assert taken == TrickTaken(0, 10, 0, None)
    assert isinstance(ended, HandEnded)


def test_r26_it_must_answer_if_it_can_even_where_passing_is_free() -> None:
    state = take(position("K", "A 5", must_beat="no"), "K")
    assert rules.legal_actions(state, 1) == (Play(),)
    assert refusal(state, Pass()) == "must_beat"


def test_r26_the_answer_may_empty_the_last_hand() -> None:
    events = events_of(take(position("K", "A"), "K"), "A")
    assert events[1] == Finished(1, 2)
    assert fold(events, take(position("K", "A"), "K")).order == (0, 1)


def test_r27_finish_order() -> None:
    state = take(position("A", "5 5", "2", leader=0), "A")
    *_, ended = events_of(state, "2")
    assert isinstance(ended, HandEnded)
    assert ended.order == (0, 2, 1)
    assert [sheet.place for sheet in ended.sheets] == [1, 3, 2]


def test_r27_no_seat_acts_between_hands() -> None:
    state = take(position("A", "5 5", target="1000"), "A")
    assert rules.between(state)
    assert rules.outcome(state) is None
    assert [rules.legal_actions(state, seat) for seat in range(2)] == [(), ()]


# -- score ------------------------------------------------------------------------------------------


def test_r29_the_winner_of_the_trick_gets_all_its_points_and_points_left_are_lost() -> None:
    state = take(position("5 5 9", "K K 10 10", "2 2 K"), "5 5", "K K")
    *_, taken = events_of(state, "2 2")
    assert taken == TrickTaken(2, 30, 0, 2)
    *_, ended = events_of(position("A", "K 10"), "A")
    assert isinstance(ended, HandEnded)
    assert [sheet.points for sheet in ended.sheets] == [0, 0]


@pytest.mark.parametrize(
    ("cards", "bonus"),
    [
        ("KS KS KS", 100),
        ("AD AD AD", 200),
        ("2C 2C 2C", 300),
        ("QS QS QS", 0),
        ("5D 5D 5C 5C 5H 5H 5S 5S", 400),
        ("2D 2D 2C 2C 2H", 0),
    ],
)
def test_r30_r32_bonus_of_the_play_that_wins(cards: str, bonus: int) -> None:
    assert bonus_for(DatongziOptions(), one(cards)) == bonus
    assert bonus_for(DatongziOptions(bonuses="doubled"), one(cards)) == 2 * bonus
    filler = "6D 8D"
    state = position(f"{cards} {filler}", "7D 9D")
    taken = [e for e in events_of(state, cards) if isinstance(e, TrickTaken)]
    assert [event.bonus for event in taken] == [bonus]


def test_r30_a_beaten_tongzi_brings_nothing_and_a_trick_one_bonus() -> None:
    state = take(position("KS KS KS 6D", "AD AD AD 7D", "8D 8C"), "KS KS KS")
    *_, taken = events_of(state, "AD AD AD")
    assert taken == TrickTaken(1, 30, 200, 1)
    state = take(state, "AD AD AD")
    assert state.bonus == (0, 200, 0)
    assert state.specials == ((0, 0), (1, 0), (0, 0))


@pytest.mark.parametrize(
    ("seats", "options", "points"),
    [
        (3, {}, (100, -40, -60)),
        (4, {}, (100, -20, -40, -80)),
        (4, {"decks": "four"}, (100, -20, -40, -80)),
        (2, {}, (100, -100)),
        (2, {"two_seats": "33"}, (60, -60)),
        (3, {"bonuses": "doubled"}, (200, -80, -120)),
    ],
)
def test_r31_r32_finish_points(seats: int, options: Any, points: tuple[int, ...]) -> None:
    assert finish_points(DatongziOptions(**options), seats) == points


def test_r33_a_score_is_the_sum_of_its_parts() -> None:
    state = take(position("KS KS KS", "5 5", "7 8 9", target="hand"), "KS KS KS")
    state = take(state, "5 5")
    first = state.sheets[0]
    assert (first.points, first.bonus, first.finish, first.score) == (30, 100, 100, 230)
    assert (first.tongzi, first.dizha, first.cards) == (1, 0, (0, 0, 3))
    assert state.history == ((230, -30, -60),)


# -- match ------------------------------------------------------------------------------------------


def end_with(history: tuple[tuple[int, ...], ...], deal: int, **options: Any) -> State:
    """Play one more short hand (100 to the first seat, -40, -60) after these."""
    dealt = Dealt(
        DatongziOptions(**options), deal, history, 0, (hand("A"), hand("2"), hand("5 5")), ()
    )
    return take(apply(None, dealt), "A", "2")


@pytest.mark.parametrize(
    ("before", "target", "over"),
    [(499, "600", False), (500, "600", True), (899, "1000", False), (900, "1000", True)],
)
def test_r34_the_target_is_checked_after_each_hand(before: int, target: str, over: bool) -> None:
    state = end_with(((before, 0, 0),), 1, target=target)
    assert (rules.outcome(state) is not None) is over
    assert rules.between(state) is not over
    if state.outcome:
        assert state.outcome.reason == "target"
        assert state.outcome.scores == (before + 100.0, -40.0, -60.0)


def test_r34_a_single_hand_and_at_most_thirty() -> None:
    single, last = end_with((), 0, target="hand"), end_with(((0, 0, 0),) * 29, 29)
    assert single.outcome and single.outcome.reason == "hand"
    assert last.outcome and last.outcome.reason == "hands"
    assert end_with(((0, 0, 0),) * 28, 28).outcome is None
    assert rules.single_deal(DatongziOptions(closing="500"), 7).target == "hand"


def test_r35_highest_wins_and_ties_share() -> None:
    state = end_with(((500, 640, 0),), 1)
    assert state.outcome and state.outcome.winners == (0, 1)
    assert state.settlement == (700, 700, -1400)  # 600, 600, -100 without a closing bonus


@pytest.mark.parametrize(
    ("score", "rounded"),
    [
        (0, 0),
        (49, 0),
        (50, 100),
        (149, 100),
        (150, 200),
        (-49, 0),
        (-50, -100),
        (-150, -200),
        (-149, -100),
    ],
)
def test_r36_halves_are_rounded_away_from_zero(score: int, rounded: int) -> None:
    assert round_to_hundred(score) == rounded


def test_r36_settlement_in_order_bonus_rounding_differences() -> None:
    options = DatongziOptions(closing="200")
    assert settle(options, (655, 275, 140)) == (
        3 * 1100 - 1100,  # 655 + 400 -> 1055 -> 1100
        3 * 100 - 1100,  # 275 - 200 -> 75 -> 100
        3 * -100 - 1100,  # 140 - 200 -> -60 -> -100
    )
    assert settle(DatongziOptions(target="hand", closing="500"), (230, -30, -60)) == (
        550,
        -230,
        -320,
    )
    assert sum(settle(options, (655, 275, 140))) == 0


def test_r38_r39_teams_add_up_target_win_and_settlement() -> None:
    hands = (hand("A"), hand("6 6"), hand("2"), hand("5 5"))
    options = DatongziOptions(teams="pairs", closing="100")
    before = ((330, 100, 190, 200),)
    state = take(apply(None, Dealt(options, 1, before, 0, hands, ())), "A", "2")
    assert state.active == 3  # both partners have finished, and the hand goes on
    state = take(state, "5 5", "6 6")
    assert state.history[-1] == (100, -70, -20, -40)  # the answer captured two fives
    assert state.outcome and state.outcome.winners == (0, 2)
    own, other = 600, 190
    assert state.outcome.scores == (own, other, own, other)
    assert state.settlement == (600, -600, 600, -600)  # 700, 90 -> 100


def test_standing_counts_hands_from_one() -> None:
    state = fold(rules.start(DatongziOptions(), 3, Chance(b"")))
    assert rules.standing(state).deal == 0
    state = end_with(((200, 10, 20),), 1)
    standing = rules.standing(state)
    assert (standing.deal, standing.target, standing.scores) == (2, 600, (300.0, -30.0, -40.0))
    assert rules.standing(position("5", "6", target="hand")).deals == 1


def test_first_player_is_the_leader_of_the_first_hand() -> None:
    assert rules.first_player(dealt(first=2)) == 2
    assert rules.first_player(rules.start(DatongziOptions(first=1), 3, Chance(b""))[0]) == 1
    assert rules.first_player(Passed(0, forced=True)) is None


# -- time -------------------------------------------------------------------------------------------


def test_r40_time_up_passes_where_it_is_offered() -> None:
    state = take(position("K 5", "A A", "6", "7", must_beat="no"), "K")
    assert timeout_action(state, 1) == Pass()
    assert timeout_action(state, 0) is None


def test_r40_time_up_leads_the_lowest_single() -> None:
    assert timeout_action(position("9 7 7 7 7", "A", "A"), 0) == Play(hand("7"))


@pytest.mark.parametrize(
    ("held", "on_table", "answer"),
    [
        ("8 9 A 6 6 6 6", "7", "8"),
        ("8D 8D 8D 9C 6C", "7", "9C"),
        ("8D 8D 8D 8C 6C", "7", "8C"),
        ("8D 8D 8D 6C", "7", "8D 8D 8D"),
        ("5 6 6 6 6 9 9 9 9", "K K", "6 6 6 6"),
        ("5 6 6 6 6 6", "K K", "6D 6D 6C 6H"),
        ("9 9 9 8 8 8 K", "7 7 7 5", "8 8 8"),
    ],
)
def test_r40_time_up_beats_with_the_lowest_play_that_breaks_nothing(
    held: str, on_table: str, answer: str
) -> None:
    state = take(position(on_table + " 5", held, "5"), on_table)
    action = timeout_action(state, 1)
    assert isinstance(action, Play)
    assert action.cards == hand(answer)


@pytest.mark.parametrize(
    ("seats", "options"), [(2, {"must_beat": "no"}), (3, {}), (4, {"decks": "four"})]
)
def test_r40_what_time_up_does_is_accepted_in_whole_matches(seats: int, options: Any) -> None:
    for state, action, _ in run(seats, DatongziOptions(**options), Chance(b"lapse")):
        if action is not None:
            assert state.active is not None
            action = timeout_action(state, state.active)
            assert action is not None
            assert rules.handle_action(state, state.active, action)


def test_a_match_played_out_ends_with_one_result() -> None:
    *_, (_, _, events) = run(3, DatongziOptions(), Chance(b"whole"))
    assert isinstance(events[-1], MatchEnded)
    assert sum(events[-1].settlement) == 0

"""The kicker panel: five tactics, legal plays, costs that add up, nothing where there is no room."""

from __future__ import annotations

import msgspec
import pytest

from bots.datongzi.kicker_panel import NAMES, kicker_offers
from bots.datongzi.kickers import DOCUMENT, Tactic, select_kickers
from games.datongzi.actions import Play
from games.datongzi.cards import FACES, card_name, rank_of
from games.datongzi.judging import judge, known_cards
from games.datongzi.patterns import Pattern
from games.datongzi.state import State
from tests.bots.datongzi.matches import HAND_TABLES, random_match
from tests.games.datongzi.table import hand, position, take


def ranks_of(cards: list[int]) -> list[int]:
    """Return the ranks of an offer's cards."""
    return sorted(map(rank_of, cards))


def test_the_five_tactics_are_offered_by_name() -> None:
    state = position("7 7 7 9 J K 2 2 6 6", "8 8 8", "9 9")
    selections = kicker_offers(state, 0, hand("7 7 7"))
    assert [offer["tactic"] for offer in selections] == [tactic.value for tactic in Tactic]
    assert [offer["name"] for offer in selections] == list(NAMES.values())
    assert [offer["automatic"] for offer in selections].count(True) == 1
    assert msgspec.json.decode(msgspec.json.encode(selections)) == [
        offer | {"cards": list(offer["cards"])} for offer in selections
    ]


def test_an_offer_is_what_the_selection_chooses_and_its_cost_in_parts() -> None:
    held, body = hand("7 7 7 9 J K 2 2 6 6"), hand("7 7 7")
    state = position("7 7 7 9 J K 2 2 6 6", "8 8 8", "9 9")
    by_tactic = {offer["tactic"]: offer for offer in kicker_offers(state, 0, body)}
    for tactic in Tactic:
        offer = by_tactic[tactic.value]
        assert tuple(offer["cards"]) == select_kickers(held, body, 2, tactic, DOCUMENT)
        parts = offer["cost"]
        named = ("base", "integrity", "tactic", "power", "unfilled")
        assert parts["total"] == pytest.approx(sum(parts[name] for name in named))
    efficiency = by_tactic["efficiency"]  # document 001, scenario 1: 9 and J, -10
    assert ranks_of(efficiency["cards"]) == [9, 11]
    assert efficiency["cost"]["total"] == -10
    assert efficiency["play"] == "triple 7 with 2 kickers"
    assert ranks_of(by_tactic["dump_score"]["cards"])[-1] == 13


def test_in_mid_hand_the_automatic_tactic_is_the_one_that_the_normal_bot_uses() -> None:
    state = position("7 7 7 9 J K 2 2 6 6", "8 8 8", "9 9")
    played = tuple(
        2 if index < 22 else 0 for index in range(len(FACES))
    )  # of 123 cards 44, all low
    mid_hand = msgspec.structs.replace(state, played=played)

    def automatic(state: State) -> list[str]:
        return [
            offer["tactic"]
            for offer in kicker_offers(state, 0, hand("7 7 7"))
            if offer["automatic"]
        ]

    assert automatic(state) == ["efficiency"]
    assert automatic(mid_hand) == ["save_high"]  # nothing beats the 2 in hand


@pytest.mark.parametrize(
    ("cards", "options"),
    [("9", {}), ("6 6", {}), ("6 6 9", {}), ("8 8 8", {}), ("7 7 7", {"kickers": "no"}), ("", {})],
)
def test_without_room_there_is_no_offer(cards: str, options: dict[str, str]) -> None:
    state = position("7 7 7 9 J K 2 2 6 6", "8 8 8", "9 9", **options)
    assert kicker_offers(state, 0, hand(cards)) == []


def test_a_body_that_does_not_beat_the_table_gets_no_offer() -> None:
    state = take(position("7 7 7 9 9 9 K K K K 5 6", "8 8 8 5 5 6", leader=1), "8 8 8")
    assert kicker_offers(state, 0, hand("7 7 7")) == []
    assert len(kicker_offers(state, 0, hand("9 9 9"))) == 5


def test_three_identical_cards_can_carry_kickers() -> None:
    state = position("7D 7D 7D 9S 10S JS", "8 8 8", "9 9")
    selections = kicker_offers(state, 0, hand("7D 7D 7D"))
    assert selections and all(offer["reading"]["kind"] == "triple" for offer in selections)
    bare = position("7D 7D 7D 9D 9D 9D 9C", "8 8 8", "9 9")  # all others are protected
    alone = kicker_offers(bare, 0, hand("7D 7D 7D"))
    assert {offer["play"] for offer in alone} == {"tongzi 7"}


def test_an_airplane_has_room_for_two_wings_a_triple() -> None:
    state = position("7 7 7 8 8 8 5 6 9 10 J", "8 8 8", "9 9")
    selections = kicker_offers(state, 0, hand("7 7 7 8 8 8"))
    assert {len(offer["cards"]) for offer in selections} == {4}


def test_every_offer_of_random_hands_is_a_legal_play() -> None:
    judged = 0
    for seats, options in HAND_TABLES[:1]:
        for state, _ in random_match(seats, options, b"panel"):
            if state.active is None or state.table is not None:
                continue
            held = known_cards(state.hands[state.active])
            for rank in range(5, 16):
                body = [card for card in held if rank_of(card) == rank][:3]
                if len(body) < 3:
                    continue
                for offer in kicker_offers(state, state.active, body):
                    cards = (*body, *offer["cards"])
                    reading = msgspec.convert(offer["reading"], Pattern)
                    assert judge(state, state.active, Play(cards, reading)) == reading
                    assert all(map(card_name, cards))
                    judged += 1
    assert judged > 50

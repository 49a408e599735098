"""What a board asks of bots over HTTP, here the kicker panel: at every table, for the own hand only."""

from __future__ import annotations

from collections import Counter

import pytest
from django.urls import reverse

from games.datongzi.cards import rank_of
from games.datongzi.judging import known_cards
from games.tables import services
from games.tables.eventlog import live_table, updates
from games.tables.events.table_config import TableConfig
from games.tables.models import Player, Table
from tests.tables.conftest import make_people
from tests.tables.conftest import nothing_remembered as nothing_remembered
from tests.tables.test_secrets import browser

pytestmark = pytest.mark.database


@pytest.fixture
def people() -> list[Player]:
    return make_people(4)


@pytest.fixture
def table(people: list[Player]) -> Table:
    """A table without hints, at which seat 0 leads."""
    opened = services.create_table(TableConfig("datongzi", 3, {"first": 0}), people[0])
    for seat, player in enumerate(people[:3]):
        services.sit(opened, player, seat)
    services.start(opened, people[0])
    return opened


def own_hand(table: Table, seat: int) -> tuple[int, ...]:
    return known_cards(updates.own_state(live_table.catch_up(table.pk), seat).hands[seat])


def triple(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Find three cards of a rank, which every hand of 41 cards has."""
    rank = next(r for r, count in Counter(map(rank_of, cards)).items() if count >= 3)
    return tuple(card for card in cards if rank_of(card) == rank)[:3]


def ask(player: Player | None, table: Table, cards: object) -> tuple[int, dict[str, object]]:
    address = reverse("advice", args=[table.code])
    answer = browser(player).get(address, {"cards": cards})
    return answer.status_code, answer.json()


def test_five_tactics_offer_cards_of_the_own_hand(people: list[Player], table: Table) -> None:
    hand = own_hand(table, 0)
    body = triple(hand)
    status, answer = ask(people[0], table, ",".join(map(str, body)))
    assert status == 200
    tactics = answer["answer"]
    assert isinstance(tactics, list) and len(tactics) == 5
    for choice in tactics:
        assert not Counter([*body, *choice["cards"]]) - Counter(hand)
        assert set(choice["cost"]) >= {"base", "integrity", "tactic", "power"}


def test_nothing_is_added_to_cards_of_others(people: list[Player], table: Table) -> None:
    theirs = triple(own_hand(table, 1))
    if not Counter(theirs) - Counter(own_hand(table, 0)):
        theirs = theirs[:1] * 9  # no hand has nine copies of a card
    assert ask(people[0], table, ",".join(map(str, theirs))) == (200, {"ok": True, "answer": []})


@pytest.mark.parametrize("cards", ["", "x", "1,,2", "-4", "9" * 400, ",".join(["20"] * 99)])
def test_other_texts_are_refused_or_get_nothing(
    people: list[Player], table: Table, cards: str
) -> None:
    status, answer = ask(people[0], table, cards)
    assert (status, answer.get("code")) == (403, "bad_message") or answer["answer"] == []


def test_who_does_not_play_there_is_refused(people: list[Player], table: Table) -> None:
    for player in (None, people[3]):
        assert ask(player, table, "20,21,22")[1]["code"] == "not_seated"


def test_other_games_have_no_kickers(people: list[Player]) -> None:
    other = services.create_table(TableConfig("nana", 2, {}), people[0])
    assert ask(people[0], other, "20")[1]["code"] == "bad_message"

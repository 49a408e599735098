"""Replay: which viewers somebody may choose, and that no viewer sees more than they may."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from games.core import codec
from games.core.contract import ALL, Viewer
from games.tables.eventlog import history, live_table, revealing
from games.tables.eventlog.writer import writer
from games.tables.events import table_events
from games.tables.models import Player, Table
from games.tables.queries import replay
from games.tables.services import make_move
from tests.tables.conftest import a_move, make_people, start_table
from tests.tables.socket_clients import cookie_of

pytestmark = pytest.mark.database


def client_of(player: Player | None) -> Client:
    client = Client()
    if player is not None:
        name, _, value = cookie_of(player).partition("=")
        client.cookies[name] = value
    return client


def ask(table: Table, player: Player | None, **fields: object) -> Any:
    given = {name: str(value) for name, value in fields.items()}
    return client_of(player).get(f"/t/{table.code}/frames/", given)


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def page(table: Table, player: Player | None) -> Any:
    return client_of(player).get(f"/t/{table.code}/replay/")


def boot(answer: Any) -> dict[str, Any]:
    text = answer.content.decode().split('<script id="boot" type="application/json">')[1]
    boot_data: dict[str, Any] = json.loads(text.split("</script>")[0])
    return boot_data


def move_on(table: Table, moves: int) -> None:
    """Make up to so many moves, whoever is to act."""
    for which in range(moves):
        live = live_table.catch_up(table.pk)
        if revealing.is_match_over(live):
            return
        seat = live.state.active
        many = len(live.game.legal_actions(live.state, seat))
        move = a_move(table, seat, which=(7 * which) % many)
        writer.call(table.pk, lambda changes, move=move: make_move(changes, move))


def running(moves: int = 9, **options: object) -> tuple[Table, list[Player]]:
    people = make_people(3)
    table = start_table(people, **options)
    move_on(table, moves)
    assert live_table.catch_up(table.pk).info.status == "playing"
    return table, people


def finished() -> tuple[Table, list[Player]]:
    people = make_people(3)
    table = start_table(people, turn_cap=1)
    move_on(table, 100)
    assert live_table.catch_up(table.pk).info.status == "over"
    return table, people


def without_spectators() -> Table:
    """A running table that was opened without spectators."""
    table, _ = running()
    entry = table.entries.get(seq=1)
    (opened,) = table_events.read(entry.events)
    events = codec.plain((opened,))
    events[0]["spectators"] = False
    entry.events = json.dumps(events)
    entry.save()
    live_table.forget(table.pk)
    return table


def logged_frames(table: Table, viewer: Viewer) -> list[Any]:
    """Return the events the viewer may see, from the deal on."""
    live = live_table.catch_up(table.pk)
    frames = json.loads(codec.dump(history.frames(live, live.present_deal, viewer)))
    return [frame for frame in frames if "view" in frame]


# --- while the game runs ----------------------------------------------------------------------------


def test_a_player_sees_their_own_past_events() -> None:
    table, (ann, _, _) = running()
    assert boot(page(table, ann))["viewers"] == ["0"]
    answer = ask(table, ann).json()
    assert (answer["eyes"], answer["open"]) == ("0", False)
    assert answer["frames"] == logged_frames(table, 0)
    assert answer["frames"] == ask(table, ann, eyes=0).json()["frames"]


@pytest.mark.parametrize("viewer", ["1", "2", "spectator", "all"])
def test_a_player_gets_no_other_viewer(viewer: str) -> None:
    table, (ann, _, _) = running()
    assert refusal(ask(table, ann, eyes=viewer)) == (403, "not_open")


def test_a_spectator_sees_as_a_spectator() -> None:
    table, _ = running()
    for visitor in (None, *make_people(1)):
        assert boot(page(table, visitor))["viewers"] == ["spectator"]
        assert ask(table, visitor).json()["frames"] == logged_frames(table, None)
        for viewer in ("0", "1", "2", "all"):
            assert refusal(ask(table, visitor, eyes=viewer)) == (403, "not_open")


def test_without_spectators_an_outsider_gets_nothing() -> None:
    table = without_spectators()
    assert page(table, None).status_code == 403
    assert "boot" not in page(table, None).content.decode()
    for viewer in ("", "0", "spectator", "all"):
        assert refusal(ask(table, None, eyes=viewer)) == (403, "no_spectators")


def test_without_spectators_a_player_still_looks_back() -> None:
    table = without_spectators()
    bea = table.seats.get(index=1).player
    assert ask(table, bea, eyes=1).json()["frames"] == logged_frames(table, 1)


def numbers(frames: list[Any], seat: int | None) -> list[int]:
    """Every number of a card that does not lie open, but for the seat's own hand."""
    found = []
    for frame in frames:
        view = frame["view"]
        hands = [hand for owner, hand in enumerate(view["hands"]) if owner != seat]
        for card in [card for hand in [*hands, view["centre"]] for card in hand]:
            found += [card["number"]] if not card["up"] and card["number"] is not None else []
        if frame["event"]["type"] == "Dealt":
            other_hands = [
                hand for owner, hand in enumerate(frame["event"]["hands"]) if owner != seat
            ]
            for hand in [*other_hands, frame["event"]["centre"]]:
                found += [number for number in hand if number is not None]
    return found


def test_nothing_hidden_is_in_what_a_running_table_tells() -> None:
    table, (ann, bea, _) = running(turn_cap=30)
    assert numbers(ask(table, ann).json()["frames"], 0) == []
    assert numbers(ask(table, bea).json()["frames"], 1) == []
    assert numbers(ask(table, None).json()["frames"], None) == []


def test_r22_looking_back_is_no_memory_at_a_pure_table() -> None:
    table, (ann, _, _) = running(moves=14, turn_cap=30)
    frames = ask(table, ann).json()["frames"]
    turn = frames[-1]["view"]["turn"]
    flips = [frame["event"] for frame in frames if frame["event"]["type"] == "Revealed"]
    assert turn > 3
    assert all((flip["number"] is None) == (flip["turn"] < turn - 1) for flip in flips)
    frames_without_views = ask(table, ann, views=0).json()["frames"]
    assert [frame["event"] for frame in frames_without_views] == [
        frame["event"] for frame in frames
    ]


def test_at_a_table_with_notes_the_whole_past_is_sent() -> None:
    table, (ann, _, _) = running(moves=14, turn_cap=30, memory="notes")
    frames = ask(table, ann).json()["frames"]
    flips = [frame["event"] for frame in frames if frame["event"]["type"] == "Revealed"]
    assert all(flip["number"] is not None for flip in flips)


def test_before_the_deal_there_is_nothing_to_see() -> None:
    people = make_people(2)
    table = start_table(people)
    assert ask(table, people[0]).json()["total"] == 1
    live_table.forget(table.pk)
    table.entries.filter(kind="game").delete()
    assert ask(table, people[0]).json() == {
        "eyes": "0",
        "deal": 1,
        "deals": 1,
        "total": 0,
        "first": 1,
        "open": False,
        "revealed": [],
        "viewers": ["0"],
        "frames": [],
    }
    assert boot(page(table, people[0]))["total"] == 0


# --- once it is over --------------------------------------------------------------------------------


def test_once_revealed_everybody_may_choose_any_viewer() -> None:
    table, (ann, bea, _) = finished()
    assert boot(page(table, ann))["viewers"] == ["0", "all", "1", "2", "spectator"]
    assert boot(page(table, bea))["viewers"] == ["1", "all", "0", "2", "spectator"]
    assert boot(page(table, None))["viewers"] == ["all", "0", "1", "2", "spectator"]
    viewers: dict[str, Viewer] = {"0": 0, "1": 1, "2": 2, "spectator": None, "all": ALL}
    for visitor in (ann, None):
        for name, viewer in viewers.items():
            assert ask(table, visitor, eyes=name).json()["frames"] == logged_frames(table, viewer)


def test_each_viewer_sees_their_own_hand_and_all_sees_every_card() -> None:
    table, (ann, _, _) = finished()
    deals = {
        viewer: ask(table, ann, eyes=viewer, last=1).json()["frames"][0]["view"]
        for viewer in ("0", "1", "all")
    }
    for viewer, view in deals.items():
        for seat, hand in enumerate(view["hands"]):
            known = [card["number"] is not None for card in hand]
            assert all(known) if viewer in ("all", str(seat)) else not any(known)
        middle = [card["number"] is not None for card in view["centre"]]
        assert all(middle) if viewer == "all" else not any(middle)


def test_a_revealed_table_hides_nothing_even_if_the_game_was_not_played_out() -> None:
    table, (ann, _, _) = running(moves=14, turn_cap=30)
    writer.call(table.pk, lambda changes: changes.add_table_events(table_events.Closed("unused")))
    frames = ask(table, ann, eyes=1).json()["frames"]
    flips = [frame["event"] for frame in frames if frame["event"]["type"] == "Revealed"]
    assert all(flip["number"] is not None for flip in flips)
    assert frames[-1]["event"] == {"type": "Closed", "reason": "unused"}


# --- pieces and mistakes ----------------------------------------------------------------------------


def test_pieces_fit_together_wherever_they_are_cut() -> None:
    table, (ann, _, _) = finished()
    whole = ask(table, ann, eyes="all").json()
    assert whole["total"] == len(whole["frames"])
    for size in (1, 3, 7):
        pieces = []
        for first in range(1, whole["total"] + 1, size):
            answer = ask(table, ann, eyes="all", first=first, last=first + size - 1).json()
            assert (answer["first"], answer["total"]) == (first, whole["total"])
            pieces += answer["frames"]
        assert pieces == whole["frames"]
    assert ask(table, ann, first=whole["total"] + 1).json()["frames"] == []


def test_no_more_than_a_chunk_is_sent_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ann, _, _) = finished()
    monkeypatch.setattr(replay, "MAX_STEPS_WITH_VIEWS", 4)
    monkeypatch.setattr(replay, "MAX_STEPS", 6)
    whole = ask(table, ann, first=2, last=9).json()["frames"]
    assert whole == logged_frames(table, 0)[1:5]
    frames_without_views = ask(table, ann, first=2, views=0).json()["frames"]
    assert [frame["event"] for frame in frames_without_views] == [
        f["event"] for f in logged_frames(table, 0)[1:7]
    ]
    assert not any("view" in frame for frame in frames_without_views)


def test_the_answer_is_packed() -> None:
    table, (ann, _, _) = finished()
    answer = client_of(ann).get(f"/t/{table.code}/frames/", headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize(
    "fields",
    [
        {"eyes": "7"},
        {"eyes": "-1"},
        {"eyes": "me"},
        {"eyes": "None"},
        {"first": "x"},
        {"first": "0"},
        {"first": "-3"},
        {"last": "0"},
        {"first": "5", "last": "4"},
        {"first": "99999999999"},
    ],
)
def test_nonsense_is_refused_with_a_code(fields: dict[str, str]) -> None:
    table, (ann, _, _) = finished()
    assert refusal(ask(table, ann, **fields)) == (400, "bad_message")


def test_an_unknown_table_is_not_found() -> None:
    missing = Table(code="nowhere")
    assert refusal(ask(missing, None)) == (404, "no_such_table")
    assert page(missing, None).status_code == 404


def test_looking_changes_nothing_and_makes_nobody_a_player() -> None:
    table, (ann, _, _) = finished()
    before = (Player.objects.count(), table.entries.count())
    page(table, None), ask(table, None), ask(table, ann)
    assert (Player.objects.count(), table.entries.count()) == before
    assert client_of(ann).post(f"/t/{table.code}/frames/").status_code == 405

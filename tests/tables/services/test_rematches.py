"""Rematches, leaving the waiting room, own messages, names and portraits."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async

from games.tables import names, services
from games.tables.errors import Refused
from games.tables.eventlog import live_table
from games.tables.events import table_events, table_info
from games.tables.events.table_config import TableConfig
from games.tables.models import ChatLine, Player, Report, Table
from games.tables.queries import lobby
from games.tables.realtime import identity
from tests.tables.conftest import make_people, start_table
from tests.tables.services.test_clocks_and_stand_ins import code_of, info, play_to_the_end
from tests.tables.socket_clients import open_tab

pytestmark = pytest.mark.database


def finished(people: list[Player], bots: int = 0, **options: object) -> Table:
    table = start_table(people, bots, turn_cap=1, **options)
    play_to_the_end(table)
    return table


def waiting(people: list[Player], seats: int) -> Table:
    table = services.create_table(TableConfig("nana", seats, {}), people[0])
    for player in people:
        services.sit(table, player)
    return table


# --- rematch --------------------------------------------------------------------------------------


def test_a_rematch_starts_when_all_persons_have_agreed_and_bots_agree_at_once() -> None:
    ann, ben, cat = make_people(3)
    table = finished([ann, ben, cat], bots=1)
    following = services.rematch(table, ben, "0b")
    assert info(table).rematch_seat == 1
    assert [seat_info.name for seat_info in info(following).seats] == [
        None,
        ben.name,
        None,
        info(table).seats[3].name,
    ]
    assert [awaited.name for awaited in info(following).awaits] == [ann.name, ben.name, cat.name]
    services.rematch(table, ann)
    services.rematch(table, ann)  # a second tap changes nothing
    assert info(following).status == "open"
    services.rematch(table, cat)
    assert info(following).status == "playing"
    assert [seat_info.name for seat_info in info(following).seats] == [
        seat_info.name for seat_info in info(table).seats
    ]
    assert info(following).nonces[1] == "0b"


def test_the_score_runs_through_the_rematches() -> None:
    ann, ben = make_people(2)
    table = start_table([ann, ben])
    for loser, wins in ((ben, (1, 0)), (ben, (2, 0)), (ann, (2, 1))):
        services.resign(table, loser)
        services.rematch(table, ann)
        table = services.rematch(table, ben)
        assert info(table).wins == wins


def test_the_seats_of_a_rematch_are_kept_for_their_persons() -> None:
    ann, ben, eve = make_people(3)
    table = finished([ann, ben])
    following = services.rematch(table, ann)
    assert code_of(lambda: services.sit(following, eve)) == "seat_taken"
    assert code_of(lambda: services.sit(following, eve, 1)) == "seat_reserved"
    assert code_of(lambda: services.rematch(table, eve)) == "not_seated"
    services.sit(following, ben)
    assert info(following).seats[1].name == ben.name


def test_who_agreed_may_go_on_with_a_bot_and_the_late_one_watches() -> None:
    ann, ben = make_people(2)
    table = start_table([ann, ben])
    services.resign(table, ann)
    following = services.rematch(table, ann)
    services.fill(following, ann, "easy")
    assert info(following).wins == (0, 0)  # the bot did not win what Ben had won
    services.start(following, ann)
    assert services.rematch(table, ben) == following
    assert info(following).seats[1].bot == "easy"


def test_who_agreed_may_cancel_and_another_may_ask_anew() -> None:
    ann, ben = make_people(2)
    table = finished([ann, ben], bots=1)
    cancelled = services.rematch(table, ann)
    services.leave(cancelled, ann)
    assert (info(cancelled).status, info(cancelled).closed) == ("closed", "everybody_left")
    assert (info(table).next_table, info(table).rematch_seat) == (None, None)
    following = services.rematch(table, ben)
    assert following != cancelled
    services.rematch(table, ann)
    assert info(following).status == "playing"


def test_a_rematch_of_a_public_table_is_not_offered_to_strangers() -> None:
    ann, ben, eve = make_people(3)
    config = TableConfig("nana", 2, {"turn_cap": 1}, visibility="public", clock="relaxed")
    table = services.create_table(config, ann)
    for player in (ann, ben):
        services.sit(table, player)
    services.start(table, ann)
    play_to_the_end(table)
    following = services.rematch(table, ann)
    assert lobby.lobby_data(eve)[0]["open"] == []
    (mine,) = lobby.lobby_data(ben)[0]["mine"]
    assert (mine["code"], mine["rematch"], mine["names"]) == (following.code, True, [ann.name])


def test_the_chat_goes_on_in_the_rematch() -> None:
    ann, ben = make_people(2)
    table = finished([ann, ben])
    services.post_message(table, ben, "well played")
    following = services.rematch(table, ann)
    assert services.conversation(following.pk) == [following.pk, table.pk]
    assert services.conversation(table.pk) == [table.pk, following.pk]
    services.report(following, ann, identity.public_id(ben), "")
    assert Report.objects.get().table == table  # where the line was said


async def test_a_message_at_the_game_before_arrives_at_the_rematch_at_once() -> None:
    def prepare() -> tuple[Table, Table, Player, Player]:
        ann, ben = make_people(2)
        table = finished([ann, ben])
        services.post_message(table, ann, "again?")
        return table, services.rematch(table, ann), ann, ben

    table, following, ann, ben = await database_sync_to_async(prepare)()
    tab = await open_tab(following, ann)
    line = await tab.until("said", text="again?")
    assert (line["own"], line["game"]) == (True, table.code)
    await database_sync_to_async(services.post_message)(table, ben, "one moment")
    line = await tab.until("said", text="one moment")
    assert (line["own"], line["game"]) == (False, table.code)
    await tab.leave()


def test_logs_from_before_rematches_were_agreed_to_are_still_read() -> None:
    stored = (
        '[{"type":"Opened","code":"abc","game":"nana","size":2,"options":{},"speed":"normal",'
        '"visibility":"link","seal":"","follows":"xyz"},{"type":"Sat","seat":0,"name":"Ann",'
        '"face":7},{"type":"Renamed","seat":0,"name":"Anna"},{"type":"Followed","code":"next"}]'
    )
    folded = table_info.EMPTY_TABLE
    for event in table_events.read(stored):
        folded = table_info.apply(folded, event, 1)
    assert (folded.seats[0].name, folded.seats[0].face) == ("Anna", 7)
    assert (folded.next_table, folded.rematch_seat, folded.wins, folded.awaits) == (
        "next",
        None,
        (),
        (),
    )


# --- the waiting room -----------------------------------------------------------------------------


def test_a_host_who_leaves_passes_the_table_on() -> None:
    ann, ben, cat = make_people(3)
    table = waiting([ann, ben, cat], 3)
    services.leave(table, ann)
    seats = info(table).seats
    assert [(seat_info.name, seat_info.host) for seat_info in seats] == [
        (None, False),
        (ben.name, True),
        (cat.name, False),
    ]
    assert Table.objects.get(pk=table.pk).host == ben
    assert code_of(lambda: services.fill(table, ann, "easy")) == "not_host"
    services.leave(table, cat)  # a guest who leaves changes nobody's part
    assert info(table).seats[1].host
    services.fill(table, ben, "easy")
    services.start(table, ben)
    assert info(table).status == "playing"


def test_a_table_closes_when_its_last_person_leaves_the_waiting_room() -> None:
    (ann,) = make_people(1)
    config = TableConfig("nana", 3, {}, visibility="public", clock="relaxed")
    table = services.create_table(config, ann)
    services.sit(table, ann)
    services.fill(table, ann, "easy", 1)
    services.leave(table, ann)
    assert (info(table).status, info(table).closed) == ("closed", "everybody_left")
    assert lobby.lobby_data(None)[0]["open"] == []


# --- chat -----------------------------------------------------------------------------------------


async def test_somebody_who_became_a_player_at_the_table_learns_which_messages_are_their_own() -> (
    None
):
    def prepare() -> tuple[Table, Player, Player]:
        ann, ben = make_people(2)
        return start_table([ann, ben]), ann, ben

    table, ann, ben = await database_sync_to_async(prepare)()
    tabs = [await open_tab(table, who) for who in (ann, ben, None)]
    await database_sync_to_async(services.post_message)(table, ben, "hello")
    owns = [(await tab.until("said"))["own"] for tab in tabs]
    assert owns == [False, True, False]
    for tab in tabs:
        await tab.leave()


def test_nobody_reports_themselves() -> None:
    ann, ben = make_people(2)
    table = start_table([ann, ben])
    services.post_message(table, ben, "boo")
    assert code_of(lambda: services.report(table, ben, identity.public_id(ben), "")) == "own_line"
    assert not Report.objects.exists()
    assert ChatLine.objects.count() == 1


# --- names and portraits --------------------------------------------------------------------------


def test_the_animal_in_a_guests_name_is_the_animal_of_the_portrait() -> None:
    for _ in range(300):
        guest = names.guest()
        animal = names.ANIMALS[guest["name"].split()[-1]]
        assert names.DRAWN[guest["face"] % names.ANIMALS_DRAWN] == animal
        assert names.is_face(guest["face"])
    assert names.is_face(names.face_for("Ada"))
    assert names.is_face(names.face_for(""))


def test_a_portrait_is_chosen_and_shown_at_the_tables() -> None:
    ann, ben = make_people(2)
    table = start_table([ann, ben])
    services.rename(ben, ben.name, 17)
    assert Player.objects.get(pk=ben.pk).face == 17
    assert info(table).seats[1].face == 17
    rows = live_table.catch_up(table.pk).seq
    services.rename(ben, ben.name, 17)  # nothing new, no row
    assert live_table.catch_up(table.pk).seq == rows
    for face in (-1, 1 << 31, 1 << 70):
        with pytest.raises(Refused):
            services.rename(ben, ben.name, face)
    services.introduce(ben, "", None)
    assert Player.objects.get(pk=ben.pk).face == 17


def test_the_lobby_names_the_game_and_the_host() -> None:
    ann, ben = make_people(2)
    services.rename(ann, "Maximiliane von Hohenfel")
    config = TableConfig("nana", 2, {}, visibility="public", clock="relaxed")
    services.sit(services.create_table(config, ann), ann)
    (row,) = lobby.lobby_data(ben)[0]["open"]
    assert (row["title"], row["host"]) == ("NANA", "Maximiliane von Hohenfel")
    (mine,) = lobby.lobby_data(ann)[0]["mine"]
    assert (mine["title"], mine["host"], mine["rematch"]) == ("NANA", ann.name, False)

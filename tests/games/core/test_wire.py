"""Input from people is checked strictly; stored logs may hold fields of other versions."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import battleship
from games.battleship.actions import Deploy
from games.battleship.events import Deployed, Sank
from games.battleship.fleet import Placement
from games.core import codec
from games.core.codec import BadMessage, read_action, read_events, read_options, stored_options
from games.nana import GAME
from games.nana.actions import FlipCentre, FlipHand
from games.nana.events import Dealt, NanaOptions, Passed
from games.tiny import GAME as TINY
from games.tiny.actions import Choose


def test_a_struct_is_tagged_by_its_type() -> None:
    assert codec.dump(FlipHand(2, "low")) == b'{"type":"FlipHand","seat":2,"end":"low"}'
    assert codec.dump((FlipCentre(3),)) == b'[{"type":"FlipCentre","slot":3}]'
    assert codec.dump(Choose()) == b'{"type":"Choose","card":null}'


def test_actions_are_read() -> None:
    assert read_action(GAME, b'{"end":"high","type":"FlipHand","seat":0}') == FlipHand(0, "high")
    assert read_action(GAME, msgspec.Raw(b'{"type":"FlipCentre","slot":7}')) == FlipCentre(7)


def test_a_hole_may_be_left_out_or_null() -> None:
    assert read_action(TINY, b'{"type":"Choose"}') == Choose(None)
    assert read_action(TINY, b'{"type":"Choose","card":null}') == Choose(None)


BAD = {
    "nothing": b"",
    "no JSON": b"flip!",
    "cut off": b'{"type":"FlipCentre","slot":',
    "two values": b'{"type":"FlipCentre","slot":1}{}',
    "no object": b"[]",
    "null": b"null",
    "no type": b'{"slot":1}',
    "unknown type": b'{"type":"Cheat","slot":1}',
    "an event's type": b'{"type":"Passed","to":1,"turn":2}',
    "type of another game": b'{"type":"Choose","card":1}',
    "type is no string": b'{"type":1,"slot":1}',
    "missing field": b'{"type":"FlipHand","seat":1}',
    "unknown field": b'{"type":"FlipCentre","slot":1,"number":7}',
    "string for a number": b'{"type":"FlipCentre","slot":"1"}',
    "float for a number": b'{"type":"FlipCentre","slot":1.0}',
    "true for a number": b'{"type":"FlipCentre","slot":true}',
    "null for a number": b'{"type":"FlipCentre","slot":null}',
    "not a number": b'{"type":"FlipCentre","slot":NaN}',
    "end not in the list": b'{"type":"FlipHand","seat":1,"end":"middle"}',
    "end in capitals": b'{"type":"FlipHand","seat":1,"end":"LOW"}',
    "no UTF-8": b'{"type":"FlipHand","seat":1,"end":"\xff"}',
    "deep": b'{"type":"FlipCentre","slot":' + b"[" * 50_000,
    "deep in an unknown field": b'{"type":"FlipCentre","x":' + b'{"x":' * 50_000,
}


@pytest.mark.parametrize("raw", BAD.values(), ids=BAD.keys())
def test_what_is_no_action_is_refused(raw: bytes) -> None:
    with pytest.raises(BadMessage):
        read_action(GAME, raw)


@given(st.binary(max_size=80) | st.text(max_size=80).map(str.encode))
def test_rubbish_is_refused_and_breaks_nothing(raw: bytes) -> None:
    for read in (read_action, read_options):
        try:
            thing = read(GAME, raw)
        except BadMessage:
            continue
        assert read(GAME, codec.dump(thing)) == thing


def test_absent_options_take_their_defaults() -> None:
    assert read_options(GAME, b"{}") == NanaOptions()
    assert read_options(GAME, b'{"win":"spicy","first":2}') == NanaOptions(win="spicy", first=2)


@pytest.mark.parametrize(
    "raw",
    [
        b'{"wim":"spicy"}',
        b'{"win":"spicy","wim":1}',
        b'{"win":"pretty"}',
        b'{"turn_cap":0}',
        b'{"turn_cap":201}',
        b'{"turn_cap":"9"}',
        b'{"first":"me"}',
        b'{"first":-1}',
        b"[]",
        b"",
    ],
)
def test_options_that_are_not_ours_are_refused(raw: bytes) -> None:
    with pytest.raises(BadMessage):
        read_options(GAME, raw)


def test_a_stored_event_may_have_fields_of_another_version() -> None:
    row = b'[{"type":"Passed","to":1,"turn":2,"mood":"gay"}]'
    assert read_events(GAME, row) == (Passed(1, 2),)
    assert read_events(GAME, row.decode()) == (Passed(1, 2),)


def test_stored_options_may_have_fields_of_another_version() -> None:
    row = b'[{"type":"Dealt","options":{"win":"spicy","mood":1},"hands":[],"centre":[],"first":0}]'
    assert read_events(GAME, row) == (Dealt(NanaOptions(win="spicy"), (), (), 0),)


def test_a_stored_event_may_have_such_fields_deep_inside() -> None:
    row = b'[{"type":"Deployed","by":1,"berths":[{"cell":3,"down":true,"paint":"grey"}]},'
    row += b'{"type":"Sank","by":0,"turn":9,"ship":"SS","berth":{"cell":4,"paint":"grey"}}]'
    events = (Deployed(1, (Placement(3, True),)), Sank(0, 9, "SS", Placement(4)))
    assert read_events(battleship.GAME, row) == events


@pytest.mark.parametrize(
    "placements",
    [b'[{"cell":3,"paint":"grey"}]', b'[null,{"cell":3,"":1}]', b'[{"cell":3,"x":{"y":1}}]'],
)
def test_an_action_may_not(placements: bytes) -> None:
    raw = b'{"type":"Deploy","berths":%b}'
    assert read_action(battleship.GAME, raw % b'[null,{"cell":3}]') == Deploy((None, Placement(3)))
    with pytest.raises(BadMessage, match="unknown fields"):
        read_action(battleship.GAME, raw % placements)


def test_a_broken_log_is_our_bug_and_no_bad_message() -> None:
    with pytest.raises(msgspec.ValidationError):
        read_events(GAME, b'[{"type":"Passed"}]')


def test_stored_options_of_another_version_are_still_read() -> None:
    assert stored_options(GAME, {"win": "spicy", "gone_by_now": 1}) == NanaOptions(win="spicy")

"""A game as the first version of Battleship stored it can still be read."""

from __future__ import annotations

from games.battleship import GAME
from games.battleship.events import FleetsDealt
from games.core import codec
from games.core.contract import fold

STORED = (
    """[{"type":"Mustered","options":{"first":null,"variant":"arms","size":10,"ruleset":"head",
    "last_reply":false,"turn_cap":2},"suggestions":[
    [[{"cell":0,"down":false},{"cell":20,"down":false},{"cell":40,"down":false},
    {"cell":60,"down":false},{"cell":80,"down":false}]],
    [[{"cell":5,"down":true},{"cell":46,"down":false},{"cell":77,"down":false},
    {"cell":99,"down":false},{"cell":90,"down":false}]]],"first":1}]""",
    """[{"type":"Deployed","by":0,"berths":[{"cell":0,"down":false},{"cell":20,"down":false},
    {"cell":40,"down":false},{"cell":60,"down":false},{"cell":80,"down":false}]}]""",
    """[{"type":"Deployed","by":1,"berths":[{"cell":5,"down":true},{"cell":46,"down":false},
    {"cell":77,"down":false},{"cell":99,"down":false},{"cell":90,"down":false}]},
    {"type":"Passed","to":1,"turn":1}]""",
    """[{"type":"Fired","by":1,"turn":1,"weapon":"SONAR","cell":1,"damage":0,"marks":[
    {"cell":1,"now":"hit"},{"cell":0,"now":"suspect"},{"cell":2,"now":"suspect"},
    {"cell":10,"now":"suspect"},{"cell":11,"now":"suspect"},{"cell":12,"now":"suspect"}],
    "signal":true},{"type":"Passed","to":0,"turn":2}]""",
    """[{"type":"Fired","by":0,"turn":2,"weapon":"AP","cell":99,"damage":3,"marks":[
    {"cell":99,"now":"destroyed"}],"signal":null},
    {"type":"Sank","by":0,"turn":2,"ship":"SS","berth":{"cell":99,"down":false}},
    {"type":"Passed","to":1,"turn":3}]""",
    """[{"type":"Fired","by":1,"turn":3,"weapon":"HE","cell":11,"damage":1,"marks":[
    {"cell":11,"now":"miss"},{"cell":0,"now":"hit"},{"cell":2,"now":"hit"},
    {"cell":20,"now":"hit"},{"cell":22,"now":"hit"}],"signal":null},
    {"type":"Passed","to":0,"turn":4}]""",
    """[{"type":"Fired","by":0,"turn":4,"weapon":"AP","cell":98,"damage":3,"marks":[
    {"cell":98,"now":"miss"}],"signal":null},
    {"type":"Ended","winners":[1],"reason":"turn_cap","fleets":[[{"cell":0,"down":false},
    {"cell":20,"down":false},{"cell":40,"down":false},{"cell":60,"down":false},
    {"cell":80,"down":false}],[{"cell":5,"down":true},{"cell":46,"down":false},
    {"cell":77,"down":false},{"cell":99,"down":false},{"cell":90,"down":false}]]}]""",
)


def test_a_battle_stored_when_the_game_was_new_is_still_read() -> None:
    log = [event for row in STORED for event in codec.read_events(GAME, row)]
    state = fold(GAME, log)
    marks = [{c: m for c, m in enumerate(sea.marks) if m} for sea in state.seas]
    assert marks[0] == {1: 2, 0: 2, 2: 2, 20: 2, 22: 2, 11: 1, 10: 4, 12: 4}
    assert marks[1] == {99: 5, 98: 1}
    assert state.seas[0].sonar_signals == ((0, 1, 2, 10, 11, 12),)
    assert [sea.sunk for sea in state.seas] == [(), ("SS",)]
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((1,), (1.0, 0.0), "turn_cap")
    for viewer in (0, 1, None):
        assert GAME.view(fold(GAME, [GAME.redact(event, viewer) for event in log]), viewer)


def test_what_a_stored_battle_leaves_out_is_as_it_was_by_default() -> None:
    (event,) = codec.read_events(
        GAME, '[{"type":"Mustered","options":{},"suggestions":[],"first":0}]'
    )
    assert isinstance(event, FleetsDealt)
    options = event.options
    assert (options.variant, options.size, options.ruleset) == ("arms", 10, "head")
    assert (options.last_reply, options.turn_cap, options.first) == (False, 200, None)

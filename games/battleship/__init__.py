"""Battleship with guns, aircraft and sonar, and the classic game. The rules are in RULES.md."""

from games.battleship import projection, rules
from games.battleship.actions import Action
from games.battleship.events import BattleshipOptions, Event
from games.battleship.state import State, apply
from games.core.contract import Game

GAME: Game[State, Action, Event] = Game(
    slug="battleship",
    title="Battleship",
    seats=range(2, 3),
    levels=("recruit", "captain", "admiral", "grand-admiral"),
    options=BattleshipOptions,
    actions=Action,
    events=Event,
    start=rules.start,
    apply=apply,
    legal_actions=rules.legal_actions,
    handle_action=rules.handle_action,
    redact=projection.redact,
    view=projection.view,
    preview=rules.preview,
    dwell=projection.dwell,
    outcome=rules.outcome,
    first_player=rules.first_player,
)

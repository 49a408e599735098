"""Battleship with guns, aircraft and sonar, and the classic game. The rules are in RULES.md."""

from games.battleship import rules, sight
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
    legal=rules.legal,
    act=rules.act,
    redact=sight.redact,
    view=sight.view,
    preview=rules.preview,
    dwell=sight.dwell,
    outcome=rules.outcome,
    began=rules.began,
)

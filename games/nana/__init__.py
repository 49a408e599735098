"""NANA (Trio): a memory game of asking for lowest and highest cards. The rules are in RULES.md."""

from games.core.contract import Game
from games.nana import rules, sight
from games.nana.actions import Action
from games.nana.events import Event, NanaOptions
from games.nana.state import State, apply

GAME: Game[State, Action, Event] = Game(
    slug="nana",
    title="NANA",
    seats=range(2, 7),
    levels=("easy", "normal", "hard", "expert"),
    options=NanaOptions,
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
    fade=sight.fade,
)

"""NANA (Trio): a memory game of asking for lowest and highest cards. The rules are in RULES.md."""

from games.core.contract import Game
from games.nana import projection, rules
from games.nana.actions import Action
from games.nana.events import Event, NanaOptions
from games.nana.state import State, apply
from games.nana.teams import allows_seat_count

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
    legal_actions=rules.legal_actions,
    handle_action=rules.handle_action,
    redact=projection.redact,
    view=projection.view,
    preview=rules.preview,
    dwell=projection.dwell,
    outcome=rules.outcome,
    first_player=rules.first_player,
    redact_past=projection.redact_past,
    allows_seat_count=allows_seat_count,
)

"""Battleship with guns, aircraft and sonar, and the classic game. The rules are in RULES.md."""

from games.battleship import projection, rules
from games.battleship.actions import Action
from games.battleship.events import BattleshipOptions, Event
from games.battleship.state import State, apply
from games.core.contract import About, Game
from games.core.i18n import gettext_noop as _

ABOUT = About(
    blurb=_("Find their fleet with guns, aircraft and sonar, or play the classic game."),
    minutes=10,
    brief=(
        _("Both sides lay five ships in secret."),
        _("Take turns to attack the other sea, and learn what you hit."),
        _("Whoever sinks the whole enemy fleet first wins."),
    ),
    level_names={
        "recruit": _("Recruit"),
        "captain": _("Captain"),
        "admiral": _("Admiral"),
        "grand-admiral": _("Grand Admiral"),
    },
)

GAME: Game[State, Action, Event] = Game(
    slug="battleship",
    title="Battleship",
    seats=range(2, 3),
    levels=tuple(ABOUT.level_names),
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
    about=ABOUT,
)

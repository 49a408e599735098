"""NANA (Trio), a memory game in which players ask for lowest and highest cards. See RULES.md."""

from games.core.contract import About, Game
from games.core.i18n import gettext_noop as _
from games.nana import projection, rules
from games.nana.actions import Action
from games.nana.events import Event, NanaOptions
from games.nana.state import State, apply
from games.nana.teams import allows_seat_count

ABOUT = About(
    blurb=_("Ask for lowest and highest cards, find three alike, and remember."),
    minutes=10,
    brief=(
        _("Turn cards up one by one: the lowest or the highest of any hand, or one in the middle."),
        _("Three alike in one turn are a trio and yours; a different number ends your turn."),
        _("Collect trios to win; the trio of sevens wins at once."),
    ),
    level_names={
        "easy": _("Easy"),
        "normal": _("Normal"),
        "hard": _("Hard"),
        "expert": _("Expert"),
    },
)

GAME: Game[State, Action, Event] = Game(
    slug="nana",
    title="NANA",
    seats=range(2, 7),
    levels=tuple(ABOUT.level_names),
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
    about=ABOUT,
)

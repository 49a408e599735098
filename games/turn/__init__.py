"""Turn Duel: heads-up no-limit hold'em from the turn, against the solution. See RULES.md."""

from games.core.contract import About, Game
from games.core.i18n import gettext_noop as _
from games.turn import projection, rules
from games.turn.actions import Action
from games.turn.events import Event, TurnOptions
from games.turn.state import State, apply

ABOUT = About(
    blurb=_("The hardest decision of a hold'em hand, again and again, and what each choice cost."),
    minutes=10,
    usual_seats=2,
    brief=(
        _("Four cards lie on the board; you hold two, drawn from a range that both know."),
        _("You bet on the turn, then on the river; the better hand or the last bet takes the pot."),
        _("After each hand you see what every choice cost; the most chips win."),
    ),
    level_names={
        "easy": _("Easy"),
        "normal": _("Normal"),
        "hard": _("Hard"),
        "expert": _("Expert"),
    },
)

GAME: Game[State, Action, Event] = Game(
    slug="turn",
    title="Turn Duel",
    seats=range(2, 3),
    levels=tuple(ABOUT.level_names),
    options=TurnOptions,
    actions=Action,
    events=Event,
    start=rules.start,
    apply=apply,
    legal_actions=rules.legal_actions,
    handle_action=rules.handle_action,
    redact=projection.redact,
    view=projection.view,
    preview=projection.preview,
    dwell=projection.dwell,
    outcome=rules.outcome,
    round=rules.round_index,
    first_player=rules.first_player,
    deal=rules.deal,
    needs=rules.needs,
    between=rules.between,
    standing=rules.standing,
    lapse=rules.lapse,
    reveals=rules.REVEALS,
    single_deal=rules.single_deal,
    about=ABOUT,
)

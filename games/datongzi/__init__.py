"""Da Tong Zi (打筒子): three decks, forty-one cards each, must beat. The rules are in RULES.md."""

from games.core.contract import About, Game
from games.core.i18n import gettext_noop as _
from games.datongzi import projection, rules
from games.datongzi.actions import Action
from games.datongzi.events import DatongziOptions, Event
from games.datongzi.preview import preview
from games.datongzi.scoring import allows_seat_count
from games.datongzi.state import State, apply
from games.datongzi.timeout import timeout_action

ABOUT = About(
    blurb=_("Three decks, forty-one cards each: beat the table and capture the points."),
    minutes=20,
    usual_seats=3,
    brief=(
        _("Play single cards, pairs, triples or runs of them; whoever can beat the table must."),
        _(
            "The last play takes the trick with its 5s, 10s and kings; bombs, tongzi and dizha beat all."
        ),
        _("Empty your hand early: the first to finish gains 100, the last loses 60."),
    ),
    level_names={
        "easy": _("Easy"),
        "normal": _("Normal"),
        "hard": _("Hard"),
        "expert": _("Expert"),
    },
)

GAME: Game[State, Action, Event] = Game(
    slug="datongzi",
    title="Da Tong Zi",
    seats=range(2, 5),
    levels=tuple(ABOUT.level_names),
    options=DatongziOptions,
    actions=Action,
    events=Event,
    start=rules.start,
    apply=apply,
    legal_actions=rules.legal_actions,
    handle_action=rules.handle_action,
    redact=projection.redact,
    view=projection.view,
    preview=preview,
    dwell=projection.dwell,
    outcome=rules.outcome,
    round=rules.round,
    first_player=rules.first_player,
    allows_seat_count=allows_seat_count,
    deal=rules.deal,
    between=rules.between,
    standing=rules.standing,
    lapse=timeout_action,
    reveals=rules.REVEALS,
    single_deal=rules.single_deal,
    about=ABOUT,
)

"""Peak, a tiny complete game of many deals: the example to read before writing a game.

Everybody chooses a card in secret and at once; an action has a hole; a preview helps to fill it.
Every deal is dealt by `deal`; some deals run to their end without a decision; seats lose their
chips, buy new ones or leave. The rules are in RULES.md.
"""

from games.core.contract import About, Game
from games.core.i18n import gettext_noop as _
from games.tiny import projection, rules
from games.tiny.actions import Action
from games.tiny.events import Event, PeakOptions
from games.tiny.state import State, apply

ABOUT = About(
    blurb=_("The highest card that nobody else chose takes the point."),
    minutes=2,
    brief=(
        _("You hold three cards; choose one in secret."),
        _("All chosen cards are shown at once: the highest that nobody else chose takes a point."),
        _("The most points win."),
    ),
    level_names={"easy": _("Easy"), "normal": _("Normal")},
)

GAME: Game[State, Action, Event] = Game(
    slug="tiny",
    title="Peak",
    seats=range(2, 9),
    levels=tuple(ABOUT.level_names),
    options=PeakOptions,
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
    round=rules.round_index,
    deal=rules.deal,
    between=rules.between,
    aside=rules.aside,
    standing=rules.standing,
    lapse=rules.lapse,
    depart=rules.depart,
    reveals=rules.REVEALS,
    single_deal=rules.single_deal,
    allows_bots=rules.allows_bots,
    about=ABOUT,
)

"""Seven Card Stud, Razz, Stud Eight-or-better and their mix. The rules are in RULES.md."""

from games.core.contract import About, DealFile, Game
from games.core.i18n import gettext_noop as _
from games.stud import asides, betting, match, projection, rules
from games.stud.actions import Action
from games.stud.events import Event
from games.stud.hand_history import write_hand_history
from games.stud.options import MAX_SEATS, MIN_SEATS, StudOptions, allows_bots, allows_seat_count
from games.stud.state import State
from games.stud.transitions import apply
from games.stud.view import view

ABOUT = About(
    blurb=_(
        "Seven Card Stud, Razz and Eight-or-better: seven cards each, four of them for all to see."
    ),
    minutes=20,
    usual_seats=4,
    brief=(
        _("Everybody gets two cards face down, four face up and a last one face down."),
        _("After each street you check, bet, call, raise or fold; the rules set every amount."),
        _("The best five of seven cards win; in Razz the lowest, in Eight-or-better both share."),
    ),
    level_names={
        "lv0": _("Beginner (Lv0)"),
        "lv1": _("Easy (Lv1)"),
        "lv2": _("Normal (Lv2)"),
        "expert": _("Expert"),
    },
)

GAME: Game[State, Action, Event] = Game(
    slug="stud",
    title="Stud Mix",
    seats=range(MIN_SEATS, MAX_SEATS + 1),
    levels=tuple(ABOUT.level_names),
    options=StudOptions,
    actions=Action,
    events=Event,
    start=match.start,
    apply=apply,
    legal_actions=rules.legal_actions,
    handle_action=rules.handle_action,
    redact=projection.redact,
    view=view,
    preview=rules.preview,
    dwell=projection.dwell,
    outcome=match.outcome,
    round=match.round,
    first_player=match.first_player,
    allows_seat_count=allows_seat_count,
    allows_bots=allows_bots,
    deal=rules.deal,
    between=match.between,
    aside=asides.aside,
    standing=match.standing,
    lapse=betting.lapse,
    depart=asides.depart,
    reveals=match.REVEALS,
    single_deal=match.single_deal,
    deal_file=DealFile("phh", write_hand_history),
    about=ABOUT,
)

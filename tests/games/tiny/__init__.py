"""Peak, a tiny game of the tests: it proves that the contract carries more than NANA.

Everybody chooses a card in secret and at once; an action has a hole; a preview helps to fill it;
several rounds are dealt in one game, the later ones by `act`. The rules are in RULES.md.
"""

from games.core.contract import Game
from tests.games.tiny import projection, rules
from tests.games.tiny.actions import Action
from tests.games.tiny.events import Event, PeakOptions
from tests.games.tiny.state import State, apply

GAME: Game[State, Action, Event] = Game(
    slug="tiny",
    title="Peak",
    seats=range(2, 4),
    levels=(),
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
)

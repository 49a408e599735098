"""Each of these games has a planted bug, and the property it violates must detect it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from msgspec import structs

from games.battleship.events import Deployed, Fired, FleetsDealt
from games.battleship.rules import known_fleet, occupied
from games.core.contract import IllegalAction, Outcome
from games.core.random_stream import Chance
from games.nana.actions import FlipHand
from games.nana.events import Collected, Passed, Revealed, TurnedBack
from games.tiny.actions import Choose
from games.tiny.events import Chosen, DealEnded, Dealt, Finished, Left, Opened, Shown
from tests.games.battleship.case import CASE as BATTLESHIP
from tests.games.case import Case
from tests.games.contract_properties import PROPERTIES, check
from tests.games.nana.case import CASE as NANA
from tests.games.planted_bugs import assert_detected
from tests.games.tiny.case import CASE as TINY

nana, tiny, battleship = NANA.game, TINY.game, BATTLESHIP.game


def everything(event: Any, viewer: Any) -> Any:
    """Hide nothing."""
    return event


def own_hand_too(event: Any, viewer: Any) -> Any:
    """Hide from a seat even what is its own."""
    return nana.redact(event, None) if viewer in range(6) else nana.redact(event, viewer)


def choices_open(event: Any, viewer: Any) -> Any:
    """Hide the hands but not the choices."""
    return event if isinstance(event, Chosen) else tiny.redact(event, viewer)


def lied_about(event: Any, viewer: Any) -> Any:
    """Show others another card instead of none."""
    seen = tiny.redact(event, viewer)
    hidden = isinstance(seen, Chosen) and seen.card is None
    return structs.replace(seen, card=1) if hidden else seen


def in_another_shape(event: Any, viewer: Any) -> Any:
    """Show others a choice as an event of another type."""
    seen = tiny.redact(event, viewer)
    return Shown((), None) if isinstance(seen, Chosen) and seen.card is None else seen


def spectator_sees_a_hand(event: Any, viewer: Any) -> Any:
    """Show spectators the hand of seat 0."""
    return tiny.redact(event, 0 if viewer is None else viewer)


def passed_by_hidden_card(state: Any, seat: int, action: Any) -> Any:
    """Let a face-down card decide whose turn comes next: a public event reveals a secret."""
    events = nana.handle_action(state, seat, action)
    last = events[-1]
    if not isinstance(last, Passed):
        return events
    to = sum(state.hands[-1]) % len(state.hands)
    return (*events[:-1], structs.replace(last, to=to))


def slow_for_high_cards(event: Any) -> float:
    """Display a choice the longer the higher it is: the display time reveals a secret."""
    return float(event.card or 0) if isinstance(event, Chosen) else tiny.dwell(event)


def only_low_centre(state: Any, seat: int) -> Any:
    """Let legal actions depend on hidden numbers."""
    return tuple(
        a
        for a in nana.legal_actions(state, seat)
        if isinstance(a, FlipHand) or (state.centre[a.slot] or 0) < 6
    )


def offer_too_much(state: Any, seat: int) -> Any:
    """Offer a hand that does not exist."""
    legal_actions = nana.legal_actions(state, seat)
    return (*legal_actions, FlipHand(len(state.hands), "low")) if legal_actions else ()


def everybody_waits(state: Any, seat: int) -> Any:
    """Let nobody move once the first seat has chosen."""
    return () if state.chosen[0] else tiny.legal_actions(state, seat)


def refuse_high_cards(state: Any, seat: int, action: Any) -> Any:
    """Refuse a legal action."""
    if action == Choose(5):
        raise IllegalAction("too_high", "Not that one.")
    return tiny.handle_action(state, seat, action)


def crash_on_holes(state: Any, seat: int, action: Any) -> Any:
    """Raise `ZeroDivisionError` where an action should be refused."""
    assert not isinstance(action, Choose) or 1 / (action.card or 0)
    return tiny.handle_action(state, seat, action)


def keep_silent(state: Any, seat: int, action: Any) -> Any:
    """Return no event for a broken chain."""
    events = nana.handle_action(state, seat, action)
    return () if isinstance(events[-1], Passed) else events


def draw_at_the_start(options: Any, seats: int, chance: Chance) -> Any:
    """Draw a random number before the first deal."""
    chance.below(2)
    return tiny.start(options, seats, chance)


def lose_cards(state: Any, event: Any) -> Any:
    """Do not turn the cards of a broken chain face down again."""
    if isinstance(event, TurnedBack):
        return structs.replace(state, chain=())
    return nana.apply(state, event)


def collect_another(state: Any, event: Any) -> Any:
    """Record a trio with a wrong number."""
    if isinstance(event, Collected):
        event = structs.replace(event, number=event.number % state.top + 1)
    return nana.apply(state, event)


def never_end(state: Any, event: Any) -> Any:
    """Go on after the end."""
    after = nana.apply(state, event)
    return after if state is None else structs.replace(after, outcome=None)


def forget_flips(state: Any, event: Any) -> Any:
    """Forget known numbers when cards are turned back."""
    after = nana.apply(state, event)
    if isinstance(event, TurnedBack):
        return structs.replace(after, centre=(None,) * len(after.centre))
    return after


def never_pass(state: Any, event: Any) -> Any:
    """Count turns in a global variable."""
    after = nana.apply(state, event)
    return structs.replace(after, turn=next(_turns)) if isinstance(event, Passed) else after


_turns = count(1)


def winners_only(state: Any) -> Any:
    """Compute the outcome only if all cards are known."""
    return None if None in state.hands[0] else tiny.outcome(state)


def nobody_wins(state: Any) -> Any:
    """End without a winner."""
    return tiny.outcome(state) and Outcome((), state.scores, "none")


def always_yes(state: Any, seat: int, action: Any) -> Any:
    """Call every action legal."""
    return {"legal": True}


def vague(state: Any, seat: int, action: Any) -> Any:
    """Refuse without a reason."""
    return {"legal": tiny.preview(state, seat, action)["legal"]}


def redact_everything_past(event: Any, state: Any) -> Any:
    """Blank even the newest events."""
    return structs.replace(event, number=None) if isinstance(event, Revealed) else event


def redact_past_wrongly(event: Any, state: Any) -> Any:
    """Show another number instead of blanking it."""
    redacted = nana.redact_past(event, state)
    wrong = isinstance(event, Revealed) and redacted != event
    return structs.replace(event, number=13) if wrong else redacted


def show_again_every_other_turn(event: Any, state: Any) -> Any:
    """Show values that were already blanked again, in every other turn."""
    return event if state.turn % 2 else nana.redact_past(event, state)


def count_down(state: Any) -> int:
    """Count rounds down instead of up."""
    return -2 - tiny.round(state)


def stay_in_the_first(state: Any) -> int:
    """Deal again without counting the round."""
    return min(tiny.round(state), 0)


def first_round_at_the_start(state: Any) -> int:
    """Count the first round before it is dealt."""
    return max(tiny.round(state), 0)


def fleets_open(event: Any, viewer: Any) -> Any:
    """Hide the suggestions but not the fleets."""
    return event if isinstance(event, Deployed) else battleship.redact(event, viewer)


def suggestions_open(event: Any, viewer: Any) -> Any:
    """Hide the fleets but not the suggestions."""
    return event if isinstance(event, FleetsDealt) else battleship.redact(event, viewer)


def one_placement_visible(event: Any, viewer: Any) -> Any:
    """Show where one ship of a fleet is."""
    seen = battleship.redact(event, viewer)
    hidden = isinstance(seen, Deployed) and seen.placements is None
    return (
        structs.replace(seen, placements=(*event.placements[:1], *(None,) * 4)) if hidden else seen
    )


def leaking_attack(change: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """Return a `handle_action` in which `change` makes an attack reveal hidden ships."""

    def handle_action(state: Any, seat: int, action: Any) -> Any:
        fired, *rest = battleship.handle_action(state, seat, action)
        if not isinstance(fired, Fired):
            return fired, *rest
        fleet = known_fleet(state.seas[1 - seat])
        under = occupied(state.options.size, state.classes, fleet)
        return change(fired, under), *rest

    handle_action.__name__ = change.__name__
    return handle_action


@leaking_attack
def ships_last(fired: Any, under: Any) -> Any:
    """Reveal by the order of the marks which of them hold ships."""
    order = sorted(fired.marks, key=lambda mark: mark.cell in under)
    return structs.replace(fired, marks=tuple(order))


@leaking_attack
def ships_counted(fired: Any, under: Any) -> Any:
    """Reveal by the turn number how many cells with ships the sonar detected."""
    detected = sum(mark.cell in under for mark in fired.marks)
    return structs.replace(fired, turn=fired.turn + 1000 * detected)


BUGS: list[tuple[str, Case, str, Callable[..., Any]]] = [
    ("2-replay", NANA, "apply", never_pass),
    ("3-accepted", NANA, "legal_actions", offer_too_much),
    ("3-accepted", TINY, "handle_action", refuse_high_cards),
    ("3-accepted", TINY, "handle_action", crash_on_holes),
    ("4-knowledge", NANA, "redact", everything),
    ("4-knowledge", NANA, "redact", own_hand_too),
    ("4-knowledge", NANA, "apply", forget_flips),
    ("4-knowledge", TINY, "redact", choices_open),
    ("4-secrecy", NANA, "redact", everything),
    ("4-secrecy", NANA, "handle_action", passed_by_hidden_card),
    ("4-secrecy", TINY, "redact", choices_open),
    ("4-secrecy", TINY, "redact", spectator_sees_a_hand),
    ("4-knowledge", BATTLESHIP, "redact", fleets_open),
    ("4-knowledge", BATTLESHIP, "redact", suggestions_open),
    ("4-secrecy", BATTLESHIP, "redact", fleets_open),
    ("4-secrecy", BATTLESHIP, "redact", suggestions_open),
    ("4-secrecy", BATTLESHIP, "redact", one_placement_visible),
    ("4-secrecy", BATTLESHIP, "handle_action", ships_last),
    ("4-secrecy", BATTLESHIP, "handle_action", ships_counted),
    ("5-own-state", NANA, "legal_actions", only_low_centre),
    ("5-own-state", TINY, "outcome", winners_only),
    ("6-blanks", TINY, "redact", in_another_shape),
    ("6-blanks", TINY, "redact", lied_about),
    ("6-blanks", TINY, "redact", spectator_sees_a_hand),
    ("6-blanks", TINY, "dwell", slow_for_high_cards),
    ("7-ending", NANA, "apply", lose_cards),
    ("7-ending", NANA, "apply", collect_another),
    ("7-ending", NANA, "apply", never_end),
    ("7-ending", TINY, "legal_actions", everybody_waits),
    ("7-ending", TINY, "outcome", nobody_wins),
    ("8-consequences", NANA, "handle_action", keep_silent),
    ("9-preview", NANA, "preview", always_yes),
    ("9-preview", TINY, "preview", vague),
    ("10-redact-past", NANA, "redact_past", redact_everything_past),
    ("10-redact-past", NANA, "redact_past", redact_past_wrongly),
    ("10-redact-past", NANA, "redact_past", show_again_every_other_turn),
    ("11-rounds", TINY, "start", draw_at_the_start),
    ("11-rounds", TINY, "round", count_down),
    ("11-rounds", TINY, "round", stay_in_the_first),
    ("11-rounds", TINY, "round", first_round_at_the_start),
    ("12-pure", NANA, "apply", never_pass),
]


@pytest.mark.parametrize(
    ("property_", "case", "part", "bug"),
    [pytest.param(*bug, id=f"{bug[0]}-{bug[3].__name__}") for bug in BUGS],
)
def test_property_detects_the_bug(
    property_: str, case: Case, part: str, bug: Callable[..., Any]
) -> None:
    assert_detected(property_, case, part, bug)


def test_an_event_that_is_not_in_the_union_is_detected() -> None:
    broken = replace(
        TINY, game=replace(tiny, events=Opened | Dealt | Chosen | DealEnded | Left | Finished)
    )
    with pytest.raises(Exception, match="Shown"):
        check(PROPERTIES["1-round-trip"], broken, shrink=False)


def test_a_property_with_too_few_samples_fails() -> None:
    blind = replace(TINY, swap=lambda record, viewer, chance: None)
    with pytest.raises(AssertionError, match="checked 0"):
        check(PROPERTIES["4-secrecy"], blind, shrink=False)

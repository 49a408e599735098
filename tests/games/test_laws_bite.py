"""A law that cannot fail is worthless: each of these games breaks one, and that law must see it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from msgspec import structs

from games.battleship.events import Deployed, Fired, Mustered
from games.battleship.rules import known_fleet, occupied
from games.core.chance import Chance
from games.core.contract import IllegalAction, Outcome
from games.nana.actions import FlipHand
from games.nana.events import Collected, Passed, Revealed, TurnedBack
from tests.games.battleship.case import CASE as BATTLESHIP
from tests.games.case import Case
from tests.games.laws import LAWS, check
from tests.games.nana.case import CASE as NANA
from tests.games.tiny.actions import Choose
from tests.games.tiny.case import CASE as TINY
from tests.games.tiny.events import Chosen, Dealt, Opened, Shown

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
    """Tell others another card instead of none."""
    seen = tiny.redact(event, viewer)
    hidden = isinstance(seen, Chosen) and seen.card is None
    return structs.replace(seen, card=1) if hidden else seen


def in_another_shape(event: Any, viewer: Any) -> Any:
    """Tell others of a choice by a fact of another type."""
    seen = tiny.redact(event, viewer)
    return Shown((), None) if isinstance(seen, Chosen) and seen.card is None else seen


def spectator_sees_a_hand(event: Any, viewer: Any) -> Any:
    """Let spectators look into the hand of seat 0."""
    return tiny.redact(event, 0 if viewer is None else viewer)


def passed_by_hidden_card(state: Any, seat: int, action: Any, chance: Chance) -> Any:
    """Let a face-down card decide whose turn comes next: a secret told by a public fact."""
    events = nana.handle_action(state, seat, action, chance)
    last = events[-1]
    if not isinstance(last, Passed):
        return events
    to = sum(state.hands[-1]) % len(state.hands)
    return (*events[:-1], structs.replace(last, to=to))


def slow_for_high_cards(event: Any) -> float:
    """Hold a choice the longer the higher it is: a secret told by the clock."""
    return float(event.card or 0) if isinstance(event, Chosen) else tiny.dwell(event)


def only_low_centre(state: Any, seat: int) -> Any:
    """Offer by what is written on the cards."""
    return tuple(
        a
        for a in nana.legal_actions(state, seat)
        if isinstance(a, FlipHand) or (state.centre[a.slot] or 0) < 6
    )


def offer_too_much(state: Any, seat: int) -> Any:
    """Offer a hand that is not there."""
    legal_actions = nana.legal_actions(state, seat)
    return (*legal_actions, FlipHand(len(state.hands), "low")) if legal_actions else ()


def everybody_waits(state: Any, seat: int) -> Any:
    """Forget the last seat once the first has chosen."""
    return () if state.chosen[0] else tiny.legal_actions(state, seat)


def refuse_high_cards(state: Any, seat: int, action: Any, chance: Chance) -> Any:
    """Refuse what was offered."""
    if action.card == 5:
        raise IllegalAction("too_high", "Not that one.")
    return tiny.handle_action(state, seat, action, chance)


def crash_on_holes(state: Any, seat: int, action: Any, chance: Chance) -> Any:
    """Fall over what should be refused."""
    return tiny.handle_action(state, seat, Choose(1 // (action.card or 0) + action.card), chance)


def keep_silent(state: Any, seat: int, action: Any, chance: Chance) -> Any:
    """Do nothing after a broken chain."""
    events = nana.handle_action(state, seat, action, chance)
    return () if isinstance(events[-1], Passed) else events


def draw_for_nothing(state: Any, seat: int, action: Any, chance: Chance) -> Any:
    """Draw without dealing."""
    chance.below(2)
    return tiny.handle_action(state, seat, action, chance)


def lose_cards(state: Any, event: Any) -> Any:
    """Leave a broken chain on the table and forget it."""
    if isinstance(event, TurnedBack):
        return structs.replace(state, chain=())
    return nana.apply(state, event)


def collect_another(state: Any, event: Any) -> Any:
    """Enter the wrong number on the trio."""
    if isinstance(event, Collected):
        event = structs.replace(event, number=event.number % state.top + 1)
    return nana.apply(state, event)


def never_end(state: Any, event: Any) -> Any:
    """Go on after the end."""
    after = nana.apply(state, event)
    return after if state is None else structs.replace(after, outcome=None)


def forget_flips(state: Any, event: Any) -> Any:
    """Unlearn a card when it is turned back."""
    after = nana.apply(state, event)
    if isinstance(event, TurnedBack):
        return structs.replace(after, centre=(None,) * len(after.centre))
    return after


def never_pass(state: Any, event: Any) -> Any:
    """Know a new turn from the last one by an own count kept aside."""
    after = nana.apply(state, event)
    return structs.replace(after, turn=next(_turns)) if isinstance(event, Passed) else after


_turns = count(1)


def winners_only(state: Any) -> Any:
    """Know the outcome only with all cards in sight."""
    return None if None in state.hands[0] else tiny.outcome(state)


def nobody_wins(state: Any) -> Any:
    """End without a winner."""
    return tiny.outcome(state) and Outcome((), state.points, "none")


def always_yes(state: Any, seat: int, action: Any) -> Any:
    """Promise everything."""
    return {"legal": True}


def vague(state: Any, seat: int, action: Any) -> Any:
    """Refuse without a reason."""
    return {"legal": tiny.preview(state, seat, action)["legal"]}


def fade_all(event: Any, state: Any) -> Any:
    """Blank even what has just happened."""
    return structs.replace(event, number=None) if isinstance(event, Revealed) else event


def fade_wrongly(event: Any, state: Any) -> Any:
    """Show another number later on."""
    faded = nana.redact_past(event, state)
    wrong = isinstance(event, Revealed) and faded != event
    return structs.replace(event, number=13) if wrong else faded


def fade_and_return(event: Any, state: Any) -> Any:
    """Show every other turn what was already blanked."""
    return event if state.turn % 2 else nana.redact_past(event, state)


def count_down(state: Any) -> int:
    """Count the rounds that are left."""
    return int(state.options.rounds - state.round)


def stay_in_the_first(state: Any) -> int:
    """Deal again without saying so."""
    return 0


def fleets_open(event: Any, viewer: Any) -> Any:
    """Hide the suggestions but not the fleets."""
    return event if isinstance(event, Deployed) else battleship.redact(event, viewer)


def suggestions_open(event: Any, viewer: Any) -> Any:
    """Hide the fleets but not the suggestions."""
    return event if isinstance(event, Mustered) else battleship.redact(event, viewer)


def one_berth_open(event: Any, viewer: Any) -> Any:
    """Tell where one ship of a fleet lies."""
    seen = battleship.redact(event, viewer)
    hidden = isinstance(seen, Deployed) and seen.berths is None
    return structs.replace(seen, berths=(*event.berths[:1], *(None,) * 4)) if hidden else seen


def told_by(change: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """Let an attack tell more than it shows, by what `change` makes of it and the ships below."""

    def handle_action(state: Any, seat: int, action: Any, chance: Chance) -> Any:
        fired, *rest = battleship.handle_action(state, seat, action, chance)
        if not isinstance(fired, Fired):
            return fired, *rest
        fleet = known_fleet(state.seas[1 - seat])
        under = occupied(state.options.size, state.classes, fleet)
        return change(fired, under), *rest

    handle_action.__name__ = change.__name__
    return handle_action


@told_by
def ships_last(fired: Any, under: Any) -> Any:
    """Tell by the order of the marks which of them hold ships."""
    order = sorted(fired.marks, key=lambda mark: mark.cell in under)
    return structs.replace(fired, marks=tuple(order))


@told_by
def ships_counted(fired: Any, under: Any) -> Any:
    """Tell by a number that means something else how many ships the sonar heard."""
    heard = sum(mark.cell in under for mark in fired.marks)
    return structs.replace(fired, turn=fired.turn + 1000 * heard)


BREACHES: list[tuple[str, Case, str, Callable[..., Any]]] = [
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
    ("4-secrecy", BATTLESHIP, "redact", one_berth_open),
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
    ("fading", NANA, "redact_past", fade_all),
    ("fading", NANA, "redact_past", fade_wrongly),
    ("fading", NANA, "redact_past", fade_and_return),
    ("rounds", TINY, "handle_action", draw_for_nothing),
    ("rounds", TINY, "round", count_down),
    ("rounds", TINY, "round", stay_in_the_first),
    ("pure", NANA, "apply", never_pass),
]


@pytest.mark.parametrize(
    ("law", "case", "part", "breach"),
    [pytest.param(*breach, id=f"{breach[0]}-{breach[3].__name__}") for breach in BREACHES],
)
def test_law_sees_the_breach(law: str, case: Case, part: str, breach: Callable[..., Any]) -> None:
    changes: Any = {part: breach}
    broken = replace(case, game=replace(case.game, **changes))
    patient = replace(LAWS[law], examples=5 * LAWS[law].examples)  # it ends at the first it sees
    with pytest.raises((AssertionError, ArithmeticError, IllegalAction)):
        check(patient, broken, shrink=False)


def test_law_1_sees_an_event_that_is_not_in_the_union() -> None:
    broken = replace(TINY, game=replace(tiny, events=Opened | Dealt | Chosen))
    with pytest.raises(Exception, match="Shown"):
        check(LAWS["1-round-trip"], broken, shrink=False)


def test_a_law_that_judges_too_little_fails() -> None:
    blind = replace(TINY, swap=lambda record, viewer, chance: None)
    with pytest.raises(AssertionError, match="judged 0"):
        check(LAWS["4-secrecy"], blind, shrink=False)

"""Each of these games of many deals has a planted bug, and the property it violates must detect it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from games.core.random_stream import Chance
from games.datongzi.actions import Play
from games.datongzi.events import Dealt as CardsDealt
from games.tiny import rules as peak
from games.tiny.actions import Choose, Rebuy, ShowHand
from games.tiny.events import Dealt, HandShown, Left
from tests.games.case import Case
from tests.games.datongzi.case import CASE as DATONGZI
from tests.games.planted_bugs import assert_detected
from tests.games.tiny.case import CASE as TINY

tiny, datongzi = TINY.game, DATONGZI.game


def offer_chips_to_all(state: Any, seat: int) -> Any:
    """Offer an aside that is refused."""
    return (Rebuy(),)


def never_due(state: Any) -> bool:
    """Never have the next deal due."""
    return False


def due_before_the_last_showdown(state: Any) -> bool:
    """Have the next deal due while seats still choose."""
    return bool(tiny.between(state) or state.showdowns_left == 1)


def due_after_the_end(state: Any) -> bool:
    """Have the next deal due though the match is over."""
    return not state.running


def due_if_hands_are_known(state: Any) -> bool:
    """Let `between` depend on hidden cards."""
    return tiny.between(state) and not any(None in hand for hand in state.hands)


def show_if_the_next_holds_cards(state: Any, seat: int) -> Any:
    """Let an aside depend on hidden cards."""
    hidden = None in state.hands[(seat + 1) % len(state.hands)]
    return () if hidden else tiny.aside(state, seat)


def score_with_hidden_cards(state: Any) -> Any:
    """Count the cards in the hands as scores."""
    cards = [sum(card or 0 for card in hand) for hand in state.hands]
    return structs.replace(peak.standing(state), scores=tuple(map(float, cards)))


def deal_nothing(state: Any, chance: Chance) -> Any:
    """Return no event for a deal."""
    return ()


def pot_from_cards_left_over(state: Any, chance: Chance) -> Any:
    """Let a card that was never shown decide about the next pot: a later deal reveals a secret."""
    first, *rest = peak.deal(state, chance)
    if isinstance(first, Dealt):
        first = structs.replace(first, pot=first.pot + sum(card or 0 for card in state.hands[0]))
    return first, *rest


def keep_the_last_showdown(state: Any, event: Any) -> Any:
    """Keep the cards of the latest showdown when the next deal begins."""
    after = tiny.apply(state, event)
    return structs.replace(after, last=state.last) if state and isinstance(event, Dealt) else after


def buy_without_keyframe(state: Any, event: Any) -> Any:
    """Count the chips bought from the state before the deal instead of from its first event."""
    after = tiny.apply(state, event)
    if not isinstance(event, Dealt):
        return after
    return structs.replace(after, bought=state.bought if state else (0,) * len(after.bought))


def keep_hands_that_were_visible(state: Any, event: Any) -> Any:
    """Keep in the next deal the cards of the last one, as far as the viewer knew them."""
    after = tiny.apply(state, event)
    known = state is not None and isinstance(event, Dealt) and state.hands
    return structs.replace(after, open=state.hands) if known else after


def lapse_with_a_hole(state: Any, seat: int) -> Any:
    """Leave the card open when the time is up."""
    return Choose()


def lapse_for_the_next(state: Any, seat: int) -> Any:
    """Choose a card of another seat's hand when the time is up."""
    return Choose(state.hands[(seat + 1) % len(state.hands)][0])


def choose_at_any_time(state: Any, seat: int) -> Any:
    """Offer an action of a turn as an aside."""
    return (*tiny.aside(state, seat), *tiny.legal_actions(state, seat))


def show_and_deal(state: Any, event: Any) -> Any:
    """Have all seats choose again after an aside."""
    after = tiny.apply(state, event)
    again = isinstance(event, HandShown) and any(state.hands)
    return structs.replace(after, running=True, chips=(9,) * len(after.chips)) if again else after


def stay_after_leaving(state: Any, event: Any) -> Any:
    """Let a seat that left take part again."""
    return state if isinstance(event, Left) else tiny.apply(state, event)


def depart_by_showing(state: Any, seat: int) -> Any:
    """Depart with an action that is not always an aside."""
    return ShowHand()


def return_later(state: Any, chance: Chance) -> Any:
    """Deal cards to seats that have left."""
    presence = tuple("in" if chips else "out" for chips in state.chips)
    return peak.deal(structs.replace(state, presence=presence), chance)


def nobody_is_out(state: Any) -> Any:
    """Name no seat that is out."""
    return structs.replace(peak.standing(state), out=())


def deals_from_zero(state: Any) -> Any:
    """Count the deals of the standing from 0."""
    return structs.replace(peak.standing(state), deal=state.round)


def out_for_a_deal(state: Any) -> Any:
    """Call a seat out that is all-in."""
    out = tuple(seat for seat, chips in enumerate(state.chips) if chips == 0)
    return structs.replace(peak.standing(state), out=out)


def scores_with_chips_bought(state: Any) -> Any:
    """Give other scores than the outcome."""
    return structs.replace(peak.standing(state), scores=tuple(map(float, state.chips)))


def all_deals(options: Any, i: int) -> Any:
    """Play the whole match where one deal was asked for."""
    return options


def hidden_cards_open(event: Any, viewer: Any) -> Any:
    """Show everybody the cards that take no part."""
    seen = datongzi.redact(event, viewer)
    return structs.replace(seen, hidden=event.hidden) if isinstance(event, CardsDealt) else seen


def pass_by_all_hands(state: Any, seat: int) -> Any:
    """Offer a pass only while the others' hands are unknown."""
    others = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    offered = datongzi.legal_actions(state, seat)
    return offered if None in others else offered[:1]


def forget_the_hands_before(state: Any, event: Any) -> Any:
    """Take the scores of the hands before from the state instead of the first event."""
    after = datongzi.apply(state, event)
    if not isinstance(event, CardsDealt):
        return after
    return structs.replace(after, history=state.history if state else ())


def lapse_with_two_cards(state: Any, seat: int) -> Any:
    """Play the two lowest cards when the time is up, whatever they are."""
    return Play(state.hands[seat][:2])


BUGS: list[tuple[str, Case, str, Callable[..., Any]]] = [
    ("3-accepted", TINY, "aside", offer_chips_to_all),
    ("4-secrecy", TINY, "deal", pot_from_cards_left_over),
    ("5-own-state", TINY, "between", due_if_hands_are_known),
    ("5-own-state", TINY, "aside", show_if_the_next_holds_cards),
    ("5-own-state", TINY, "standing", score_with_hidden_cards),
    ("7-ending", TINY, "between", never_due),
    ("7-ending", TINY, "between", due_before_the_last_showdown),
    ("7-ending", TINY, "between", due_after_the_end),
    ("8-consequences", TINY, "deal", deal_nothing),
    ("13-keyframes", TINY, "apply", keep_the_last_showdown),
    ("13-keyframes", TINY, "apply", buy_without_keyframe),
    ("13-keyframes", TINY, "apply", keep_hands_that_were_visible),
    ("14-lapses", TINY, "lapse", lapse_with_a_hole),
    ("14-lapses", TINY, "lapse", lapse_for_the_next),
    ("14-asides", TINY, "aside", offer_chips_to_all),
    ("14-asides", TINY, "aside", choose_at_any_time),
    ("14-asides", TINY, "apply", show_and_deal),
    ("departing", TINY, "apply", stay_after_leaving),
    ("departing", TINY, "depart", depart_by_showing),
    ("departing", TINY, "deal", return_later),
    ("departing", TINY, "standing", nobody_is_out),
    ("standings", TINY, "standing", deals_from_zero),
    ("standings", TINY, "standing", out_for_a_deal),
    ("standings", TINY, "standing", scores_with_chips_bought),
    ("single-deals", TINY, "single_deal", all_deals),
    ("4-knowledge", DATONGZI, "redact", hidden_cards_open),
    ("4-secrecy", DATONGZI, "redact", hidden_cards_open),
    ("5-own-state", DATONGZI, "legal_actions", pass_by_all_hands),
    ("13-keyframes", DATONGZI, "apply", forget_the_hands_before),
    ("14-lapses", DATONGZI, "lapse", lapse_with_two_cards),
]


@pytest.mark.parametrize(
    ("property_", "case", "part", "bug"),
    [pytest.param(*bug, id=f"{bug[0]}-{bug[3].__name__}") for bug in BUGS],
)
def test_property_detects_the_bug(
    property_: str, case: Case, part: str, bug: Callable[..., Any]
) -> None:
    assert_detected(property_, case, part, bug)

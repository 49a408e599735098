"""The rules of Peak: turn actions into events. Numbers in comments are those of RULES.md."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.core.cards import copies, cut
from games.core.contract import IllegalAction, Outcome, Standing
from games.core.random_stream import Chance
from games.tiny.actions import Action, Choose, Leave, Rebuy, ShowHand
from games.tiny.events import (
    Cards,
    Chosen,
    DealEnded,
    Dealt,
    Event,
    Finished,
    HandShown,
    Left,
    Opened,
    PeakOptions,
    Presence,
    Rebought,
    Shown,
)
from games.tiny.state import State, apply

DECK = copies(range(1, 10), 3)
HAND = 3
REVEALS = ("match", "round", "shown")


def start(options: PeakOptions, seats: int, chance: Chance) -> tuple[Event, ...]:
    """Open the match without drawing; `deal` deals the first round too."""
    return (Opened(options, seats),)


def deal(state: State, chance: Chance) -> tuple[Event, ...]:
    """Take the antes and deal (R1, R2), or end the match if fewer than two seats can pay (R7, R9)."""
    presence = _without_the_broke(state)
    if presence.count("in") < 2:
        return (_finished(state),)
    paid = tuple(
        min(chips, state.options.ante) if p == "in" else 0
        for chips, p in zip(state.chips, presence, strict=True)
    )
    hands = cut(chance.shuffled(DECK), [HAND] * len(presence))
    dealt = Dealt(
        state.options,
        state.round + 1,
        presence,
        tuple(chips - ante for chips, ante in zip(state.chips, paid, strict=True)),
        state.bought,
        state.pot + sum(paid),
        tuple(hand if p == "in" else () for hand, p in zip(hands, presence, strict=True)),
    )
    return _with_consequences(state, dealt)


def legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    """Return a choice for every seat that has not made it and is not all-in (R3)."""
    waiting = state.running and seat in state.players and not state.chosen[seat]
    return (Choose(),) if waiting and state.chips[seat] else ()


def aside(state: State, seat: int) -> tuple[Action, ...]:
    """Return what a seat may do at any time: show cards left over, buy chips, leave (R6 to R8)."""
    if state.outcome is not None or state.presence[seat] == "left":
        return ()
    actions: list[Action] = [Leave()]
    if not state.running and state.hands[seat]:
        actions.append(ShowHand())
    if state.options.rebuy == "ask" and seat in _broke(state):
        actions.append(Rebuy())
    return tuple(actions)


def depart(state: State, seat: int) -> Action | None:
    """Return the action that leaving the table plays (R8)."""
    return Leave() if Leave() in aside(state, seat) else None


def lapse(state: State, seat: int) -> Action | None:
    """Return the choice of the lowest card, for a seat whose time is up (R10)."""
    return Choose(_held(state, seat)[0]) if legal_actions(state, seat) else None


def handle_action(state: State, seat: int, action: Action) -> tuple[Event, ...]:
    """Return the events of an action, up to the next decision or the end of the deal."""
    return _with_consequences(state, check(state, seat, action))


def check(state: State, seat: int, action: Action) -> Event:
    """Return the event that an action causes; raise `IllegalAction` if it is not allowed."""
    match action:
        case Choose(card=None):
            raise IllegalAction("incomplete", "Name a card.")
        case Choose(card=card):
            if card not in state.hands[seat]:
                raise IllegalAction("not_in_hand", "You do not hold that card.")
            return Chosen(seat, card)
        case _ if action not in aside(state, seat):
            raise IllegalAction("not_now", "You cannot do that now.")
        case ShowHand():
            return HandShown(seat, _held(state, seat))
        case Rebuy():
            return Rebought(seat)
        case Leave():
            return Left(seat)


def preview(state: State, seat: int, action: Action) -> dict[str, Any]:
    """Return whether an action would be accepted, and the cards to choose from."""
    try:
        check(state, seat, action)
    except IllegalAction as refusal:
        verdict = {"legal": False, "code": refusal.code, "message": refusal.message}
    else:
        verdict = {"legal": True}
    return {**verdict, "cards": state.hands[seat]}


def _with_consequences(state: State, event: Event) -> tuple[Event, ...]:
    """Return the event and all that follow without a decision."""
    events = [event]
    state = apply(state, event)
    while (following := _consequence(state)) is not None:
        events.append(following)
        state = apply(state, following)
    return tuple(events)


def _consequence(state: State) -> Event | None:
    """Return the event that must follow now; `None` if a seat decides or the next deal is due."""
    if state.outcome is not None:
        return None
    if state.running:
        return _consequence_in_deal(state)
    if state.options.rebuy == "auto" and (broke := _broke(state)):
        return Rebought(broke[0])
    if len(state.players) < 2 or state.round + 1 == state.options.rounds:
        return _finished(state)
    return None


def _consequence_in_deal(state: State) -> Event | None:
    """Choose for the seats that are all-in, hold the showdown, end the deal (R3 to R5)."""
    if state.showdowns_left == 0 or len(state.players) < 2:
        return _deal_ended(state)
    waiting = [seat for seat in state.players if not state.chosen[seat]]
    if not waiting:
        cards = tuple(chosen[0] if chosen else None for chosen in state.chosen)
        return Shown(cards, peak(cards))
    all_in = [seat for seat in waiting if not state.chips[seat]]
    return Chosen(all_in[0], _held(state, all_in[0])[-1]) if all_in else None


def _deal_ended(state: State) -> DealEnded:
    """Give the pot to the most points; `never`: seats without chips are out (R5, R7)."""
    most = max(state.points[seat] for seat in state.players)
    winners = tuple(seat for seat in state.players if state.points[seat] == most)
    share, rest = divmod(state.pot, len(winners))
    chips = tuple(c + share * (seat in winners) for seat, c in enumerate(state.chips))
    ended = DealEnded(winners, chips, rest, state.presence)
    if state.options.rebuy != "never":
        return ended
    return replace(ended, presence=_without_the_broke(apply(state, ended)))


def _finished(state: State) -> Finished:
    """End the match: the best of those who have not left win (R9)."""
    scores = {s: state.scores[s] for s, p in enumerate(state.presence) if p != "left"}
    best = max(scores.values())
    return Finished(tuple(seat for seat, score in scores.items() if score == best))


def _broke(state: State) -> tuple[int, ...]:
    """Return the seats still in that have no chips after the deal."""
    return tuple(s for s in state.players if not state.running and not state.chips[s])


def _without_the_broke(state: State) -> tuple[Presence, ...]:
    """Return who is still in, once those without chips are out (R7)."""
    broke = _broke(state)
    return tuple("out" if seat in broke else p for seat, p in enumerate(state.presence))


def _held(state: State, seat: int) -> tuple[int, ...]:
    """Return the cards of a hand that is known, lowest first."""
    return tuple(sorted(card for card in state.hands[seat] if card is not None))


def peak(cards: Cards) -> int | None:
    """Return the seat with the highest card that nobody else chose (R4)."""
    alone = [card for card in cards if card is not None and cards.count(card) == 1]
    return cards.index(max(alone)) if alone else None


def outcome(state: State) -> Outcome | None:
    """Return the outcome, or `None` while the match goes on."""
    return state.outcome


def between(state: State) -> bool:
    """Return whether the next deal is due."""
    return not state.running and state.outcome is None


def round_index(state: State) -> int:
    """Return the index of the deal; -1 before the first."""
    return state.round


def standing(state: State) -> Standing:
    """Return the scores, who is out, and the number of the deal."""
    out = tuple(seat for seat, presence in enumerate(state.presence) if presence != "in")
    return Standing(state.scores, out, state.round + 1, state.options.rounds)


def allows_bots(options: PeakOptions) -> bool:
    """Return whether bots may sit: they do not buy chips when they are asked (R7)."""
    return options.rebuy != "ask"


def single_deal(options: PeakOptions, i: int) -> PeakOptions:
    """Return the options of a match of one deal."""
    return replace(options, rounds=1)

"""The actions of a seat. The seven of a turn name no amount: the rules set it (R19)."""

from __future__ import annotations

from typing import TypeAlias

from games.core.codec import ActionStruct


class BringIn(ActionStruct, frozen=True, tag="BRING_IN"):
    """Bring in (R14)."""


class Complete(ActionStruct, frozen=True, tag="COMPLETE"):
    """Complete the bring-in to the small bet (R14, R15)."""


class Bet(ActionStruct, frozen=True, tag="BET"):
    """Make the first bet of a street (R19)."""


class Raise(ActionStruct, frozen=True, tag="RAISE"):
    """Raise by one bet (R19)."""


class Call(ActionStruct, frozen=True, tag="CALL"):
    """Pay what is owed, or all one has (R19)."""


class Check(ActionStruct, frozen=True, tag="CHECK"):
    """Let the others go on without a bet (R19)."""


class Fold(ActionStruct, frozen=True, tag="FOLD"):
    """Give up the deal (R19)."""


class Rebuy(ActionStruct, frozen=True, tag="REBUY"):
    """Ask to be filled up to the starting stack with the next deal (R38)."""


class SitOut(ActionStruct, frozen=True, tag="SIT_OUT"):
    """Take no part from the next deal on (R36)."""


class SitIn(ActionStruct, frozen=True, tag="SIT_IN"):
    """Take part again from the next deal on (R36)."""


class ShowHand(ActionStruct, frozen=True, tag="SHOW_HAND"):
    """Show the hand held in the deal that is over (R43)."""


class Leave(ActionStruct, frozen=True, tag="LEAVE"):
    """Leave a cash game for good (R40)."""


Turn: TypeAlias = BringIn | Complete | Bet | Raise | Call | Check | Fold
Aside: TypeAlias = Rebuy | SitOut | SitIn | ShowHand | Leave
Action: TypeAlias = Turn | Aside

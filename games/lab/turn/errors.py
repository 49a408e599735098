"""The errors of the turn lab. Every refusal of bad input is one of these and says what is valid."""

from __future__ import annotations


class TurnLabError(ValueError):
    """Any error of the turn lab that the caller can cause."""


class InvalidCardError(TurnLabError):
    """A card that does not exist; the message names the valid ranks (2-14) and suits."""


class DuplicateCardError(TurnLabError):
    """Cards that occur twice; the message lists them."""


class InvalidRangeError(TurnLabError):
    """A range that cannot be read, has a weight outside 0 to 1, or has no weight above 0.

    `position` is the index of the first wrong character where the range came as a text.
    """

    def __init__(self, message: str, position: int | None = None) -> None:
        place = "" if position is None else f" (at position {position})"
        super().__init__(message + place)
        self.position = position


class InsufficientCardsError(TurnLabError):
    """Fewer board cards than the four of the turn (or the five of the river)."""


class TooManyCardsError(TurnLabError):
    """More board cards than the four of the turn (or the five of the river)."""


class SolverConfigError(TurnLabError):
    """A setting of the solver that is not valid or not supported."""


class EmptyRangeError(TurnLabError):
    """No hand of a range is left once the dead cards are removed."""


class HistogramNormalizationError(TurnLabError):
    """Counts that cannot be scaled to a sum of 1: their sum is 0, or they are negative."""


class EMDCalculationError(TurnLabError):
    """Vectors between which no distance is defined: not finite, not normalised, unequal lengths."""


class SolverTimeoutError(TurnLabError):
    """The time limit was reached. Results carry a flag instead; this names the flag's cause."""

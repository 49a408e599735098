"""Check that a property of the contract detects a bug planted in a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.core.contract import IllegalAction
from tests.games.case import Case
from tests.games.contract_properties import PROPERTIES, check


def assert_detected(property_: str, case: Case, part: str, bug: Callable[..., Any]) -> None:
    """Assert that a property fails for a game in which one function has the bug."""
    changes: Any = {part: bug}
    broken = replace(case, game=replace(case.game, **changes))
    patient = replace(
        PROPERTIES[property_], examples=5 * PROPERTIES[property_].examples
    )  # ends at the first failure
    with pytest.raises((AssertionError, ArithmeticError, IllegalAction)) as failure:
        check(patient, broken, shrink=False)
    assert "samples in" not in str(failure.value), "the property has judged too few games"

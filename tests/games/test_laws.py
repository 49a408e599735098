"""Every game of the catalog, and the tiny one, obeys every law."""

import pytest

from tests.games.case import Case
from tests.games.cases import CASES
from tests.games.laws import LAWS, Law, check


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.game.slug)
@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS.keys())
def test_law(law: Law, case: Case) -> None:
    check(law, case)

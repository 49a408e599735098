"""Answer the questions of the page, by name. This is what the process for questions runs."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.lab.turn import answer as whole
from games.lab.turn.canonical import read_link_code
from games.lab.turn.errors import TurnLabError
from games.lab.turn.panels import tables
from games.lab.turn.panels.clusters import clusters_panel
from games.lab.turn.panels.correlation import correlation_panel
from games.lab.turn.panels.fields import Body, hash_of, spot_of
from games.lab.turn.panels.hands import compare_panel, hand_panel, hands_panel
from games.lab.turn.panels.nodes import node_panel
from games.lab.turn.panels.ranges import range_panel
from games.lab.turn.panels.refusals import Refusal, refusal_fields
from games.lab.turn.panels.rivers import rivers_panel
from games.lab.turn.panels.spots import named_spot, spot_panel
from games.lab.turn.solver.solution import Solution
from games.lab.turn.store import Stored, read

MAX_OPEN = 4
"""Solutions that are kept open: those asked for last."""


class Panels:
    """All panels, with the solutions that were opened last."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: OrderedDict[str, tuple[float, Stored]] = OrderedDict()
        self._questions: dict[str, Callable[[Body], dict[str, Any]]] = {
            "range": range_panel,
            "spot": spot_panel,
            "named": lambda body: named_spot(spot_of(body)),
            "link": lambda body: named_spot(read_link_code(str(body.get("code", "")))),
            "hands": _with_table(hands_panel, tables.csv_of_hands),
            "hand": hand_panel,
            "compare": compare_panel,
            "clusters": _with_table(
                lambda body: clusters_panel(body, self.read), tables.csv_of_clusters
            ),
            "node": _with_table(self._of_solution(node_panel), tables.csv_of_node),
            "rivers": self._of_solution(rivers_panel),
            "correlation": self._of_solution(correlation_panel),
            "answer": self._of_solution(lambda solution, body: whole.answer(solution)),
        }

    def answer(self, name: str, body: Body) -> dict[str, Any]:
        """Return the answer to a question, or the refusal under `refused`."""
        try:
            return self._questions[name](body)
        except TurnLabError as error:
            return {"refused": refusal_fields(error)}

    def read(self, name: str) -> Stored:
        """Return a stored solution; raise NotStored. A file that was replaced is read again."""
        path = self._folder / f"{name}.turn"
        changed = path.stat().st_mtime if path.exists() else 0.0
        known = self._open.pop(name, None)
        if known is None or known[0] != changed:
            known = (changed, read(self._folder, name))
        self._open[name] = known
        while len(self._open) > MAX_OPEN:
            self._open.popitem(last=False)
        return known[1]

    def _of_solution(
        self, panel: Callable[[Solution, Body], dict[str, Any]]
    ) -> Callable[[Body], dict[str, Any]]:
        def answer(body: Body) -> dict[str, Any]:
            name = hash_of(body)
            if name is None:
                raise Refusal("bad_message", "a solve hash is needed", "solve")
            return panel(self.read(name).solution, body)

        return answer


def _with_table(
    panel: Callable[[Body], dict[str, Any]], table: Callable[[dict[str, Any]], str]
) -> Callable[[Body], dict[str, Any]]:
    """Return the panel that answers with CSV where the question asks for it."""

    def answer(body: Body) -> dict[str, Any]:
        found = panel(body)
        return {"csv": table(found)} if body.get("format") == "csv" else found

    return answer

"""The turn lab on the command line: `manage.py turnlab solve SPOT.json`, `potential`, `cluster`, ...

JSON goes to standard output, progress and refusals to standard error. No database is needed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.lab.turn.errors import TurnLabError
from games.lab.turn.spots import MAX_FILE, Spot, SpotError, read_spot

SIDES = {"oop": 0, "ip": 1}


class Command(BaseCommand):
    help = "Solve turn spots, show potential, cluster hands, run the experiment and its report."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parts = parser.add_subparsers(dest="part", required=True)
        solve = parts.add_parser("solve", help="solve a spot")
        solve.add_argument("spot", type=Path)
        solve.add_argument("--target", type=float, default=0.5, help="percent of the pot")
        solve.add_argument("--threads", type=int, default=0, help="0: all cores")
        solve.add_argument("--clusters", type=int, help="labels on the turn, in this number")
        solve.add_argument("--by", choices=("potential", "equity"), default="potential")
        solve.add_argument("--side", choices=tuple(SIDES), help="cluster this player only")
        solve.add_argument("--json", action="store_true", help="print the whole answer as JSON")
        solve.add_argument("--strategy", type=Path, help="write the strategies to this .npz file")
        solve.add_argument("--time-limit", type=float, help="seconds")
        solve.add_argument("--memory", type=int, help="limit in MB")
        solve.add_argument("--backend", choices=("auto", "numba", "numpy"), default="auto")
        potential = parts.add_parser("potential", help="potential histograms of a player's hands")
        potential.add_argument("spot", type=Path)
        potential.add_argument("--side", choices=tuple(SIDES), default="oop")
        potential.add_argument("--bins", type=int, default=50)
        potential.add_argument("--weighted", action="store_true", help="rivers by probability")
        cluster = parts.add_parser("cluster", help="clusters of a player's hands")
        cluster.add_argument("spot", type=Path)
        cluster.add_argument("--side", choices=tuple(SIDES), default="oop")
        cluster.add_argument("--clusters", "-k", type=int, default=8)
        cluster.add_argument("--by", choices=("potential", "equity"), default="potential")
        run = parts.add_parser("experiment", help="run the experiment")
        run.add_argument("--scenarios", help="names separated by commas; all fifteen by default")
        run.add_argument("--resume", action="store_true", help="go on where a run was stopped")
        run.add_argument("--threads", type=int, default=1, help="0: all cores")
        report = parts.add_parser("report", help="write the experiment's report")
        prepare = parts.add_parser("prepare", help="solve what Turn Duel's ready-made spots need")
        prepare.add_argument("--threads", type=int, default=1, help="0: all cores")
        for part in (run, report):
            part.add_argument("--out", type=Path, help="folder; var/turnlab by default")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            getattr(self, f"_{options['part']}")(options)
        except TurnLabError as error:
            raise CommandError(str(error)) from None
        except OSError as error:  # a file that cannot be written
            raise CommandError(f"{error.filename}: {error.strerror}") from None

    def _solve(self, options: dict[str, Any]) -> None:
        from games.lab.turn import answer
        from games.lab.turn.solver.size import measure_spot
        from games.lab.turn.solver.solve import solve

        spot = _read(options["spot"])
        if not options["target"] > 0:
            raise SpotError("--target", "must be more than 0 percent")
        size = measure_spot(spot)
        self._print(
            f"{size.turn_nodes} + {size.river_nodes} decision nodes, {size.hands[0]} v "
            f"{size.hands[1]} hands, {size.rivers} rivers, {size.memory_bytes / 1e6:.1f} MB, "
            f"about {size.seconds(options['target']):.1f} s with compiled loops on one core"
        )
        with _interruptible() as cancel:
            solution = solve(
                spot,
                target=options["target"],
                threads=options["threads"] or len(os.sched_getaffinity(0)),
                clusters=_labels(spot, options),
                progress=self._progress,
                cancel=cancel,
                time_limit=options["time_limit"],
                backend=options["backend"],
                memory_limit=options["memory"] and options["memory"] * 1_000_000,
            )
        if options["strategy"]:
            answer.save_strategy(solution, options["strategy"])
        found = answer.answer(solution)
        if options["clusters"]:
            found["clusters"] = {key: options[key] for key in ("clusters", "by", "side")}
        self.stdout.write(json.dumps(found) if options["json"] else _summary(found))

    def _potential(self, options: dict[str, Any]) -> None:
        from games.lab.turn.answer import numbers
        from games.lab.turn.combos import format_combo
        from games.lab.turn.equity import river_equities
        from games.lab.turn.potential import potential_histograms

        spot, player = _read(options["spot"]), SIDES[options["side"]]
        if not 1 <= options["bins"] <= 1000:
            raise SpotError("--bins", "must be from 1 to 1000")
        combos = spot.ranges[player].combos(spot.board)
        equities = river_equities(spot.board, combos, spot.ranges[1 - player])
        found = potential_histograms(equities, options["bins"], weighted=options["weighted"])
        answer = {
            "side": options["side"],
            "weighted": found.weighted,
            "hands": [format_combo(int(combo)) for combo in combos],
            "hand_equity": numbers(equities.turn_equity),
            "mean": numbers(found.mean),
            "variance": numbers(found.variance),
            "entropy": numbers(found.entropy),
            "rivers_used": found.rivers_used.tolist(),
            "histograms": [numbers(row) for row in found.counts],
        }
        self.stdout.write(json.dumps(answer))

    def _cluster(self, options: dict[str, Any]) -> None:
        from games.lab.turn.combos import format_combo
        from games.lab.turn.labels import hand_labels

        spot, player = _read(options["spot"]), SIDES[options["side"]]
        labels = hand_labels(spot, player, options["by"], options["clusters"])
        combos = spot.ranges[player].combos(spot.board)
        answer = {
            "side": options["side"],
            "by": options["by"],
            "clusters": int(labels.max()) + 1,
            "hands": [format_combo(int(combo)) for combo in combos],
            "labels": labels.tolist(),
        }
        self.stdout.write(json.dumps(answer))

    def _experiment(self, options: dict[str, Any]) -> None:
        from games.lab.turn.experiment import Store, run
        from games.lab.turn.scenarios import scenarios

        chosen = scenarios()
        if options["scenarios"]:
            names = options["scenarios"].split(",")
            unknown = sorted(set(names) - {scenario.name for scenario in chosen})
            if unknown:
                known = ", ".join(scenario.name for scenario in chosen)
                raise SpotError("--scenarios", f"{', '.join(unknown)} unknown; known: {known}")
            chosen = [scenario for scenario in chosen if scenario.name in names]
        path = _out(options) / "experiment.jsonl"
        store = Store(path, options["resume"])
        run(chosen, store, self._bar, options["threads"] or len(os.sched_getaffinity(0)))
        records = [record for record in store.records if record["kind"] == "scenario"]
        failed = [record["scenario"] for record in records if record["status"] != "ok"]
        self._print(f"\n{len(records)} records in {path}; failed: {', '.join(failed) or 'none'}")

    def _prepare(self, options: dict[str, Any]) -> None:
        from games.lab.turn.prepare import prepare, ready_solves

        def report(done: int, count: int, text: str) -> None:
            self._print(f"{done}/{count} stored{': ' + text if text else ''}")

        with _interruptible() as cancel:
            done = prepare(
                Path(settings.GLASS_LAB_DIR),
                threads=options["threads"] or len(os.sched_getaffinity(0)),
                report=report,
                cancel=cancel,
            )
        self.stdout.write(f"{done} of {len(ready_solves())} solutions are stored")

    def _report(self, options: dict[str, Any]) -> None:
        from games.lab.turn import report
        from games.lab.turn.experiment import Store

        folder = _out(options)
        source = folder / "experiment.jsonl"
        if not source.exists():
            raise SpotError("--out", f"{source} does not exist; run `turnlab experiment` first")
        for path in report.write(Store(source, resume=True).records, folder):
            self.stdout.write(str(path))

    def _print(self, text: str) -> None:
        self.stderr.write(text, self.style.NOTICE)

    def _progress(self, progress: Any) -> None:
        self._print(
            f"iteration {progress.iteration:5d}  {progress.seconds:7.2f} s  "
            f"exploitability {progress.exploitability_pct:8.4f} % of the pot"
        )

    def _bar(self, text: str, share: float, left: float) -> None:
        """Draw a progress bar with the time left."""
        filled = round(30 * share)
        clock = time.strftime("%H:%M:%S", time.gmtime(left)) if left == left else "?"
        end = "\r" if sys.stderr.isatty() else "\n"
        bar = "#" * filled + "." * (30 - filled)
        self.stderr.write(f"[{bar}] {share:4.0%}  {clock} left  {text:<40}", ending=end)


def _read(path: Path) -> Spot:
    """Return the spot of a file; raise SpotError."""
    try:
        with path.open(encoding="utf-8") as file:
            return read_spot(file.read(MAX_FILE + 1))
    except UnicodeDecodeError:
        raise SpotError("file", f"{path} is not UTF-8 text") from None
    except OSError as error:
        raise SpotError("file", f"{path}: {error.strerror}") from None


def _labels(spot: Spot, options: dict[str, Any]) -> Any:
    """Return the labels that --clusters, --by and --side ask for, or None."""
    if options["clusters"] is None:
        return None
    from games.lab.turn.labels import hand_labels

    return tuple(
        hand_labels(spot, player, options["by"], options["clusters"])
        if options["side"] in (None, side)
        else None
        for side, player in SIDES.items()
    )


@contextmanager
def _interruptible() -> Iterator[Callable[[], bool]]:
    """Let the first Ctrl-C end a solve with a partial result; yield the test for it."""
    pressed: list[int] = []
    before = signal.getsignal(signal.SIGINT)

    def press(number: int, frame: object) -> None:
        pressed.append(number)
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, press)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


def _out(options: dict[str, Any]) -> Path:
    return options["out"] or Path(settings.VAR) / "turnlab"


def _summary(found: dict[str, Any]) -> str:
    """Return a short text about an answer."""
    root = found["root"]
    mix = ", ".join(
        f"{action} {100 * share:.1f} %"
        for action, share in zip(root["actions"], root["frequency"], strict=True)
    )
    state = "converged" if found["converged"] else f"not converged ({found['stopped']})"
    return (
        f"{state}: exploitability {found['exploitability_pct_pot']:.4f} % of the pot after "
        f"{found['iterations']} iterations, {found['seconds']:.2f} s\n"
        f"EV: OOP {root['ev_oop']:.3f}, IP {root['ev_ip']:.3f} of {found['pot']} chips\n"
        f"OOP at the root: {mix}"
    )

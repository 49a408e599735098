"""Plant sampled errors in the code and report which share of them the tests notice.

    python -m scripts.mutate --count 100 --seed 1
    python -m scripts.mutate --count 10 --only bots
    python -m scripts.mutate --count 10 --only static/js/shell/net --browser
    python -m scripts.mutate --count 100 --seed 1 --list
    python -m scripts.mutate --count 100 --seed 1 --part 2/10 --save var/verdicts.json
    python -m scripts.mutate --table var/verdicts.json

Errors are small: a comparison flipped, `and` for `or`, a constant off by one, a `not` dropped, a
result not returned, a statement removed. Each is planted alone in a temporary copy of the repository
and judged by the tests that import the changed module, nearest first. An error that changes nothing
that anybody could see is listed with the reason in scripts/mutation/equivalent.txt.
"""

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from scripts.mutation.errors import PlantedError
from scripts.mutation.javascript_errors import javascript_errors
from scripts.mutation.judging import Judge, compile_modules, copy_repository
from scripts.mutation.python_errors import python_errors

ROOT = Path(__file__).parents[1]
EQUIVALENT = Path(__file__).with_name("mutation") / "equivalent.txt"
LIMIT_SECONDS = 600.0
PURE_GAMES = ("core", "nana", "battleship", "datongzi", "stud", "turn", "tiny", "lab/turn")
AREAS = {
    "games": tuple(f"games/{name}/" for name in PURE_GAMES),
    "bots": ("bots/",),
    "tables": ("games/tables/",),
    "sockets": ("games/tables/sockets/", "games/tables/realtime/"),
    "javascript": ("static/js/",),
}
"""Each area and the folders of its files; a file belongs to the last area that names its folder."""
Verdict = tuple[str, PlantedError, str]
"""An area, an error planted there, and what became of it."""
LEFT_OUT = ("bots/bench/", "bots/management/", "games/tables/migrations/", "bots/migrations/")


def area_of(path: str) -> str | None:
    """Return the area that a file belongs to; `None` if no errors are planted in it."""
    if path.startswith(LEFT_OUT):
        return None
    areas = [area for area, folders in AREAS.items() if path.startswith(folders)]
    return areas[-1] if areas else None


def sources(root: Path, only: Sequence[str] = ()) -> dict[str, list[str]]:
    """List the files of each area, or only those of some areas, folders or files."""
    found: dict[str, list[str]] = {}
    for pattern in ("games/**/*.py", "bots/**/*.py", "static/js/**/*.js"):
        for path in sorted(root.glob(pattern)):
            name = path.relative_to(root).as_posix()
            area = area_of(name)
            if area and (not only or area in only or name.startswith(tuple(only))):
                found.setdefault(area, []).append(name)
    return found


def errors_in(root: Path, name: str) -> list[PlantedError]:
    """List every error that can be planted in one file."""
    find = javascript_errors if name.endswith(".js") else python_errors
    return find(name, (root / name).read_text())


def sample(
    root: Path, count: int, seed: int, only: Sequence[str] = ()
) -> list[tuple[str, PlantedError]]:
    """Draw errors with their areas: as many of each area as of the others, all different."""
    areas = sources(root, only)
    chosen: list[tuple[str, PlantedError]] = []
    for place, (area, names) in enumerate(areas.items()):
        share = count // len(areas) + (place < count % len(areas))
        errors = [error for name in names for error in errors_in(root, name)]
        drawn = random.Random(f"{seed}/{area}").sample(errors, min(share, len(errors)))
        chosen += [(area, error) for error in drawn]
    return chosen


def equivalent_errors(file: Path = EQUIVALENT) -> dict[str, str]:
    """Read which errors change nothing that can be seen: name -> reason."""
    lines = (line for line in file.read_text().splitlines() if line and not line.startswith("#"))
    pairs = (line.split(maxsplit=1) for line in lines)
    return {name: reason.strip() for name, reason in pairs}


def part_of(
    errors: Sequence[tuple[str, PlantedError]], part: str
) -> list[tuple[str, PlantedError]]:
    """Return one part of a sample: "2/10" is every tenth error, beginning with the second."""
    number, parts = (int(one) for one in part.split("/"))
    return list(errors[number - 1 :: parts])


def table(verdicts: Sequence[Verdict]) -> str:
    """Say by area and in all how many errors were noticed; equivalent ones are not counted."""
    lines = [f"{'area':12}{'errors':>8}{'equivalent':>12}{'noticed':>9}{'share':>8}"]
    areas = list(dict.fromkeys(area for area, _, _ in verdicts))
    for name, chosen in [*((area, {area}) for area in areas), ("all", set(areas))]:
        counts = Counter(verdict for area, _, verdict in verdicts if area in chosen)
        counted = counts.total() - counts["equivalent"]
        share = f"{100 * counts['noticed'] / counted:.0f} %" if counted else "-"
        columns = f"{counts.total():>8}{counts['equivalent']:>12}{counts['noticed']:>9}"
        lines.append(f"{name:12}{columns}{share:>8}")
    return "\n".join(lines)


def report(verdicts: Sequence[Verdict], equivalent: Mapping[str, str]) -> str:
    """Give the table, then list what was not noticed and what nobody could notice."""
    lines = [table(verdicts)]
    for area, error, verdict in verdicts:
        if verdict not in ("noticed", "equivalent"):
            lines.append(f"{verdict}: [{area}] {error.describe()}")
    for _, error, verdict in verdicts:
        if verdict == "equivalent":
            lines.append(f"equivalent: {error.describe()} ({equivalent[error.name]})")
    return "\n".join(lines)


def save_verdict(file: Path, verdict: Verdict) -> None:
    """Add a verdict to a file, one line each; several runs may add to the same file."""
    area, error, word = verdict
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a") as lines:
        lines.write(json.dumps({"area": area, "verdict": word, "error": asdict(error)}) + "\n")


def saved_verdicts(file: Path, equivalent: Mapping[str, str]) -> list[Verdict]:
    """Read the last verdict on each error of a file, with the present list of equivalent ones."""
    found: dict[str, Verdict] = {}
    for line in file.read_text().splitlines():
        saved = json.loads(line)
        error = PlantedError(**saved["error"])
        word = "equivalent" if error.name in equivalent else saved["verdict"]
        found[error.name] = (saved["area"], error, word)
    return sorted(found.values(), key=lambda verdict: list(AREAS).index(verdict[0]))


def judge_all(
    errors: Sequence[tuple[str, PlantedError]],
    limit_seconds: float,
    with_browser: bool,
    save: Path | None = None,
) -> list[Verdict]:
    """Judge errors one after the other; print each verdict, and save it, when it is known."""
    equivalent = equivalent_errors()
    verdicts: list[Verdict] = []
    with tempfile.TemporaryDirectory(prefix="glass-mutate-") as folder:
        copy_repository(ROOT, Path(folder))
        compile_modules(Path(folder))
        judge = Judge(Path(folder), limit_seconds, with_browser)
        for area, error in errors:
            verdict, test = "equivalent", ""
            if error.name not in equivalent:
                verdict, test = judge.judge(error)
            verdicts.append((area, error, verdict))
            print(f"[{area}] {error.describe()}\n    {verdict} {test}", flush=True)
            if save:
                save_verdict(save, verdicts[-1])
    print(report(verdicts, equivalent))
    return verdicts


def main() -> int:
    """Sample, judge and report; return 0 whatever was noticed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--only", nargs="+", default=[], help="areas, folders or files")
    parser.add_argument("--limit", type=float, default=LIMIT_SECONDS, help="seconds for one error")
    parser.add_argument("--browser", action="store_true", help="judge by browser tests too")
    parser.add_argument("--list", action="store_true", help="print the errors and run nothing")
    parser.add_argument("--part", default="1/1", help="judge only this part of the sample")
    parser.add_argument("--save", type=Path, help="add the verdicts to this file")
    parser.add_argument("--table", type=Path, help="report what this file holds; run nothing")
    options = parser.parse_args()
    if options.table:
        equivalent = equivalent_errors()
        print(report(saved_verdicts(options.table, equivalent), equivalent))
        return 0
    errors = part_of(sample(ROOT, options.count, options.seed, options.only), options.part)
    if options.list:
        print("\n".join(f"[{area}] {error.describe()}" for area, error in errors))
    else:
        judge_all(errors, options.limit, options.browser, options.save)
    return 0


if __name__ == "__main__":
    sys.exit(main())

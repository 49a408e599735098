"""Record what boards are given to draw: `python -m tests.js.record` plays the games again.

`tests/js/boards/NAME.json` holds a game as one viewer saw it: each event, the view after it, the
legal actions, and now and then a bot's analysis. Node.js draws it (`tests/js/boards.test.mjs`).
`python -m tests.js.record nana-0` records one file; record again when views or events change.

What a board asks the server while it is tried out is answered too, from `NAME.asked.json`, which
`node tests/js/draw.mjs --ask` writes: record, ask, and record once more.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import django

os.environ["GLASS_EXTRA_GAMES"] = "tiny"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from bots.analysis.compute import BotAnalyser, RecordedBot, RecordedGame  # noqa: E402
from bots.analysis.finished_games import decision_json  # noqa: E402
from bots.catalog import EVERY_BOT  # noqa: E402
from bots.contract import decide, missing_data  # noqa: E402
from games.core import codec  # noqa: E402
from games.core.contract import Viewer, preview_action  # noqa: E402
from games.core.random_stream import Chance  # noqa: E402
from games.tables.eventlog.patches import Document, make_patch  # noqa: E402
from tests.bots.recorded_games import BRIEF  # noqa: E402
from tests.games.case import Case, play  # noqa: E402
from tests.games.cases import CASES  # noqa: E402
from tests.games.recorded_game import Record, Run, Step  # noqa: E402

FOLDER = Path(__file__).parent / "boards"
ANALYSES = 6
"""How many moments of a game have an analysis."""


@dataclass(frozen=True)
class Kept:
    """Which game is recorded, and for whom."""

    slug: str
    playthrough: int | None
    """The number of the golden game with these seats and options; `None`: those bots are judged at."""
    viewer: Viewer
    level: str
    """The bot whose analyses are recorded; it sits in the last seat."""
    steps: int = 60


RECORDINGS = {
    "tiny-0": Kept("tiny", 1, 0, "normal"),
    "tiny-spectator": Kept("tiny", 3, None, "easy", 30),
    "nana-0": Kept("nana", 1, 0, "hard"),
    "nana-teams": Kept("nana", 4, 1, "normal"),
    "nana-simple": Kept("nana", 3, 0, "easy"),
    "battleship-0": Kept("battleship", 1, 0, "captain", 30),
    "battleship-classic": Kept("battleship", 3, 1, "recruit", 30),
    "battleship-grand": Kept("battleship", 2, None, "grand-admiral", 12),
    "datongzi-0": Kept("datongzi", 3, 0, "hard", 30),
    "datongzi-teams": Kept("datongzi", 4, 1, "expert", 24),
    "stud-0": Kept("stud", 1, 0, "lv2"),
    "stud-razz": Kept("stud", 4, 1, "lv1"),
    "stud-split": Kept("stud", 2, 0, "expert"),
    "turn-0": Kept("turn", None, 0, "hard"),
    "turn-1": Kept("turn", 2, 1, "normal"),
}


def recording(kept: Kept, asked: list[Any]) -> dict[str, Any]:
    """Play a game and return what its viewer is given to draw."""
    case = next(case for case in CASES if case.game.slug == kept.slug)
    number = kept.playthrough
    seats, options = case.bot_tables[0] if number is None else case.playthroughs[number]
    run = Run(case.game, options, seats, b"board %s" % (kept.slug.encode()), data=case.data())
    record = play(case, run, kept.steps, 0.75)
    return {
        "game": kept.slug,
        "level": kept.level,
        "seats": seats,
        "me": kept.viewer,
        "options": codec.plain(options),
        "outcome": codec.plain(case.game.outcome(record.state)),
        "frames": list(_frames(record, kept.viewer)),
        "analyses": list(_analyses(case, record, seats - 1, kept)),
        "answers": list(_answers(record, kept.viewer, asked)),
    }


def _answers(record: Record, viewer: Viewer, asked: list[Any]) -> Iterator[dict[str, Any]]:
    """Yield what the server answers to each (seq, action) that the board asked about."""
    game = record.game
    for seq, action in asked:
        state = record.steps[seq].states[viewer]
        read = codec.read_action(game, json.dumps(action).encode())
        yield {
            "seq": seq,
            "action": action,
            "answer": codec.plain(preview_action(game, state, viewer, read)),
        }


def _frames(record: Record, viewer: Viewer) -> Iterator[dict[str, Any]]:
    """Yield each event with the view after it; of a view only what has changed."""
    game, state, before = record.game, None, None
    allowed = {} if viewer is None else {"legal": game.legal_actions, "aside": game.aside}
    for seq, step in enumerate(record.steps):
        for at, event in enumerate(step.events):
            seen = game.redact(event, viewer)
            state = game.apply(state, seen)
            if game.round(state) < 0:
                yield {"seq": seq, "event": codec.plain(seen)}
                continue
            view = Document(game.view(state, viewer))
            change = make_patch(before, view) if before else None
            last = at == len(step.events) - 1
            actions = {
                name: codec.plain(find(step.states[viewer], viewer)) if last else []
                for name, find in allowed.items()
            }
            yield {
                "seq": seq,
                "event": codec.plain(seen),
                **(
                    {"patch": json.loads(bytes(change))}
                    if change
                    else {"view": json.loads(bytes(view.encoded()))}
                ),
                **{name: found for name, found in actions.items() if found},
            }
            before = view


def _analyses(case: Case, record: Record, seat: int, kept: Kept) -> Iterator[dict[str, Any]]:
    """Yield what a bot knew at some moments of the first deal, and what it would do where it could."""
    bot = EVERY_BOT[kept.slug].bots[kept.level]
    deal = _first_deal(record)
    counts = [sum(len(step.events) for step in deal[: at + 1]) for at in range(len(deal))]
    before = sum(len(step.events) for step in record.steps[: record.steps.index(deal[0])])
    events = tuple(case.game.redact(event, seat) for step in deal for event in step.events)
    part = RecordedBot(seat, kept.level, "", record.run.key, events, ())
    names = tuple(f"Name{number}" for number in range(record.run.seats))
    game = RecordedGame("", kept.slug, record.run.options, names, (part,), record.run.data)
    analyser = BotAnalyser(game, part)
    if missing_data(bot, analyser.memories[-1], record.run.data):
        return
    own = [at for at, step in enumerate(deal) if case.game.legal_actions(step.states[seat], seat)]
    others = [at for at in range(len(deal)) if at not in own]
    for at in sorted({*_spread(own, ANALYSES - 2), *_spread(others, 2)}):
        analysis = json.loads(analyser.analysis_bytes(counts[at]))
        decision = None
        if at in own:
            legal = case.game.legal_actions(deal[at].states[seat], seat)
            chosen = decide(
                bot,
                analyser.memories[counts[at]],
                legal,
                Chance(b"decision"),
                min(bot.work, BRIEF),
                record.run.data,
            )
            decision = decision_json(kept.slug, chosen, made=at % 2 == 0)
        analysis |= {"step": counts[at], "decision": decision}
        yield {"frame": before + counts[at] - 1, "analysis": analysis}


def _first_deal(record: Record) -> list[Step]:
    rounds = [record.game.round(step.state) for step in record.steps]
    first = max(0, rounds[0])
    return [step for step, index in zip(record.steps, rounds, strict=True) if index == first]


def _spread(places: list[int], count: int) -> list[int]:
    """Return some places, evenly spread, the first and the last among them."""
    if len(places) <= count:
        return places
    return [places[round(at * (len(places) - 1) / (count - 1))] for at in range(count)]


def rounded(value: Any) -> Any:
    """Return JSON whose figures have six digits: numpy's last digits differ between machines."""
    match value:
        case float():
            return float(f"{value:.6g}")
        case list():
            return [rounded(one) for one in value]
        case dict():
            return {name: rounded(one) for name, one in value.items()}
        case _:
            return value


def main(*names: str) -> None:
    """Record the named games, or all."""
    dump = partial(json.dumps, ensure_ascii=False, separators=(",", ":"))
    for name in names or RECORDINGS:
        file = FOLDER / f"{name}.asked.json"
        asked = json.loads(file.read_text()) if file.exists() else []
        recorded = rounded(recording(RECORDINGS[name], asked))
        file.unlink(missing_ok=True)
        lists = {key: recorded.pop(key) for key in ("frames", "analyses", "answers")}
        parts = [f"{dump(key)}:{dump(value)}" for key, value in recorded.items()]
        parts += [
            f'"{key}":[\n' + ",\n".join(map(dump, rows)) + "\n]" for key, rows in lists.items()
        ]
        text = "{" + ",\n".join(parts) + "}\n"
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
        print(name, len(text))


if __name__ == "__main__":
    main(*sys.argv[1:])

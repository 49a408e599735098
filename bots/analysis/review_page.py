"""What the player of a seat is told of their own decisions: the review of a deal, and of the match so far."""

from __future__ import annotations

from typing import Any

from bots.analysis.compute import sentence
from bots.catalog import EVERY_BOT
from bots.contract import Review, ReviewStep
from bots.runtime import reviews, runner, worker
from games.core import codec
from games.tables.eventlog.live_table import LiveTable
from games.tables.services.scheduler import NotReady

MAX_COMPUTED = 5
"""How many older deals without a review one request computes."""
COSTLIEST = 3
LEAST_COST = 0.05
"""Chips below which a decision is no error worth showing."""
OWN = ("error", "outside")


def review_answer(live: LiveTable, seat: int, index: int) -> dict[str, Any]:
    """Return the review of a deal with the figures of the match so far; compute what is missing."""
    if not reviews.is_reviewable(live, index):
        return {"status": "none", "review": None, "match": None}
    known = reviews.stored_reviews(live.table_id, seat)
    try:
        for missing in _missing(live, known, index):
            known[missing] = _review(live, missing, seat)
    except NotReady:
        if index not in known:
            return {"status": "pending", "review": None, "match": None}
    return {
        "status": "ready",
        "review": review_json(live.game.slug, known[index]),
        "match": match_figures(live.game.slug, {deal: known[deal] for deal in sorted(known)}),
    }


def _review(live: LiveTable, index: int, seat: int) -> Review:
    """Compute and store a review; raise `NotReady`."""
    task = reviews.review_task(live, index, seat)
    if runner.current is None:
        found = worker.review(task.game, task.level, task.memory, task.data)
    else:
        found = runner.current.review_from_thread(task.game, task.level, task.memory, task.data)
    reviews.store_review(live.table_id, index, seat, found)
    return found


def _missing(live: LiveTable, known: dict[int, Review], index: int) -> list[int]:
    """List the deals to be reviewed now: the one that is asked for, then a few older ones."""
    older = [deal for deal in range(index) if deal not in known][:MAX_COMPUTED]
    return [deal for deal in (index, *older) if deal not in known]


def review_json(game: str, review: Review) -> dict[str, Any]:
    """Return a review as JSON: every step with its sentence and, for own decisions, its place in the lab."""
    steps = [
        codec.plain(step)
        | {
            "reason": sentence(game, step.reason),
            "link": _link(game, step),
            "cost_pct": _percent(review, step),
        }
        for step in review.steps
    ]
    return {
        "score": review.score,
        "expected": review.expected,
        "scale": review.scale,
        "steps": steps,
        "error": -review.total("error"),
        "outside": -review.total("outside"),
        "luck": _chance_total(review),
    }


def _percent(review: Review, step: ReviewStep) -> float | None:
    """Return the cost of an own decision in per cent of the pot."""
    return 100 * (step.before - step.after) / review.scale if step.kind in OWN else None


def _chance_total(review: Review) -> float:
    return sum(step.value for step in review.steps if step.kind not in OWN)


def match_figures(game: str, by_deal: dict[int, Review]) -> dict[str, Any]:
    """Return the figures over the deals that are reviewed, in chips.

    The skill is what the own decisions brought against a player who errs nowhere: never above zero.
    """
    counts = [len(_errors(review)) for review in by_deal.values()]
    costs = [-review.total("error") for review in by_deal.values()]
    decisions = sum(counts)
    return {
        "deals": len(by_deal),
        "decisions": decisions,
        "error_per_decision": sum(costs) / decisions if decisions else 0.0,
        "trend": [cost / count for cost, count in zip(costs, counts, strict=True) if count],
        "costliest": _costliest(game, by_deal),
        "luck": sum(map(_chance_total, by_deal.values())),
        "skill": sum(review.total(*OWN) for review in by_deal.values()),
        "expected": sum(review.expected for review in by_deal.values()),
        "score": sum(review.score for review in by_deal.values()),
    }


def _link(game: str, step: ReviewStep) -> str | None:
    """Return the address of a page about a step, if the game has one for it."""
    address = EVERY_BOT[game].step_link
    return None if address is None else address(step)


def _errors(review: Review) -> list[ReviewStep]:
    return [step for step in review.steps if step.kind == "error"]


def _costliest(game: str, by_deal: dict[int, Review]) -> list[dict[str, Any]]:
    """Return the costliest decisions of all deals; `deal` and `step` are counted from 1."""
    found = [
        {
            "deal": index + 1,
            "step": number,
            "cost": -step.value,
            "cost_pct": _percent(review, step),
            "link": _link(game, step),
        }
        for index, review in by_deal.items()
        for number, step in enumerate(review.steps, start=1)
        if step.kind == "error" and -step.value >= LEAST_COST
    ]
    found.sort(key=lambda one: -float(str(one["cost"])))
    return found[:COSTLIEST]

"""Notifications about solves, on topics of their own."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from games.tables.realtime.pubsub import Kind, Notification, Topic, pubsub

CHANGED, STOP = 1, 2
QUEUE = Topic(Kind.SOLVE, 0)
"""A solve was queued, or the queue moved on."""


def topic(solve_id: int) -> Topic:
    """Return the topic of one solve."""
    return Topic(Kind.SOLVE, solve_id)


def changed(solve_id: int) -> Notification:
    """Return the notification that a solve has changed."""
    return topic(solve_id), CHANGED


def stop(solve_id: int) -> Notification:
    """Return the notification that nobody wants a solve any more."""
    return topic(solve_id), STOP


def after_commit(*notifications: Notification) -> None:
    """Publish notifications when the transaction is on disk."""
    transaction.on_commit(partial(pubsub.publish, list(notifications)))

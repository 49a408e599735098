"""Solve jobs, who asked for them, saved spots, and what keeps a result from being removed."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.tables.models import Player


class Kind(models.TextChoices):
    SOLVE = "solve", _("solve")
    EXPERIMENT = "experiment", _("experiment")


class Status(models.TextChoices):
    QUEUED = "queued", _("queued")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    STOPPED = "stopped", _("stopped")
    FAILED = "failed", _("failed")
    REMOVED = "removed", _("result removed")


ACTIVE = (Status.QUEUED, Status.RUNNING)


class Priority(models.IntegerChoices):
    """Who is served first; the lowest number."""

    VISITOR = 0
    READY_MADE = 1
    EXPERIMENT = 2


class Solve(models.Model):
    """One job. Invariant: only the process whose `claim` the row holds may finish it."""

    kind = models.CharField(_("kind"), max_length=12, choices=Kind, default=Kind.SOLVE)
    hash = models.CharField(_("solve hash"), max_length=64, unique=True)
    spot_hash = models.CharField(_("spot hash"), max_length=64, blank=True, db_index=True)
    input = models.JSONField(_("input"))
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.QUEUED)
    priority = models.SmallIntegerField(_("priority"), choices=Priority, default=Priority.VISITOR)
    progress = models.JSONField(_("progress"), default=dict, blank=True)
    result = models.JSONField(_("result"), null=True, blank=True)
    result_bytes = models.BigIntegerField(_("size of the result file"), default=0)
    error = models.TextField(_("error"), blank=True)
    claim = models.CharField(max_length=32, blank=True)
    """Who works on it: a token that is drawn anew with each claim."""
    lease = models.DateTimeField(_("lease"), null=True, blank=True)
    """When the claim lapses unless it is renewed."""
    cancel = models.BooleanField(_("stop asked for"), default=False)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    created_at = models.DateTimeField(_("first asked for"), default=timezone.now)
    queued_at = models.DateTimeField(_("queued"), default=timezone.now)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("solve job")
        verbose_name_plural = _("solve jobs")
        ordering = ["-queued_at", "-pk"]
        indexes = [
            models.Index(fields=["status", "priority", "queued_at"], name="lab_solve_queue"),
            models.Index(fields=["status", "finished_at"], name="lab_solve_oldest"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.hash[:12]}"


class Owner(models.Model):
    """A player who asked for a solve, and whether they still want it."""

    solve = models.ForeignKey(Solve, models.CASCADE, related_name="owners")
    player = models.ForeignKey(Player, models.CASCADE, related_name="solves")
    wanted = models.BooleanField(_("still wanted"), default=True)
    asked_at = models.DateTimeField(_("asked for"), default=timezone.now)

    class Meta:
        verbose_name = _("owner")
        verbose_name_plural = _("owners")
        constraints = [models.UniqueConstraint(fields=["solve", "player"], name="lab_one_owner")]

    def __str__(self) -> str:
        return f"{self.player}"


class SavedSpot(models.Model):
    """A spot that a player keeps; the result of its solve is kept with it."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="saved_spots")
    name = models.CharField(_("name"), max_length=100)
    spot = models.JSONField(_("spot"))
    spot_hash = models.CharField(_("spot hash"), max_length=64)
    link = models.TextField(_("link"))
    solve_hash = models.CharField(_("solve hash"), max_length=64, blank=True, db_index=True)
    saved_at = models.DateTimeField(_("saved"), default=timezone.now)

    class Meta:
        verbose_name = _("saved spot")
        verbose_name_plural = _("saved spots")
        ordering = ["-saved_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["player", "name"], name="lab_one_name")]

    def __str__(self) -> str:
        return self.name


class TableSpot(models.Model):
    """A spot from which a table is played; it stays although nobody keeps or solves it any more."""

    spot_hash = models.CharField(_("spot hash"), max_length=64, unique=True)
    spot = models.JSONField(_("spot"))

    class Meta:
        verbose_name = _("spot of a table")
        verbose_name_plural = _("spots of tables")

    def __str__(self) -> str:
        return self.spot_hash[:12]


class Pin(models.Model):
    """Keeps a result although it is old: it belongs to a ready-made spot or to a table."""

    solve_hash = models.CharField(_("solve hash"), max_length=64)
    reason = models.CharField(_("kept for"), max_length=10)
    name = models.CharField(_("name"), max_length=60)

    class Meta:
        verbose_name = _("kept result")
        verbose_name_plural = _("kept results")
        constraints = [
            models.UniqueConstraint(fields=["solve_hash", "reason", "name"], name="lab_one_pin")
        ]

    def __str__(self) -> str:
        return f"{self.reason} {self.name}"

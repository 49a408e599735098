"""The decisions of bots: one row per move, written in the move's own transaction."""

from django.db import models

from games.tables.models import Table


class DecisionRecord(models.Model):
    """What a bot decided and why; secret until it is revealed."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="decisions")
    seq = models.PositiveIntegerField()
    """The row the move became."""
    at = models.PositiveIntegerField()
    """The row it was decided on."""
    seat = models.PositiveSmallIntegerField()
    level = models.CharField(max_length=20)
    version = models.CharField(max_length=20)
    work = models.PositiveIntegerField()
    decision = models.TextField()

    class Meta:
        db_table = "bots_thought"
        default_permissions = ()
        permissions = [("view_thought", "Can view decisions of bots")]
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="one_thought")]


class DealReview(models.Model):
    """What a seat's decisions in one deal cost; for the player of that seat alone."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="reviews")
    deal = models.PositiveSmallIntegerField()
    """The index of the deal, from 0."""
    seat = models.PositiveSmallIntegerField()
    review = models.TextField()
    """A `bots.contract.Review` as JSON."""

    class Meta:
        default_permissions = ()
        ordering = ["deal"]
        constraints = [models.UniqueConstraint(fields=["table", "deal", "seat"], name="one_review")]

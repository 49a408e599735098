"""What a bot thought: one row per move, written in the move's own transaction."""

from django.db import models

from games.tables.models import Table


class Thought(models.Model):
    """What was decided and why; a secret until its round opens."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="thoughts")
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
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="one_thought")]

"""Database models: players, tables, and the log from which all other state is computed.

Invariant: rows of tables are written by `services` only, through `TableTransaction`. A table's state is the
result of applying its log; the other columns serve queries and the server's timers.
"""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables import names


class Player(models.Model):
    """Who a session is: a guest, or the holder of an account."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=40, default=names.guest_name)
    face = models.BigIntegerField(default=names.face)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="player"
    )
    muted = models.BooleanField(_("muted"), default=False)
    """Set by staff: what this player says is refused."""
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Status(models.TextChoices):
    OPEN = "open", _("open")
    PLAYING = "playing", _("playing")
    OVER = "over", _("over")
    CLOSED = "closed", _("closed")


class Visibility(models.TextChoices):
    LINK = "link", _("by link only")
    PUBLIC = "public", _("public")


class Speed(models.TextChoices):
    CALM = "calm", _("calm")
    NORMAL = "normal", _("normal")
    BRISK = "brisk", _("brisk")


class Clock(models.TextChoices):
    OFF = "off", _("off")
    RELAXED = "relaxed", _("relaxed")
    QUICK = "quick", _("quick")
    DAYS = "days", _("days")


class Table(models.Model):
    """One table, one match."""

    code = models.CharField(max_length=12, unique=True, default=names.table_code)
    game = models.CharField(max_length=40)
    size = models.PositiveSmallIntegerField(_("seats"))
    options = models.TextField(_("options"), default="{}")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    visibility = models.CharField(max_length=8, choices=Visibility.choices, default=Visibility.LINK)
    speed = models.CharField(max_length=8, choices=Speed.choices, default=Speed.NORMAL)
    clock = models.CharField(max_length=8, choices=Clock.choices, default=Clock.OFF)
    is_demo = models.BooleanField(default=False, db_column="show")
    """Whether bots play it for the home page; they move only while somebody watches."""
    host = models.ForeignKey(Player, models.PROTECT, null=True, related_name="hosted")
    seq = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)
    """The earliest time the server itself must act; also the lease of whoever does."""
    previous_table = models.OneToOneField(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        db_column="follows_id",
        related_name="next_table",
    )
    """The table whose rematch this is."""
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["status", "due_at"]),
            models.Index(fields=["status", "visibility", "created_at"]),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.code}"


class Round(models.Model):
    """The secret of a deal, hashed with the players' nonces; it is committed to before they are known.

    A table with a chain of secrets has one row, that of the last link: the others follow from it.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="rounds")
    index = models.PositiveSmallIntegerField()
    secret = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64, db_column="seal")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "index"], name="one_round")]


class Seat(models.Model):
    """A seat: the player who sits there, and the nonce their browser sent."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="seats")
    level = models.CharField(max_length=20, blank=True)
    """The level of the bot that plays this seat; empty for a person."""
    nonce = models.CharField(max_length=64, blank=True)
    last_seen = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="one_chair"),
            models.UniqueConstraint(fields=["table", "player"], name="one_chair_each"),
        ]


class LogEntry(models.Model):
    """One accepted command and its events."""

    class Kind(models.TextChoices):
        TABLE = "table", _("table")
        GAME = "game", _("game")
        ASIDE = "aside", _("aside")

    table = models.ForeignKey(Table, models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=5, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField(null=True)
    command = models.CharField(max_length=64, null=True)  # noqa: DJ001 - unique only when given
    action = models.TextField(blank=True)
    events = models.TextField()
    deal = models.PositiveSmallIntegerField(null=True)
    """The index of the deal that begins with this row; `None` for all other rows."""
    keyframe = models.TextField(blank=True, default="")
    """The table's public state before the row, if a deal begins with it: each deal can be read alone."""
    at = models.DateTimeField()

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="one_entry"),
            models.UniqueConstraint(fields=["table", "seat", "command"], name="one_effect"),
            models.UniqueConstraint(fields=["table", "deal"], name="one_deal"),
        ]


class ChatLine(models.Model):
    """A chat message or a reaction at a table."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="lines")
    player = models.ForeignKey(Player, models.CASCADE, related_name="lines")
    seat = models.PositiveSmallIntegerField(null=True)
    text = models.CharField(max_length=300)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]


class Presence(models.Model):
    """A server process has open sockets of a seat, or of spectators, at a table.

    The process extends `until` regularly; rows of a process that died expire.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="presences")
    process = models.CharField(max_length=16)
    seat = models.SmallIntegerField()
    """The seat, -1 for spectators."""
    sockets = models.PositiveSmallIntegerField()
    who = models.TextField(blank=True, default="")
    """Tags of whose sockets the process has at the table, separated by spaces."""
    until = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "process", "seat"], name="one_presence")
        ]


class Result(models.Model):
    """How a game ended for one person; written in the transaction that ended it."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="results")
    player = models.ForeignKey(Player, models.CASCADE, related_name="results")
    seat = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=40)
    won = models.BooleanField()
    shared = models.BooleanField(default=False)
    """Won together with others."""
    abandoned = models.BooleanField(default=False)
    """A stand-in played more than a third of this seat's decisions."""
    score = models.FloatField()
    reason = models.CharField(max_length=40)
    levels = models.CharField(max_length=200, blank=True)
    """Levels of the bots that played, each once, separated by spaces."""
    people = models.PositiveSmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at"]
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="one_result")]


class Report(models.Model):
    """A player reported another player's chat message; staff read it beside the chat."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="reports")
    by = models.ForeignKey(Player, models.CASCADE, related_name="reports_made")
    about = models.ForeignKey(Player, models.CASCADE, related_name="reports_got")
    text = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    handled = models.BooleanField(default=False)

    class Meta:
        ordering = ["-at"]


class DevicePass(models.Model):
    """A device link: makes another device the same player, once, for a few minutes."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="passes")
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the token; the token itself is only in the link."""
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)


class Inspection(models.Model):
    """Staff saw hidden information of a running table; its log says so when the game is over."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="inspections")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="inspections")
    what = models.CharField(max_length=100)
    reason = models.CharField(max_length=300)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["at"]

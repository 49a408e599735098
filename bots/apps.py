"""The app of the bots."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from bots.analysis import staff_role


class BotsConfig(AppConfig):
    name = "bots"
    verbose_name = _("bots")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the bots' roles; have replays analysed when opened, and matches given what they need."""
        from bots.analysis import finished_games
        from bots.runtime import needs
        from games.tables.queries import replay
        from games.tables.services import lifecycle

        replay.replay_opened.connect(finished_games.prepare, dispatch_uid="bots.prepare")
        lifecycle.match_started.connect(needs.ask_for_needs, dispatch_uid="bots.ask_for_needs")
        post_migrate.connect(staff_role.make, sender=self)

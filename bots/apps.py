"""The app of the bots."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from bots import roles


class BotsConfig(AppConfig):
    name = "bots"
    verbose_name = _("bots")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the bots' roles; have replays analysed when they are opened."""
        from bots import analyses
        from games.tables import replay

        replay.looked_at.connect(analyses.prepare, dispatch_uid="bots.prepare")
        post_migrate.connect(roles.make, sender=self)

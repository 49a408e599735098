"""The app of the tables."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    name = "games.tables"
    label = "tables"
    verbose_name = _("tables")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hear of every signing in, the admin's page included."""
        from games.tables import accounts

        user_logged_in.connect(accounts.arrived, dispatch_uid="tables.arrived")

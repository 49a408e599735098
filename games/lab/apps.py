"""The app of the turn lab."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LabConfig(AppConfig):
    name = "games.lab"
    label = "lab"
    verbose_name = _("turn lab")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let a guest who signs in keep their saved spots and solves."""
        from games.lab.jobs import saved
        from games.tables.accounts.merge import guest_merged

        guest_merged.connect(saved.move_to_account, dispatch_uid="lab.move_to_account")

"""The app of the turn lab."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LabConfig(AppConfig):
    name = "games.lab"
    label = "lab"
    verbose_name = _("turn lab")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let a guest who signs in keep their spots and solves; give tables their spots and solutions."""
        from games.lab.jobs import saved
        from games.lab.jobs.table_data import LabData
        from games.tables import data_source
        from games.tables.accounts.merge import guest_merged

        data_source.register(LabData())

        guest_merged.connect(saved.move_to_account, dispatch_uid="lab.move_to_account")

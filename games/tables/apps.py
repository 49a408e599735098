"""The app of the tables."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    name = "games.tables"
    label = "tables"
    verbose_name = _("tables")
    default_auto_field = "django.db.models.BigAutoField"

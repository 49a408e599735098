"""The app of the bots."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BotsConfig(AppConfig):
    name = "bots"
    verbose_name = _("bots")
    default_auto_field = "django.db.models.BigAutoField"

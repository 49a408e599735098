"""The app of the turn lab."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LabConfig(AppConfig):
    name = "games.lab"
    label = "lab"
    verbose_name = _("turn lab")

"""The app of the tables."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import post_delete, post_save
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    name = "games.tables"
    label = "tables"
    verbose_name = _("tables")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hear of every signing in and out and of new passwords, the admin's pages included."""
        from django.contrib.auth import get_user_model
        from django.contrib.sessions.models import Session

        from games.tables import accounts

        user_logged_in.disconnect(dispatch_uid="update_last_login")
        user_logged_in.connect(accounts.noted, dispatch_uid="tables.noted")
        user_logged_in.connect(accounts.arrived, dispatch_uid="tables.arrived")
        post_delete.connect(accounts.left, Session, dispatch_uid="tables.left")
        post_save.connect(accounts.changed, get_user_model(), dispatch_uid="tables.changed")

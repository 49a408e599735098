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
        """Connect the signals of signing in, signing out and new passwords, the admin's included."""
        from django.contrib.auth import get_user_model
        from django.contrib.sessions.models import Session

        from games.tables.accounts import merge

        user_logged_in.disconnect(dispatch_uid="update_last_login")
        user_logged_in.connect(merge.record_last_login, dispatch_uid="tables.record_last_login")
        user_logged_in.connect(merge.on_user_logged_in, dispatch_uid="tables.on_user_logged_in")
        post_delete.connect(
            merge.on_session_deleted, Session, dispatch_uid="tables.on_session_deleted"
        )
        post_save.connect(
            merge.on_user_saved, get_user_model(), dispatch_uid="tables.on_user_saved"
        )

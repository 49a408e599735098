"""Sessions in the database, written by the writer as everything else is."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends import db

from games.tables.eventlog.writer import writer


class SessionStore(db.SessionStore):
    """Django's database sessions; SESSION_ENGINE names this module."""

    def save(self, must_create: bool = False) -> Any:
        if self.session_key is None:
            return self.create()
        return writer.do(lambda: super(SessionStore, self).save(must_create))

    def delete(self, session_key: str | None = None) -> Any:
        if session_key is None and self.session_key is None:
            return None
        return writer.do(lambda: super(SessionStore, self).delete(session_key))

    def _validate_session_key(self, key: Any) -> bool:
        """Refuse what is no key of ours before a database is asked for it."""
        return bool(super()._validate_session_key(key) and key.isascii() and key.isalnum())

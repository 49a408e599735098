"""Django's PostgreSQL backend, replacing broken pooled connections without a pause.

Django lets the pool check a connection before it is used. The pool then waits 1, 2, 4 seconds after
each broken one it finds, in the thread that asked: after a restart of the database every idle
connection is broken, and the site would stand still for half a minute. Here a broken connection
is returned to the pool, which opens another, and the next one is tried at once.
"""

from __future__ import annotations

from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to PostgreSQL that was alive when it was handed out."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        pool = self.pool
        for _ in range(pool.max_size if pool else 0):
            connection = super().get_new_connection(conn_params)
            try:
                ConnectionPool.check_connection(connection)
            except psycopg.Error:
                pool.putconn(connection)
            else:
                return connection
        return super().get_new_connection(conn_params)

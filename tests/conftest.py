"""Fixtures for all tests: the real services, and the site's real server.

Async tests share one event loop for the whole run (pyproject.toml), as the browser needs it.
"""

import contextlib
import os
import signal
from collections.abc import Iterator

import hypothesis
import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.test import TransactionTestCase

from tests.lengthy_files import LENGTHY_FILES
from tests.server import Launcher
from tests.services import Postgres, Redis, running_postgres, running_redis

# No deadline: on a busy machine a single example may be slow.
hypothesis.settings.register_profile(
    "default", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.register_profile(
    "quick", hypothesis.settings.get_profile("default"), max_examples=10
)
hypothesis.settings.register_profile(
    "long", hypothesis.settings.get_profile("default"), max_examples=2000
)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


SERVICES = {"postgres", "redis", "server_files"}
"""Fixtures that start a program of the machine; `serve` and `site` take `server_files`."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that also runs the tests marked `slow`."""
    parser.addoption("--slow", action="store_true", help="also run the tests marked slow")


def pytest_configure() -> None:
    """Let SIGTERM end the services first, like Ctrl-C."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give `database` tests real commits, visible to other threads; deselect `slow` tests.

    Mark as `service` whatever takes a fixture that starts a program of the machine, and as
    `lengthy` the tests of tests/lengthy_files.py.
    """
    if not config.getoption("--slow"):
        slow = [item for item in items if item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]
    for item in items:
        if item.get_closest_marker("database"):
            item.add_marker(pytest.mark.django_db(transaction=True))
        if SERVICES & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.service)
        if item.path.relative_to(config.rootpath).as_posix() in LENGTHY_FILES:
            item.add_marker(pytest.mark.lengthy)


KEPT_TABLES = {"auth_group", "auth_group_permissions", "auth_permission", "django_content_type"}
"""Filled with the database and changed by no test."""


def delete_rows(case: TransactionTestCase) -> None:
    """Delete what a test stored.

    Django's own way empties every table and fills some again, which takes longer than most tests, and
    on PostgreSQL it locks whole tables and deadlocks with the last write of a socket that was closed.
    Such a write can add rows to tables that have just been emptied; they are deleted again then.
    """
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    names = sorted(set(names) - KEPT_TABLES)
    for _ in range(4):
        with contextlib.suppress(IntegrityError, OperationalError):
            return _delete_all(names)
    _delete_all(names)


def _delete_all(names: list[str]) -> None:
    with transaction.atomic(), connection.cursor() as cursor:  # foreign keys are checked at its end
        for name in names:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(name)}")


@pytest.fixture(scope="session", autouse=True)
def quick_clean_up() -> Iterator[None]:
    """Use `delete_rows` after each test with a database."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", delete_rows)
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A private PostgreSQL; `postgres.database()` makes an empty database, returns its URL."""
    with running_postgres() as service:
        yield service


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """A private Redis: `url`, `stop()`, `start()`, `restart()`. Leave it running."""
    with running_redis() as service:
        yield service


@pytest.fixture(scope="session")
def server_files(tmp_path_factory: pytest.TempPathFactory) -> Launcher:
    """Prepare once the files that all servers of this run share."""
    launcher = Launcher(tmp_path_factory.mktemp("server_files"))
    launcher.prepare()
    return launcher


@pytest.fixture
def serve(server_files: Launcher) -> Iterator[Launcher]:
    """Real servers for one test: `serve()`, `serve(database=url, GLASS_BOT_DELAY="1")`."""
    launcher = Launcher(server_files.folder)
    yield launcher
    launcher.close()

"""The settings inside pytest; the servers that tests start use the site's real ones.

The database is a file, never memory: services are called from several threads.
"""

import atexit
import shutil
import tempfile
from pathlib import Path

from project.settings import *  # noqa: F403
from project.settings import DATABASES

_folder = tempfile.mkdtemp(prefix="glass-tests-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)

if "sqlite3" in DATABASES["default"]["ENGINE"]:
    DATABASES["default"]["TEST"] = {"NAME": f"{_folder}/test.sqlite3"}
    # Nothing here outlives the run: what must survive a kill is tested on a real server.
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF"
    )
else:
    # A pool would keep connections open, and the test database could not be dropped.
    DATABASES["default"]["OPTIONS"].pop("pool")

STATIC_ROOT = _folder
GLASS_LAB_DIR = Path(_folder) / "lab"
GLASS_BOT_DELAY = GLASS_DISPLAY_SCALE = 0.0
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    # Pages are rendered without collectstatic having run.
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

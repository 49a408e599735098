"""Settings: SQLite and one process unless DATABASE_URL and REDIS_URL say otherwise.

Everything a deployment may choose comes from the environment (project/environment.py); what is
made while running lives under var/. Debug is off unless GLASS_DEBUG asks for it.
"""

import os
from pathlib import Path
from typing import Any

from csp.constants import NONCE, NONE, SELF

from project import environment

ROOT = Path(__file__).resolve().parent.parent
VAR = Path(environment.text("GLASS_DATA_DIR") or ROOT / "var")
VAR.mkdir(parents=True, exist_ok=True)

DEBUG = environment.flag("GLASS_DEBUG")
SECRET_KEY = os.environ.get("SECRET_KEY") or environment.kept_secret(VAR / "secret_key")

# --- the game's own -----------------------------------------------------------------------------

GLASS_BOT_DELAY = environment.number("GLASS_BOT_DELAY", 0.8)  # seconds a bot waits before a move
GLASS_DISPLAY_SCALE = environment.number("GLASS_DISPLAY_SCALE", 1.0)  # multiplier of display times
GLASS_CLOCK_SCALE = environment.number("GLASS_CLOCK_SCALE", 1.0)  # multiplier of the tables' clocks
GLASS_WARM_UP = environment.number("GLASS_WARM_UP", 1)  # 0: compile bots when they are first needed
GLASS_SWEEP_INTERVAL = environment.number("GLASS_SWEEP_INTERVAL", 1.0)  # seconds between sweeps
GLASS_LAB = environment.number("GLASS_LAB", 1)  # 0: this server starts no solves
GLASS_LAB_STORE_MB = environment.number("GLASS_LAB_STORE_MB", 2000)  # all results together
GLASS_LAB_DIR = VAR / "lab"  # results of solves, named by their hashes

GLASS_BUDGETS = environment.number("GLASS_BUDGETS", 1.0)  # multiplier of budgets; 0: no limits

# --- the address --------------------------------------------------------------------------------

GLASS_HOST = os.environ.get("HOST") or "127.0.0.1"
GLASS_PORT = int(os.environ.get("PORT") or 8000)
ALLOWED_HOSTS = environment.allowed_hosts(GLASS_HOST, environment.comma_list("ALLOWED_HOSTS"))
CSRF_TRUSTED_ORIGINS = environment.trusted_origins(environment.comma_list("ALLOWED_HOSTS"))
GLASS_PROXIES = environment.comma_list("GLASS_PROXIES")  # whose X-Forwarded-For counts
GLASS_HEAD_TIMEOUT = environment.number("GLASS_HEAD_TIMEOUT", 10.0)  # seconds for a request's head
ROOT_URLCONF = "project.urls"
ASGI_APPLICATION = "project.asgi.application"

# --- what it is made of -------------------------------------------------------------------------

INSTALLED_APPS = [
    "whitenoise.runserver_nostatic",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "games.tables.apps.TablesConfig",
    "games.lab.apps.LabConfig",
    "bots.apps.BotsConfig",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "games.tables.middleware.PrivatePages",
    "games.tables.middleware.Sessions",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "games.tables.middleware.Refusals",
    "games.tables.middleware.StaffWrites",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "games.tables.realtime.identity.visitor_context",
            ],
            "libraries": {
                "game_texts": "games.tables.queries.game_texts",
                "importmap": "project.importmap",
                "pages": "project.pages",
            },
        },
    },
]

# --- where things are kept ----------------------------------------------------------------------

DATABASES = {
    "default": environment.database(
        os.environ.get("DATABASE_URL") or f"sqlite:///{VAR / 'glass.sqlite3'}"
    ),
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The line between server processes. One process needs none, and gets one that stays inside it.
if REDIS_URL := os.environ.get("REDIS_URL"):
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL]},
        },
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

# What may be forgotten: counters of wrong passwords. Shared where there are several processes.
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    },
}
if REDIS_URL:
    CACHES["default"] = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "glass",
        "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2},
    }

STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [ROOT / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "project.storage.PackedStorage"},
}
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- people -------------------------------------------------------------------------------------

# A guest is known by the session only, so it lasts: a guest who returns next month finds their tables.
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60
SESSION_ENGINE = "games.tables.sessions"
# Accounts are Django's, behind a throttle; the pages for them are our own.
AUTHENTICATION_BACKENDS = ["games.tables.throttle.Backend"]
LOGIN_URL = "sign_in"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "简体中文"), ("ja", "日本語")]
LOCALE_PATHS = [ROOT / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- what a browser may do with our pages -------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],  # the nonce is for the import map, which must be inline
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],  # covers the websocket of the same host and port
        "manifest-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"  # a table's link is its key: do not tell it to other sites

# Behind a proxy that speaks TLS (and sets this header itself): cookies over TLS only.
if environment.flag("GLASS_HTTPS"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = 30 * 24 * 60 * 60

# --- what is said -------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname:<7} {name}: {message}", "style": "{"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": os.environ.get("GLASS_LOG") or "INFO"},
    "loggers": {
        # Django's own handlers would say everything twice, and stay silent without debug.
        "django": {"handlers": [], "level": "INFO"},
        # Whoever calls us by a wrong name gets 400; a traceback for each would drown the rest.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}

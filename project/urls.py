"""Every address of the site begins here; the apps bring their own.

The websockets' addresses are the `websocket_urlpatterns` of the tables and of the lab (project/asgi.py).
"""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

from project.health import healthz

urlpatterns = [
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
    path("i18n/", include("django.conf.urls.i18n")),
    # Only our own strings (LOCALE_PATHS): without packages the admin's would come along.
    path("jsi18n/", JavaScriptCatalog.as_view(packages=["games.tables"]), name="jsi18n"),
    path("", include("games.tables.urls")),
    path("", include("games.lab.urls")),
    path("", include("bots.urls")),
]

"""The server's entry point: pages go to Django, sockets to the tables' consumers.

A socket is opened only by our own pages (project/origin.py) and carries the visitor's session; who
sits where is decided from that session, so no user is loaded here.
"""

import os
import warnings

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
pages = get_asgi_application()  # before the imports below: it loads the apps they need

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from games.lab.urls import websocket_urlpatterns as lab_sockets  # noqa: E402
from games.tables.realtime.rate_limit import SocketRateLimit  # noqa: E402
from games.tables.urls import websocket_urlpatterns as table_sockets  # noqa: E402
from project.origin import OwnOriginOnly  # noqa: E402
from project.socket_session import SocketSession  # noqa: E402

# WhiteNoise hands Django an open file, which Django reads in a thread; it warns, and all is well.
warnings.filterwarnings(
    "ignore", message="StreamingHttpResponse must consume synchronous iterators"
)

application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": SocketRateLimit(
            OwnOriginOnly(SocketSession(URLRouter([*table_sockets, *lab_sockets])))
        ),
    }
)

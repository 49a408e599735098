"""The addresses of the tables: pages, POST endpoints, sockets."""

from django.urls import path, re_path

from games.tables import consumers, entrance, sockets, views

urlpatterns = [
    path("", views.home, name="home"),
    path("rules/<slug:slug>/", views.rules, name="rules"),
    path("me/", views.me, name="me"),
    path("me/device/", entrance.device, name="device"),
    path("go/<str:token>/", entrance.go_on, name="go_on"),
    path("account/new/", entrance.SignUp.as_view(), name="sign_up"),
    path("account/in/", entrance.SignIn.as_view(), name="sign_in"),
    path("account/out/", entrance.sign_out, name="sign_out"),
    path("account/password/", entrance.Password.as_view(), name="password"),
    path("play/<slug:slug>/", views.play, name="play"),
    path("tables/", views.tables, name="tables"),
    path("anywhere/<slug:slug>/", views.anywhere, name="anywhere"),
    path("t/<slug:code>/", views.table, name="table"),
    path("t/<slug:code>/sit/", views.sit, name="sit"),
    path("t/<slug:code>/leave/", views.leave, name="leave"),
    path("t/<slug:code>/fill/", views.fill, name="fill"),
    path("t/<slug:code>/start/", views.start, name="start"),
    path("t/<slug:code>/again/", views.again, name="again"),
    path("t/<slug:code>/remove/", views.remove, name="remove"),
    path("t/<slug:code>/handover/", views.handover, name="handover"),
    path("t/<slug:code>/back/", views.back, name="back"),
    path("t/<slug:code>/resign/", views.resign, name="resign"),
    path("t/<slug:code>/report/", views.report, name="report"),
    path("t/<slug:code>/qr.svg", views.qr, name="qr"),
    path("t/<slug:code>/replay/", views.replay_page, name="replay"),
    path("t/<slug:code>/frames/", views.frames, name="frames"),
]

websocket_urlpatterns = [
    re_path(r"^ws/v1/tables/(?P<code>[a-z0-9]+)/$", consumers.TableConsumer.as_asgi()),
    path("ws/v1/lobby/", sockets.LobbyConsumer.as_asgi()),
]

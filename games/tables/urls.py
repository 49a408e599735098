"""The addresses of the tables: pages, POST endpoints, sockets."""

from django.urls import path, re_path

from games.tables.accounts import views as account_views
from games.tables.sockets import lobby_consumer, table_consumer
from games.tables.web import commands, deal_file, pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("rules/<slug:slug>/", pages.rules, name="rules"),
    path("me/", pages.me, name="me"),
    path("me/device/", account_views.device, name="device"),
    path("go/<str:token>/", account_views.use_device_link, name="use_device_link"),
    path("account/new/", account_views.SignUp.as_view(), name="sign_up"),
    path("account/in/", account_views.SignIn.as_view(), name="sign_in"),
    path("account/out/", account_views.sign_out, name="sign_out"),
    path("account/password/", account_views.Password.as_view(), name="password"),
    path("play/<slug:slug>/", commands.play_now, name="play_now"),
    path("tables/", commands.create_table, name="create_table"),
    path("anywhere/<slug:slug>/", commands.quick_join, name="quick_join"),
    path("t/<slug:code>/", pages.table, name="table"),
    path("t/<slug:code>/sit/", commands.sit, name="sit"),
    path("t/<slug:code>/leave/", commands.leave, name="leave"),
    path("t/<slug:code>/fill/", commands.fill, name="fill"),
    path("t/<slug:code>/start/", commands.start, name="start"),
    path("t/<slug:code>/again/", commands.rematch, name="rematch"),
    path("t/<slug:code>/remove/", commands.remove, name="remove"),
    path("t/<slug:code>/handover/", commands.start_stand_in, name="start_stand_in"),
    path("t/<slug:code>/back/", commands.end_stand_in, name="end_stand_in"),
    path("t/<slug:code>/resign/", commands.resign, name="resign"),
    path("t/<slug:code>/report/", commands.report, name="report"),
    path("t/<slug:code>/qr.svg", pages.qr, name="qr"),
    path("t/<slug:code>/replay/", pages.replay_page, name="replay"),
    path("t/<slug:code>/frames/", pages.frames, name="frames"),
    path("t/<slug:code>/deal/", deal_file.deal_file, name="deal_file"),
]

websocket_urlpatterns = [
    re_path(r"^ws/v1/tables/(?P<code>[a-z0-9]+)/$", table_consumer.TableConsumer.as_asgi()),
    path("ws/v1/lobby/", lobby_consumer.LobbyConsumer.as_asgi()),
]

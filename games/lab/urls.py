"""The addresses of the turn lab: page, questions, solves, sockets. docs/lab-api.md describes them."""

from django.urls import path, re_path

from games.lab import sockets
from games.lab.web import pages, solves, spots, table_ranges

API = "lab/turn/api/"
SOLVE = rf"^{API}solves/(?P<name>[0-9a-f]{{64}})/"

urlpatterns = [
    path("lab/turn/", pages.turn, name="turnlab"),
    path("t/<slug:code>/ranges/", table_ranges.ranges, name="ranges"),
    path(f"{API}range/", spots.range_text, name="lab_range"),
    path(f"{API}spot/", spots.spot, name="lab_spot"),
    path(f"{API}hands/", spots.hands, name="lab_hands"),
    path(f"{API}hand/", spots.hand, name="lab_hand"),
    path(f"{API}compare/", spots.compare, name="lab_compare"),
    path(f"{API}clusters/", spots.clusters, name="lab_clusters"),
    path(f"{API}spots/", spots.spots, name="lab_spots"),
    path(f"{API}spots/<int:pk>/rename/", spots.rename, name="lab_rename"),
    path(f"{API}spots/<int:pk>/delete/", spots.delete, name="lab_delete"),
    path(f"{API}solves/", solves.solves, name="lab_solves"),
    re_path(rf"{SOLVE}$", solves.state, name="lab_solve"),
    re_path(rf"{SOLVE}stop/$", solves.stop, name="lab_stop"),
    re_path(rf"{SOLVE}node/$", solves.node, name="lab_node"),
    re_path(rf"{SOLVE}rivers/$", solves.rivers, name="lab_rivers"),
    re_path(rf"{SOLVE}correlation/$", solves.correlation, name="lab_correlation"),
    re_path(rf"{SOLVE}export\.csv$", solves.export_csv, name="lab_export_csv"),
    re_path(rf"{SOLVE}export\.json$", solves.export_json, name="lab_export_json"),
    re_path(rf"{SOLVE}answer\.json$", solves.export_answer, name="lab_answer"),
    path(f"{API}experiment/", pages.experiment, name="lab_experiment"),
    path(f"{API}experiment.csv", pages.experiment_csv, name="lab_experiment_csv"),
    path(f"{API}experiment/run/", pages.experiment_run, name="lab_experiment_run"),
    path(f"{API}experiment/stop/", pages.experiment_stop, name="lab_experiment_stop"),
]

websocket_urlpatterns = [
    path("ws/v1/lab/turn/", sockets.LabConsumer.as_asgi()),
]

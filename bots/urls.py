"""The addresses of the bots' pages: none yet but those of the tables they play at."""

urlpatterns: list[object] = []

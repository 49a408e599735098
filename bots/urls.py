"""The addresses of the bots' pages."""

from django.urls import path

from bots import views

urlpatterns = [
    path("t/<slug:code>/record.json", views.record, name="record"),
    path("t/<slug:code>/hint/", views.hint, name="hint"),
    path("t/<slug:code>/advice/", views.advice, name="advice"),
    path("t/<slug:code>/needs/", views.needs, name="needs"),
    path("t/<slug:code>/review/", views.review, name="review"),
    path("t/<slug:code>/mind/", views.bot_analysis, name="bot_analysis"),
    path("t/<slug:code>/analysis/", views.analysis, name="analysis"),
]

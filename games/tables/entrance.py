"""Account and device pages: sign up, sign in, sign out, password, continue on another device.

Invariant: nobody needs any of them to play. A GET changes nothing: a device link is created and
used by a POST. Redirects after sign-in lead only to addresses of this site.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.views import LoginView, PasswordChangeView, RedirectURLMixin
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from django.views.generic.edit import FormView

from games.tables import accounts, credentials, passes, people, profile, qr, throttle
from games.tables.middleware import limit
from games.tables.models import Player
from games.tables.writer import writer

LOOPBACK = ("localhost", "127.", "[::1]")


class Door:
    """Add to the sign-up and sign-in pages what the guest would bring along."""

    request: HttpRequest

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        player = people.known(self.request.session)
        told = {"player": player, "brings": profile.kept(player), "next": self.get_redirect_url()}  # type: ignore[attr-defined]
        return super().get_context_data(**kwargs, **told)  # type: ignore[misc]


@method_decorator([sensitive_post_parameters(), never_cache], name="dispatch")
class SignUp(Door, RedirectURLMixin, FormView):
    """Create an account; a guest keeps their name, seats and history."""

    template_name = "account/sign_up.html"
    form_class = credentials.SignUpForm
    next_page = "me"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return redirect("me")
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: credentials.SignUpForm) -> HttpResponse:
        if not throttle.may_open(self.request):
            form.add_error(None, credentials.TOO_MANY_NEW)
            return self.render_to_response(self.get_context_data(form=form), status=429)
        user = form.save(commit=False)  # hashing is slow: not while the database waits
        try:
            writer.do(partial(self._enter, user))
        except IntegrityError:  # somebody took the name a moment ago
            form.add_error("username", credentials.TAKEN)
            return self.form_invalid(form)
        messages.success(self.request, _("Welcome! What you play is kept with your account now."))
        return redirect(self.get_success_url())

    def _enter(self, user: Any) -> None:
        """Store the account and sign in to it, both or neither."""
        user.save()
        login(self.request, user)


class SignIn(Door, LoginView):
    """Back to an account; what was played here as a guest comes along."""

    template_name = "account/sign_in.html"
    form_class = credentials.SignInForm
    next_page = "home"

    def form_invalid(self, form: credentials.SignInForm) -> HttpResponse:
        status = 429 if throttle.refused(self.request) else 200
        return self.render_to_response(self.get_context_data(form=form), status=status)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Leave this device; the account keeps everything."""
    logout(request)
    return redirect("home")


class Password(PasswordChangeView):
    """A new password. Every other device is signed out by it, and no open pass outlives it."""

    template_name = "account/password.html"
    form_class = credentials.PasswordForm
    success_url = reverse_lazy("me")

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"request": self.request}

    def form_valid(self, form: credentials.PasswordForm) -> HttpResponse:
        answer = super().form_valid(form)
        passes.void(people.player_of(self.request))
        told = _("Your password is changed. Other devices have to sign in again.")
        messages.success(self.request, told)
        return answer


@never_cache
@require_http_methods(["GET", "POST"])
def device(request: HttpRequest) -> HttpResponse:
    """Show the way to another device; a POST makes the code."""
    if request.method == "GET":
        told: dict[str, Any] = {"player": people.known(request.session)}
        return render(request, "account/device.html", told)
    limit("change_table", request)
    player = people.player_of(request)
    link = request.build_absolute_uri(reverse("go_on", args=[passes.issue(player)]))
    local = request.get_host().startswith(LOOPBACK)
    told = {"player": player, "link": link, "code": qr.svg(link), "local": local}
    return render(request, "account/device.html", told)


@never_cache
@require_http_methods(["GET", "POST"])
def go_on(request: HttpRequest, token: str) -> HttpResponse:
    """The other end of a pass: ask first, then let this device be the player."""
    here, player = people.known(request.session), passes.look(token)
    if player is None:
        return render(request, "account/pass_over.html", {"player": here}, status=410)
    if player == here or request.method == "GET":
        told = {"player": here, "who": player, "brings": profile.kept(here)}
        return render(request, "account/go_on.html", told)
    if passes.use(token) is None:
        return render(request, "account/pass_over.html", {"player": here}, status=410)
    _become(request, here, player)
    return redirect("home")


def _become(request: HttpRequest, here: Player | None, player: Player) -> None:
    if player.user is not None:
        login(request, player.user)  # and from there to accounts.arrived
        return
    if request.user.is_authenticated:
        logout(request)  # an account stays whole, it is only left on this device
    request.session.cycle_key()
    rotate_token(request)
    accounts.become(request, here, player)

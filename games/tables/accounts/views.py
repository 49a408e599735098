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

from games.tables import qr, throttle
from games.tables.accounts import device_links, forms, merge
from games.tables.eventlog.writer import writer
from games.tables.middleware import limit
from games.tables.models import Player
from games.tables.queries import profile
from games.tables.realtime import identity


class GuestSummaryMixin:
    """Add to the sign-up and sign-in pages what the guest would bring along."""

    request: HttpRequest

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        player = identity.player_from_session(self.request.session)
        context = {
            "player": player,
            "guest_summary": profile.guest_summary(player),
            "next": self.get_redirect_url(),  # type: ignore[attr-defined]
        }
        return super().get_context_data(**kwargs, **context)  # type: ignore[misc]


@method_decorator([sensitive_post_parameters(), never_cache], name="dispatch")
class SignUp(GuestSummaryMixin, RedirectURLMixin, FormView):
    """Create an account; a guest keeps their name, seats and history."""

    template_name = "account/sign_up.html"
    form_class = forms.SignUpForm
    next_page = "me"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return redirect("me")
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: forms.SignUpForm) -> HttpResponse:
        if not throttle.may_open(self.request):
            form.add_error(None, forms.TOO_MANY_NEW)
            return self.render_to_response(self.get_context_data(form=form), status=429)
        user = form.save(commit=False)  # hashing is slow: not while the database waits
        try:
            writer.do(partial(self._enter, user))
        except IntegrityError:  # somebody took the name a moment ago
            form.add_error("username", forms.NAME_TAKEN)
            return self.form_invalid(form)
        messages.success(self.request, _("Welcome! What you play is kept with your account now."))
        return redirect(self.get_success_url())

    def _enter(self, user: Any) -> None:
        """Store the account and sign in to it, both or neither."""
        user.save()
        login(self.request, user)


class SignIn(GuestSummaryMixin, LoginView):
    """Sign in to an account; what was played here as a guest is merged into it."""

    template_name = "account/sign_in.html"
    form_class = forms.SignInForm
    next_page = "home"

    def form_invalid(self, form: forms.SignInForm) -> HttpResponse:
        status = 429 if throttle.refused(self.request) else 200
        return self.render_to_response(self.get_context_data(form=form), status=status)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Leave this device; the account keeps everything."""
    logout(request)
    return redirect("home")


class Password(PasswordChangeView):
    """Change the password, which signs out every other device and ends all device links."""

    template_name = "account/password.html"
    form_class = forms.PasswordForm
    success_url = reverse_lazy("me")

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"request": self.request}

    def form_valid(self, form: forms.PasswordForm) -> HttpResponse:
        answer = super().form_valid(form)
        device_links.void(identity.get_or_create_player(self.request))
        text = _("Your password is changed. Other devices have to sign in again.")
        messages.success(self.request, text)
        return answer


@never_cache
@require_http_methods(["GET", "POST"])
def device(request: HttpRequest) -> HttpResponse:
    """Explain device links; a POST creates one."""
    if request.method == "GET":
        context: dict[str, Any] = {"player": identity.player_from_session(request.session)}
        return render(request, "account/device.html", context)
    limit("change_table", request)
    player = identity.get_or_create_player(request)
    link = request.build_absolute_uri(reverse("use_device_link", args=[device_links.issue(player)]))
    local = qr.is_loopback(request.get_host())
    context = {"player": player, "link": link, "code": qr.svg(link), "local": local}
    return render(request, "account/device.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def use_device_link(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to continue as the link's player; a POST makes this device that player."""
    guest, player = identity.player_from_session(request.session), device_links.peek(token)
    if player is None:
        return render(request, "account/device_link_expired.html", {"player": guest}, status=410)
    if player == guest or request.method == "GET":
        context = {"player": guest, "who": player, "guest_summary": profile.guest_summary(guest)}
        return render(request, "account/use_device_link.html", context)
    if device_links.use(token) is None:
        return render(request, "account/device_link_expired.html", {"player": guest}, status=410)
    _continue_as(request, guest, player)
    return redirect("home")


def _continue_as(request: HttpRequest, guest: Player | None, player: Player) -> None:
    if player.user is not None:
        login(request, player.user)  # merge.on_user_logged_in then merges the guest
        return
    if request.user.is_authenticated:
        logout(request)  # an account stays whole, it is only left on this device
    request.session.cycle_key()
    rotate_token(request)
    merge.switch_player(request, guest, player)

"""The forms of an account: Django's own with our texts, each error beside its field."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, UserCreationForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.tables import throttle
from games.tables.eventlog.writer import writer

MAX_USERNAME_LENGTH = 30
"""Characters of a sign-in name."""
TOO_MANY = _("Too many wrong passwords. Wait five minutes, then try again.")
TOO_MANY_NEW = _("Too many new accounts from here. Try again in an hour.")
NAME_TAKEN = _("Somebody has this name already. Choose another.")
PASSWORD_HELP = _("At least 8 characters, not only digits, and nothing everybody uses.")


class SignUpForm(UserCreationForm):
    """A new account: a name to sign in with, and a password."""

    error_messages = {"password_mismatch": _("This is not the same as above.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label, name.max_length = _("Sign-in name"), MAX_USERNAME_LENGTH
        name.help_text = _("Letters, digits and @ . + - _ — others do not see it.")
        name.widget.attrs |= {"maxlength": MAX_USERNAME_LENGTH, "spellcheck": "false"}
        name.error_messages["unique"] = NAME_TAKEN
        _describe(self, "password1", _("Password"), PASSWORD_HELP)
        _describe(self, "password2", _("Password again"))

    def clean_username(self) -> str:
        name = self.cleaned_data["username"]
        if len(name) > MAX_USERNAME_LENGTH:
            raise ValidationError(_("At most 30 characters."))
        if self._meta.model.objects.filter(username__iexact=name).exists():
            raise ValidationError(NAME_TAKEN)
        return str(name)

    def validate_password_for_user(self, user: Any, password_field_name: str = "password1") -> None:
        super().validate_password_for_user(user, password_field_name)


class SignInForm(AuthenticationForm):
    """Name and password of an account."""

    error_messages = {
        "invalid_login": _("Name and password do not belong together. Capital letters count."),
        "inactive": _("This account is closed."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Sign-in name")
        self.fields["username"].widget.attrs["spellcheck"] = "false"
        _describe(self, "password", _("Password"))

    def get_invalid_login_error(self) -> ValidationError:
        if throttle.refused(self.request):
            return ValidationError(TOO_MANY, code="too_many")
        return super().get_invalid_login_error()


class PasswordForm(PasswordChangeForm):
    """A new password; the old one is asked for."""

    error_messages = {"password_mismatch": _("This is not the same as above.")}

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        _describe(self, "old_password", _("Your password now"))
        _describe(self, "new_password1", _("New password"), PASSWORD_HELP)
        _describe(self, "new_password2", _("New password again"))

    def save(self, commit: bool = True) -> Any:
        """Hash the new password here, where that is slow for nobody else, and store it."""
        user = super().save(commit=False)
        if commit:
            writer.do(user.save)
        return user

    def clean_old_password(self) -> str:
        """Check it through the throttle: an open browser is no place to guess either."""
        name, password = self.user.get_username(), self.cleaned_data["old_password"]
        if authenticate(self.request, username=name, password=password) is None:
            refused = throttle.refused(self.request)
            raise ValidationError(TOO_MANY if refused else _("That is not your password."))
        return str(password)

    def validate_password_for_user(
        self, user: Any, password_field_name: str = "new_password1"
    ) -> None:
        super().validate_password_for_user(user, "new_password1")


def _describe(form: forms.Form, field: str, label: Any, help_text: Any = "") -> None:
    form.fields[field].label = label
    form.fields[field].help_text = help_text

"""What all forms share.

The token against forged requests, the version seen, and the phone's own id for what it sends.
"""

from __future__ import annotations

import hmac
import uuid
from functools import lru_cache
from typing import Any, TypeVar

from flask import current_app, request
from flask_wtf import FlaskForm
from itsdangerous import Signer
from werkzeug.datastructures import MultiDict
from wtforms import Field, HiddenField
from wtforms.csrf.core import CSRF, CSRFTokenField
from wtforms.validators import ValidationError

from scorekeeper.kernel.shape import MOST_SEATS
from scorekeeper.web.phone import known_phone, this_phone


@lru_cache(maxsize=1024)
def _token(secret: str, phone: str) -> str:
    return Signer(secret, salt="form").get_signature(phone).decode()


def csrf_token() -> str:
    """The token of this phone's forms: its id, signed.

    It has no time limit, so a form left open still saves.
    """
    return _token(str(current_app.secret_key), this_phone())


class PhoneToken(CSRF):
    """A token that belongs to the phone. Nothing but its id need be kept in the cookie."""

    def generate_csrf_token(self, _field: CSRFTokenField) -> str:
        """The token to draw into the form."""
        return csrf_token()

    def validate_csrf_token(self, _form: Any, field: CSRFTokenField) -> None:
        """Raises ValidationError (as WTForms wants it) unless the form was drawn for this phone."""
        token = _token(str(current_app.secret_key), known_phone())
        if not hmac.compare_digest(token.encode(), str(field.data or "").encode()):
            raise ValidationError("the form was not drawn for this phone")


class PhoneForm(FlaskForm):
    """A form that changes something."""

    class Meta:
        """WTForms' settings: the token is ours, see PhoneToken."""

        csrf = True
        csrf_class = PhoneToken
        csrf_field_name = "csrf_token"

        def wrap_formdata(self, _form: Any, _formdata: Any) -> MultiDict[str, str] | None:
            """What was sent as a form, which is text alone. Flask-WTF would take JSON and files too."""
            return request.form if request.method == "POST" else None

    version = HiddenField()
    client_id = HiddenField()
    do = HiddenField()

    @property
    def previews(self) -> bool:
        """Whether it only asks what would happen: ``do`` is "preview", or "preview" and what was tapped."""
        return (self.do.data or "").partition(" ")[0] == "preview"

    @property
    def tapped(self) -> list[str]:
        """What was tapped on the page beside its fields: the words behind "preview"."""
        return (self.do.data or "").split()[1:] if self.previews else []

    @property
    def seen_version(self) -> int:
        """The version of the match that the page showed; none that exists if it is missing or broken."""
        text = self.version.data or ""
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1  # noqa: PLR2004

    @property
    def own_id(self) -> str:
        """The id that the phone (or the page drawn for it) gave to what it sends."""
        try:
            return str(uuid.UUID(self.client_id.data or ""))
        except ValueError:
            return str(uuid.uuid4())


class PerSeat(Field):
    """A text for each seat, sent as ``name-0``, ``name-1`` …, up to the last one that has something in it."""

    def process(self, formdata: Any, data: Any = (), extra_filters: Any = None) -> None:  # noqa: ARG002 - WTForms'
        """Takes over what was sent, or else ``data``."""
        self.process_errors = []
        texts = list(data) if isinstance(data, list) else []
        if formdata is not None:
            sent = any(name.startswith(f"{self.name}-") for name in formdata)
            texts = [formdata.get(f"{self.name}-{seat}", "") for seat in range(MOST_SEATS)] if sent else []
        while texts and not texts[-1].strip():
            texts.pop()
        self.data = texts


class Forged(Exception):
    """A form that was not drawn for this phone: cookies are off, or somebody else's page sent it."""


F = TypeVar("F", bound=PhoneForm)


def check(form: PhoneForm) -> None:
    """Raises Forged unless ``form`` was drawn for this phone."""
    if not form.csrf_token.validate(form):  # the only field that judges
        raise Forged


def received(form_class: type[F]) -> F:
    """The form that was sent; raises Forged unless it was drawn for this phone."""
    form = form_class()
    check(form)
    return form


def hidden_fields(version: int | None = None, client_id: str | None = None) -> list[tuple[str, str]]:
    """The hidden fields that every form carries: token, version seen, and a fresh id."""
    fields = [("csrf_token", csrf_token()), ("client_id", client_id or str(uuid.uuid4()))]
    return fields if version is None else [*fields, ("version", str(version))]


def whole(text: str | None) -> object:
    """``text`` as a number where it is one, else as it is, so that the judge can name what is wrong."""
    stripped = (text or "").strip()
    digits = stripped.removeprefix("-")
    return int(stripped) if digits.isdecimal() and len(digits) < 12 else stripped  # noqa: PLR2004

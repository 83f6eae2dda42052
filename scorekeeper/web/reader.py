"""Who reads: the language, and words in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from babel import Locale
from flask import request
from flask_babel import get_locale, get_translations
from markupsafe import Markup

from scorekeeper.folders import folder
from scorekeeper.kernel import Message
from scorekeeper.words import ENGLISH, Words, has_cents


@cache
def languages() -> tuple[str, ...]:
    """The languages that we ship, English first."""
    catalogues: Path = folder("translations")
    return ("en", *sorted(path.name for path in catalogues.glob("*") if (path / "LC_MESSAGES").is_dir()))


def chosen_locale() -> str:
    """The best of our languages for this browser."""
    return request.accept_languages.best_match(languages()) or "en"


def words(names: Sequence[str] = (), unit: str = "USD", amounts_minor: Iterable[int] | None = None) -> Words:
    """Words in the reader's language, as markup.

    ``amounts_minor``: all that will be shown; if none of them has parts of a whole unit, none is shown
    with them.
    """
    cents = amounts_minor is None or has_cents(unit, amounts_minor)
    locale = get_locale() or ENGLISH
    if locale == Locale("en"):
        locale = ENGLISH
    return Words(names, unit, cents, locale, get_translations(), html=True)


def sentence(message: Message) -> str:
    """A message that names nobody and no amount, in the reader's language."""
    return words().sentence(message)


def joined(*parts: str) -> str:
    """Sentences one after the other, the empty ones left out; markup stays markup."""
    return Markup(" ").join(part for part in parts if part)


def _(text: str, /, **params: object) -> str:
    """``text`` of the pages in the reader's language. What is filled in is escaped, unless it is markup."""
    translated = Markup(get_translations().gettext(text))  # noqa: S704 - our own catalogue
    return translated % params if params else translated

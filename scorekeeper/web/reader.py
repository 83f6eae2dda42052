"""Who reads: the language, and words in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from gettext import NullTranslations
from pathlib import Path

from babel import Locale
from babel.support import Translations
from flask import Flask, g, request
from flask_babel import get_locale
from markupsafe import Markup

from scorekeeper.folders import folder
from scorekeeper.kernel import Message
from scorekeeper.words import ENGLISH, Words, has_cents


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader's language, with the catalogue that translates into it."""

    locale: Locale
    translations: NullTranslations


@cache
def languages() -> tuple[str, ...]:
    """The languages that we ship, English first."""
    catalogues: Path = folder("translations")
    return ("en", *sorted(path.name for path in catalogues.glob("*") if (path / "LC_MESSAGES").is_dir()))


def chosen_locale() -> str:
    """The best of our languages for this browser."""
    return request.accept_languages.best_match(languages()) or "en"


@cache
def _reader(locale: Locale) -> Reader:
    """Catalogues are read once, not with every request."""
    if locale == Locale("en"):
        return Reader(ENGLISH, NullTranslations())
    return Reader(locale, Translations.load(str(folder("translations")), [str(locale)]))


def reader() -> Reader:
    """Who asked for this page."""
    try:
        known: Reader = g.reader
    except AttributeError:
        known = g.reader = _reader(get_locale() or ENGLISH)
    return known


def _gettext(text: str) -> str:
    return reader().translations.gettext(text)


def _ngettext(one: str, many: str, number: int) -> str:
    return reader().translations.ngettext(one, many, number)


def register(app: Flask) -> None:
    """Lets templates speak the reader's language."""
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]  # added by Jinja's i18n extension
        _gettext,
        _ngettext,
        newstyle=True,
    )


def words(names: Sequence[str] = (), unit: str = "USD", amounts_minor: Iterable[int] | None = None) -> Words:
    """Words in the reader's language, as markup.

    ``amounts_minor``: all that will be shown; if none of them has parts of a whole unit, none is shown
    with them.
    """
    cents = amounts_minor is None or has_cents(unit, amounts_minor)
    known = reader()
    return Words(names, unit, cents, known.locale, known.translations, html=True)


def sentence(message: Message) -> str:
    """A message that names nobody and no amount, in the reader's language."""
    return words().sentence(message)


def lowered(text: str) -> str:
    """The text as it goes on within a sentence."""
    return text[:1].lower() + text[1:]


def joined(*parts: str) -> str:
    """Sentences one after the other, the empty ones left out; markup stays markup."""
    return Markup(" ").join(part for part in parts if part)


def _(text: str, /, **params: object) -> str:
    """``text`` of the pages in the reader's language. What is filled in is escaped, unless it is markup."""
    translated = Markup(reader().translations.gettext(text))  # noqa: S704 - our own catalogue
    return translated % params if params else translated

"""Messages and money as a person reads them, in one language.

The pure folders say things as :class:`~scorekeeper.kernel.Message`; here seats become names, amounts get
their unit, and the catalogue of the language is asked. ISO 4217 is looked up with Babel.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from gettext import NullTranslations

from babel import Locale
from babel.lists import format_list
from babel.numbers import (
    format_decimal,
    get_currency_name,
    get_currency_precision,
    get_currency_symbol,
    list_currencies,
)
from markupsafe import Markup, escape

from scorekeeper.kernel import Amount, Message, Param, Several, Who

ENGLISH = Locale("en", "US")
MINUS = "\N{MINUS SIGN}"


@lru_cache
def _currencies() -> frozenset[str]:
    return frozenset(list_currencies())


@lru_cache
def decimals(unit: str) -> int:
    """How many decimals an amount of ``unit`` has: by ISO 4217, none for a table's own word."""
    return get_currency_precision(unit) if unit in _currencies() else 0


def is_currency(unit: str) -> bool:
    """Whether ``unit`` is an ISO 4217 code."""
    return unit in _currencies()


def has_cents(unit: str, amounts_minor: Iterable[int]) -> bool:
    """Whether any of the amounts has parts of a whole unit, so that all at the table are shown with them."""
    whole = 10 ** decimals(unit)
    return any(amount % whole for amount in amounts_minor)


CENT_SIGN = frozenset({"AUD", "CAD", "HKD", "NZD", "SGD", "USD"})
"""Currencies of which less than one is written with a cent sign, in English: 35¢."""


def _in_units(minor: int, unit: str) -> Decimal:
    return Decimal(minor).scaleb(-decimals(unit))


def _shown_decimals(minor: int, unit: str, cents: bool) -> int:
    """All decimals of the unit, or none where the table has none; an amount is never rounded to fit."""
    return decimals(unit) if cents or minor % 10 ** decimals(unit) else 0


@lru_cache(maxsize=4096)
def _money(minor: int, unit: str, locale: Locale, cents: bool) -> str:
    amount = _in_units(minor, unit)
    if unit not in _currencies():
        return f"{format_decimal(amount, locale=locale)} {unit}".replace("-", MINUS)
    if unit in CENT_SIGN and locale.language == "en" and 0 < abs(minor) < 10 ** decimals(unit):
        return f"{minor}¢".replace("-", MINUS)
    digits = _shown_decimals(minor, unit, cents)
    pattern = copy(locale.currency_formats["standard"])
    pattern.frac_prec = (digits, digits)
    text: str = pattern.apply(amount, locale, currency=unit, currency_digits=False)
    symbol = get_currency_symbol(unit, locale)
    if symbol[
        -1:
    ].isalpha():  # letters stand apart from figures (CLDR's currency spacing, which Babel leaves out)
        text = re.sub(rf"({re.escape(symbol)})(?=[0-9])", "\\1\N{NO-BREAK SPACE}", text)
    return text.replace("-", MINUS)


@lru_cache(maxsize=4096)
def _figure(minor: int, unit: str, locale: Locale, cents: bool, signed: bool) -> str:
    digits = _shown_decimals(minor, unit, cents)
    text = format_decimal(abs(_in_units(minor, unit)), "#,##0." + "0" * digits if digits else "#,##0", locale)
    sign = MINUS if minor < 0 else "+" if minor and signed else ""
    return sign + text


@lru_cache(maxsize=256)
def unit_name(unit: str, locale: Locale) -> str:
    """What the unit is called ("US dollars"), or the table's own word."""
    return get_currency_name(unit, count=2, locale=locale) if unit in _currencies() else unit


@dataclass(frozen=True)
class Words:
    """One reader's words for one match.

    ``names``: by seat; ``unit``: of the match's stake; ``cents``: whether amounts are shown with them;
    ``html``: names are then wrapped so that their direction does not leak, and all texts are safe markup.
    """

    names: Sequence[str] = ()
    unit: str = "USD"
    cents: bool = True
    locale: Locale = ENGLISH
    translations: NullTranslations = field(default_factory=NullTranslations)
    html: bool = False

    def sentence(self, message: Message) -> str:
        """``message`` with everything filled in."""
        if message.plural is None:
            text = self.translations.gettext(message.text)
        else:
            text = self.translations.ngettext(message.text, message.plural, message.count)
        if self.html:
            text = Markup(text)  # noqa: S704 - our own catalogue; what is filled in is escaped
        return text % {name: self._filled(param) for name, param in message.params.items()}

    def _filled(self, param: Param) -> str | int:
        match param:
            case Who(seat):
                return self.name(seat)
            case Amount(minor):
                return self.money(minor)
            case Message():
                return self.sentence(param)
            case Several(items):
                return self.listed(items)
            case _:
                return param

    def name(self, seat: int) -> str:
        """Who sits there."""
        name = self.names[seat]
        return Markup("<bdi>%s</bdi>") % name if self.html else name

    def listed(self, items: Sequence[Param]) -> str:
        """Several things in one phrase: "High, Low and Game"."""
        if not self.html:
            return format_list([str(self._filled(item)) for item in items], locale=self.locale)
        texts = [str(escape(self._filled(item))) for item in items]
        return Markup(format_list(texts, locale=self.locale))  # noqa: S704 - each was escaped

    def money(self, minor: int) -> str:
        """An amount with its unit: "$12", "$3.75", "35¢", "12 chips"."""
        return _money(minor, self.unit, self.locale, self.cents)

    def figure(self, minor: int, *, signed: bool = True) -> str:
        """An amount without its unit, with a sign: "+12", "−3.75", "0"."""
        return _figure(minor, self.unit, self.locale, self.cents, signed)


def english(names: Sequence[str], unit: str) -> Words:
    """The words of the wire format, which speaks English."""
    return Words(names, unit)

"""Units of money, and amounts as people type them.

An amount is a whole number of minor units everywhere in the code (150 for 1.50 USD, 150 for 150 JPY); text is
turned into one here and nowhere else, without a float on the way.

What people may type (``amount_minor``), in the decimal digits of any script:

* a decimal mark, point or comma: ``1.50`` ``1,50`` ``.50`` ``5.``
* thousands set off by points, commas, apostrophes or any kind of space: ``1,000.50`` ``1.000,50``
  ``1 000,50`` ``1'000.50``, also the Indian way ``1,00,000.50``
* a sum: ``12+3.5`` ``20 - 4.50``, with a sign in front: ``+5`` ``-5``

**What a point or comma means.** Of two different marks the last is the decimal mark. A mark that comes more
than once sets off thousands. A single mark is the decimal mark, unless exactly three digits follow and a
number of thousands could stand before it (one to three digits, not beginning with 0). Then:

=========  =============================  =====================================
typed      unit with 0 to 2 decimals      unit with 3 or 4 decimals
=========  =============================  =====================================
``1,000``  one thousand                   refused (``ambiguous``)
``1.000``  refused (``ambiguous``)        one
=========  =============================  =====================================

A comma with three digits after it is a decimal mark nowhere where money has two decimals. A point is both: a
thousand in Berlin, three decimals in a program. Nobody shall owe a thousand times too much by a guess.

Digits beyond the unit's decimals are fine as long as they are 0: ``1.5000`` is 1.50, ``0.005`` is refused.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

LONGEST_TEXT = 100
"""The most characters an amount is read from."""

LARGEST_AMOUNT = 10**12 - 1
"""The largest amount typed, in minor units: sums of very many of them fit 64 bits and JSON's integers."""

_MOST_DECIMALS = 4
"""ISO 4217 has units with 0, 2, 3 and 4 decimals."""


def N_(text: str) -> str:  # noqa: N802 - the name that Babel's extraction knows
    """``text`` as it is, marked for the translation catalogues."""
    return text


_SENTENCES = {
    "empty": N_("Write an amount, such as %(example)s."),
    "not_an_amount": N_("This is not an amount. Write it like %(example)s."),
    "too_fine": N_("There is nothing smaller than %(smallest)s. Write an amount like %(example)s."),
    "ambiguous": N_("Is this %(large)s or %(small)s? Write it without setting off thousands."),
    "too_large": N_("This is too much: at most %(largest)s."),
}


@dataclass(frozen=True, slots=True)
class Unit:
    """What money is counted in: an ISO 4217 code or the table's own word ("chips"), and how many decimals.

    A minor unit is the last decimal: cents for ("USD", 2), whole yen for ("JPY", 0). How many decimals an ISO
    unit has is looked up elsewhere; a word of the table's own has none. Raises :class:`ValueError` for no
    code, or decimals other than 0 to 4.
    """

    code: str
    decimals: int

    def __post_init__(self) -> None:
        if not self.code:
            raise ValueError("a unit has a code")
        if not 0 <= self.decimals <= _MOST_DECIMALS:
            raise ValueError(f"a unit has 0 to {_MOST_DECIMALS} decimals, not {self.decimals}")


class NotAnAmount(ValueError):
    """Text that is no amount of the unit.

    ``code`` is stable: ``empty``, ``not_an_amount``, ``too_fine`` (parts of a minor unit), ``ambiguous`` (see
    the module), ``too_large``. ``sentence`` says what is wrong and what would be right, in English with
    ``%(name)s`` places and marked for translation; ``params`` are for these places.
    """

    def __init__(self, code: str, params: Mapping[str, str]) -> None:
        self.code = code
        self.sentence = _SENTENCES[code]
        self.params = params
        super().__init__(self.sentence % params)


def amount_text(minor: int, unit: Unit) -> str:
    """``minor`` as plain text for programs and input fields: ``-1234.50``, no thousands, always a point.

    What :func:`amount_minor` reads back as the same amount.
    """
    whole, part = divmod(abs(minor), 10**unit.decimals)
    fraction = f".{part:0{unit.decimals}d}" if unit.decimals else ""
    return f"{'-' if minor < 0 else ''}{whole}{fraction}"


def amount_minor(text: str, unit: Unit) -> int:
    """The amount a person typed as ``text``, in minor units of ``unit``; it may be 0 or below.

    See the module for what may be typed and what a point or comma means. Raises :class:`NotAnAmount`.
    """
    plain = _plain(text[: LONGEST_TEXT + 1])
    if not plain:
        raise _refusal("empty", unit)
    if len(text) > LONGEST_TEXT or not _SUM.fullmatch(plain):
        raise _refusal("not_an_amount", unit)
    total = 0
    for sign, number in _TERM.findall(plain):
        amount = _number_minor(number, unit)
        total += -amount if sign == "-" else amount
    if abs(total) > LARGEST_AMOUNT:
        raise _refusal("too_large", unit)
    return total


_MEANT = {"\uff0b": "+", "\uff0c": ",", "\uff0e": ".", "\u2019": "'", "\u066c": "'"} | dict.fromkeys(
    "\u2212\u2010\u2011\u2013\ufe63\uff0d", "-"
)
"""Full-width signs and marks, typographic apostrophe, Arabic thousands mark; minus, hyphens and en dash."""

_ARABIC_DECIMAL_MARK = "\u066b"
_SUM = re.compile(r"[+-]?[^+-]+(?:[+-][^+-]+)*")
_TERM = re.compile(r"([+-]?)([^+-]+)")
_THOUSAND_DIGITS = 3
_DIGITS = re.compile(r"[0-9]*")
_HEAD = re.compile(r"[1-9][0-9]{0,2}")
"""What can stand before a thousands mark."""
_THOUSANDS = re.compile(r"[1-9][0-9]{0,2}([ '.,])[0-9]{3}(?:\1[0-9]{3})*|[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}")


def _plain(text: str) -> str:
    """``text`` with ASCII digits, signs, marks and spaces (none around signs); the rest stays."""
    characters = []
    for character in text:
        digit = unicodedata.decimal(character, None)
        if digit is not None:
            characters.append(str(digit))
        elif character.isspace():
            characters.append(" ")
        elif unicodedata.category(character) != "Cf":  # writing direction and the like: not seen, not meant
            characters.append(_MEANT.get(character, character))
    return re.sub(r" *([+-]) *", r"\1", "".join(characters)).strip()


def _number_minor(number: str, unit: Unit) -> int:
    """One ``number`` without a sign, in minor units."""
    whole, part = _halves(number, unit)
    if _THOUSANDS.fullmatch(whole):
        whole = re.sub(r"[^0-9]", "", whole)
    if not (whole or part) or not _DIGITS.fullmatch(whole) or not _DIGITS.fullmatch(part):
        raise _refusal("not_an_amount", unit)
    if part[unit.decimals :].strip("0"):
        raise _refusal("too_fine", unit)
    return int(whole + part[: unit.decimals].ljust(unit.decimals, "0") or "0")


def _halves(number: str, unit: Unit) -> tuple[str, str]:
    """What stands before and after the decimal mark of ``number``, by the rule of the module."""
    place = max(number.rfind(mark) for mark in (".", ",", _ARABIC_DECIMAL_MARK))
    if place < 0 or number.count(number[place]) > 1:
        return number, ""
    whole, mark, part = number[:place], number[place], number[place + 1 :]
    thousands_possible = (
        mark != _ARABIC_DECIMAL_MARK and len(part) == _THOUSAND_DIGITS and _HEAD.fullmatch(whole)
    )
    if not thousands_possible or not _DIGITS.fullmatch(part):
        return whole, part
    if (mark == ",") == (unit.decimals < _THOUSAND_DIGITS):
        return (number, "") if mark == "," else (whole, part)
    raise _refusal("ambiguous", unit, large=whole + part, small=f"{whole}.{part}".rstrip("0").rstrip("."))


def _refusal(code: str, unit: Unit, **params: str) -> NotAnAmount:
    return NotAnAmount(
        code,
        {
            "example": amount_text(125 * 10**unit.decimals // 10, unit),
            "smallest": amount_text(1, unit),
            "largest": amount_text(LARGEST_AMOUNT, unit),
            **params,
        },
    )

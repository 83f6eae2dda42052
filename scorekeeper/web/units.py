"""The units that set-up offers, and the stakes in each."""

from __future__ import annotations

from babel.numbers import get_territory_currencies
from flask import request

from scorekeeper.words import decimals, is_currency

OFFERED = ("USD", "EUR", "GBP", "CAD", "AUD", "CHF", "SEK", "PLN", "INR", "MXN", "JPY", "KWD")
OWN_WORDS = ("chips", "toothpicks", "matchsticks")


def offered_units(first: str) -> list[str]:
    """The units to choose from, ``first`` among them and in front."""
    return [first, *(unit for unit in (*OFFERED, *OWN_WORDS) if unit != first)]


def offered_stakes(unit: str, usual: int | None = None) -> tuple[int, ...]:
    """Five stakes in minor units. ``usual``: what the game is played for in dollars; 1 is for pennies."""
    if not is_currency(unit):
        return (1, 2, 3, 5, 10)
    places = decimals(unit)
    if places == 0:
        return (10, 20, 50, 100, 200)
    whole: int = 10**places
    if usual == 1:
        return (whole // 100, whole // 50, whole // 20, whole // 10, whole // 4)
    return (whole // 10, whole // 4, whole // 2, whole, 2 * whole)


def proposed_stake(unit: str, usual: int | None = None) -> int:
    """What is proposed: 1.00 of a currency that has parts (a cent for pennies), 1 of the table's own word."""
    stakes = offered_stakes(unit, usual)
    return stakes[0] if not is_currency(unit) or usual == 1 else stakes[3]


def proposed_unit(region: str, otherwise: str) -> str:
    """The currency of ``region`` (ISO 3166), or of the region that the browser's language names."""
    if not region:
        tag = next(iter(request.accept_languages.values()), "")
        region = tag.partition("-")[2].partition("-")[0]
    try:
        known = get_territory_currencies(region.upper()) if region else []
    except (ValueError, KeyError):
        known = []
    return known[-1] if known else otherwise

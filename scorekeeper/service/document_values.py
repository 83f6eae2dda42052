"""The values that documents have in common, each judged here. Raises Refused for what is none."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from scorekeeper.kernel import Refused, say
from scorekeeper.ledger import LARGEST_AMOUNT
from scorekeeper.service.not_taken import NotTaken

YEARS = range(1970, 2200)
"""Days and moments outside of these are somebody's slip, and no calendar's."""
_OWN_ZONE = re.compile(r"localtime$|posixrules$|Factory$|posix/|right/")
"""Files of the system that lie beside the zones, and are none by IANA's names."""
_ZONE_LENGTH = 64


@dataclass(frozen=True, slots=True)
class ReadTransfer:
    """A transfer; people and the one that it takes back by their places in the document."""

    payer: int
    payee: int
    amount_minor: int
    unit: str
    made_at: datetime
    reverses: int | None


def read_version(raw: Mapping[str, Any], ours: int) -> None:
    """That the document's version is one that can be read: up to ``ours``."""
    version = raw.get("version")
    if type(version) is not int:
        raise Refused("version", "not_whole", say("A whole number, without quotes or decimals."))
    if version not in range(1, ours + 1):
        text = say("Versions from 1 to %(ours)s can be read; this is %(theirs)s.", theirs=version, ours=ours)
        raise Refused("version", "unknown_version", text)


def read_zone(raw: object) -> str:
    """The name of a time zone."""
    try:
        if isinstance(raw, str) and len(raw) <= _ZONE_LENGTH and not _OWN_ZONE.match(raw):
            return str(ZoneInfo(raw))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        pass
    raise Refused("time_zone", "no_time_zone", say("The name of a time zone, such as Europe/Warsaw."))


def read_list(raw: object, field: str) -> list[Any]:
    """A list."""
    if not isinstance(raw, list):
        raise Refused(field, "not_a_list", say("A list."))
    return raw


def read_object(raw: object) -> Mapping[str, Any]:
    """An object of JSON."""
    if not isinstance(raw, Mapping):
        raise Refused("", "not_an_object", say("An object with named fields."))
    return raw


def read_whole(raw: object, field: str, least: int, most: int) -> int:
    """A whole number between the two."""
    if isinstance(raw, float) and raw.is_integer():
        raw = int(raw)  # as some programs write it
    if type(raw) is not int:
        raise Refused(field, "not_whole", say("A whole number, without quotes or decimals."))
    if not least <= raw <= most:
        raise Refused(
            field,
            "out_of_range",
            say("A number from %(least)s to %(most)s.", least=least, most=max(most, least)),
        )
    return raw


def read_places(raw: object, field: str, count: int, most: int) -> list[int]:
    """``count`` places, each from 0 to below ``most``."""
    places = read_list(raw, field)
    if len(places) != count:
        raise Refused(field, "not_one_each", say("One for each of the %(count)s people.", count=count))
    return [read_whole(one, f"{field}.{at}", 0, most - 1) for at, one in enumerate(places)]


def read_moment(raw: object, field: str) -> datetime:
    """A moment, in UTC."""
    try:
        at = datetime.fromisoformat(raw) if isinstance(raw, str) else None
    except ValueError:
        at = None
    if at is None or at.tzinfo is None or at.year not in YEARS:
        text = say("A moment with its offset, such as 2026-11-30T23:10:00+01:00.")
        raise Refused(field, "no_moment", text)
    return at.astimezone(UTC)


# Transfers ---------------------------------------------------------------------------------------


def read_transfers(raws: Sequence[object], people: int, unit: Callable[[object], str]) -> list[ReadTransfer]:
    """All of them, the oldest first. ``unit`` judges what they are in. Raises NotTaken with the place."""
    transfers: list[ReadTransfer] = []
    taken_back: set[int] = set()
    for place, one in enumerate(raws):
        try:
            transfer = _transfer(read_object(one), people, unit, transfers, taken_back)
        except Refused as refused:
            raise NotTaken(refused, transfer=place) from None
        transfers.append(transfer)
        if transfer.reverses is not None:
            taken_back.add(transfer.reverses)
    return transfers


def _transfer(
    raw: Mapping[str, Any],
    people: int,
    unit: Callable[[object], str],
    before: Sequence[ReadTransfer],
    taken_back: set[int],
) -> ReadTransfer:
    payer, payee = (read_whole(raw.get(name), name, 0, people - 1) for name in ("from", "to"))
    if payer == payee:
        raise Refused("to", "same_person", say("Somebody cannot pay themselves."))
    amount = read_whole(raw.get("amount"), "amount", 1, LARGEST_AMOUNT)
    in_unit, at, back = unit(raw.get("unit")), read_moment(raw.get("at"), "at"), raw.get("reverses")
    if back is None:
        return ReadTransfer(payer, payee, amount, in_unit, at, None)
    back = read_whole(back, "reverses", 0, len(before) - 1)
    was = before[back]
    mirrored = (was.payee, was.payer, was.amount_minor, was.unit)
    if (payer, payee, amount, in_unit) != mirrored or was.reverses is not None or back in taken_back:
        text = say("It does not take back what was paid there: the same money, the other way round, once.")
        raise Refused("reverses", "no_reversal", text)
    return ReadTransfer(payer, payee, amount, in_unit, at, back)

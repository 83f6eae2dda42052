"""Reading a session document (``docs/exports.md``): everything is judged and played, nothing is stored.

What is not known is passed over in the document itself, so that documents of later versions can be read; in
set-ups and entries it is refused as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from scorekeeper.documents import read_document
from scorekeeper.exports.json import FORMAT, VERSION
from scorekeeper.games import GAMES
from scorekeeper.kernel import Game, Refused, Setup, play, say
from scorekeeper.kernel.names import clean_name, name_key, refuse_same_name
from scorekeeper.ledger import LARGEST_AMOUNT
from scorekeeper.service.not_taken import NotTaken
from scorekeeper.service.outcomes import kept

MOST_BYTES = 5 * 1024 * 1024
"""No longer document is read."""
MOST_PEOPLE = 1000
"""Of a session, in all of its matches together."""
_YEARS = range(1970, 2200)
"""Days and moments outside of these are somebody's slip, and no calendar's."""
_ZONE_LENGTH = 64
Further = Callable[[int], None]
"""Told how many more entries were played."""


@dataclass(frozen=True, slots=True)
class ReadMatch:
    """A match that was played to its last entry. ``outcomes``: by entry, as columns of it."""

    game: Game[Any]
    setup: Setup
    raws: Sequence[Mapping[str, Any]]
    outcomes: Sequence[Mapping[str, Any]]
    state: Any


@dataclass(frozen=True, slots=True)
class ReadTransfer:
    """A transfer; people and the one that it takes back by their places in the document."""

    payer: int
    payee: int
    amount_minor: int
    unit: str
    made_at: datetime
    reverses: int | None


@dataclass(frozen=True, slots=True)
class ReadSession:
    """A session document that can be stored as it is."""

    day: date
    time_zone: str
    people: Sequence[str]
    matches: Sequence[ReadMatch]
    transfers: Sequence[ReadTransfer]


def count_entries(raw: object) -> int:
    """How many entries there are to play, as far as that can be seen."""
    matches = raw.get("matches") if isinstance(raw, Mapping) else None
    lists = (
        [one.get("entries") for one in matches if isinstance(one, Mapping)]
        if isinstance(matches, list)
        else []
    )
    return sum(len(entries) for entries in lists if isinstance(entries, list))


def read_session(raw: object, further: Further = lambda _: None) -> ReadSession:
    """The session that a document describes, all its matches played. Raises NotTaken."""
    try:
        document = _document(raw)
        day, zone = _day(document.get("date")), _zone(document.get("time_zone"))
        people = _people(document.get("players"))
        matches = _list(document.get("matches"), "matches")
        if not matches:
            raise Refused("matches", "missing", say("There is no match in it."))
        paid = _list(document.get("transfers", []), "transfers")
    except Refused as refused:
        raise NotTaken(refused) from None
    played = [_match(number, one, further) for number, one in enumerate(matches, start=1)]
    units = {match.setup.stake.unit for match in played}
    transfers: list[ReadTransfer] = []
    for place, one in enumerate(paid):
        try:
            transfers.append(_transfer(one, len(people), units, transfers))
        except Refused as refused:
            raise NotTaken(refused, transfer=place) from None
    return ReadSession(day, zone, people, played, transfers)


# The document ------------------------------------------------------------------------------------


def _document(raw: object) -> Mapping[str, Any]:
    if not isinstance(raw, Mapping) or raw.get("format") != FORMAT:
        text = say("This is no session document: the format of one is %(name)s.", name=FORMAT)
        raise Refused("format", "no_session_document", text)
    version = raw.get("version")
    if type(version) is not int:
        raise Refused("version", "not_whole", say("A whole number, without quotes or decimals."))
    if version not in range(1, VERSION + 1):
        text = say(
            "Versions from 1 to %(ours)s can be read; this is %(theirs)s.", theirs=version, ours=VERSION
        )
        raise Refused("version", "unknown_version", text)
    return raw


def _day(raw: object) -> date:
    try:
        day = date.fromisoformat(raw) if isinstance(raw, str) else None
    except ValueError:
        day = None
    if day is None or day.year not in _YEARS:
        raise Refused("date", "no_date", say("A day, such as 2026-11-30."))
    return day


def _zone(raw: object) -> str:
    try:
        if isinstance(raw, str) and len(raw) <= _ZONE_LENGTH:
            return str(ZoneInfo(raw))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        pass
    raise Refused("time_zone", "no_time_zone", say("The name of a time zone, such as Europe/Warsaw."))


def _people(raw: object) -> tuple[str, ...]:
    names = _list(raw, "players")
    if len(names) > MOST_PEOPLE:
        raise Refused("players", "too_many_players", say("At most %(most)s people.", most=MOST_PEOPLE))
    people: dict[str, str] = {}
    for place, text in enumerate(names):
        field = f"players.{place}"
        if not isinstance(text, str):
            raise Refused(field, "not_text", say("A text."))
        name = clean_name(text, field)
        if (key := name_key(name)) in people:
            refuse_same_name(name, (people[key],), field)
        people[key] = name
    return tuple(people.values())


def _list(raw: object, field: str) -> list[Any]:
    if not isinstance(raw, list):
        raise Refused(field, "not_a_list", say("A list."))
    return raw


# A match -----------------------------------------------------------------------------------------


def _match(number: int, raw: object, further: Further) -> ReadMatch:
    try:
        document = read_document(_known(raw))
    except Refused as refused:
        raise NotTaken(refused, match=number) from None
    game, state = document.game, document.game.start(document.setup)
    outcomes = []
    for place, entry in enumerate(document.entries):
        try:
            step = play(game, state, entry)
        except Refused as refused:
            not_taken = NotTaken(refused, match=number, entry=place)
            not_taken.names, not_taken.unit = state.table.names, document.setup.stake.unit
            raise not_taken from None
        state = step.state
        outcomes.append(kept(step))
        further(1)
    # Each played, so each is an object.
    raws = cast("Sequence[Mapping[str, Any]]", document.entries)
    return ReadMatch(game, document.setup, raws, outcomes, state)


def _known(raw: object) -> object:
    """A match document without what later versions may have added to it."""
    if not isinstance(raw, Mapping) or not isinstance(key := raw.get("game"), str) or key not in GAMES:
        return raw
    known = {"game", "players", GAMES[key].first_key, "rules", "stake", "entries"}
    return {name: value for name, value in raw.items() if name in known}


# A transfer --------------------------------------------------------------------------------------


def _transfer(raw: object, people: int, units: set[str], before: Sequence[ReadTransfer]) -> ReadTransfer:
    if not isinstance(raw, Mapping):
        raise Refused("", "not_an_object", say("An object with named fields."))
    payer, payee = (_whole(raw.get(name), name, 0, people - 1) for name in ("from", "to"))
    if payer == payee:
        raise Refused("to", "same_person", say("Somebody cannot pay themselves."))
    amount = _whole(raw.get("amount"), "amount", 1, LARGEST_AMOUNT)
    unit = raw.get("unit")
    if not isinstance(unit, str) or unit not in units:
        raise Refused("unit", "not_a_choice", say("Nobody plays for this unit here."))
    transfer = ReadTransfer(payer, payee, amount, unit, _moment(raw.get("at")), None)
    back = raw.get("reverses")
    return transfer if back is None else _reversal(transfer, back, before)


def _reversal(transfer: ReadTransfer, raw: object, before: Sequence[ReadTransfer]) -> ReadTransfer:
    """``transfer`` as what takes back the one at the place ``raw``: the same money, the other way round."""
    back = _whole(raw, "reverses", 0, len(before) - 1)
    was = before[back]
    mirrored = (was.payee, was.payer, was.amount_minor, was.unit)
    same = (transfer.payer, transfer.payee, transfer.amount_minor, transfer.unit) == mirrored
    if not same or was.reverses is not None or any(one.reverses == back for one in before):
        text = say("It does not take back what was paid there: the same money, the other way round, once.")
        raise Refused("reverses", "no_reversal", text)
    return ReadTransfer(*mirrored, transfer.made_at, back)


def _whole(raw: object, field: str, least: int, most: int) -> int:
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


def _moment(raw: object) -> datetime:
    try:
        at = datetime.fromisoformat(raw) if isinstance(raw, str) else None
    except ValueError:
        at = None
    if at is None or at.tzinfo is None or at.year not in _YEARS:
        raise Refused("at", "no_moment", say("A moment with its offset, such as 2026-11-30T23:10:00+01:00."))
    return at.astimezone(UTC)

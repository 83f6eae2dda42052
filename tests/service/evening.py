"""An evening under test: a session that one phone scores, straight through the services."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from sqlalchemy import select, text

from scorekeeper.games import GAMES
from scorekeeper.kernel import decoded, encoded, replay
from scorekeeper.service.amending import amend_unit
from scorekeeper.service.entries import add_entries
from scorekeeper.service.errors import Stale
from scorekeeper.service.history import redo, reopen, undo
from scorekeeper.service.open_match import OpenMatch, live_entries, open_match
from scorekeeper.service.outcomes import EntryOutcome, outcome_of, sheet_lines
from scorekeeper.service.sessions import play_again, start_session
from scorekeeper.service.transaction import writing
from scorekeeper.store import Access, Device, Entry, GameSession, Player, StoredMatch, db
from tests.kernel.reading import text as plain

Raw = dict[str, Any]
GAME = GAMES["racehorse"]
PHONE, OTHER = "1" * 32, "2" * 32
PEOPLE = ("Ana", "Ben", "Cleo", "Dov", "Edie", "Finn", "Gil", "Hana")


def fresh() -> str:
    """An id as a phone makes it."""
    return str(uuid.uuid4())


class Evening:
    """A session of Racehorse and the match that is being played in it."""

    def __init__(self, *raws: Raw, players: int = 5, phone: str = PHONE, **setup: Any) -> None:
        self.phone = phone
        raw = {"players": list(PEOPLE[:players]), **setup}
        match = start_session(phone, GAME, raw, zone="Europe/Warsaw", client_id=fresh())
        self.slug, self.number = match.session.slug, match.number
        self.enters(*raws)

    # Looking --------------------------------------------------------------------------------------

    @property
    def opened(self) -> OpenMatch:
        """The match as somebody sees it who opens it now."""
        db.session.rollback()
        db.session.expire_all()
        return open_match(self.slug, self.number, self.phone)

    @property
    def match(self) -> StoredMatch:
        """Its row."""
        return self.opened.match

    @property
    def session(self) -> GameSession:
        """The session's row."""
        return self.opened.session

    @property
    def version(self) -> int:
        """What a page drawn now would carry."""
        return self.match.version

    @property
    def entries(self) -> list[Raw]:
        """What counts, in order."""
        return [entry.data for entry in live_entries(self.match)]

    @property
    def history(self) -> list[str]:
        """What counts, as the history says it, with letters for seats."""
        return [plain(outcome_of(entry).said) for entry in live_entries(self.match)]

    @property
    def money(self) -> list[int]:
        """What each seat has won, in whole units."""
        opened = self.opened
        minor = [standing.won_minor for standing in GAME.standings(opened.state)]
        assert sum(minor) == 0
        return [won // 100 for won in minor]

    @property
    def dealer(self) -> int:
        """Who deals the hand to come or under way."""
        dealer: int = GAME.upcoming(self.opened.state).next["dealer"]
        return dealer

    @property
    def verdicts(self) -> list[str]:
        """The score sheet in one word a hand."""
        return [plain(line.row.verdict) for line in sheet_lines(self.match)]

    @property
    def people(self) -> list[str]:
        """The session's people."""
        db.session.rollback()
        query = select(Player.name).join(GameSession).where(GameSession.slug == self.slug)
        return list(db.session.scalars(query.order_by(Player.id)))

    # Doing ----------------------------------------------------------------------------------------

    def enters(self, *raws: Mapping[str, Any]) -> None:
        """Each by itself, on a page that is up to date."""
        for raw in raws:
            self.sends(raw)

    def sends(
        self, *raws: Mapping[str, Any], version: int | None = None, client_id: str = "", phone: str = ""
    ) -> OpenMatch:
        """All together."""
        return add_entries(
            self.slug,
            self.number,
            phone or self.phone,
            raws,
            version=self.version if version is None else version,
            client_id=client_id or fresh(),
        )

    def undoes(self, times: int = 1) -> None:
        """Takes back what came last."""
        for _ in range(times):
            undo(self.slug, self.number, self.phone, version=self.version)

    def redoes(self) -> None:
        """Plays again what was taken back."""
        redo(self.slug, self.number, self.phone, version=self.version)

    def reopens(self) -> None:
        """Takes back the end."""
        reopen(self.slug, self.number, self.phone, version=self.version)

    def amends(
        self, unit: int, *raws: Mapping[str, Any], version: int | None = None, client_id: str = ""
    ) -> OpenMatch:
        """Replaces a whole hand."""
        return amend_unit(
            self.slug,
            self.number,
            self.phone,
            unit,
            raws,
            version=self.version if version is None else version,
            client_id=client_id or fresh(),
        )

    def plays_again(self) -> None:
        """The same people, once more."""
        self.number = play_again(self.slug, self.number, self.phone)

    def watched_by(self, phone: str, role: str = "viewer") -> None:
        """Lets another phone in."""
        with writing() as session:
            session.merge(Device(id=phone))
            session.flush()
            evening = session.scalars(select(GameSession).where(GameSession.slug == self.slug)).one()
            session.add(Access(device_id=phone, session_id=evening.id, role=role))


def rows() -> dict[str, list[tuple[Any, ...]]]:
    """Everything in the database."""
    db.session.rollback()
    with db.engine.connect() as connection:
        return {
            name: sorted(map(tuple, connection.execute(text(f'SELECT * FROM "{name}"'))))  # noqa: S608 - our tables
            for name in db.metadata.tables
        }


def leaves_nothing(error: type[Exception], act: Callable[[], object]) -> Any:
    """``act`` raises ``error``, which is given back, and the database is as it was."""
    before = rows()
    with pytest.raises(error) as caught:
        act()
    assert rows() == before
    return caught.value


def stale(act: Callable[[], object]) -> str:
    """What came last, as the refusal of a stale page says it."""
    refused: Stale = leaves_nothing(Stale, act)
    return plain(refused.said) if refused.said else ""


def changes_nothing(act: Callable[[], object]) -> None:
    """``act`` leaves the database as it was."""
    before = rows()
    act()
    assert rows() == before


def sound(evening: Evening) -> None:
    """What is stored of the match is what its entries that count come to."""
    opened = evening.opened
    match, entries = opened.match, live_entries(opened.match)
    played = replay(GAME, opened.setup, [entry.data for entry in entries])
    assert played.stopped is None
    assert opened.state == played.state
    assert match.state == json.loads(json.dumps(encoded(played.state)))
    assert match.finished is played.state.finished
    for entry, step in zip(entries, played.steps, strict=True):
        outcome = EntryOutcome(step.said, step.row, step.payments, step.warnings)
        assert outcome_of(entry) == outcome
        assert entry.outcome == json.loads(json.dumps(encoded(outcome)))
        assert (entry.unit, entry.completes) == (step.unit, step.row is not None)
        assert entry.type == entry.data["type"]
        assert entry.match_id == match.id
    numbers = [entry.seq for entry in entries]
    assert numbers == sorted(set(numbers))
    assert not numbers or numbers[-1] <= match.entries_made
    names = [db.session.get_one(Player, player).name for player in match.seats]
    assert tuple(names) == played.state.table.names
    assert len(set(match.seats)) == len(match.seats)
    assert decoded(match.state, GAME.state) == played.state
    for entry_id in match.undone:
        assert db.session.get_one(Entry, entry_id).voided_at is not None

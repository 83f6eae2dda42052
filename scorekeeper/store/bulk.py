"""Many rows at once. What takes long is done before the write lock is held; writing is handing them over."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sqlalchemy import JSON, Column, Connection, Dialect, Table, bindparam, func, insert, select, text, update
from sqlalchemy.sql import ClauseElement

from scorekeeper.store.database import Base

Converter = Callable[[Any], Any]


class Written(str):
    """JSON that is written already, for a column of it."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Rows:
    """A list of ids in JSON, which are known once these rows of the batch have theirs."""

    model: type[Base]
    places: Sequence[int]


@dataclass(slots=True)
class _Kept:
    """What a table gets: rows in the order of its columns.

    ``at``: where a column stands; ``pointers``: columns that name a row, and of which table; ``lists``: those
    that name many.
    """

    table: Table
    at: dict[str, int]
    converters: dict[str, Converter]
    pointers: dict[str, str]
    rows: list[list[Any]] = field(default_factory=list)
    lists: set[str] = field(default_factory=set)

    def add(self, values: dict[str, Any]) -> None:
        """One more row."""
        row: list[Any] = [None] * len(self.at)
        for name, column in self.table.c.items():
            value = values[name] if name in values else _default(column)
            if isinstance(value, Rows):
                self.lists.add(name)
            elif name in self.converters:
                value = self.converters[name](value)
            row[self.at[name]] = value
        self.rows.append(row)


class Batch:
    """Rows of several tables, as the driver takes them, that name each other by their places.

    In a column that points to a table which has rows here stands the place of the row, from 0. Ids are given
    in :meth:`write`, in the order of the places.
    """

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = _positional(dialect)
        self._tables: dict[str, _Kept] = {}
        self._ids: dict[str, Sequence[int]] = {}

    def add(self, model: type[Base], **values: Any) -> int:
        """One more row; its place. What is not given has the default of its column."""
        kept = self._of(model)
        kept.add(values)
        return len(kept.rows) - 1

    def count(self, model: type[Base]) -> int:
        """How many rows there are of this table."""
        return len(self._of(model).rows)

    def id_of(self, model: type[Base], place: int) -> int:
        """The id of a row that was written."""
        return self._ids[self._of(model).table.name][place]

    def write(self, connection: Connection) -> None:
        """Writes all of them, within a transaction that may."""
        every = [(kept.table, kept) for kept in self._tables.values() if kept.rows]
        # A list of ids may name rows of a table that is written later.
        self._ids = {table.name: _next_ids(connection, table, len(kept.rows)) for table, kept in every}
        for table in Base.metadata.sorted_tables:
            if table.name not in self._ids:
                continue
            kept = self._tables[table.name]
            later = self._resolve(kept)
            self._hand_over(connection, insert(table), kept.rows)
            for name, pairs in later.items():
                changed = update(table).values({name: bindparam("to")}).where(table.c.id == bindparam("of"))
                self._hand_over(connection, changed, pairs)

    def _of(self, model: type[Base]) -> _Kept:
        table = model.__table__
        assert isinstance(table, Table)  # noqa: S101 - each model has one of its own
        if table.name not in self._tables:
            self._tables[table.name] = _kept(table, self._dialect)
        return self._tables[table.name]

    def _resolve(self, kept: _Kept) -> dict[str, list[list[Any]]]:
        """Puts ids in the place of places; what names a row of the same table that comes later, by column."""
        own = kept.table.name
        ids, id_at = self._ids[own], kept.at["id"]
        pointers = [
            (name, kept.at[name], self._ids[to], to == own)
            for name, to in kept.pointers.items()
            if to in self._ids
        ]
        lists = [kept.at[name] for name in kept.lists]
        later: dict[str, list[list[Any]]] = defaultdict(list)
        for row, row_id in zip(kept.rows, ids, strict=True):
            row[id_at] = row_id
            for name, at, known, itself in pointers:
                if row[at] is not None:
                    row[at] = known[row[at]]
                    if itself and row[at] > row_id:
                        later[name].append([row[at], row_id])
                        row[at] = None
            for at in lists:
                row[at] = self._listed(row[at])
        return later

    def _listed(self, many: Rows) -> str:
        known = self._ids[self._of(many.model).table.name]
        return json.dumps([known[place] for place in many.places])

    def _hand_over(self, connection: Connection, statement: ClauseElement, rows: list[list[Any]]) -> None:
        # Past SQLAlchemy, which would look at each value of each row once more while everybody waits.
        words = str(statement.compile(dialect=self._dialect))
        connection.exec_driver_sql(words, [tuple(row) for row in rows])


def _positional(dialect: Dialect) -> Dialect:
    """The same one with places instead of names for values: rows of them are shorter."""
    style = "qmark" if dialect.name == "sqlite" else "format"
    return type(dialect)(paramstyle=style)  # type: ignore[call-arg]  # each real one takes it


def _kept(table: Table, dialect: Dialect) -> _Kept:
    pointers = {c.name: next(iter(c.foreign_keys)).column.table.name for c in table.c if c.foreign_keys}
    converters = {
        column.name: converter
        for column in table.c
        if column.name not in pointers and (converter := _converter(column, dialect)) is not None
    }
    return _Kept(table, {column.name: at for at, column in enumerate(table.c)}, converters, pointers)


def _converter(column: Column[Any], dialect: Dialect) -> Converter | None:
    """What makes of a value that which the driver takes."""
    if isinstance(column.type, JSON):
        return _json
    return column.type.dialect_impl(dialect).bind_processor(dialect)


def _json(value: Any) -> str | None:
    if isinstance(value, Written):
        return str(value)
    return None if value is None else json.dumps(value)


def _default(column: Column[Any]) -> Any:
    """The value of a column about which nothing is said."""
    return _given(column)(None)


@cache
def _given(column: Column[Any]) -> Converter:
    default: Any = column.default
    if default is None:
        return lambda _: None
    if default.is_callable:
        return default.arg  # type: ignore[no-any-return]  # the function, as SQLAlchemy wraps it
    return lambda _: default.arg


def _next_ids(connection: Connection, table: Table, count: int) -> Sequence[int]:
    """Ids for so many new rows, in order."""
    if connection.dialect.name == "sqlite":
        # There is but one writer, and no row is ever deleted: as SQLite itself would number them.
        newest = connection.scalar(select(func.coalesce(func.max(table.c.id), 0))) or 0
        return range(newest + 1, newest + count + 1)
    drawn = connection.scalars(
        text("SELECT nextval(pg_get_serial_sequence(:name, 'id')) FROM generate_series(1, :count)"),
        {"name": f'"{table.name}"', "count": count},
    )
    return sorted(drawn)

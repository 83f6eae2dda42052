"""The migrations make the tables that the models describe, and take them away again."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from flask_migrate import downgrade, upgrade
from sqlalchemy import Connection, MetaData, create_engine, inspect, make_url, select, text

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.folders import folder
from scorekeeper.server import upgrade_database
from scorekeeper.store import db
from scorekeeper.store.database import WRITES


@pytest.fixture(params=["sqlite", "postgresql"])
def bare(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flask]:
    """An application whose database has no tables yet, once on each kind of database."""
    url = f"sqlite:///{tmp_path / 'bare.db'}"
    if request.param == "postgresql":
        url = _new_database(request.getfixturevalue("postgresql"))
    app = create_app(Settings(url, "key", testing=True))
    with app.app_context():
        yield app
        db.session.remove()
        db.engine.dispose()


def _new_database(url: str) -> str:
    """Another database on the same server."""
    name = f"bare_{uuid.uuid4().hex}"
    server = create_engine(url, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    server.dispose()
    return make_url(url).set(database=name).render_as_string(hide_password=False)


def schema() -> dict[str, object]:
    """Every table, constraint and index as the database describes it."""
    made = inspect(db.engine)
    return {
        name: (
            [(column["name"], str(column["type"]), column["nullable"]) for column in made.get_columns(name)],
            str(made.get_pk_constraint(name)),
            sorted(map(str, made.get_unique_constraints(name))),
            sorted(map(str, made.get_foreign_keys(name))),
            sorted(map(str, made.get_indexes(name))),
        )
        for name in made.get_table_names()
        if name != "alembic_version"
    }


def differences() -> list[object]:
    with db.engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        return list(compare_metadata(context, db.metadata))


def test_the_migrations_make_what_the_models_describe(bare: Flask) -> None:
    assert differences() != []
    upgrade_database(bare)
    assert differences() == []
    made = inspect(db.engine)
    assert set(made.get_table_names()) == {*db.metadata.tables, "alembic_version"}


@pytest.mark.usefixtures("bare")
def test_constraints_have_the_names_that_later_migrations_speak_of() -> None:
    upgrade()
    made = inspect(db.engine)
    for name, table in db.metadata.tables.items():
        assert made.get_pk_constraint(name)["name"] == f"pk_{name}"
        unique = {constraint["name"] for constraint in made.get_unique_constraints(name)}
        assert unique == {c.name for c in table.constraints if str(c.name).startswith("uq_")}
        foreign = {constraint["name"] for constraint in made.get_foreign_keys(name)}
        assert foreign == {c.name for c in table.constraints if str(c.name).startswith("fk_")}
        indexes = {index["name"] for index in made.get_indexes(name)} - unique
        assert indexes == {index.name for index in table.indexes}


@pytest.mark.usefixtures("bare")
def test_down_and_up_again_is_the_same() -> None:
    upgrade()
    first = schema()
    assert first
    downgrade(revision="base")
    assert schema() == {}
    upgrade()
    assert schema() == first


@pytest.mark.usefixtures("bare")
def test_a_second_upgrade_changes_nothing() -> None:
    upgrade()
    first = schema()
    upgrade()
    assert schema() == first


def _fill(connection: Connection) -> None:
    """A row in every table that there is now, which points to one row of each other table."""
    tables = MetaData()
    tables.reflect(connection)
    values: dict[type, object] = {int: 1, str: "1", bool: True, date: date(2026, 1, 1)}
    values |= {datetime: datetime(2026, 1, 1, tzinfo=UTC), object: {}}
    for table in tables.sorted_tables:
        if table.name != "alembic_version" and not connection.execute(select(table)).first():
            row = {column.name: values[column.type.python_type] for column in table.columns}
            connection.execute(table.insert().values(row))


@pytest.mark.usefixtures("bare")
def test_an_upgrade_leaves_every_row_where_it_is() -> None:
    revisions = [found.revision for found in ScriptDirectory(str(folder("migrations"))).walk_revisions()]
    for revision in reversed(revisions):
        upgrade(revision=revision)
        with db.engine.connect().execution_options(**WRITES) as connection, connection.begin():
            _fill(connection)
    with db.engine.connect() as connection:
        kept = {
            table.name: len(connection.execute(select(table)).all()) for table in db.metadata.sorted_tables
        }
    assert kept == dict.fromkeys(db.metadata.tables, 1)
    downgrade(revision="0001")
    with db.engine.connect() as connection:
        assert len(connection.execute(text('SELECT * FROM "match"')).all()) == 1

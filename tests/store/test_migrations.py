"""The migrations make the tables that the models describe, and take them away again."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from flask_migrate import downgrade, upgrade
from sqlalchemy import create_engine, inspect, make_url, text

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.server import upgrade_database
from scorekeeper.store import db


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


def schema() -> list[object]:
    """Every table, constraint and index as the database describes it.

    In which order SQLite's copy of a changed table names its foreign keys is Alembic's whim.
    """
    made = inspect(db.engine)
    return [
        (name, [(c["name"], str(c["type"]), c["nullable"]) for c in made.get_columns(name)], *map(str, parts))
        for name in sorted(made.get_table_names())
        if name != "alembic_version"
        for parts in [
            (
                made.get_pk_constraint(name),
                made.get_unique_constraints(name),
                sorted(made.get_foreign_keys(name), key=lambda key: str(key["name"])),
                made.get_indexes(name),
            )
        ]
    ]


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
    assert schema() == []
    upgrade()
    assert schema() == first


@pytest.mark.usefixtures("bare")
def test_a_second_upgrade_changes_nothing() -> None:
    upgrade()
    first = schema()
    upgrade()
    assert schema() == first

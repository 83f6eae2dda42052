"""What all tests share: how hypothesis looks for counter-examples, and an application with an empty database.

``--hypothesis-profile=thorough`` searches far longer. Where ``CI`` is set, the same examples come every time.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from flask import Flask

# No deadline: a busy machine is not a counter-example.
settings.register_profile(
    "scorekeeper",
    parent=settings.get_profile("ci" if os.environ.get("CI") else "default"),
    deadline=None,
    print_blob=True,
)
settings.register_profile("thorough", parent=settings.get_profile("scorekeeper"), max_examples=2_000)
settings.load_profile("scorekeeper")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests first: one that begins last keeps one process busy while the others have nothing to do."""
    items.sort(key=lambda item: "/e2e/" not in item.nodeid and "/wheel/" not in item.nodeid)


SECRET = "the key of the tests"
FILE = "test.db"


def _application(url: str, *, testing: bool = True) -> Flask:
    # Imported here: the tests of the rules do without.
    from scorekeeper.app import create_app  # noqa: PLC0415
    from scorekeeper.config import Settings  # noqa: PLC0415

    return create_app(Settings(database_url=url, secret_key=SECRET, testing=testing))


def _file(folder: Path) -> str:
    return f"sqlite:///{folder / FILE}"


def _quiet(app: Flask) -> None:
    """Ends the streams that a test left open, and what runs for them: the next test has another database."""
    from scorekeeper.service.following import end_streams  # noqa: PLC0415

    end_streams(app)


def _emptied(app: Flask, folder: Path, template: Path) -> Iterator[Flask]:
    from scorekeeper.store import db  # noqa: PLC0415

    shutil.copyfile(template, folder / FILE)
    yield app
    _quiet(app)
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    for left in folder.glob(f"{FILE}*"):
        left.unlink()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without rows, as the migrations make it; tests get copies."""
    from scorekeeper.server import upgrade_database  # noqa: PLC0415
    from scorekeeper.store import db  # noqa: PLC0415

    folder = tmp_path_factory.mktemp("empty")
    app = _application(_file(folder))
    upgrade_database(app)
    with app.app_context():
        db.engine.dispose()
    assert [path.name for path in folder.iterdir()] == [FILE], "all of it is in the one file"
    return folder / FILE


def _hastened(app: Flask) -> None:
    """No test pulls the plug, so nothing need reach the disk at once."""
    from sqlalchemy import event  # noqa: PLC0415

    from scorekeeper.store import db  # noqa: PLC0415

    with app.app_context():
        event.listen(db.engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))


@pytest.fixture(scope="session")
def _apps(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, tuple[Flask, Path]]:
    """One application of each kind for all tests of a process: its templates are compiled once."""
    folders = {testing: tmp_path_factory.mktemp("app") for testing in (True, False)}
    apps = {
        testing: (_application(_file(folder), testing=testing), folder) for testing, folder in folders.items()
    }
    _hastened(apps[True][0])
    return apps


@pytest.fixture
def app(_apps: dict[bool, tuple[Flask, Path]], empty_database: Path) -> Iterator[Flask]:
    """The application with an empty database. An exception inside it comes through to the test."""
    yield from _emptied(*_apps[True], empty_database)


@pytest.fixture
def served_app(_apps: dict[bool, tuple[Flask, Path]], empty_database: Path) -> Iterator[Flask]:
    """The same as people are served: what goes wrong inside is answered with a page."""
    yield from _emptied(*_apps[False], empty_database)


# PostgreSQL --------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of an empty database on a PostgreSQL server of the tests' own."""
    from tests.postgresql import running  # noqa: PLC0415

    with running() as url:
        yield url


@pytest.fixture(scope="session")
def _postgresql_app(postgresql: str) -> Iterator[Flask]:
    from scorekeeper.server import upgrade_database  # noqa: PLC0415
    from scorekeeper.store import db  # noqa: PLC0415

    app = _application(postgresql)
    upgrade_database(app)
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def postgresql_app(_postgresql_app: Flask) -> Iterator[Flask]:
    """The application with an empty database on PostgreSQL."""
    from sqlalchemy import text  # noqa: PLC0415

    from scorekeeper.store import db  # noqa: PLC0415

    yield _postgresql_app
    _quiet(_postgresql_app)
    with _postgresql_app.app_context():
        db.session.remove()
        tables = ", ".join(f'"{name}"' for name in db.metadata.tables)
        with db.engine.connect().execution_options(writes=True) as connection, connection.begin():
            connection.execute(text(f"TRUNCATE {tables} RESTART IDENTITY CASCADE"))


@pytest.fixture(params=["sqlite", "postgresql"])
def either_app(request: pytest.FixtureRequest) -> Flask:
    """The application with an empty database, once on each kind of database."""
    name = {"sqlite": "app", "postgresql": "postgresql_app"}[request.param]
    chosen: Flask = request.getfixturevalue(name)
    return chosen

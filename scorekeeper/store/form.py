"""Which form a database has: that of this version, or of another."""

from __future__ import annotations

from enum import Enum, auto

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.script.revision import ResolutionError
from alembic.util import CommandError

from scorekeeper.folders import folder
from scorekeeper.store.database import db


class Form(Enum):
    """The form of a database, as its migrations count them. UNKNOWN: of a version that came later."""

    EMPTY = auto()
    OLDER = auto()
    CURRENT = auto()
    UNKNOWN = auto()


def form_of() -> Form:
    """The form of the database of this application."""
    with db.engine.connect() as connection:
        return form_at(MigrationContext.configure(connection).get_current_revision())


def form_at(revision: str | None) -> Form:
    """The form of a database that was brought to this revision, None for no revision at all."""
    if revision is None:
        return Form.EMPTY
    known = ScriptDirectory(str(folder("migrations")))
    if revision == known.get_current_head():
        return Form.CURRENT
    try:
        known.get_revision(revision)
    except (ResolutionError, CommandError):
        return Form.UNKNOWN
    return Form.OLDER

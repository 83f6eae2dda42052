"""How Alembic runs our migrations: within the application, on its database, with its models as the aim."""

from contextlib import contextmanager

from alembic import context
from flask import current_app

extension = current_app.extensions["migrate"]
engine = extension.db.engine
metadata = extension.db.metadata


def _without_empty(_context, _revision, directives):
    """Writes no migration where nothing has changed."""
    options = getattr(context.config, "cmd_opts", None)
    if getattr(options, "autogenerate", False) and directives[0].upgrade_ops.is_empty():
        directives[:] = []


def _rendered(kind, item, _autogenerate):
    """Our own types stand in migrations as what they are in the database."""
    if kind == "type" and type(item).__name__ == "Moment":
        return "sa.DateTime(timezone=True)"
    return False


def run() -> None:
    """Runs the migrations in one transaction."""
    with engine.connect().execution_options(writes=True) as connection:
        context.configure(
            connection=connection,
            target_metadata=metadata,
            render_item=_rendered,
            process_revision_directives=_without_empty,
            **extension.configure_args,
        )
        with _tables_replaced(connection) as refuse_lost, context.begin_transaction():
            context.run_migrations()
            refuse_lost()


@contextmanager
def _tables_replaced(connection):
    """On SQLite a table is changed by putting a copy in its place: other rows must stand it being away.

    That can be said only before the transaction begins. Gives a function that looks, before it ends, whether
    all is well.
    """
    if connection.dialect.name != "sqlite":
        yield lambda: None
        return
    driver = connection.connection.dbapi_connection

    def refuse_lost():
        if lost := driver.execute("PRAGMA foreign_key_check").fetchall():
            raise RuntimeError(f"rows that point nowhere after the migrations: {lost[:10]}")

    driver.execute("PRAGMA foreign_keys=OFF")
    try:
        yield refuse_lost
    finally:
        driver.execute("PRAGMA foreign_keys=ON")


run()

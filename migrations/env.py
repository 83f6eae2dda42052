"""How Alembic runs our migrations: within the application, on its database, with its models as the aim."""

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
        with context.begin_transaction():
            context.run_migrations()


run()

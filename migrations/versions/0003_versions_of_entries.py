"""Which version of the match an entry made, and since when only entries that commute have come."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds both; of entries made before nothing is known."""
    with op.batch_alter_table("entry") as entry:
        entry.add_column(sa.Column("version", sa.Integer(), nullable=True))
    with op.batch_alter_table("match") as match:
        match.add_column(sa.Column("steady_since", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("match") as match:
        match.alter_column("steady_since", server_default=None, existing_type=sa.Integer())
    # Whatever came before commutes with nothing that comes now.
    op.execute(sa.text('UPDATE "match" SET steady_since = version'))


def downgrade() -> None:
    """Takes them away again."""
    with op.batch_alter_table("match") as match:
        match.drop_column("steady_since")
    with op.batch_alter_table("entry") as entry:
        entry.drop_column("version")

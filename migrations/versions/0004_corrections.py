"""What a corrected hand changed after somebody had paid."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def _id() -> sa.types.TypeEngine[int]:
    # SQLite numbers rows by itself only where the type is INTEGER.
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "correction",
        sa.Column("id", _id(), nullable=False),
        sa.Column("match_id", _id(), nullable=False),
        sa.Column("match_unit", sa.Integer(), nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("device_id", sa.String(length=32), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_correction_device_id")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_correction_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_correction")),
    )
    op.create_index(op.f("ix_correction_match_id"), "correction", ["match_id"])


def downgrade() -> None:
    """Takes it away again."""
    op.drop_index(op.f("ix_correction_match_id"), table_name="correction")
    op.drop_table("correction")

"""Who follows, who is entering something, and which session changed last."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def _id() -> sa.types.TypeEngine[int]:
    # As the ids that they point to.
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "touched",
        sa.Column("session_id", _id(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name=op.f("fk_touched_session_id")),
        sa.PrimaryKeyConstraint("session_id", name=op.f("pk_touched")),
    )
    op.create_index(op.f("ix_touched_seq"), "touched", ["seq"])
    op.create_table(
        "follower",
        sa.Column("process", sa.String(length=32), nullable=False),
        sa.Column("session_id", _id(), nullable=False),
        sa.Column("device_id", sa.String(length=32), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name=op.f("fk_follower_session_id")),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_follower_device_id")),
        sa.PrimaryKeyConstraint("process", "session_id", "device_id", name=op.f("pk_follower")),
    )
    op.create_index(op.f("ix_follower_session_id"), "follower", ["session_id"])
    op.create_table(
        "entering",
        sa.Column("match_id", _id(), nullable=False),
        sa.Column("device_id", sa.String(length=32), nullable=False),
        sa.Column("unit", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_entering_match_id")),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_entering_device_id")),
        sa.PrimaryKeyConstraint("match_id", "device_id", name=op.f("pk_entering")),
    )


def downgrade() -> None:
    """Drops them."""
    op.drop_table("entering")
    op.drop_index(op.f("ix_follower_session_id"), table_name="follower")
    op.drop_table("follower")
    op.drop_index(op.f("ix_touched_seq"), table_name="touched")
    op.drop_table("touched")

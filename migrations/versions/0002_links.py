"""Links by which phones are let in, and wrong codes, which are counted."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def _id() -> sa.types.TypeEngine[int]:
    # SQLite numbers rows by itself only where the type is INTEGER.
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Makes the tables, and says of each access where it came from and when it ended."""
    op.create_table(
        "link",
        sa.Column("id", _id(), nullable=False),
        sa.Column("session_id", _id(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("lookup", sa.String(length=64), nullable=False),
        sa.Column("code_lookup", sa.String(length=64), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name=op.f("fk_link_session_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_link")),
        sa.UniqueConstraint(
            "session_id", "role", "generation", name=op.f("uq_link_session_id_role_generation")
        ),
        sa.UniqueConstraint("lookup", name=op.f("uq_link_lookup")),
        sa.UniqueConstraint("code_lookup", name=op.f("uq_link_code_lookup")),
    )
    op.create_table(
        "wrong_code",
        sa.Column("id", _id(), nullable=False),
        sa.Column("origin", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wrong_code")),
    )
    op.create_index(op.f("ix_wrong_code_made_at"), "wrong_code", ["made_at"])
    with op.batch_alter_table("access") as access:
        access.add_column(sa.Column("link_id", _id(), nullable=True))
        access.add_column(sa.Column("player_id", _id(), nullable=True))
        access.add_column(sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True))
        access.add_column(sa.Column("put_out", sa.Boolean(), nullable=False, server_default=sa.false()))
        access.create_foreign_key(op.f("fk_access_link_id"), "link", ["link_id"], ["id"])
        access.create_foreign_key(op.f("fk_access_player_id"), "player", ["player_id"], ["id"])
    with op.batch_alter_table("access") as access:
        access.alter_column("put_out", server_default=None, existing_type=sa.Boolean())


def downgrade() -> None:
    """Takes them away again."""
    with op.batch_alter_table("access") as access:
        access.drop_constraint(op.f("fk_access_player_id"), type_="foreignkey")
        access.drop_constraint(op.f("fk_access_link_id"), type_="foreignkey")
        access.drop_column("put_out")
        access.drop_column("ended_at")
        access.drop_column("player_id")
        access.drop_column("link_id")
    op.drop_index(op.f("ix_wrong_code_made_at"), table_name="wrong_code")
    op.drop_table("wrong_code")
    op.drop_table("link")

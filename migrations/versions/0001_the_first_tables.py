"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _id() -> sa.types.TypeEngine[int]:
    # SQLite numbers rows by itself only where the type is INTEGER.
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "device",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_device")),
    )
    op.create_table(
        "session",
        sa.Column("id", _id(), nullable=False),
        sa.Column("slug", sa.String(length=24), nullable=False),
        sa.Column("client_id", sa.String(length=36), nullable=False),
        sa.Column("time_zone", sa.String(length=64), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_session")),
        sa.UniqueConstraint("client_id", name=op.f("uq_session_client_id")),
        sa.UniqueConstraint("slug", name=op.f("uq_session_slug")),
    )
    op.create_table(
        "access",
        sa.Column("id", _id(), nullable=False),
        sa.Column("device_id", sa.String(length=32), nullable=False),
        sa.Column("session_id", _id(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_access_device_id")),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name=op.f("fk_access_session_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_access")),
        sa.UniqueConstraint("device_id", "session_id", name=op.f("uq_access_device_id_session_id")),
    )
    op.create_index(op.f("ix_access_session_id"), "access", ["session_id"], unique=False)

    op.create_table(
        "match",
        sa.Column("id", _id(), nullable=False),
        sa.Column("session_id", _id(), nullable=False),
        sa.Column("client_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("entries_made", sa.Integer(), nullable=False),
        sa.Column("newest", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("undone", sa.JSON(), nullable=False),
        sa.Column("finished", sa.Boolean(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name=op.f("fk_match_session_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
        sa.UniqueConstraint("client_id", name=op.f("uq_match_client_id")),
        sa.UniqueConstraint("session_id", "number", name=op.f("uq_match_session_id_number")),
    )
    op.create_table(
        "player",
        sa.Column("id", _id(), nullable=False),
        sa.Column("session_id", _id(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name=op.f("fk_player_session_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
    )
    op.create_index(op.f("ix_player_session_id"), "player", ["session_id"], unique=False)

    op.create_table(
        "entry",
        sa.Column("id", _id(), nullable=False),
        sa.Column("match_id", _id(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("client_id", sa.String(length=36), nullable=False),
        sa.Column("type", sa.String(length=40), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("outcome", sa.JSON(), nullable=False),
        sa.Column("unit", sa.Integer(), nullable=True),
        sa.Column("completes", sa.Boolean(), nullable=False),
        sa.Column("amended", sa.Boolean(), nullable=False),
        sa.Column("device_id", sa.String(length=32), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("voided_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_entry_device_id")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_entry_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entry")),
        sa.UniqueConstraint("match_id", "client_id", name=op.f("uq_entry_match_id_client_id")),
    )
    op.create_index("ix_entry_live", "entry", ["match_id", "voided_at", "seq"], unique=False)

    op.create_table(
        "transfer",
        sa.Column("id", _id(), nullable=False),
        sa.Column("session_id", _id(), nullable=False),
        sa.Column("client_id", sa.String(length=36), nullable=False),
        sa.Column("payer_id", _id(), nullable=False),
        sa.Column("payee_id", _id(), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("unit", sa.Text(), nullable=False),
        sa.Column("reverses_id", _id(), nullable=True),
        sa.Column("device_id", sa.String(length=32), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_transfer_device_id")),
        sa.ForeignKeyConstraint(["payee_id"], ["player.id"], name=op.f("fk_transfer_payee_id")),
        sa.ForeignKeyConstraint(["payer_id"], ["player.id"], name=op.f("fk_transfer_payer_id")),
        sa.ForeignKeyConstraint(["reverses_id"], ["transfer.id"], name=op.f("fk_transfer_reverses_id")),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name=op.f("fk_transfer_session_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_transfer")),
        sa.UniqueConstraint("client_id", name=op.f("uq_transfer_client_id")),
    )
    op.create_index(op.f("ix_transfer_session_id"), "transfer", ["session_id"], unique=False)


def downgrade() -> None:
    """Drops them."""
    op.drop_index(op.f("ix_transfer_session_id"), table_name="transfer")

    op.drop_table("transfer")
    op.drop_index("ix_entry_live", table_name="entry")

    op.drop_table("entry")
    op.drop_index(op.f("ix_player_session_id"), table_name="player")

    op.drop_table("player")
    op.drop_table("match")
    op.drop_index(op.f("ix_access_session_id"), table_name="access")

    op.drop_table("access")
    op.drop_table("session")
    op.drop_table("device")

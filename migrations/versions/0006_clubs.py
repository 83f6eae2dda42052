"""Clubs: members, the running tab, statistics; sessions that are archived, or hidden on a phone."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def _id() -> sa.types.TypeEngine[int]:
    # SQLite numbers rows by itself only where the type is INTEGER.
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Makes the tables, and lets links and access lead to a club instead of a session."""
    _make_club_and_member()
    _make_tab_transfer()
    op.create_table(
        "summary",
        sa.Column("match_id", _id(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("made_by", sa.Integer(), nullable=False),
        sa.Column("told", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_summary_match_id")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_summary")),
    )
    with op.batch_alter_table("session") as session:
        session.add_column(sa.Column("club_id", _id(), nullable=True))
        session.add_column(sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True))
        session.create_index(op.f("ix_session_club_id"), ["club_id"])
        session.create_foreign_key(op.f("fk_session_club_id"), "club", ["club_id"], ["id"])
    with op.batch_alter_table("player") as player:
        player.add_column(sa.Column("member_id", _id(), nullable=True))
        player.create_index(op.f("ix_player_member_id"), ["member_id"])
        player.create_foreign_key(op.f("fk_player_member_id"), "member", ["member_id"], ["id"])
    with op.batch_alter_table("link") as link:
        link.add_column(sa.Column("club_id", _id(), nullable=True))
        link.alter_column("session_id", existing_type=_id(), nullable=True)
        link.create_unique_constraint(
            op.f("uq_link_club_id_role_generation"), ["club_id", "role", "generation"]
        )
        link.create_foreign_key(op.f("fk_link_club_id"), "club", ["club_id"], ["id"])
    with op.batch_alter_table("access") as access:
        access.add_column(sa.Column("club_id", _id(), nullable=True))
        access.add_column(sa.Column("member_id", _id(), nullable=True))
        access.add_column(sa.Column("hidden_at", sa.DateTime(timezone=True), nullable=True))
        access.alter_column("session_id", existing_type=_id(), nullable=True)
        access.create_index(op.f("ix_access_club_id"), ["club_id"])
        access.create_unique_constraint(op.f("uq_access_device_id_club_id"), ["device_id", "club_id"])
        access.create_foreign_key(op.f("fk_access_club_id"), "club", ["club_id"], ["id"])
        access.create_foreign_key(op.f("fk_access_member_id"), "member", ["member_id"], ["id"])


def _make_club_and_member() -> None:
    op.create_table(
        "club",
        sa.Column("id", _id(), nullable=False),
        sa.Column("slug", sa.String(length=24), nullable=False),
        sa.Column("client_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("time_zone", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club")),
        sa.UniqueConstraint("client_id", name=op.f("uq_club_client_id")),
        sa.UniqueConstraint("slug", name=op.f("uq_club_slug")),
    )
    op.create_table(
        "member",
        sa.Column("id", _id(), nullable=False),
        sa.Column("club_id", _id(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("retired_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("merged_into_id", _id(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_member_club_id")),
        sa.ForeignKeyConstraint(["merged_into_id"], ["member.id"], name=op.f("fk_member_merged_into_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_member")),
    )
    op.create_index(op.f("ix_member_club_id"), "member", ["club_id"])


def _make_tab_transfer() -> None:
    op.create_table(
        "tab_transfer",
        sa.Column("id", _id(), nullable=False),
        sa.Column("club_id", _id(), nullable=False),
        sa.Column("client_id", sa.String(length=36), nullable=False),
        sa.Column("payer_id", _id(), nullable=False),
        sa.Column("payee_id", _id(), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("unit", sa.Text(), nullable=False),
        sa.Column("reverses_id", _id(), nullable=True),
        sa.Column("device_id", sa.String(length=32), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_tab_transfer_club_id")),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_tab_transfer_device_id")),
        sa.ForeignKeyConstraint(["payee_id"], ["member.id"], name=op.f("fk_tab_transfer_payee_id")),
        sa.ForeignKeyConstraint(["payer_id"], ["member.id"], name=op.f("fk_tab_transfer_payer_id")),
        sa.ForeignKeyConstraint(
            ["reverses_id"], ["tab_transfer.id"], name=op.f("fk_tab_transfer_reverses_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tab_transfer")),
        sa.UniqueConstraint("client_id", name=op.f("uq_tab_transfer_client_id")),
    )
    op.create_index(op.f("ix_tab_transfer_club_id"), "tab_transfer", ["club_id"])


def downgrade() -> None:
    """Takes them away again, with whoever was let into a club."""
    op.execute(sa.text("DELETE FROM access WHERE session_id IS NULL"))
    op.execute(
        sa.text(
            "UPDATE access SET link_id = NULL WHERE link_id IN (SELECT id FROM link WHERE session_id IS NULL)"
        )
    )
    op.execute(sa.text("DELETE FROM link WHERE session_id IS NULL"))
    with op.batch_alter_table("access") as access:
        access.drop_constraint(op.f("fk_access_member_id"), type_="foreignkey")
        access.drop_constraint(op.f("fk_access_club_id"), type_="foreignkey")
        access.drop_constraint(op.f("uq_access_device_id_club_id"), type_="unique")
        access.drop_index(op.f("ix_access_club_id"))
        access.alter_column("session_id", existing_type=_id(), nullable=False)
        access.drop_column("hidden_at")
        access.drop_column("member_id")
        access.drop_column("club_id")
    with op.batch_alter_table("link") as link:
        link.drop_constraint(op.f("fk_link_club_id"), type_="foreignkey")
        link.drop_constraint(op.f("uq_link_club_id_role_generation"), type_="unique")
        link.alter_column("session_id", existing_type=_id(), nullable=False)
        link.drop_column("club_id")
    with op.batch_alter_table("player") as player:
        player.drop_constraint(op.f("fk_player_member_id"), type_="foreignkey")
        player.drop_index(op.f("ix_player_member_id"))
        player.drop_column("member_id")
    with op.batch_alter_table("session") as session:
        session.drop_constraint(op.f("fk_session_club_id"), type_="foreignkey")
        session.drop_index(op.f("ix_session_club_id"))
        session.drop_column("archived_at")
        session.drop_column("club_id")
    op.drop_table("summary")
    op.drop_index(op.f("ix_tab_transfer_club_id"), table_name="tab_transfer")
    op.drop_table("tab_transfer")
    op.drop_index(op.f("ix_member_club_id"), table_name="member")
    op.drop_table("member")
    op.drop_table("club")

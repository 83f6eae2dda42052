"""What is sent to the API: bodies, and questions in addresses. They are read with these."""

from __future__ import annotations

from marshmallow import fields

from scorekeeper.api.fields import (
    AnyText,
    ClientIdField,
    EntriesField,
    IdField,
    QueryNumber,
    SetupField,
    VersionField,
    ZoneField,
)
from scorekeeper.api.pages import CursorField
from scorekeeper.kernel.setup import UNIT_LENGTH
from scorekeeper.kernel.shape import ShapeSchema, Text, Whole, YesNo
from scorekeeper.ledger import LARGEST_AMOUNT

ITEMS = 50
MOST_ITEMS = 200


class PageQuery(ShapeSchema):
    """Which page of a list, and how long."""

    limit = QueryNumber(1, MOST_ITEMS, load_default=ITEMS)
    cursor = CursorField()


class UnitQuery(ShapeSchema):
    """Of a file that has room for one unit: which one."""

    unit = fields.String(load_default="")


class BeginQuery(ShapeSchema):
    """What makes a repeat of an import known as one."""

    client_id = ClientIdField()


class NewSession(ShapeSchema):
    """A session with its first match."""

    client_id = ClientIdField()
    time_zone = ZoneField(load_default="UTC")
    match = SetupField()


class NewMatch(ShapeSchema):
    """Another match of a session."""

    client_id = ClientIdField()
    match = SetupField()


class NewEntries(ShapeSchema):
    """Entries that belong together, all or none: mostly one."""

    version = VersionField(required=True)
    client_id = ClientIdField()
    entries = EntriesField()


class TriedEntries(ShapeSchema):
    """Entries of which one wants to know what they would do. What entering them needs besides may be sent."""

    entries = EntriesField()
    version = VersionField()
    client_id = ClientIdField(required=False)


class SeenVersion(ShapeSchema):
    """The version of the match that the sender saw."""

    version = VersionField(required=True)


class NewTransfer(ShapeSchema):
    """Money that really changed hands. ``version``: how many transfers the sender saw."""

    version = VersionField(required=True)
    client_id = ClientIdField()
    payer = IdField(required=True, data_key="from")
    payee = IdField(required=True, data_key="to")
    amount_minor = Whole(1, LARGEST_AMOUNT, required=True, data_key="amount")
    unit = Text(UNIT_LENGTH, required=True)


class NewClub(ShapeSchema):
    """A club."""

    client_id = ClientIdField()
    name = AnyText(required=True)
    time_zone = ZoneField(load_default="UTC")


class NewMember(ShapeSchema):
    """Somebody more in a club."""

    name = AnyText(required=True)


class MergedMember(ShapeSchema):
    """Who a member turned out to be."""

    into = IdField(required=True)


class ChangedClub(ShapeSchema):
    """What a club is to be called."""

    name = AnyText(required=True)


class ChangedSession(ShapeSchema):
    """Whether a session is put away."""

    archived = YesNo(required=True)


class FiguresQuery(ShapeSchema):
    """Of which game, and in which unit; of all games, and in the one most played for, if that is not said."""

    game = fields.String(load_default=None, metadata={"type": "string"})
    unit = fields.String(load_default=None, metadata={"type": "string"})


class ChangedMember(ShapeSchema):
    """What is to be different about somebody in a club."""

    name = AnyText()
    retired = YesNo()

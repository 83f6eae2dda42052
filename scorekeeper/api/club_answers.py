"""What the API tells of clubs; documented by these as by :mod:`scorekeeper.api.answers`."""

from __future__ import annotations

from marshmallow import fields

from scorekeeper.api.answers import AnswerSchema, BalanceSchema, LinkSchema, SeatPaymentSchema


class MemberBalanceSchema(BalanceSchema):
    """What a member has to get (above 0) or owes."""

    member = fields.Integer(required=True)


class UnitTabSchema(AnswerSchema):
    """The same of a club, by member id."""

    unit = fields.String(required=True)
    balances = fields.List(fields.Nested(MemberBalanceSchema), required=True)
    payments = fields.List(fields.Nested(SeatPaymentSchema), required=True)


class TabSchema(AnswerSchema):
    """The tab of a club."""

    units = fields.List(fields.Nested(UnitTabSchema), required=True)


class MemberSchema(AnswerSchema):
    """Somebody in a club. ``merged``: other members that turned out to be the same person."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    retired = fields.Boolean(required=True)
    merged = fields.List(fields.Integer(), required=True)


class ClubSchema(AnswerSchema):
    """A club. ``role``: what the token may do in it."""

    club = fields.String(required=True)
    name = fields.String(required=True)
    time_zone = fields.String(required=True)
    role = fields.String(required=True, metadata={"enum": ["scorer", "viewer"]})


class FiguresSchema(AnswerSchema):
    """What the finished matches came to for a member.

    ``wins``: an exact number, a shared win in parts: ``5/2``; ``feats``: what was done how often, by its key
    (``made``); ``gains``: what was gained from each of the others, by member id.
    """

    member = fields.Integer(required=True)
    name = fields.String(required=True)
    matches = fields.Integer(required=True)
    wins = fields.String(required=True)
    shared = fields.Integer(required=True)
    net = fields.Integer(required=True)
    best = fields.Integer(required=True)
    worst = fields.Integer(required=True)
    streak = fields.Integer(required=True)
    longest_streak = fields.Integer(required=True)
    feats = fields.Dict(values=fields.Integer(), required=True)
    gains = fields.Dict(values=fields.Integer(), required=True)


class StatisticsSchema(AnswerSchema):
    """A club's statistics. ``games`` and ``units``: what there is to ask for."""

    games = fields.List(fields.String(), required=True)
    units = fields.List(fields.String(), required=True)
    game = fields.String(required=True, allow_none=True)
    unit = fields.String(required=True)
    members = fields.List(fields.Nested(FiguresSchema), required=True)


class BegunClub(ClubSchema):
    """A club that was begun, with its links."""

    links = fields.List(fields.Nested(LinkSchema), required=True)

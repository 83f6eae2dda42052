"""What the API tells. Answers are only documented by these; that they are so is tested."""

from __future__ import annotations

from functools import cache

from marshmallow import INCLUDE, Schema, fields


class AnswerSchema(Schema):
    """An answer. It may get more fields, so that clients made from the document must let them pass."""

    class Meta:
        """Marshmallow's settings."""

        unknown = INCLUDE


class ProblemSchema(AnswerSchema):
    """A problem (RFC 9457). ``code`` is stable, ``detail`` a sentence for people.

    ``entry``: the place in what was sent; ``session``, ``match``, ``transfer``, ``member``: of an import;
    ``version``: of now, ``last``: what came last; ``unit``, ``no_longer_fits``: the later entry that a
    correction leaves without sense.
    """

    title = fields.String(required=True)
    status = fields.Integer(required=True)
    code = fields.String(required=True)
    detail = fields.String(required=True)
    field = fields.String()
    entry = fields.Integer()
    session = fields.Integer()
    match = fields.Integer()
    transfer = fields.Integer()
    member = fields.Integer()
    version = fields.Integer()
    last = fields.String()
    unit = fields.Integer()
    no_longer_fits = fields.String()


class LinkSchema(AnswerSchema):
    """A link; ``token``: what is sent as bearer token. ``code``: what is spoken, for watching."""

    role = fields.String(required=True, metadata={"enum": ["scorer", "viewer"]})
    token = fields.String(required=True)
    url = fields.String(required=True)
    code = fields.String(required=True, allow_none=True)


class PlayerSchema(AnswerSchema):
    """Somebody in a session. ``member``: who that is in its club."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    member = fields.Integer(required=True, allow_none=True)


class MatchInShortSchema(AnswerSchema):
    """A match in a list."""

    number = fields.Integer(required=True)
    game = fields.String(required=True)
    version = fields.Integer(required=True)
    finished = fields.Boolean(required=True)
    begun_at = fields.DateTime(required=True)


class SessionSchema(AnswerSchema):
    """A session. ``role``: what the token may do in it; ``club``: the one that it belongs to."""

    session = fields.String(required=True)
    date = fields.Date(required=True)
    time_zone = fields.String(required=True)
    archived = fields.Boolean(required=True)
    club = fields.String(required=True, allow_none=True)
    role = fields.String(required=True, metadata={"enum": ["scorer", "viewer"]})
    matches = fields.Integer(required=True, metadata={"description": "How many there are."})


class BegunSession(SessionSchema):
    """A session that was begun, with its links."""

    links = fields.List(fields.Nested(LinkSchema), required=True)


class StandingSchema(AnswerSchema):
    """How a seat stands, as ``standings`` of the wire format."""

    seat = fields.Integer(required=True)
    player = fields.String(required=True)
    score = fields.Integer(required=True)
    net = fields.Integer(required=True)
    rank = fields.Integer(required=True)


class StandingsSchema(AnswerSchema):
    """How a match stands."""

    version = fields.Integer(required=True)
    finished = fields.Boolean(required=True)
    winners = fields.List(fields.Integer(), required=True)
    standings = fields.List(fields.Nested(StandingSchema), required=True)


class SeatPaymentSchema(AnswerSchema):
    """Who pays whom, by seat, in minor units."""

    payer = fields.Integer(required=True, data_key="from")
    payee = fields.Integer(required=True, data_key="to")
    amount = fields.Integer(required=True)


class MatchSchema(StandingsSchema):
    """A match as it stands, with what may come next.

    ``setup``: as in the match document; ``seats``: the players' ids by seat, late arrivals included;
    ``settlement``: of this match alone; ``next`` and ``asks``: as in the wire format; ``last``: what undo
    would take back, in words; ``can_redo``: whether something was taken back.
    """

    number = fields.Integer(required=True)
    game = fields.String(required=True)
    setup = fields.Dict(required=True)
    seats = fields.List(fields.Integer(), required=True)
    names = fields.List(fields.String(), required=True)
    settlement = fields.List(fields.Nested(SeatPaymentSchema), required=True)
    next = fields.Dict(required=True)
    asks = fields.List(fields.Dict(), required=True)
    last = fields.String(required=True, allow_none=True)
    can_redo = fields.Boolean(required=True)


class ReasonedPaymentSchema(SeatPaymentSchema):
    """What an entry made somebody owe."""

    reason = fields.String(required=True)


class PaymentSchema(ReasonedPaymentSchema):
    """The same, with the place of the entry in the match."""

    entry = fields.Integer(required=True)


class WarningSchema(AnswerSchema):
    """Something unusual, which was entered all the same."""

    code = fields.String(required=True)
    message = fields.String(required=True)


class EffectSchema(AnswerSchema):
    """What an entry does. ``unit``: the hand, round or turn that it is part of; ``completes``: and ends."""

    said = fields.String(required=True)
    unit = fields.Integer(required=True, allow_none=True)
    completes = fields.Boolean(required=True)
    payments = fields.List(fields.Nested(ReasonedPaymentSchema), required=True)
    warnings = fields.List(fields.Nested(WarningSchema), required=True)


class EntrySchema(EffectSchema):
    """An entry that counts. ``place``: in the match, from 0; ``corrected``: whether it replaced another."""

    place = fields.Integer(required=True)
    entry = fields.Dict(required=True)
    entered_at = fields.DateTime(required=True)
    corrected = fields.Boolean(required=True)


class EnteredSchema(AnswerSchema):
    """What was entered. ``version``: the one that it made; ``match``: as it stands by now."""

    version = fields.Integer(required=True)
    entries = fields.List(fields.Nested(EntrySchema), required=True)
    match = fields.Nested(MatchSchema, required=True)


class TriedSchema(AnswerSchema):
    """What entries would do, had they been entered now."""

    version = fields.Integer(required=True)
    effects = fields.List(fields.Nested(EffectSchema), required=True)
    standings = fields.List(fields.Nested(StandingSchema), required=True)
    next = fields.Dict(required=True)
    asks = fields.List(fields.Dict(), required=True)


class BalanceSchema(AnswerSchema):
    """An amount that somebody has to get, or owes."""

    name = fields.String(required=True)
    amount = fields.Integer(required=True)


class PlayerBalanceSchema(BalanceSchema):
    """What a player has to get (above 0) or owes."""

    player = fields.Integer(required=True)


class UnitSettlementSchema(AnswerSchema):
    """Who pays whom in one unit: people by player id, amounts in minor units."""

    unit = fields.String(required=True)
    balances = fields.List(fields.Nested(PlayerBalanceSchema), required=True)
    payments = fields.List(fields.Nested(SeatPaymentSchema), required=True)


class SettlementSchema(AnswerSchema):
    """The fewest payments that clear all balances, by unit.

    ``on_tab``: it is settled on the club's tab.
    """

    on_tab = fields.Boolean(required=True)
    units = fields.List(fields.Nested(UnitSettlementSchema), required=True)


class TransferSchema(AnswerSchema):
    """Money that really changed hands. ``reverses``: the transfer that this one takes back."""

    id = fields.Integer(required=True)
    payer = fields.Integer(required=True, data_key="from")
    payee = fields.Integer(required=True, data_key="to")
    amount = fields.Integer(required=True)
    unit = fields.String(required=True)
    at = fields.DateTime(required=True)
    reverses = fields.Integer(required=True, allow_none=True)


class TransferPage(AnswerSchema):
    """A page of transfers. ``version``: what a payment that is kept next says it has seen."""

    version = fields.Integer(required=True)
    items = fields.List(fields.Nested(TransferSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class GameInShortSchema(AnswerSchema):
    """A game in a list."""

    game = fields.String(required=True)
    name = fields.String(required=True)
    about = fields.String(required=True)
    least_players = fields.Integer(required=True)
    most_players = fields.Integer(required=True)


class GameSchema(GameInShortSchema):
    """All that another program needs to draw its own set-up and entry screens.

    ``first``: the key of who deals or plays first; ``unit``: what a hand is called; ``setup``: the JSON
    Schema of a set-up; ``entries``: that of each entry, by type; ``commutes``: the types that come to the
    same in any order.
    """

    first = fields.String(required=True, metadata={"enum": ["first_dealer", "first_player"]})
    unit = fields.String(required=True)
    score_is_money = fields.Boolean(required=True)
    lowest_wins = fields.Boolean(required=True)
    default_stake_unit = fields.String(required=True)
    stakes = fields.List(fields.Dict(), required=True)
    house_rules = fields.List(fields.Dict(), required=True)
    commutes = fields.List(fields.String(), required=True)
    setup = fields.Dict(required=True)
    entries = fields.Dict(required=True)


@cache
def page_of(item: type[Schema]) -> type[Schema]:
    """A page of a list; ``next``: the cursor of the next page, null on the last one."""
    name = item.__name__.removesuffix("Schema")
    return AnswerSchema.from_dict(
        {
            "items": fields.List(fields.Nested(item), required=True),
            "next": fields.String(required=True, allow_none=True),
        },
        name=f"{name}PageSchema",
    )

"""A document that is refused, with the place."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.kernel import Message, Refused, say

OF_SHAPE = frozenset(
    {
        "missing",
        "unknown_field",
        "not_an_object",
        "not_whole",
        "out_of_range",
        "not_yes_no",
        "not_a_choice",
        "not_a_list",
        "said_twice",
        "too_many",
        "not_text",
        "too_long",
        "unreadable",
    }
)
"""Codes whose sentences say what would be right, and not of what: "A number from 0 to 6."."""


class NotTaken(Exception):
    """A document that is refused, with the place.

    ``session`` and ``match``: its number from 1; ``entry``: its place in the match from 0; ``transfer`` and
    ``member``: its place from 0; each None where it is not about one. ``names`` and ``unit``: what the
    sentence is filled in with.
    """

    def __init__(
        self,
        refused: Refused,
        *,
        session: int | None = None,
        match: int | None = None,
        entry: int | None = None,
        transfer: int | None = None,
        member: int | None = None,
    ) -> None:
        super().__init__(f"{refused.field}: {refused.code}")
        self.refused, self.session, self.match, self.entry = refused, session, match, entry
        self.transfer, self.member = transfer, member
        self.names: Sequence[str] = ()
        self.unit = "USD"

    @property
    def place(self) -> tuple[Message, ...]:
        """Where it stands, from the whole to the part: match 2, entry 17."""
        places = (
            (say("session %(number)s", number=self.session or 0), self.session),
            (say("match %(number)s", number=self.match or 0), self.match),
            (say("entry %(number)s", number=self.entry or 0), self.entry),
            (say("transfer %(number)s", number=self.transfer or 0), self.transfer),
            (say("member %(number)s", number=self.member or 0), self.member),
        )
        return tuple(said for said, number in places if number is not None)

    @property
    def needs_its_field(self) -> bool:
        """Whether the sentence alone does not say what it is about. Rules name what they speak of."""
        return bool(self.refused.field) and (self.entry is None or self.refused.code in OF_SHAPE)

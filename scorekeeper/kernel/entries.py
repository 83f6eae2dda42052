"""What can be entered in every game: a note, and the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from marshmallow import post_load

from scorekeeper.kernel.shape import ShapeSchema, Text

NOTE_LENGTH = 280


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened at the table. Each game derives its own."""


class EntrySchema(ShapeSchema):
    """The shape of an entry; ``makes`` is the dataclass that it loads into."""

    makes: ClassVar[type[Entry]]

    @post_load
    def _make(self, data: dict[str, Any], **_: object) -> Entry:
        return self.makes(**data)


@dataclass(frozen=True, slots=True)
class Finish(Entry):
    """The players stop the match here. Reopening takes it back."""


@dataclass(frozen=True, slots=True)
class Note(Entry):
    """Something to remember beside the score."""

    text: str


class FinishSchema(EntrySchema):
    """``finish`` has no fields."""

    makes = Finish


class NoteSchema(EntrySchema):
    """``note``: ``text``, at most 280 characters."""

    makes = Note
    text = Text(NOTE_LENGTH, lines=True, required=True)


COMMON_ENTRIES: dict[str, type[EntrySchema]] = {"finish": FinishSchema, "note": NoteSchema}

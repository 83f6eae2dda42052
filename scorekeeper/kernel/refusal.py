"""What a rule says no to, and what it only finds unusual."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.kernel.message import Message


class Refused(Exception):
    """An entry (or a set-up) that does not follow the rules.

    ``field`` names the field it is about, dotted where nested (``"card_points.2"``); ``code`` is stable and
    documented in ``docs/codes.md``; ``message`` says what is wrong and what would be right.
    """

    def __init__(self, field: str, code: str, message: Message) -> None:
        super().__init__(f"{field}: {code}")
        self.field = field
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Caution:
    """Something unusual but possible. It never blocks: shown before saving, kept with the entry."""

    code: str
    message: Message

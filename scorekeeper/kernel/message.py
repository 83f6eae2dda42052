"""Sentences that can be translated later.

The rules say what happened as a :class:`Message`: an English sentence with named places, and what goes into
them. A seat stays a seat (:class:`Who`) until somebody knows the player's name, and a word of the game stays
a message until somebody knows the reader's language. ``scorekeeper.words`` turns messages into text.

``say("...")`` marks the sentence for the translation catalogues.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Who:
    """A seat, shown as the name of the player who sits there."""

    seat: int


@dataclass(frozen=True, slots=True)
class Amount:
    """Money in minor units of the match's stake, shown with its unit ("$3", "3 chips")."""

    minor: int


@dataclass(frozen=True, slots=True)
class Several:
    """A list, shown in the reader's language ("High, Low and Game")."""

    items: tuple[Param, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence with named places in ``%(name)s`` form.

    ``plural`` and ``count`` are set for a sentence that changes with a number; ``count`` then also fills the
    place ``%(count)s``.
    """

    text: str
    params: Mapping[str, Param] = field(default_factory=dict)
    plural: str | None = None
    count: int = 1


Param = int | str | Who | Amount | Several | Message


def say(text: str, /, **params: Param) -> Message:
    """The sentence ``text``, with ``params`` for its places."""
    return Message(text, params)


def say_many(one: str, many: str, count: int, /, **params: Param) -> Message:
    """The sentence ``one`` or ``many``, as ``count`` and the reader's language want it."""
    return Message(one, {"count": count, **params}, many, count)

"""Players' names: what is one, and when two are the same (issue text: any script, 1 to 40 characters)."""

from __future__ import annotations

import unicodedata

from scorekeeper.kernel.characters import seen, trimmed, unseen, unwritable
from scorekeeper.kernel.message import say
from scorekeeper.kernel.refusal import Refused

NAME_LENGTH = 40


def name_key(name: str) -> str:
    """What two spellings of one name have in common: without case, Unicode form and what cannot be seen."""
    folded = unicodedata.normalize("NFKC", seen(name)).casefold()
    return seen(unicodedata.normalize("NFKC", folded))  # some letters stand for a space and a mark


def clean_name(name: str, field: str) -> str:
    """``name`` without white space and invisible marks around it; raises Refused if it is no name."""
    name = trimmed(name)
    if unseen(name):
        raise Refused(field, "name_empty", say("A name needs at least one letter or digit."))
    # A line break is odd, but can be written; whoever shows the name folds it.
    if unwritable(name.replace("\r", " ").replace("\n", " ")):
        raise Refused(field, "name_unreadable", say("This name has characters that cannot be written."))
    if len(name) > NAME_LENGTH:
        raise Refused(
            field,
            "name_too_long",
            say(
                "A name can have up to %(most)s characters; this one has %(length)s.",
                most=NAME_LENGTH,
                length=len(name),
            ),
        )
    return name


def refuse_same_name(name: str, others: tuple[str, ...], field: str) -> None:
    """Raises Refused if somebody of ``others`` has this name already."""
    if name_key(name) in {name_key(other) for other in others}:
        raise Refused(field, "name_taken", say("Two players are called %(name)s. Add a letter.", name=name))


SHORT_NAME = 4
"""Names of fewer letters look alike only if they are the same letters: Ann and Ann, not Ann and Ana."""


def look_alike(one: str, other: str) -> bool:
    """Whether two names may be one person's: the same letters, or in longer names one of them wrong.

    Case, spaces and accents do not count.
    """
    first, second = _letters(one), _letters(other)
    if first == second:
        return True
    return min(len(first), len(second)) >= SHORT_NAME and _one_edit(first, second)


def _letters(name: str) -> str:
    parted = unicodedata.normalize("NFKD", name_key(name))
    return "".join(sign for sign in parted if not unicodedata.combining(sign) and not sign.isspace())


def _one_edit(one: str, other: str) -> bool:
    """Whether one sign that is put in, left out or another one makes the first the second."""
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) > 1:
        return False
    at = next((place for place, sign in enumerate(short) if sign != long[place]), len(short))
    rest = short[at:] if len(short) < len(long) else short[at + 1 :]
    return rest == long[at + 1 :]

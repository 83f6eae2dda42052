"""Where a name is mentioned in a text: in whatever spelling names are the same, and in any script."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from scorekeeper.kernel.characters import unseen
from scorekeeper.kernel.names import name_key

_WITHOUT_SPACES = (
    "CJK",
    "HIRAGANA",
    "KATAKANA",
    "HANGUL",  # particles are written to the name
    "THAI",
    "LAO",
    "KHMER",
    "MYANMAR",
    "TIBETAN",
)
"""How the names of characters begin whose scripts put no space between a name and what follows."""
_VOICED = "\uff9e\uff9f"
"""Marks of half-width Katakana: letters to Unicode, one letter with the one before to the reader."""


def without_name(text: str, name: str, word: str) -> str:
    """``text`` with ``word`` wherever ``name`` stands as a word of its own; unchanged where it does not.

    Where a script has no spaces between words, it stands there wherever its letters do.
    """
    key = name_key(name)
    composed = unicodedata.normalize("NFC", text)
    places = list(_places(composed, key)) if key else []
    for begins, ends in reversed(places):
        composed = composed[:begins] + word + composed[ends:]
    return composed if places else text


def _places(text: str, key: str) -> Iterator[tuple[int, int]]:
    """Where what is compared by ``key`` begins and ends in ``text``, from the front."""
    letters = list(_letters(text))
    folded = "".join(letter for _, letter in letters)
    at = 0
    begins_at: dict[int, int] = {}
    for begins, letter in letters:
        begins_at.setdefault(at, begins)
        at += len(letter)
    begins_at[at] = len(text)
    found = folded.find(key)
    while found >= 0:
        end = found + len(key)
        apart = _apart(folded[:found][-1:], folded[found]) and _apart(folded[end - 1], folded[end : end + 1])
        if apart and found in begins_at and end in begins_at:
            yield begins_at[found], begins_at[end]
        found = folded.find(key, end if apart else found + 1)


def _letters(text: str) -> Iterator[tuple[int, str]]:
    """Each letter with its marks, as names are compared, and where it begins; white space is one space."""
    begins = 0
    for ends in range(1, len(text) + 1):
        if ends < len(text) and _goes_on(text[ends - 1], text[ends]):
            continue
        letter = text[begins:ends]
        yield begins, _folded(letter)
        begins = ends


def _folded(letter: str) -> str:
    """As :func:`~scorekeeper.kernel.names.name_key` has it, where other letters stand around it."""
    if letter.isspace():
        return " "
    seen = "".join(c for c in letter if not unseen(c))
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold())
    return "".join(c for c in folded if c == " " or not unseen(c))


def _goes_on(one: str, other: str) -> bool:
    """Whether ``other`` is part of what ``one`` began."""
    if one.isspace() or other.isspace():
        return one.isspace() and other.isspace()
    return bool(unicodedata.combining(other)) or other in _VOICED or unseen(other)


def _apart(one: str, other: str) -> bool:
    """Whether a word may end between the two, either of which may be missing."""
    if not one or not other or not _of_word(one) or not _of_word(other):
        return True
    if unicodedata.category(other).startswith("M"):
        return False
    return any(unicodedata.name(c, "").startswith(_WITHOUT_SPACES) for c in (one, other))


def _of_word(c: str) -> bool:
    return c.isalnum() or c == "_" or unicodedata.category(c).startswith("M")

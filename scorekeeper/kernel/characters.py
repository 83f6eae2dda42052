"""Which characters nobody can see, and which cannot be written everywhere (files, spreadsheets, chat)."""

from __future__ import annotations

import re
import unicodedata

# Control and format characters, private use, lone surrogates, and every kind of space. Not "unassigned" (Cn):
# scripts and emoji newer than this Python's Unicode tables are somebody's name.
_UNSEEN_KINDS = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Zs"}
# Letters, marks and symbols without ink: fillers, the grapheme joiner, variation selectors, blank Braille.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_PLANE_ENDS = "".join(chr(plane << 16 | end) for plane in range(17) for end in (0xFFFE, 0xFFFF))
_NONCHARACTER = re.compile(f"[\ufdd0-\ufdef{_PLANE_ENDS}]")
# They turn the rest of the line around; what lies between a pair of them cannot be relied on.
_TURNS_THE_LINE = re.compile("[\u202a-\u202e\u2066-\u2069]")
# What phones and pages leave around a copied name. (Joiners and tags are not here: they may end a letter.)
_AROUND = "\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff"
_EDGES = re.compile(rf"^[\s{_AROUND}]+|[\s{_AROUND}]+$")


def unseen(text: str) -> bool:
    """Whether nothing of ``text`` can be seen."""
    return all(unicodedata.category(c) in _UNSEEN_KINDS or _UNSEEN.match(c) for c in text)


def seen(text: str) -> str:
    """``text`` as the eye compares it: without what cannot be seen, white space as single spaces."""
    words = " ".join(text.split())
    return "".join(c for c in words if c == " " or not unseen(c)).strip()


def trimmed(text: str) -> str:
    """``text`` without the white space and the invisible marks around it."""
    return _EDGES.sub("", text)


def unwritable(text: str, *, lines: bool = False) -> bool:
    """Whether ``text`` has characters that some file or data base cannot hold, or that break the line.

    ``lines``: line breaks and tabs are welcome.
    """
    for c in text:
        kind = unicodedata.category(c)
        if kind == "Cs" or _NONCHARACTER.match(c):
            return True
        if kind in {"Cc", "Zl", "Zp"} and not (lines and c in "\t\n\r\u2028\u2029"):
            return True
        if not lines and _TURNS_THE_LINE.match(c):
            return True
    return False

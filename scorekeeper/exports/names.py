"""Names where a format cannot hold every character."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def in_one_line(text: str) -> str:
    """``text`` without line breaks and other white space in a row."""
    return " ".join(text.split())


def fitted(names: Sequence[str], instead: Mapping[str, str]) -> list[str]:
    """The names in one line each, with other characters ``instead``; still different from each other."""
    table = str.maketrans(dict(instead))
    parts: list[str] = []
    for name in names:
        plain = part = in_one_line(name.translate(table)) or "?"
        number = 1
        while part in parts:
            number += 1
            part = f"{plain} ({number})"
        parts.append(part)
    return parts

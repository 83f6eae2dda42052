"""Names where a format cannot hold every character."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence


def in_one_line(text: str) -> str:
    """``text`` without line breaks and other white space in a row."""
    return " ".join(text.split())


def fitted(names: Sequence[str], instead: Mapping[str, str]) -> list[str]:
    """The names in one line each, with other characters ``instead``; still different from each other."""
    table = str.maketrans(dict(instead))
    return distinct([in_one_line(name.translate(table)) or "?" for name in names])


def with_sum(columns: Sequence[str]) -> list[str]:
    """The columns, and behind them one of sums; somebody may be called like that."""
    summed, *others = distinct(("sum", *columns))
    return [*others, summed]


def distinct(names: Iterable[str]) -> list[str]:
    """The names, of which a later one that is there already has a number."""
    parts: list[str] = []
    for plain in names:
        part, number = plain, 1
        while part in parts:
            number += 1
            part = f"{plain} ({number})"
        parts.append(part)
    return parts

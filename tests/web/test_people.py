"""What a disc says of a person."""

from __future__ import annotations

import pytest

from scorekeeper.web.people import people


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["Ana", "Ben"], ["A", "B"]),
        (["Ana", "Abe", "Ben"], ["An", "Ab", "B"]),
        (["Ana", "Ann", "Ben"], ["A1", "A2", "B"]),
        ([""], ["1"]),
        (["Ana", "", ""], ["A", "2", "3"]),
        (["Ana", ""], ["A", "2"]),
    ],
)
def test_letters(names: list[str], letters: list[str]) -> None:
    assert [one["letters"] for one in people(names)] == letters

"""Numbers of wins as they are written."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flask import Flask

from scorekeeper.web.figures_view import in_parts


@pytest.mark.parametrize(
    ("wins", "shown"),
    [
        (Fraction(0), "0"),
        (Fraction(4), "4"),
        (Fraction(9, 2), "4½"),
        (Fraction(1, 2), "½"),
        (Fraction(13, 6), "2⅙"),
        (Fraction(19, 12), "1\N{NO-BREAK SPACE}7⁄12"),
        (Fraction(7, 12), "7⁄12"),
        (Fraction(12345), "12,345"),
    ],
)
def test_wins(app: Flask, wins: Fraction, shown: str) -> None:
    with app.test_request_context():
        assert in_parts(wins) == shown

"""Services run inside an application."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask


@pytest.fixture(autouse=True)
def _within(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield

"""Services run inside an application, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask


@pytest.fixture(autouse=True)
def _within(either_app: Flask) -> Iterator[None]:
    with either_app.app_context():
        yield

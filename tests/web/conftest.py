"""Phones without JavaScript."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from tests.web.pages import Phone


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A phone that has never been here."""
    return Phone(app)


@pytest.fixture
def app_phone(app: Flask) -> Callable[[], Phone]:
    """Makes phones, each with cookies of its own."""
    return lambda: Phone(app)

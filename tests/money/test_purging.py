"""Whatever was played, a name that is purged stands nowhere, and who owes whom what is as before."""

from __future__ import annotations

from typing import Any

from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.service.money import settlements
from scorekeeper.service.operating import find_session
from scorekeeper.service.purging import purge_name
from scorekeeper.service.verifying import verify_matches
from scorekeeper.store import db
from tests.money.random_session import RandomSession
from tests.money.test_views_agree import SOME
from tests.service.evening import PEOPLE, rows


def owed(slug: str) -> list[tuple[Any, ...]]:
    """What everybody gets or owes, by player id."""
    db.session.expire_all()
    return [(one.unit, dict(one.balances), list(one.payments)) for one in settlements(find_session(slug))]


@SOME
@given(data=st.data())
def test_a_name_is_gone_and_nothing_else(either_app: Flask, data: st.DataObject) -> None:
    slug = RandomSession(either_app, data).slug
    with either_app.app_context():
        before = owed(slug)
        for name in ("Zoe", data.draw(st.sampled_from(PEOPLE))):
            purge_name(name)
            text = str(rows())
            assert f"'{name}'" not in text
            assert f'"{name}"' not in text
        assert owed(slug) == before
        assert all(match.differences == [] for match in verify_matches())

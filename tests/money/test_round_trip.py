"""Any session that is exported and imported is the same session, but for its address."""

from __future__ import annotations

import json

from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.exports import session_document
from scorekeeper.service.exporting import contents_of, session_export
from scorekeeper.service.importing import import_session
from scorekeeper.service.money import settlements
from scorekeeper.service.operating import find_session
from scorekeeper.service.verifying import verify_matches
from scorekeeper.store import GameSession
from tests.money.random_session import RandomSession
from tests.money.test_views_agree import SOME
from tests.service.evening import OTHER, PHONE


def owed(session: GameSession) -> list[tuple[str, list[int], list[tuple[int, int, int]]]]:
    """What everybody gets or owes, by their place among the people, and who pays whom."""
    places = {player.id: place for place, player in enumerate(session.players)}
    return [
        (
            one.unit,
            [one.balances.get(player, 0) for player in places],
            sorted((places[paid.payer], places[paid.payee], paid.amount) for paid in one.payments),
        )
        for one in settlements(session)
    ]


@SOME
@given(data=st.data())
def test_what_comes_in_is_what_went_out(either_app: Flask, data: st.DataObject) -> None:
    slug = RandomSession(either_app, data).slug
    with either_app.app_context():
        first = session_export(slug, PHONE)
        text = json.dumps(session_document(first))
        imported = import_session(json.loads(text), OTHER, again=True)
        second = contents_of(find_session(imported.slug))
        assert json.dumps(session_document(second)) == text
        # What is computed: rows, payments and sentences, each at its entry.
        for one, other in zip(first.matches, second.matches, strict=True):
            assert one.names == other.names
            assert [(line.entry, line.unit, line.row, line.said, line.payments) for line in one.lines] == [
                (line.entry, line.unit, line.row, line.said, line.payments) for line in other.lines
            ]
        assert owed(find_session(slug)) == owed(find_session(imported.slug))
        assert all(match.differences == [] for match in verify_matches())

"""Sessions at random: matches of all games, corrections, what is paid and taken back, somebody who leaves."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any, cast

from flask import Flask
from hypothesis import strategies as st

from scorekeeper.games import GAMES
from scorekeeper.kernel import Refused, play
from scorekeeper.service.amending import amend_unit, state_before
from scorekeeper.service.entries import add_entries
from scorekeeper.service.history import redo, undo
from scorekeeper.service.money import Settlement, reasons, settlements
from scorekeeper.service.open_match import OpenMatch, live_entries, open_match, open_session
from scorekeeper.service.outcomes import sheet_lines
from scorekeeper.service.sessions import start_match, start_session
from scorekeeper.service.transfers import paid_in, record_transfer, take_back, transfers_made
from scorekeeper.store import GameSession
from tests.games.strategies import racehorse_hand, ten_pennies_round, ten_point_pitch_hand
from tests.games.ten import sensible as ten
from tests.service.evening import PEOPLE, PHONE, fresh

Raw = dict[str, Any]
UNITS = ("USD", "JPY", "KWD", "chips")
BIDS: dict[str, list[int | str]] = {"racehorse": [2, 3, 4], "ten_point_pitch": [4, 7, "moon"]}
"""A moon mostly ends the match, so that side stakes are paid."""


class RandomSession:
    """A session that is played through the services; what happens next is drawn."""

    def __init__(self, app: Flask, data: st.DataObject) -> None:
        self.app, self.slug = app, ""
        self.draw = cast("st.DrawFn", data.draw)  # what may be given to the strategies of the games
        units = data.draw(st.lists(st.sampled_from(UNITS), min_size=1, max_size=2, unique=True))
        for number in range(1, data.draw(st.integers(1, 3)) + 1):
            with app.app_context():
                self._starts(data.draw(st.sampled_from(units)))
            with app.app_context():
                self._plays(number)
        acts = [self._amends, self._amends, self._undoes, self._pays, self._pays, self._takes_back]
        for _ in range(data.draw(st.integers(0, 6))):
            with app.app_context():
                data.draw(st.sampled_from(acts))()
        if data.draw(st.booleans()):
            with app.app_context():
                self._leaves()

    @property
    def session(self) -> GameSession:
        """Its row, within an application's context."""
        return open_session(self.slug, PHONE)[0]

    # Playing -------------------------------------------------------------------------------------

    def _starts(self, unit: str) -> None:
        draw, game = self.draw, GAMES[self.draw(st.sampled_from(sorted(GAMES)))]
        players = draw(st.sampled_from(game.players))
        amounts = {
            stake.key: draw(st.sampled_from([1, 5, 25, 100, 333]))
            for stake in game.stakes
            if stake.default is not None or draw(st.booleans())
        }
        settle = draw(st.sampled_from(["tally", "tally", "cash"]))
        raw = {
            "players": draw(st.permutations(PEOPLE))[:players],
            game.first_key: draw(st.integers(0, players - 1)),
            "stake": {"unit": unit, "settle": settle, **amounts},
        }
        if self.slug:
            start_match(self.slug, PHONE, game, raw, client_id=fresh())
        else:
            first = start_session(PHONE, game, raw, zone="Europe/Warsaw", client_id=fresh())
            self.slug = first.session.slug

    def _plays(self, number: int) -> None:
        for _ in range(self.draw(st.integers(0, 8))):
            opened = open_match(self.slug, number, PHONE)
            if opened.state.finished:
                return
            self._sends(opened, self._interlude(opened))
            opened = open_match(self.slug, number, PHONE)
            self._sends(opened, self._unit(opened))

    def _sends(self, opened: OpenMatch, raws: list[Raw]) -> None:
        """All together, or nothing where the rules refuse: a drawn hand may have too many jokers."""
        version, number = opened.match.version, opened.match.number
        with suppress(Refused):
            if raws:
                add_entries(self.slug, number, PHONE, raws, version=version, client_id=fresh())

    def _interlude(self, opened: OpenMatch) -> list[Raw]:
        """Now and then somebody sits out or comes late, or the stake changes."""
        ask = opened.game.upcoming(opened.state).ask("sit_out")
        if ask is None or self.draw(st.integers(0, 4)):
            return []
        raws: list[Raw] = [{"type": "stake", "per_point": self.draw(st.sampled_from([1, 50, 333]))}]
        if "Zoe" not in opened.state.table.names and len(opened.state.table.sitting) < len(PEOPLE):
            raws.append({"type": "join", "name": "Zoe"})
            raws.append({"type": "sit_out", "seat": self.draw(st.sampled_from(ask.seats))})
        return raws

    def _unit(self, opened: OpenMatch) -> list[Raw]:
        """A whole hand or round, or the final count."""
        draw, state, game = self.draw, opened.state, opened.game
        if game.key == "ten":
            return [ten.count(draw, state)]
        if game.key == "ten_pennies":
            return [
                ten_pennies_round(draw, state) if game.upcoming(state).ask("round") else {"type": "finish"}
            ]
        seat, bid = draw(st.sampled_from(state.table.sitting)), draw(st.sampled_from(BIDS[game.key]))
        contract = {"type": "contract", "seat": seat, "bid": bid}
        hand = racehorse_hand if game.key == "racehorse" else ten_point_pitch_hand
        return [contract, hand(draw, play(game, state, contract).state)]

    def _some_match(self) -> OpenMatch:
        return open_match(self.slug, self.draw(st.integers(1, len(self.session.matches))), PHONE)

    def _amends(self) -> None:
        """Replaces a hand or round that is over, where what follows still fits."""
        opened = self._some_match()
        units = [line.row.unit for line in sheet_lines(opened.match)]
        if not units:
            return
        unit, number = self.draw(st.sampled_from(units)), opened.match.number
        raws = self._unit(replace(opened, state=state_before(opened, unit)))
        try:
            amend_unit(self.slug, number, PHONE, unit, raws, version=opened.match.version, client_id=fresh())
        except Refused:
            return

    def _undoes(self) -> None:
        opened = self._some_match()
        if live_entries(opened.match):
            undo(self.slug, opened.match.number, PHONE, version=opened.match.version)
            if self.draw(st.booleans()):
                redo(self.slug, opened.match.number, PHONE, version=opened.match.version + 1)

    # Paying --------------------------------------------------------------------------------------

    def pay(self, payer: int, payee: int, minor: int, unit: str) -> None:
        """Somebody pays somebody, by player id."""
        record_transfer(
            self.slug,
            PHONE,
            payer=payer,
            payee=payee,
            amount_minor=minor,
            unit=unit,
            seen=transfers_made(self.session),
            client_id=fresh(),
        )

    def _pays(self) -> None:
        """All that is suggested, a part of it or more, or something that nobody asked for."""
        found = self._some_settlement()
        suggested: bool = self.draw(st.booleans())
        if found.payments and suggested:
            one = self.draw(st.sampled_from(found.payments))
            minor = self.draw(st.sampled_from([one.amount, (one.amount + 1) // 2, one.amount + 7]))
            self.pay(one.payer, one.payee, minor, found.unit)
        elif len(found.balances) > 1:
            payer, payee = self.draw(st.permutations(sorted(found.balances)))[:2]
            self.pay(payer, payee, self.draw(st.integers(1, 2000)), found.unit)

    def _some_settlement(self) -> Settlement:
        return self.draw(st.sampled_from(settlements(self.session)))

    def _takes_back(self) -> None:
        paid = [one.id for one in paid_in(self.session) if not one.taken_back]
        if paid:
            take_back(self.slug, PHONE, self.draw(st.sampled_from(paid)))

    def _leaves(self) -> None:
        """Somebody goes home early, and only that is settled."""
        found = self._some_settlement()
        leaver = self.draw(st.sampled_from(sorted(found.balances)))
        for one in reasons(self.session, found.unit).plan(found, f"leaves-{leaver}"):
            self.pay(one.payer, one.payee, one.amount, found.unit)
        now = next(one for one in settlements(self.session) if one.unit == found.unit)
        assert now.balances[leaver] == 0
        assert not any(leaver in {one.payer, one.payee} for one in now.payments)

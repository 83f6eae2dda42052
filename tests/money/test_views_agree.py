"""Whatever happens in a session, every view of its money says the same, and it sums to zero in every unit."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from collections import Counter, defaultdict
from types import SimpleNamespace
from typing import Any

from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.documents import scored
from scorekeeper.service.money import reasons, settlements
from scorekeeper.words import decimals
from tests.money.random_session import RandomSession
from tests.service.evening import PHONE
from tests.web.pages import Page, Phone

Owed = dict[str, dict[str, int]]
"""By unit, what each person gets (above 0) or owes, in minor units; who is even is left out."""

# SQLite and PostgreSQL take turns (either_app), so half of the usual examples are for each.
SOME = settings(
    max_examples=max(8, settings().max_examples // 8),
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.large_base_example,
    ],
)
SIGNS = {"$": "USD", "¥": "JPY", "KWD": "KWD", "chips": "chips"}


def without_even(owed: dict[str, Counter[str]]) -> Owed:
    """Only who owes or gets something."""
    found = {unit: {who: minor for who, minor in people.items() if minor} for unit, people in owed.items()}
    assert all(sum(people.values()) == 0 for people in found.values())
    return {unit: people for unit, people in found.items() if people}


def nothing() -> dict[str, Counter[str]]:
    return defaultdict(Counter)


def by_the_document(document: dict[str, Any]) -> Owed:
    """From the JSON export alone: each match scored again, less what was paid."""
    owed = nothing()
    for match in document["matches"]:
        answer, status = scored(match)
        assert status == 0, answer
        for standing in answer["standings"]:
            owed[match["stake"]["unit"]][standing["player"]] += standing["net"]
    _take_off(owed, document)
    return without_even(owed)


def _take_off(owed: dict[str, Counter[str]], document: dict[str, Any]) -> None:
    """What was paid, and what of it was taken back."""
    names = document["players"]
    for row in document["transfers"]:
        owed[row["unit"]][names[row["from"]]] += row["amount"]
        owed[row["unit"]][names[row["to"]]] -= row["amount"]


def in_minor(figure: str, unit: str) -> int:
    """``3.50`` of a table for programs."""
    whole, _, part = figure.partition(".")
    assert len(part) == decimals(unit)
    return int(whole + part)


def by_the_payments(text: str, document: dict[str, Any]) -> Owed:
    """From the table of payments, less what was paid."""
    owed = nothing()
    for row in csv.DictReader(io.StringIO(text)):
        minor = in_minor(row["amount"], row["currency"])
        assert minor > 0
        if row["settle"] == "tally":
            owed[row["currency"]][row["from"]] -= minor
            owed[row["currency"]][row["to"]] += minor
    _take_off(owed, document)
    return without_even(owed)


LINE = re.compile(r"(\w+) owes (\w+) (.+)")


def by_the_page(page: Page) -> Owed:
    """From the payments that a page suggests; none is of nothing."""
    owed = nothing()
    for line in page.payments:
        matched = LINE.fullmatch(line.replace("\xa0", " "))
        assert matched, line
        payer, payee, amount = matched.groups()
        minor, unit = read(amount)
        assert minor > 0, line
        owed[unit][payer] -= minor
        owed[unit][payee] += minor
    return without_even(owed)


def read(amount: str) -> tuple[int, str]:
    """``$3.50``, ``75¢``, ``KWD 0.375``, ``12 chips``."""
    if amount.endswith("¢"):
        return int(amount[:-1]), "USD"
    unit = next(unit for sign, unit in SIGNS.items() if sign in amount)
    whole, _, part = re.sub(r"[^0-9.]", "", amount).partition(".")
    return int(whole + part.ljust(decimals(unit), "0")), unit


def with_names(app: Flask, played: RandomSession) -> Owed:
    """From the services."""
    with app.app_context():
        names = {player.id: player.name for player in played.session.players}
        owed = nothing()
        for one in settlements(played.session):
            owed[one.unit].update({names[player]: minor for player, minor in one.balances.items()})
        return without_even(owed)


@SOME
@given(st.data())
def test_every_view_agrees_and_paying_what_is_suggested_empties_all(
    either_app: Flask, data: st.DataObject
) -> None:
    played = RandomSession(either_app, data)
    phone = Phone(either_app)
    with phone.client.session_transaction() as cookie:
        cookie["device"] = PHONE
    address = f"/s/{played.slug}/"
    document = json.loads(phone.client.get(f"{address}export/session.json").get_data(as_text=True))
    payments = phone.client.get(f"{address}export/payments.csv").get_data().decode("utf-8-sig")
    truth = by_the_document(document)
    assert with_names(either_app, played) == truth
    assert by_the_payments(payments, document) == truth
    session = phone.open(address)
    assert by_the_page(session) == truth
    for number in range(1, len(document["matches"]) + 1):
        money = phone.open(f"{address}{number}/money/")
        assert sorted(money.payments) == sorted(session.payments)
        each = phone.open(f"{address}{number}/money/?plan=each")
        assert by_the_page(each) == truth
        assert len(each.payments) >= len(money.payments)
    assert home_tag(phone, address) == (f"{len(session.payments)} to pay" if truth else "")
    pays_all(either_app, played, data.draw(st.booleans()))
    assert with_names(either_app, played) == {}
    assert phone.open(address).payments == []
    assert home_tag(phone, address) == ""


def home_tag(phone: Phone, address: str) -> str:
    """What the list of sessions says is to be paid."""
    lines = phone.open("/?all=1").root.find("a", where=lambda node: node.get("href") == address)
    tags = [tag.words for line in lines for tag in line.find(of="tag") if "to pay" in tag.words]
    return " ".join(tags)


def pays_all(app: Flask, played: RandomSession, fewest: bool) -> None:
    """Every suggestion of one of the plans."""
    with app.app_context():
        for found in settlements(played.session):
            each = reasons(played.session, found.unit).each_to_each()
            for one in found.payments if fewest else each:
                played.pay(one.payer, one.payee, one.amount, found.unit)


@SOME
@given(st.data(), st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_nothing(
    either_app: Flask, data: st.DataObject, chance: random.Random
) -> None:
    played = RandomSession(either_app, data)
    with either_app.app_context():
        session = played.session
        matches, players = list(session.matches), list(session.players)
        chance.shuffle(matches)
        chance.shuffle(players)
        shuffled: Any = SimpleNamespace(id=session.id, slug=session.slug, matches=matches, players=players)
        usual = {one.unit: one for one in settlements(session)}
        other = {one.unit: one for one in settlements(shuffled)}
        assert {unit: one.payments for unit, one in usual.items()} == {
            unit: one.payments for unit, one in other.items()
        }
        for unit, settlement in usual.items():
            behind, again = reasons(session, unit), reasons(shuffled, unit)
            assert behind.each_to_each() == again.each_to_each()
            for player in players:
                name = f"leaves-{player.id}"
                assert behind.plan(settlement, name) == again.plan(other[unit], name)

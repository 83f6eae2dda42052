"""Every unit through the whole app: set-up, a hand, a part paid, the files; and stakes that stay."""

from __future__ import annotations

import csv
import io
import json
import uuid
from dataclasses import dataclass
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.kernel import Game, Refused, read_setup
from scorekeeper.service.entries import add_entries
from scorekeeper.service.sessions import start_session
from tests.games.ten.at_table import count
from tests.games.ten.at_table import hand as of_ten
from tests.games.ten_pennies.at_table import ended, hand
from tests.kernel.reading import text
from tests.web.pages import NAMES, Page, Phone, sent
from tests.web.tapping import EVENING, entered

Raw = dict[str, Any]


@dataclass(frozen=True)
class Money:
    """A unit: what is typed as the stake, and what then is shown of R1 (a bid of 3 that was made)."""

    unit: str
    typed: str
    effect: str
    cell: str
    owed: str
    part: str
    left: str
    exported: str
    minor: int


UNITS = [
    Money("USD", "1,50", "moves $4.50 between", "−4.50", "$4.50", "1.25", "$3.25", "4.50", 125),
    Money("USD", "12+3.5", "moves $46.50 between", "−46.50", "$46.50", "40+6", "50¢", "46.50", 4600),
    Money(
        "EUR", "1 000,50", "moves €3,001.50", "−3,001.50", "€3,001.50", "3.000,25", "€1.25", "3001.50", 300025
    ),
    Money("JPY", "1 000", "moves ¥3,000 between", "−3,000", "¥3,000", "500", "¥2,500", "3000", 500),
    Money("KWD", "0,125", "moves KWD", "−0.375", "KWD 0.375", "0.25", "KWD 0.125", "0.375", 250),
    Money("chips", "7", "moves 21 chips", "−21", "21 chips", "20", "1 chips", "21", 20),
]


@pytest.mark.parametrize("money", UNITS, ids=lambda money: f"{money.unit}-{money.typed}")
def test_a_unit_from_set_up_to_the_files(phone: Phone, money: Money) -> None:
    answers: dict[str, Any] = {"unit": money.unit, "stake": "other", "stake_other": money.typed}
    page = phone.open("/new/racehorse/").press("Next", **answers)
    assert money.effect in page.text
    page = entered(phone.starts(**answers), EVENING[0])
    assert page.follow("Scores").sheet[1][1] == money.cell
    owed = page.follow("Money")
    assert f"Ana owes Ben {money.owed}" in owed.payments
    paying = owed.follow("Mark paid: Ana pays Ben").press("Work it out", part="other", amount=money.part)
    assert f"After this, Ana still owes Ben {money.left}." in paying.text
    owed = paying.press("Ana has paid")
    assert f"Ana owes Ben {money.left}" in owed.payments
    address = f"/s/{page.path.split('/')[2]}/export/"
    rows = list(csv.DictReader(io.StringIO(downloaded(phone, f"{address}payments.csv"))))
    assert {(row["amount"], row["currency"]) for row in rows} == {(money.exported, money.unit)}
    transfers = json.loads(downloaded(phone, f"{address}session.json"))["transfers"]
    assert [(one["amount"], one["unit"]) for one in transfers] == [(money.minor, money.unit)]


def downloaded(phone: Phone, address: str) -> str:
    return phone.client.get(address).get_data().decode("utf-8-sig")


@pytest.mark.parametrize(
    ("unit", "typed"), [("JPY", "0.5"), ("chips", "1.5"), ("KWD", "1,000"), ("USD", "1.000")]
)
def test_what_the_unit_does_not_have_is_told_at_the_field_and_kept(
    phone: Phone, unit: str, typed: str
) -> None:
    page = phone.open("/new/racehorse/").press("Next", unit=unit, stake="other", stake_other=typed)
    assert page.error_at("stake_other")
    assert page.field("stake_other") == typed
    assert page.field("unit") == unit


def test_a_stake_is_more_than_nothing(phone: Phone) -> None:
    page = phone.starts(stake="other", stake_other="0")
    assert page.status == 422
    assert page.error_at("stake_other") == "A stake must be more than nothing."


STAKES = [(game, stake.key) for game in GAMES.values() for stake in game.stakes]


@pytest.mark.parametrize(("game", "key"), STAKES, ids=[f"{game.key}-{key}" for game, key in STAKES])
@pytest.mark.parametrize("amount", [0, -1])
def test_so_is_every_stake_of_every_game(game: Game[Any], key: str, amount: int) -> None:
    names = [f"P{seat}" for seat in range(game.players[0])]
    with pytest.raises(Refused) as caught:
        read_setup(game, {"players": names, "stake": {key: amount}})
    assert (caught.value.field, caught.value.code) == (f"stake.{key}", "out_of_range")
    assert text(caught.value.message) == "A stake must be more than nothing."


# Other games -------------------------------------------------------------------------------------


def at_the_table(phone: Phone, key: str, players: int, stake: Raw, *raws: Raw) -> Page:
    """A session of ``key`` with these entries in it."""
    device = "d" * 32
    with phone.client.session_transaction() as cookie:
        cookie["device"] = device
    raw = {"players": list(NAMES[:players]), "stake": stake}
    with phone.client.application.app_context():
        match = start_session(device, GAMES[key], raw, zone="UTC", client_id=str(uuid.uuid4()))
        slug = match.session.slug
        for version, entry in enumerate(raws):
            add_entries(slug, 1, device, [entry], version=version, client_id=str(uuid.uuid4()))
    return phone.open(f"/s/{slug}/1/")


SPLIT: list[Raw] = [
    *(ended(at % 2, *({} if seat == at % 2 else hand(high=1) for seat in range(2))) for at in range(6)),
    ended(None, hand(low=2), hand(high=1)),
]


def test_ten_pennies_in_yen_with_an_odd_coin(phone: Phone) -> None:
    page = at_the_table(phone, "ten_pennies", 2, {"unit": "JPY", "per_penny": 10}, *SPLIT)
    odd = "9 pennies make 4 and 5: the odd one goes to Ben, first on the last dealer’s left."
    assert odd in page.text
    money = page.follow("Money")
    assert money.payments == ["Ana owes Ben ¥10"]
    assert f"Ten Pennies: {odd}" in money.text
    assert f"Ten Pennies: {odd}" in page.follow("The session").text
    assert odd in page.phone.open(f"{page.path}?open=7").text, "in the history"


def test_ten_in_dinars_with_an_odd_part(phone: Phone) -> None:
    hands = [of_ten("R1", 3), of_ten("B1", 3), of_ten(), of_ten(), of_ten()]
    stake = {"unit": "KWD", "per_match": 125}
    page = at_the_table(phone, "ten", 5, stake, count(*hands))
    odd = "KWD 0.375 make KWD 0.187 and KWD 0.188: the odd part goes to Ben,"
    assert odd in page.text
    money = page.follow("Money")
    assert "the odd part goes to Ben, first on the left of Ana, who went first." in money.text
    assert len(money.payments) == 4


def test_nothing_is_said_of_odd_parts_where_there_are_none(phone: Phone) -> None:
    page = at_the_table(phone, "ten_pennies", 2, {"unit": "JPY"}, *SPLIT[:6], ended(0, {}, hand(high=1)))
    assert "odd" not in page.follow("Money").text


@pytest.mark.parametrize(
    ("key", "players", "stake"),
    [
        ("ten_point_pitch", 4, {"per_match": 500}),
        ("ten_point_pitch", 4, {}),
        ("ten_pennies", 3, {"per_penny": 5}),
        ("ten", 3, {"per_difference": 5}),
        ("ten", 3, {}),
    ],
)
def test_only_racehorse_changes_its_stake(phone: Phone, key: str, players: int, stake: Raw) -> None:
    page = at_the_table(phone, key, players, {"unit": "USD", **stake}).follow("More: players")
    assert "Change the stake" not in page.text
    assert ("that stays until the game is over." in page.text) is bool(stake)
    (form,) = page.root.find("form", where=lambda one: one.get("action").endswith("/table/"))[:1]
    page = phone.post(form.get("action"), [*sent(form), ("do", "stake"), ("stake", "3")])
    assert page.status == 422
    assert "The stake is fixed for this game. Agree on another one for the next." in page.text

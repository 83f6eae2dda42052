"""Setting up a game: names, seats, who is first, the stake, the house rules."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.web.pages import NAMES, Page, Phone, filled, unwrapped
from tests.web.tapping import EVENING, entered

NEW = "/new/racehorse/"
FORTY = "Maximiliane-Theodora von Hohenstein-Berg"


def keys(page: Page) -> list[str]:
    """The keys of the rows, in the order of the seats."""
    return [n.get("value") for n in page.root.find("input", where=lambda n: n.get("name") == "key")]


def names(page: Page) -> list[str]:
    return ["".join(text for text, _ in node.texts()) for node in page.root.find("textarea")]


def sends(phone: Phone, do: str, *people: str, **more: str) -> Page:
    """Posts a form with these names, however many; ``dealer`` is a key, "p1" the first."""
    kept = {"name", "key", "dealer", "client_id", *more}
    pairs = [pair for pair in filled(_new_table(phone).form(), {}) if pair[0] not in kept]
    for at, name in enumerate(people, start=1):
        pairs += [("key", f"p{at}"), ("name", name)]
    return phone.post(NEW, [*pairs, *({"dealer": "p1"} | more).items(), ("do", do)])


@cache
def _new_table(phone: Phone) -> Page:
    return phone.open(NEW)


def test_from_the_start_page_to_the_first_hand(phone: Phone) -> None:
    page = phone.open("/").follow("Racehorse")
    assert page.title == "Racehorse"
    assert "Next: 5 more names" in page.buttons
    page = page.press("Next", name=list(NAMES))
    assert page.status == 422
    assert page.error_at("ask-dealer") == "Who deals first?"
    assert "Next: who deals first?" in page.buttons
    page = page.press("Next", dealer=keys(page)[2])
    assert page.status == 200
    assert "Dov to bid" in page.text


def test_the_button_says_what_starts(phone: Phone) -> None:
    page = sends(phone, "check", *NAMES, dealer="p4")
    assert "Start: Dov deals hand 1" in page.buttons
    assert page.status == 200
    assert page.errors == []


def test_too_few_and_too_many(phone: Phone) -> None:
    for number, said in (
        (0, "Racehorse needs 5 players. Add 5 more."),
        (4, "Racehorse needs 5 players. Add 1 more."),
        (9, "8 is the most: six cards each for 9 players would need 54 cards."),
        (30, "8 is the most: six cards each for 9 players would need 54 cards."),
    ):
        page = sends(phone, "start", *(f"P{at}" for at in range(number)))
        assert page.status == 422
        assert page.errors == [said]


@pytest.mark.parametrize("number", [5, 6, 7, 8])
def test_five_to_eight(phone: Phone, number: int) -> None:
    people = [f"P{at}" for at in range(number)]
    page = phone.starts(people)
    assert page.status == 200
    assert page.follow("Scores").path.endswith("/scores/")
    assert [
        node.get("title")
        for node in entered(page, EVENING[0]).follow("Scores").root.find("bdi")
        if node.has("title")
    ] == people


STRANGE = [
    ("Łukasz", "عمر", "דנה", "👩‍👩‍👧‍👦", "李小龙", "Ana\u0301", "O’Brien", "Ünal İ"),
    (
        "<script>alert(1)</script>",
        "<b>Bob</b>",
        "&amp;",
        '"><img src=x>',
        "'--",
        "{{ 7*7 }}",
        "%(who)s",
        "%s %d",
    ),
    ("a" * 40, FORTY, "🎲" * 40, "\u200fRLM", "None", "=1+1", "{name}", "0"),
]


@pytest.mark.parametrize("people", STRANGE)
def test_names_in_any_script_are_shown_as_they_are_everywhere(phone: Phone, people: tuple[str, ...]) -> None:
    phone.typed = people
    page = entered(phone.starts(people), EVENING[0], EVENING[2])
    assert page.status == 200
    auction = page.follow("Auction")
    everybody = [page, auction, *(page.follow(label) for label in ("Scores", "More: players"))]
    some = [page.follow("Money"), auction.press("Pass"), page.follow("Scores").follow("The session")]
    some += [phone.open(f"{page.path}scores/{seen}") for seen in ("1", "?open=1", "part")]
    visible = [name.strip("\u200f") for name in people]
    for seen in (*everybody, *some):
        assert seen.status == 200
        for name in visible:
            if len(name) > 2 and name != "None":
                assert unwrapped(seen, name) == [], seen.address
        for markup in ("<script>alert", "<b>Bob", "<img", "49 to bid"):
            assert markup not in seen.markup
    for seen in everybody:
        shown = {text for node in seen.root.find("bdi") for text in (node.text, node.get("title"))}
        assert set(visible) <= shown, seen.address


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("x" * 41, "A name can have up to 40 characters; this one has 41."),
        ("x" * 5000, "A name can have up to 40 characters; this one has 5000."),
        ("\u200b", "A name needs at least one letter or digit."),
        ("\u3164", "A name needs at least one letter or digit."),
        ("a\x00b", "This name has characters that cannot be written."),
        ("a\u202eb", "This name has characters that cannot be written."),
        ("ana", "Two players are called ana. Add a letter."),
        (" Ana ", "Two players are called Ana. Add a letter."),
        ("\uff21na", "Two players are called \uff21na. Add a letter."),
        ("A\u200bna", "Two players are called A\u200bna. Add a letter."),
    ],
)
def test_a_name_that_cannot_be(phone: Phone, name: str, said: str) -> None:
    page = sends(phone, "start", "Ana", name, "Cleo", "Dov", "Edie")
    assert page.status == 422
    (at,) = page.root.find("textarea", where=lambda n: n.get("aria-invalid") == "true")
    assert at.get("aria-label") == "Name of seat 2"
    assert page.root.one(where=lambda n: n.get("id") == at.get("aria-describedby")).text == " ".join(
        said.split()
    )
    assert names(page)[0] == "Ana", "the others stay"


@pytest.mark.parametrize(
    ("one", "other"), [("STRASSE", "straße"), ("é", "e\u0301"), ("ΟΔΟΣ", "οδος"), ("ﬁn", "FIN")]
)
def test_the_same_name_in_another_form(phone: Phone, one: str, other: str) -> None:
    page = sends(phone, "start", one, other, "Cleo", "Dov", "Edie")
    assert page.status == 422
    assert page.errors == [f"Two players are called {other}. Add a letter."]


def test_names_are_trimmed_and_lines_folded(phone: Phone) -> None:
    page = sends(phone, "start", "  Ana\r\nMaria  ", *"BCDE")
    assert page.follow("More: players").text.count("Ana Maria plays") == 1


def test_rows_without_a_name_are_left_out(phone: Phone) -> None:
    page = sends(phone, "start", "Ana", "", "Ben", "  ", "Cleo", "Dov", "Edie", dealer="p5")
    assert page.status == 200
    assert "Dov to bid" in page.text


# Rows without the script -------------------------------------------------------------------------


def test_rows_move_up_and_down_and_the_dealer_moves_along(phone: Phone) -> None:
    page = sends(phone, "up-p3", *NAMES, dealer="p3")
    assert names(page) == ["Ana", "Cleo", "Ben", "Dov", "Edie"]
    assert page.field("dealer") == "p3"
    page = page.press("Move Ana down")
    assert names(page) == ["Cleo", "Ana", "Ben", "Dov", "Edie"]
    page = page.press("Start: Cleo deals hand 1")
    assert "Ana to bid" in page.text


def test_rows_come_and_go(phone: Phone) -> None:
    page = phone.open(NEW)
    for number in (6, 7, 8):
        page = page.press("Add player")
        assert len(names(page)) == number
        assert len(set(keys(page))) == number
    assert not [label for label in page.buttons if "Add player" in label]
    page = page.press("Remove 8", name=[*"ABCDEFG", ""])
    assert names(page) == [*"ABCDEFG"]
    page = page.press("Remove B").press("Remove A")
    assert names(page) == [*"CDEFG"]
    assert not [label for label in page.buttons if "Remove" in label]


@pytest.mark.parametrize(
    "do",
    [
        "up-p1",
        "down-p5",
        "up-p0",
        "up-p99",
        "up-2",
        "remove-",
        "remove--1",
        "up-²",
        "up-p" + "9" * 5000,
        "add-1",
        "",
        "x",
        "down-٢",
    ],
)
def test_moves_that_lead_nowhere(phone: Phone, do: str) -> None:
    page = sends(phone, do, *NAMES)
    assert page.status == 200
    assert names(page)[:5] == list(NAMES)


def test_who_is_first_is_drawn_by_lot_and_shown_before_it_starts(phone: Phone) -> None:
    page = sends(phone, "start", *NAMES, dealer="any")
    assert page.path == NEW
    (drawn,) = re.findall(r"Drawn by lot: (\w+)\.", page.text)
    assert drawn in NAMES
    page = page.press(f"Start: {drawn} deals hand 1")
    assert f"{NAMES[(NAMES.index(drawn) + 1) % 5]} to bid" in page.text


def test_everybody_with_a_name_can_be_drawn(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    offered: list[list[str]] = []

    def last(_: object, keys: list[str]) -> str:
        offered.append(keys)
        return keys[-1]

    monkeypatch.setattr("random.SystemRandom.choice", last)
    page = sends(phone, "check", *NAMES, "", dealer="any")
    assert offered == [["p1", "p2", "p3", "p4", "p5"]]
    assert page.field("dealer") == "p5"


# The stake ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "minor"),
    [
        ("1,50", "$1.50"),
        ("1.50", "$1.50"),
        (" 3 ", "$3"),
        ("0.01", "1¢"),
        ("1+0,25", "$1.25"),
        ("10000000", "$10,000,000"),
    ],
)
def test_another_stake(phone: Phone, text: str, minor: str) -> None:
    page = sends(phone, "start", *NAMES, stake="other", stake_other=text)
    assert page.status == 200, page.errors
    assert f"{minor} a point" in page.text


@pytest.mark.parametrize(
    "text", ["", "0", "-1", "0.005", "lots", "10000000.01", "99999999999", "9" * 5000, "<b>", "1..5", "1,5,5"]
)
def test_what_is_no_stake(phone: Phone, text: str) -> None:
    page = sends(phone, "start", *NAMES, stake="other", stake_other=text)
    assert page.status == 422
    assert page.error_at("stake_other"), page.text
    assert page.field("stake_other") == text
    assert "Next: check the stake" in page.buttons


@pytest.mark.parametrize("stake", ["0", "7", "-1", "1.5", "x", "²", "9" * 5000, "100 "])
def test_a_stake_that_is_not_offered_never_starts_with_another_one_unseen(phone: Phone, stake: str) -> None:
    page = sends(phone, "start", *NAMES, stake=stake)
    assert page.status in {200, 422}
    if page.path != NEW:
        assert {"7": "7¢ a point", "100 ": "$1 a point"}[stake] in page.text


def test_units(phone: Phone) -> None:
    page = sends(phone, "check", *NAMES, unit="JPY", stake="")
    assert "¥100" in page.text
    page = page.press("Start", unit="JPY", stake=200)
    assert "¥200 a point" in page.text
    page = sends(phone, "start", *NAMES, unit="chips", stake="5")
    assert "5 chips a point" in page.text
    page = sends(phone, "start", *NAMES, unit="KWD", stake="other", stake_other="0.125")
    assert page.status == 200
    assert "0.125 a point" in page.text


@pytest.mark.parametrize("unit", ["x" * 21, "\x00", "x" * 5000, "   "])
def test_what_is_no_unit(phone: Phone, unit: str) -> None:
    page = sends(phone, "start", *NAMES, unit=unit, stake="1")
    assert page.status == 422
    assert page.path == NEW


def test_a_word_of_the_table_may_be_anything(phone: Phone) -> None:
    phone.typed = ("<b>&amp;",)
    page = sends(phone, "start", *NAMES, unit="<b>&amp;", stake="5")
    page = entered(page, EVENING[0])
    assert "<b>&amp;" not in page.markup.replace("&lt;b&gt;&amp;amp;", "")
    assert page.follow("Money").payments[0] == "Ana owes Ben 15 <b>&amp;"


def test_what_the_stake_moves_is_said_in_money(phone: Phone) -> None:
    page = sends(phone, "check", *NAMES, "Finn", stake="25")
    assert "A bid of 3 moves 75¢ between the pitcher and each of the other 5." in page.text
    assert "A Smudge moves $1.25 each, $6.25 in all." in page.text


def test_the_unit_is_proposed_from_the_browser(phone: Phone) -> None:
    phone.headers = {"Accept-Language": "de-CH,de;q=0.9"}
    assert phone.open(NEW).field("unit") == "CHF"
    phone.headers = {"Accept-Language": "en"}
    assert phone.open(NEW).field("unit") == "USD"
    assert sends(phone, "check", *NAMES, region="PL").field("unit") == "PLN"
    assert sends(phone, "check", *NAMES, region="??").field("unit") == "USD"


def test_the_time_zone_is_sent_once_and_kept_until_the_start(phone: Phone) -> None:
    page = sends(phone, "check", *NAMES, tz="Asia/Tokyo")
    page = page.press("Add player").press("Start: Ana deals hand 1")
    document = phone.client.get(f"/s/{page.path.split('/')[2]}/export/session.json").get_json()
    assert document["time_zone"] == "Asia/Tokyo"


def test_cash_is_handed_over_at_once(phone: Phone) -> None:
    page = entered(phone.starts(settle="cash"), EVENING[0])
    money = page.follow("Money")
    assert money.payments == []
    assert "Handed over at the table." in money.text
    assert page.follow("Scores").sheet[-1][2] == "+12"


def test_what_is_neither_tally_nor_cash(phone: Phone) -> None:
    assert sends(phone, "start", *NAMES, settle="card").status == 422


# House rules -------------------------------------------------------------------------------------


def test_changed_rules_are_summed_up_in_words(phone: Phone) -> None:
    page = sends(phone, "check", *NAMES)
    assert "House rules: as written" in page.text
    page = sends(phone, "check", *NAMES, **{"rule-low": "holder", "rule-min_bid": "1"})
    assert "House rules: 2 changed" in page.text
    (summary,) = page.root.find(of="when-shut", where=lambda n: n.tag == "div")
    assert [node.text for node in summary.find("b")] == [
        "Whoever was dealt the Low gets it.",
        "The lowest bid is 1, also for a forced dealer.",
    ]


def test_house_rules_count(phone: Phone) -> None:
    page = sends(phone, "start", *NAMES, **{"rule-min_bid": "1"})
    assert page.buttons[:2] == ["1", "2"]


@pytest.mark.parametrize("value", ["", "none", "True", "x" * 5000, "<b>"])
def test_what_is_no_house_rule(phone: Phone, value: str) -> None:
    page = sends(phone, "start", *NAMES, **{"rule-low": value})
    assert page.status == 422
    assert page.error_at("ask-rule-low") == "One of: captured, holder."


# Once and again ----------------------------------------------------------------------------------


def test_one_tap_too_many_starts_one_session(phone: Phone) -> None:
    page = phone.open(NEW).press("Next", name=list(NAMES))
    pairs = [*filled(page.form(), {"dealer": keys(page)[0]}), ("do", "start")]
    assert phone.post(NEW, pairs).path == phone.post(NEW, pairs).path
    assert phone.open("/").text.count("Racehorse, 0 hands") == 1


def test_the_people_of_last_time_are_proposed(phone: Phone) -> None:
    phone.starts([*"ABCDEF"])
    assert names(phone.open(NEW)) == [*"ABCDEF"]


def test_a_game_that_does_not_exist(phone: Phone) -> None:
    for key in ("bridge", "", "RACEHORSE", "../racehorse", "x" * 2000):
        assert phone.open(f"/new/{key}/").status == 404

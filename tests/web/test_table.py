"""What is done now and then at the table: who sits, the stake, the dealer, notes, a misdeal."""

from __future__ import annotations

from tests.games.racehorse.at_table import join
from tests.web.pages import Page, Phone, filled
from tests.web.tapping import EVENING, PASS, bid, contract, entered, played, sat_down


def table(page: Page) -> Page:
    return page.follow("More: players")


def test_sitting_out_and_coming_back(phone: Phone) -> None:
    page = table(sat_down(phone, players=[*"ABCDEF"]))
    page = page.press("C: Sit out")
    assert "C sits out" in page.text
    hand = page.follow("Hand 1")
    assert [item.one("bdi").text for item in hand.root.one("ol", of="bids").find("li")] == [*"BDEFA"]
    hand = entered(hand, EVENING[0])
    assert hand.follow("Scores").sheet[1] == ["1 3 made", "−3", "+12", "sat out", "−3", "−3", "−3"]
    page = table(hand).press("C: Come back")
    assert "C plays" in page.text
    assert "C sits out" not in page.text


def test_too_few_sit_there_and_the_page_says_so(phone: Phone) -> None:
    page = table(sat_down(phone)).press("Ana: Sit out")
    hand = page.follow("Hand 1")
    assert "A hand needs 5 players: 1 more must sit down." in hand.text
    assert not [label for label in hand.buttons if label in {"2", "3", "4", PASS}]
    assert "Ben" in table(hand).press("Ana: Come back").follow("Hand 1").text


def test_somebody_joins(phone: Phone) -> None:
    page = table(sat_down(phone, *played(1)))
    page = page.press("Join from the next hand", name="  Finn ", after=0)
    assert page.status == 200
    hand = page.follow("Hand 2").follow("Auction")
    assert [item.one("bdi").text for item in hand.root.one("ol", of="bids").find("li")] == [
        "Cleo",
        "Dov",
        "Edie",
        "Ana",
        "Finn",
        "Ben",
    ]
    sheet = page.follow("Scores").sheet
    assert sheet[0][1:] == ["Ana", "Ben", "Cleo", "Dov", "Edie", "Finn"]
    assert sheet[1][1:] == ["−3", "+12", "−3", "−3", "−3", "–"]
    assert "Undo: Finn joins from hand 2 on." in hand.buttons


def test_somebody_who_cannot_join_like_this(phone: Phone) -> None:
    page = table(sat_down(phone))
    for name, said in (
        ("", "A name needs at least one letter or digit."),
        ("ANA", "Two players are called ANA. Add a letter."),
        ("x" * 41, "A name can have up to 40 characters; this one has 41."),
        ("a\x07b", "This name has characters that cannot be written."),
    ):
        page = page.press("Join from the next hand", name=name)
        assert page.status == 422
        assert page.error_at("name") == said
        assert page.field("name") == name
    assert page.press("Join from the next hand", name="Finn").status == 200


def test_the_stake_changes_from_the_next_hand_on(phone: Phone) -> None:
    page = table(sat_down(phone, *played(1)))
    assert "Change the stake (now $1 a point)" in page.text
    assert page.field("stake") == "1.00"
    page = page.press("Change the stake", stake="0,25")
    assert "now 25¢ a point" in page.text
    page = entered(page.follow("Hand 2"), EVENING[1])
    assert [row[1:] for row in page.follow("Scores").sheet[1:]] == [
        ["−3.00", "+12.00", "−3.00", "−3.00", "−3.00"],
        ["+0.50", "+0.50", "−2.00", "+0.50", "+0.50"],
        ["−2.50", "+12.50", "−5.00", "−2.50", "−2.50"],
    ]


NO_STAKES = ("", "0", "-1", "0.005", "abc", "10000001", "1" * 12, "1" * 5000, "NaN", "1e9", "²", "0x10", " ")


def test_what_is_no_stake(phone: Phone) -> None:
    page = table(sat_down(phone))
    for text in NO_STAKES:
        page = page.press("Change the stake", stake=text)
        assert page.status == 422
        assert page.error_at("stake"), text
        assert "now $1 a point" in page.text


def test_what_is_a_stake(phone: Phone) -> None:
    page = table(sat_down(phone))
    for text, minor in (("2", "$2"), ("1,50", "$1.50"), (" 1.5 ", "$1.50"), ("٢", "$2")):
        page = page.press("Change the stake", stake=text)
        assert page.status == 200
        assert f"now {minor} a point" in page.text


def test_another_dealer(phone: Phone) -> None:
    page = table(sat_down(phone))
    assert "Ana deals by the rules" in page.text
    page = page.press("Set the dealer", dealer=3)
    assert "Edie to bid" in page.follow("Hand 1").text
    assert page.field("dealer") == "3"


def test_a_misdeal_is_thrown_in(phone: Phone) -> None:
    page = bid(sat_down(phone), "2")
    page = table(page).press("Throw in hand 1")
    assert "Ben to bid" in page.text, "Ana deals again"
    sheet = page.follow("Scores").sheet
    assert sheet[1] == ["1 void no money", "0", "0", "0", "0", "0"]


def test_between_hands_only(phone: Phone) -> None:
    page = table(bid(sat_down(phone), "2"))
    assert "Players change between hands: hand 1 has begun." in page.text
    for label in ("Sit out", "Join", "Set the dealer"):
        assert not [button for button in page.buttons if label in button]
    form = filled(page.form("table/"), {})
    for answers in (
        [("do", "sit_out-0")],
        [("do", "join"), ("name", "Finn"), ("after", "0")],
        [("do", "dealer"), ("dealer", "1")],
    ):
        refused = phone.post(page.path, [*form, *answers])
        assert refused.status == 422
        assert "Hand 1 has begun. This can change only between hands." in refused.text


def test_notes_are_kept_with_the_time(phone: Phone) -> None:
    page = table(sat_down(phone)).press("Keep the note", text="Pizza at nine\n<b>really</b>")
    assert page.status == 200
    (kept,) = page.root.find("li", of="note")
    assert kept.text.endswith("Pizza at nine <b>really</b>")
    assert "<b>really</b>" not in page.markup.replace("&lt;b&gt;", "")


def test_a_note_that_cannot_be_kept(phone: Phone) -> None:
    page = table(sat_down(phone))
    for text, said in (
        ("", "This is missing."),
        ("x" * 281, "At most 280 characters."),
        ("a\x00b", "This text has characters that cannot be written."),
    ):
        page = page.press("Keep the note", text=text)
        assert page.status == 422
        assert page.error_at("text") == said
        assert page.field("text") == text


def test_notes_after_the_end(phone: Phone) -> None:
    page = table(table(sat_down(phone)).press("Finish Racehorse"))
    page = page.press("Keep the note", text="Good night")
    assert "Good night" in page.text
    assert not [label for label in page.buttons if "Sit out" in label or "Throw in" in label]


BOGUS = (
    "",
    "bogus",
    "hand",
    "sit_out",
    "sit_out-",
    "sit_out-99",
    "sit_in-x",
    "dealer",
    "sit_out-0-1",
    "contract",
)


def test_what_cannot_be_done_here_is_said_on_the_page(phone: Phone) -> None:
    page = table(sat_down(phone))
    for do in BOGUS:
        answer = phone.post(page.path, [*filled(page.form("table/"), {}), ("do", do)])
        assert answer.status == 422
        assert answer.title == "Racehorse"
        assert answer.root.find(of="notice") or answer.errors, do


def test_the_house_rules_of_this_table_are_told(phone: Phone) -> None:
    page = table(sat_down(phone, rules={"low": "holder"}))
    assert "Whoever was dealt the Low gets it." in page.text
    assert "Whoever captures the Low gets it." not in page.text


def test_eight_is_the_most_at_one_hand(phone: Phone) -> None:
    page = table(sat_down(phone, players=[*"ABCDEFGH"])).press("Join from the next hand", name="I")
    hand = page.follow("Hand 1")
    assert "8 is the most" in hand.text
    assert contract(table(page).press("A: Sit out").follow("Hand 1"), EVENING[0]).status == 200


def test_who_joined_and_was_taken_back_is_told_by_name(phone: Phone) -> None:
    page = sat_down(phone, *played(1), join("Finn")).press("Undo")
    assert "Taken back: Finn joins" in page.text
    more = phone.open(f"{page.path.partition('?')[0]}table/")
    assert any("Redo: Finn joins" in label for label in more.buttons)

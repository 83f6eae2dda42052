"""10 Point Pitch in a phone-size browser: P1–P9 of the rules, the moon, a correction, no script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import violations
from tests.e2e.beforehand import sit_down
from tests.e2e.conftest import NewPhone
from tests.e2e.table import bids, contract, payments, say, set_up, settled, totals

NAMES = ("Ana", "Ben", "Cleo", "Dov")
GAME = "10 Point Pitch"
OURS, THEIRS = "Ana & Cleo", "Ben & Dov"
CARDS = ("ace", "jack", "off_jack", "high_joker", "low_joker", "ten", "three", "two")


def place(phone: Page, own: str = "", others: str = "", out: str = "", rest: str = "") -> None:
    """Taps each card until its owner shows, then gives what is left to a team."""
    for taps, cards in ((1, own), (2, others), (3, out)):
        for card in cards.split():
            for _ in range(taps):
                phone.locator(f"#card-{card}").click()
    if rest:
        phone.get_by_role("button", name=f"Rest to {rest}").click()


def save(phone: Page, label: str, picture: Path | None = None) -> None:
    """Waits until the button says so, and taps it."""
    button = phone.get_by_role("button", name=label)
    expect(button).to_be_visible()
    if picture is not None:
        phone.screenshot(path=picture)
    settled(phone)
    button.click()
    done = re.compile("saved$") if label.startswith("Save") else "The game is finished."
    expect(phone.get_by_text(done).first).to_be_visible(timeout=15_000)


def name_trump(phone: Page, suit: str) -> None:
    """Trump, under More."""
    phone.locator("details.fold summary").click()
    phone.locator(f"input[name=trump][value={suit}]").check()
    expect(phone.locator(".contract")).to_contain_text(suit)
    phone.locator("details.fold summary").click()
    phone.evaluate("scrollTo(0, 0)")


def play_p1_to_p8(phone: Page, pictures: Path | None = None) -> None:
    """The first eight hands, after which nobody has won yet."""

    def picture(name: str) -> Path | None:
        return pictures / f"pitch-{name}.png" if pictures else None

    bids(phone, "pass", "5", "pass", "pass")
    name_trump(phone, "hearts")
    place(phone, own="ace jack", others="off_jack high_joker")
    expect(phone.get_by_text("Still to place, 6 points:")).to_be_visible()
    expect(phone.get_by_text(f"{OURS} need 3 more points.")).to_be_visible()
    if pictures:
        phone.screenshot(path=pictures / "pitch-entering.png")
    place(phone, others="low_joker", rest=OURS)
    save(phone, "Save hand 1: 5 to 3", picture("made"))
    contract(phone, "Dov", "6")
    place(phone, own="off_jack high_joker low_joker ten", rest=OURS)
    expect(phone.get_by_text(f"{THEIRS} bid 6, took 4: set.")).to_be_visible()
    save(phone, "Save hand 2: 11 to −3", picture("set"))
    phone.get_by_role("link", name="Auction").click()
    expect(phone.get_by_text("in the hole")).to_be_visible()
    if pictures:
        phone.screenshot(path=pictures / "pitch-in-the-hole.png")
    bids(phone, "pass", "pass", "pass")
    place(phone, own="ten three two", others="ace jack off_jack high_joker", out="low_joker")
    expect(phone.get_by_text("5 + 4 + 1 out of play makes ten.")).to_be_visible()
    save(phone, "Save hand 3: 15 to 1", picture("out-of-play"))
    contract(phone, "Ben", "7")
    place(phone, others="three", rest=THEIRS)
    save(phone, "Save hand 4: 18 to 8")
    contract(phone, "Cleo", "10")
    place(phone, rest=OURS)
    save(phone, "Save hand 5: 28 to 8")
    contract(phone, "Dov", "4")
    place(phone, own="ace jack", rest=OURS)
    save(phone, "Save hand 6: 36 to 4")
    contract(phone, "Ana", "8")
    place(phone, others="ace", rest=OURS)
    save(phone, "Save hand 7: 44 to 5")
    contract(phone, "Ana", "6")
    place(phone, others="ace jack off_jack high_joker", rest=OURS)
    save(phone, "Save hand 8: 50 to 9")


@pytest.fixture
def table(phone: Page) -> Page:
    """Four players at the table, Ana deals."""
    sit_down(phone, NAMES, game="ten_point_pitch")
    return phone


def test_p1_to_p9(table: Page, screenshots: Path) -> None:
    play_p1_to_p8(table, screenshots)
    table.get_by_role("link", name="Auction").click()
    table.locator("button[name=bid][value='5']").click()
    expect(table.get_by_role("heading", name="Cleo to bid")).to_be_visible()
    table.wait_for_timeout(400)
    table.screenshot(path=screenshots / "pitch-bidding.png")
    bids(table, "pass", "pass", "pass")
    place(table, own="ace jack off_jack high_joker low_joker", rest=OURS)
    save(table, f"End the game: {OURS} win", screenshots / "pitch-end.png")
    expect(table.get_by_text("Ana and Cleo win with 55 to 14.")).to_be_visible()
    assert totals(table) == ["55", "14"]
    table.screenshot(path=screenshots / "pitch-scores.png")

    # P9 taken back, then P6 was made after all.
    table.get_by_role("button", name="Undo hand 9").click()
    assert totals(table) == ["50", "9"]
    table.locator("#hand-6 a").click()
    table.get_by_role("link", name="Change").click()
    for _ in range(3):  # on from the others: out of play, empty, the pitcher's team
        table.locator("#card-three").click()
    button = table.get_by_role("button", name="Save hand 6: 33 to 12")
    expect(button).to_be_visible()
    table.screenshot(path=screenshots / "pitch-change.png", full_page=True)
    settled(table)
    button.click()
    expect(table.locator("#hand-6")).to_contain_text("changed")
    assert totals(table) == ["47", "17"]


def test_a_moon_that_fails_ends_the_game(new_phone: NewPhone, screenshots: Path) -> None:
    phone = new_phone(color_scheme="dark")
    set_up(phone, NAMES, game=GAME)
    bids(phone, "pass", "moon")
    name_trump(phone, "hearts")
    place(phone, own="ace jack off_jack high_joker", out="low_joker")
    expect(phone.get_by_text("The moon fails: the Low Joker is out of play.")).to_be_visible()
    place(phone, rest=OURS)
    save(phone, f"End the game: {THEIRS} win", screenshots / "pitch-moon-dark.png")
    expect(phone.get_by_text("Ben and Dov win: Cleo’s moon failed.")).to_be_visible()
    assert totals(phone) == ["0", "0"]


def test_the_two_totals_and_what_does_not_agree(table: Page, screenshots: Path) -> None:
    contract(table, "Cleo", "5")
    table.locator("details.fold summary").click()
    table.locator("input[name=points-0]").fill("6")
    table.locator("input[name=points-1]").fill("3")
    expect(table.get_by_text("That makes 9. Where is the rest of the ten")).to_be_visible()
    table.screenshot(path=screenshots / "pitch-totals.png", full_page=True)
    table.locator("input[name=out_of_play]").fill("1")
    table.locator("input[name=tricks-0]").fill("6")
    expect(table.get_by_text("With no tricks Ben and Dov cannot have points.")).to_be_visible()
    table.locator("input[name=tricks-0]").fill("5")
    save(table, "Save hand 1: 5 to 3")
    expect(table.get_by_text("Hand 1 saved")).to_be_visible()


def test_the_dealer_is_forced_and_raises(table: Page) -> None:
    for _ in range(3):
        say(table, "pass")
    expect(table.get_by_role("heading", name="Ana is forced to 4")).to_be_visible()
    table.locator("button[name=bid][value='6']").click()
    expect(table.get_by_role("heading", name="Ana pitches for 6")).to_be_visible()
    expect(table.locator("button[name=bid]")).to_have_count(0)


def test_stakes_are_paid_when_a_team_has_won(phone: Page) -> None:
    phone.goto("/")
    phone.get_by_role("link", name=re.compile(GAME)).first.click()
    for row, name in enumerate(NAMES):
        phone.locator("textarea[name=name]").nth(row).fill(name)
    phone.locator("#ask-dealer label", has_text="Ana").click()
    phone.locator("input[name=stake][value='100']").check()
    expect(phone.get_by_text("Each loser pays $1 to one of the winners.")).to_be_visible()
    expect(phone.locator("button[value=start]")).to_contain_text("deals hand 1")
    settled(phone)
    phone.locator("button[value=start]").click()
    expect(phone.get_by_role("heading", name=GAME)).to_be_visible()
    contract(phone, "Ben", "Moon")
    place(phone, rest=THEIRS)
    save(phone, f"End the game: {THEIRS} win")
    assert payments(phone) == ["Ana Ben $1", "Cleo Dov $1"]


@pytest.mark.parametrize(("theme", "width"), [("light", 390), ("dark", 390), ("light", 320)])
def test_every_screen_in_both_themes_and_at_320_pixels(
    new_phone: NewPhone, screenshots: Path, theme: str, width: int
) -> None:
    names = ("Ana", "Ben", "Cleopatra-Wilhelmina", "עדי")
    phone = new_phone(color_scheme=theme, viewport={"width": width, "height": 844})
    shot = f"{theme}-{width}.png"
    set_up(phone, names if width == 320 else NAMES, game=GAME)
    seen(phone, screenshots / f"pitch-bidding-{shot}")
    phone.get_by_role("link", name="Just the contract").click()
    seen(phone, screenshots / f"pitch-contract-{shot}")
    contract(phone, "Ben", "5")
    seen(phone, screenshots / f"pitch-empty-{shot}")
    place(phone, own="ace jack", others="three", out="two")
    expect(phone.get_by_text("need 3 more points")).to_be_visible()
    phone.locator("details.fold summary").click()
    phone.locator("input[name=trump][value=spades]").check()
    expect(phone.locator(".contract")).to_contain_text("spades")
    seen(phone, screenshots / f"pitch-result-{shot}")
    phone.locator("button[data-rest='1']").click()
    save(phone, "Save hand 1: 3 to 5")
    phone.get_by_role("link", name="Scores").click()
    seen(phone, screenshots / f"pitch-scores-{shot}")
    phone.locator("#hand-1 a").click()
    phone.get_by_role("link", name="Change").click()
    seen(phone, screenshots / f"pitch-change-{shot}")


def seen(phone: Page, picture: Path) -> None:
    """A picture of the page, which must be accessible and no wider than the phone."""
    phone.screenshot(path=picture, full_page=True)
    assert violations(phone) == []
    wide = phone.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{picture.name}: {wide} px wider than the screen"


def test_without_script(new_phone: NewPhone, screenshots: Path) -> None:
    phone = new_phone(java_script_enabled=False)
    phone.goto("/")
    phone.get_by_role("link", name=re.compile(GAME)).first.click()
    for row, name in enumerate(NAMES):
        phone.locator("textarea[name=name]").nth(row).fill(name)
    phone.locator("button[value=start]").click()
    phone.locator("#ask-dealer label", has_text="Ana").click()
    phone.locator("button[value=start]").click()
    phone.get_by_role("link", name="Just the contract").click()
    phone.locator("#ask-pitcher label", has_text="Ben").click()
    phone.locator("#ask-bid label", has_text="5").first.click()
    phone.locator("button[value=save]").click()
    place(phone, own="ace", others="jack")
    phone.locator("button[value=save]").click()
    expect(phone.get_by_text("Who took the off-jack? A team, or it is out of play.")).to_be_visible()
    place(phone, rest=THEIRS)
    expect(phone.get_by_text(f"{THEIRS} bid 5, took 9: made.")).to_be_visible()
    phone.screenshot(path=screenshots / "pitch-without-script.png", full_page=True)
    phone.get_by_role("button", name="Clear all").click()
    expect(phone.get_by_text("Still to place, 10 points:")).to_be_visible()
    place(phone, rest=OURS)
    phone.get_by_role("button", name="Save hand 1: 10 to −5").click()
    assert totals(phone) == ["10", "−5"]


def test_cards_by_keyboard(table: Page) -> None:
    contract(table, "Ben", "5")
    ace = table.get_by_role("radiogroup", name="Ace, 1 point")
    ace.get_by_role("radio", name="not placed").focus()
    for owner in (THEIRS, OURS, "out of play", "not placed"):
        table.keyboard.press("ArrowRight")
        expect(ace.get_by_role("radio", name=owner)).to_be_checked()
    table.keyboard.press("Tab")
    jack = table.get_by_role("radiogroup", name="Jack, 1 point", exact=True)
    expect(jack.get_by_role("radio", name="not placed")).to_be_focused()


def test_a_half_entered_hand_is_still_there_after_a_reload(table: Page) -> None:
    contract(table, "Ben", "5")
    place(table, own="ace jack")
    expect(table.get_by_text(f"{THEIRS} need 3 more points.")).to_be_visible()
    table.reload()
    expect(table.get_by_text(f"{THEIRS} need 3 more points.")).to_be_visible()

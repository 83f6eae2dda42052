"""Copies on a phone: found without scrolling through a wall, copied, printed, and handed to another app."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from openpyxl import load_workbook
from playwright.sync_api import Page, Route, expect

from tests.e2e.axe import violations
from tests.e2e.beforehand import play_hand, sit_down
from tests.e2e.conftest import NewPhone
from tests.e2e.table import NAMES

PAPER = {"A4": (595, 842), "Letter": (612, 792)}
"""Width and height in points."""
A4_WITHIN_MARGINS = 687
"""CSS pixels."""


@pytest.fixture
def session(phone: Page) -> str:
    """The address of a session with a hand."""
    address = sit_down(phone)
    play_hand(phone, "Ben", 3, high="pitcher", low="pitcher", game="pitcher", jack="none")
    return address.partition("/1/")[0] + "/"


def test_the_list_is_short_until_it_is_opened(phone: Page, session: str, screenshots: Path) -> None:
    for theme in ("light", "dark"):
        phone.emulate_media(color_scheme=theme)
        for page in ("", "1/table/", "chat", "print"):
            phone.goto(session + page)
            if page in {"", "1/table/"}:
                shown = phone.locator("a[href$='/print'], a[href$='/chat'], a[href*='/export/']").locator(
                    "visible=true"
                )
                expect(shown).to_have_count(3)
                phone.get_by_text("Single tables (CSV)").click()
                phone.get_by_text("For other programs").click()
                assert shown.count() >= 10
            assert violations(phone) == []
            for width in (390, 320):
                phone.set_viewport_size({"width": width, "height": 844})
                assert phone.evaluate("document.documentElement.scrollWidth") <= width
                name = page.replace("/", "-").strip("-") or "session"
                phone.screenshot(path=screenshots / f"copies-{name}-{width}-{theme}.png", full_page=True)


def test_files_arrive_under_names_of_their_own(phone: Page, session: str, tmp_path: Path) -> None:
    phone.goto(session)
    phone.get_by_text("Single tables (CSV)").click()
    with phone.expect_download() as download:
        phone.get_by_role("link", name=re.compile("^Score sheet A column")).click()
    assert re.fullmatch(r"scorekeeper-\d{4}-\d\d-\d\d-wide\.csv", download.value.suggested_filename)
    download.value.save_as(tmp_path / "wide.csv")
    (row,) = csv.DictReader(io.StringIO((tmp_path / "wide.csv").read_text(encoding="utf-8-sig"), newline=""))
    assert [row[name] for name in NAMES] == ["-3.00", "12.00", "-3.00", "-3.00", "-3.00"]
    with phone.expect_download() as download:
        phone.get_by_role("link", name=re.compile(r"^Spreadsheet")).click()
    download.value.save_as(tmp_path / "session.xlsx")
    assert load_workbook(tmp_path / "session.xlsx").sheetnames[0] == "1 racehorse"


def test_the_text_is_copied_with_a_clipboard(new_phone: NewPhone) -> None:
    phone = new_phone(permissions=["clipboard-read", "clipboard-write"])
    phone.goto(sit_down(phone).partition("/1/")[0] + "/chat")
    phone.get_by_role("button", name="Copy").click()
    expect(phone.get_by_role("button", name="Copied")).to_be_visible()
    copied = phone.evaluate("navigator.clipboard.readText()")
    assert copied == phone.locator("#chat-text").input_value()
    assert "Racehorse" in copied


def test_the_text_is_selected_where_there_is_no_clipboard(phone: Page, session: str) -> None:
    phone.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
        "document.execCommand = (what) => { window.asked = [what, String(getSelection())]; return false; };"
    )
    phone.goto(f"{session}chat")
    phone.get_by_role("button", name="Copy").click()
    field = phone.locator("#chat-text")
    selected = field.evaluate("(one) => one.value.slice(one.selectionStart, one.selectionEnd)")
    assert selected == field.input_value()
    assert phone.evaluate("window.asked[0]") == "copy"


def test_paper_of_both_kinds_in_black_on_white(phone: Page, session: str, screenshots: Path) -> None:
    phone.emulate_media(color_scheme="dark")
    phone.goto(f"{session}print")
    phone.evaluate("window.print = () => { window.printed = true; }")
    phone.get_by_role("button", name="Print it").click()
    assert phone.evaluate("window.printed")
    for name, (width, height) in PAPER.items():
        pdf = phone.pdf(format=name, path=screenshots / f"print-{name}.pdf")
        boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
        assert [(abs(float(w) - width) < 2, abs(float(h) - height) < 2) for w, h in boxes] == [(True, True)]
    phone.emulate_media(media="print", color_scheme="dark")
    for part in ("h1", "h2", "table.scores td", "#main li"):
        one = phone.locator(part).first
        assert one.evaluate("(node) => getComputedStyle(node).color") == "rgb(0, 0, 0)"
        assert one.evaluate("(node) => getComputedStyle(node).backgroundColor") == "rgba(0, 0, 0, 0)"
    expect(phone.get_by_role("button", name="Print it")).to_be_hidden()


CROWD = (
    "Konstantin Weber",
    "Alexandra Schmidt",
    "Bartholomew King",
    "Ana",
    "Maria-Magdalena",
    "Oliver",
    "Li",
    "Bo",
)


def test_all_of_a_wide_sheet_is_on_paper(phone: Page, screenshots: Path, tmp_path: Path) -> None:
    late = [f"Somebody Late {n}" for n in range(12)]
    moves = [
        one
        for n, name in enumerate(late)
        for one in ({"type": "sit_out", "seat": n}, {"type": "join", "name": name})
    ]
    hands = [
        [{"type": "contract", "seat": seat, "bid": 3}, {"type": "hand", "won": ["high", "low", "game"]}]
        for seat in (7, 19)
    ]
    stake = {"unit": "USD", "per_point": 12_345_678}
    match = {"game": "racehorse", "players": CROWD, "stake": stake, "entries": [*hands[0], *moves, *hands[1]]}
    whole = {"format": "scorekeeper-session", "version": 1, "date": "2026-11-30", "time_zone": "UTC"}
    everybody = [*CROWD, *late]
    document = {**whole, "players": everybody, "matches": [match], "transfers": []}
    (tmp_path / "wide.json").write_text(json.dumps(document))
    phone.goto("/import")
    phone.locator("input[type=file]").set_input_files(tmp_path / "wide.json")
    phone.get_by_role("button", name="Import").click()
    phone.wait_for_url("**/s/**")
    phone.goto(f"{phone.url.partition('?')[0]}print")
    phone.pdf(format="A4", path=screenshots / "print-wide.pdf")
    phone.emulate_media(media="print")
    phone.set_viewport_size({"width": A4_WITHIN_MARGINS, "height": 900})
    assert phone.evaluate("document.documentElement.scrollWidth") <= A4_WITHIN_MARGINS
    names = phone.locator("table.scores thead th:not(:first-child)")
    assert names.all_inner_texts() == everybody
    cut = "them => them.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
    assert names.evaluate_all(cut) == []
    assert phone.locator("table.scores td").evaluate_all(cut) == []


def test_a_match_is_handed_to_the_other_app(phone: Page, session: str) -> None:
    opened: list[str] = []

    def answer(route: Route) -> None:
        opened.append(route.request.url)
        route.fulfill(status=200, content_type="text/plain", body="BG Stats")

    phone.context.route("https://app.bgstatsapp.com/**", answer)
    phone.goto(f"{session}1/table/")
    phone.get_by_text("For other programs").click()
    assert opened == [], "not before it is tapped"
    phone.get_by_role("link", name=re.compile("Keep it in BG Stats")).click()
    phone.wait_for_url("https://app.bgstatsapp.com/**")
    play = json.loads(unquote(opened[0].partition("?data=")[2]))
    assert [player["name"] for player in play["players"]] == list(NAMES)

"""The statistics of a club on a phone: read, scrolled and walked through with keys, in both themes."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.store import Access, GameSession, db
from tests.e2e import axe
from tests.e2e.beforehand import play_hand, sit_down
from tests.e2e.server import Server
from tests.e2e.table import NAMES
from tests.games.racehorse.at_table import FINISH, C, D, hand
from tests.games.racehorse.at_table import contract as agreed
from tests.service.club_with_evenings import ClubUnderTest

WIDE = "document.documentElement.scrollWidth - window.innerWidth"


@pytest.fixture
def club(phone: Page, server: Server) -> Iterator[ClubUnderTest]:
    """A club to which the phone's session belongs, and two more evenings, with a match that goes on."""
    sit_down(phone)
    play_hand(phone, "Ben", 3, high="pitcher", low="pitcher", jack="pitcher", game="others")
    slug = phone.url.partition("/s/")[2].partition("/")[0]
    app = create_app(Settings(f"sqlite:///{server.folder / 'scorekeeper.db'}", "no phone sees this key"))
    with app.app_context():
        session = select(Access.device_id).join(GameSession, GameSession.id == Access.session_id)
        device = db.session.scalars(session.where(GameSession.slug == slug)).one()
        club = ClubUnderTest(*NAMES, phone=device, role="viewer", slug=f"e2e{secrets.token_hex(4)}")
        club.takes(slug, day=1)
        for day, seat in ((8, C), (15, D), (22, C)):
            club.evening(agreed(seat, 2), hand("high", "low"), FINISH, day=day, phone=device)
        yield club
        db.session.remove()
        db.engine.dispose()


def figures(phone: Page) -> list[str]:
    """The first two cells of each member's row."""
    rows = phone.get_by_role("table", name="Members by net").locator("tbody tr")
    return [
        " ".join(rows.nth(at).locator("th bdi, td:nth-child(2)").all_inner_texts())
        for at in range(rows.count())
    ]


def test_a_club_looks_at_its_statistics(phone: Page, club: ClubUnderTest, screenshots: Path) -> None:
    place = f"/c/{club.slug}/statistics"
    phone.goto(place)
    assert figures(phone) == ["Cleo +14", "Dov +4", "Ana −6", "Ben −6", "Edie −6"]
    expect(phone.get_by_role("img", name="Cleo won $14, Edie lost $6.")).to_be_visible()
    finish_the_first(phone, place)
    assert figures(phone)[0] == "Cleo +11"
    assert figures(phone)[1] == "Ben +6"
    for theme in ("light", "dark"):
        phone.emulate_media(color_scheme=theme)
        for width in (390, 320):
            phone.set_viewport_size({"width": width, "height": 844})
            for page, name in ((place, "statistics"), (f"{place}/{club.members['Cleo']}", "member")):
                phone.goto(page)
                assert axe.violations(phone) == []
                assert phone.evaluate(WIDE) <= 0, f"{name} at {width}"
                phone.screenshot(path=screenshots / f"club-{name}-{width}-{theme}.png", full_page=True)


def finish_the_first(phone: Page, place: str) -> None:
    """The match that went on is finished; then the statistics once more."""
    phone.goto("/")
    phone.locator(".sessions a", has_text="Racehorse").last.click()
    phone.get_by_role("button", name="Finish Racehorse").click()
    phone.goto(place)


def test_with_keys_alone(phone: Page, club: ClubUnderTest) -> None:
    phone.goto(f"/c/{club.slug}/statistics")
    region = phone.get_by_role("region", name="Members by net")
    region.focus()
    assert region.evaluate("region => region.scrollWidth > region.clientWidth")
    phone.keyboard.press("ArrowRight")
    phone.wait_for_timeout(300)  # it glides
    assert region.evaluate("region => region.scrollLeft") > 0
    phone.keyboard.press("Tab")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Cleo")
    expect(phone.get_by_text("Bids made")).to_be_visible()
    phone.get_by_role("link", name="Statistics of everybody").press("Enter")
    expect(phone.get_by_role("link", name="Statistics")).to_have_attribute("aria-current", "page")

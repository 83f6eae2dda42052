"""The page of the API: Swagger UI draws the document and tries it out, under our policy, on a phone."""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import violations
from tests.e2e.conftest import NewPhone
from tests.e2e.server import Server

PAGE = "/api/v1/"
PHONES = {
    "light": {"color_scheme": "light", "viewport": {"width": 320, "height": 844}},
    "dark": {"color_scheme": "dark", "viewport": {"width": 390, "height": 844}},
}
PLAYERS = ["Ana", "Ben", "Cleo", "Dov", "Edie"]


def drawn(phone: Page) -> None:
    """Opens the page and waits until Swagger UI has taken the place of the list."""
    phone.goto(PAGE)
    expect(phone.locator("#drawn .opblock-tag").first).to_be_visible()
    expect(phone.locator("#offered")).to_be_hidden()


def begun(phone: Page) -> tuple[str, str]:
    """A new session, and the token of its scorer."""
    asked = {"client_id": str(uuid.uuid4()), "match": {"game": "racehorse", "players": PLAYERS}}
    told = phone.request.post(f"{PAGE}sessions", data=asked).json()
    return told["session"], next(link["token"] for link in told["links"] if link["role"] == "scorer")


def authorized(phone: Page, token: str) -> None:
    """Gives the token, with keys alone."""
    phone.locator("#drawn").get_by_role("button", name="Authorize").first.press("Enter")
    value = phone.get_by_label("Value:")
    value.fill(token)
    value.press("Enter")
    expect(phone.get_by_text("Authorized", exact=True)).to_be_visible()


def fits(phone: Page) -> bool:
    """Whether nothing makes the page scroll sideways."""
    return bool(phone.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("colours", PHONES)
def test_it_draws_and_tries_out(new_phone: NewPhone, server: Server, screenshots: Path, colours: str) -> None:
    phone = new_phone(**PHONES[colours])
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))

    def looked_at(step: str) -> None:
        phone.screenshot(path=screenshots / f"api-{colours}-{step}.png", full_page=True)
        assert fits(phone), step
        assert violations(phone) == [], step

    drawn(phone)
    assert phone.locator("#drawn .opblock-tag").count() > 5
    looked_at("shut")

    session, token = begun(phone)
    authorized(phone, token)
    looked_at("authorized")
    phone.keyboard.press("Escape")
    expect(phone.locator(".dialog-ux")).to_have_count(0)

    phone.locator("#operations-tag-Sessions").get_by_role("button").press("Enter")
    operation = phone.locator(".opblock", has_text="The sessions that the token is for").first
    operation.locator(".opblock-summary-control").press("Enter")
    operation.get_by_role("button", name="Try it out").click()
    operation.get_by_role("button", name="Execute").click()
    answer = operation.locator(".live-responses-table .response")
    expect(answer.locator(".response-col_status")).to_contain_text("200")
    expect(answer).to_contain_text(session)
    looked_at("tried")

    phone.locator(".opblock-post .opblock-summary-control").first.click()
    expect(phone.locator(".body-param__example")).to_be_visible()
    phone.locator(".models-control").click()
    phone.locator(".models .json-schema-2020-12-accordion").nth(3).click()
    looked_at("open")
    assert [url for url in asked if not url.startswith(f"{server.url}/")] == []


def test_an_address_leads_to_a_chapter(phone: Page) -> None:
    # One of an operation does too; but there Swagger UI complains of the underscores in its own names.
    drawn(phone)
    phone.locator("#operations-tag-Games").click()
    address = phone.url
    assert address.endswith("#/Games")
    phone.goto("/")
    phone.goto(address)
    expect(phone.locator(".opblock").first).to_be_visible()
    assert phone.locator(".opblock").count() == 2


def test_the_colours_chosen_on_this_phone(new_phone: NewPhone) -> None:
    phone = new_phone(color_scheme="light")
    phone.add_init_script("localStorage.setItem('theme', 'dark')")
    drawn(phone)
    assert phone.evaluate("document.documentElement.classList.contains('dark-mode')")


def test_without_scripts_it_is_a_list(new_phone: NewPhone, screenshots: Path) -> None:
    phone = new_phone(java_script_enabled=False, viewport={"width": 320, "height": 844})
    phone.goto(PAGE)
    expect(phone.get_by_text("GET /api/v1/games", exact=True)).to_be_visible()
    phone.screenshot(path=screenshots / "api-list.png", full_page=True)
    phone.get_by_role("link", name="The OpenAPI document").click()
    expect(phone.locator("body")).to_contain_text('"openapi"')


def test_where_swagger_ui_does_not_come_the_list_stays(phone: Page) -> None:
    phone.route("**/swagger-ui-*.js*", lambda route: route.abort())
    phone.goto(PAGE)
    expect(phone.locator("#offered")).to_be_visible()
    assert violations(phone) == []

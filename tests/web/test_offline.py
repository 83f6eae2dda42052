"""What a phone is given to go on without signal, and what the server makes of entries that come late."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.folders import folder
from scorekeeper.games import GAMES
from scorekeeper.service.sessions import start_session
from tests.web.markup import parsed
from tests.web.pages import Page, Pairs, Phone, sent
from tests.web.tapping import played, sat_down
from tests.web.test_conflict import joined
from tests.web.waiting import RESULT, WHOLE, address, form_of, part, posted, waited


@pytest.fixture
def table(phone: Phone) -> Page:
    """A table with one hand played; Ben deals the second."""
    return sat_down(phone, *played(1))


# What browsers keep ---------------------------------------------------------------------------------


def test_the_worker_may_look_after_all_pages_and_knows_the_files(phone: Phone) -> None:
    answer = phone.client.get("/sw.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Service-Worker-Allowed"] == "/"
    assert "no-cache" in answer.headers["Cache-Control"]
    files = json.loads(re.findall(r"^self\.FILES = (.*);$", answer.get_data(as_text=True), re.MULTILINE)[0])
    assert "/offline" not in files
    used = set(re.findall(r'(?:src|href|data-icons)="(/static/[^"#]+)', phone.open("/offline").markup))
    assert used <= set(files)
    for file in files:
        with phone.client.get(file) as one:
            assert one.status_code == 200


def test_another_release_is_another_worker(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    def version() -> str:
        worker = phone.client.get("/sw.js").get_data(as_text=True)
        return str(re.findall(r'VERSION = "(\w+)"', worker)[0])

    first = version()
    assert version() == first
    monkeypatch.setattr(
        "scorekeeper.web.offline.assets", lambda: {"css": "/static/x?v=2", "queue": "/static/q"}
    )
    assert version() != first


def test_the_manifest(phone: Phone) -> None:
    told = json.loads(phone.client.get("/manifest.webmanifest").get_data())
    assert (told["start_url"], told["display"]) == ("/", "standalone")
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        with phone.client.get(icon["src"]) as answer:
            assert answer.mimetype == icon["type"]
    for name, size in (("192", 192), ("512", 512), ("maskable-512", 512), ("apple-touch-180", 180)):
        png = (folder("static") / "icons" / f"{name}.png").read_bytes()
        assert int.from_bytes(png[16:20]) == int.from_bytes(png[20:24]) == size
    assert '<link rel="manifest" href="/manifest.webmanifest">' in phone.open("/").markup


# What a phone keeps of a match ----------------------------------------------------------------------


def test_how_it_stood_and_the_form_for_a_whole_hand(table: Page) -> None:
    kept = part(table)
    root = kept.one("div", where=lambda node: node.has("data-offline"))
    assert (root.get("data-unit"), root.get("data-units")) == ("2", "Hand {n}")
    assert root.get("data-seen") == "Until then the others see hand 1."
    assert "Standings as of hand 1" in kept.text
    assert "1 Ben +12 gets $12" in kept.text
    form = form_of(table)
    assert "Pitcher" in form.text
    assert form.get("action").endswith("/whole/{n}")


def test_watchers_have_nothing_to_enter(table: Page, app_phone: Callable[[], Phone]) -> None:
    link = table.follow("Share").root.with_id("link").get("value")
    other = app_phone()
    other.open("/j/" + link.rpartition("/")[2]).press("Follow")
    assert other.open(f"{address(table)}offline/").status == 403
    token = sent(other.open("/join").form("/join"))
    where, pairs = waited(form_of(table), 2, WHOLE, csrf_token=dict(token)["csrf_token"])
    assert posted(other, where, pairs)[0] == 403
    stranger = app_phone()
    assert stranger.open(f"{address(table)}offline/").status == 404


# What comes late ------------------------------------------------------------------------------------


def test_hands_that_waited_fit_one_after_the_other(table: Page) -> None:
    form = form_of(table)
    where, pairs = waited(form, 2, WHOLE)
    status, told, _ = posted(table.phone, where, pairs)
    assert status == 200
    seen = dict(pairs)["version"]
    assert told == {"location": f"{address(table)}?done=saved", "version": int(seen) + 2}, "two entries"
    where, pairs = waited(form, 3, [("pitcher", "forced"), *RESULT], version=str(told["version"]))
    status, told, _ = posted(table.phone, where, pairs)
    assert status == 200
    assert posted(table.phone, where, pairs)[:2] == (200, told), "sent once more, it is the same entry"
    sheet = table.phone.open(f"{address(table)}scores/").sheet
    assert [row[0][:1] for row in sheet] == ["H", "1", "2", "3", "T"]
    assert "changed" not in table.phone.open(f"{address(table)}scores/").text


def test_a_hand_that_was_begun_is_taken_over(table: Page) -> None:
    form = form_of(table)
    contract = [pair for pair in WHOLE if pair[0] in {"pitcher", "bid"}]
    entry = table.phone.open(f"{address(table)}?view=contract").form()
    pairs = [pair for pair in sent(entry) if pair[0] in {"csrf_token", "client_id", "version"}] + contract
    status, told, _ = posted(table.phone, entry.get("action"), [*pairs, ("do", "save")])
    assert (status, told["version"]) == (200, int(dict(pairs)["version"]) + 1)
    assert (
        form_of(table)
        .one("input", where=lambda n: n.has("checked") and n.get("name") == "pitcher")
        .get("value")
        == "1"
    )
    where, pairs = waited(form, 2, [("pitcher", "2"), ("bid", "2"), *RESULT], version=str(told["version"]))
    assert posted(table.phone, where, pairs)[0] == 200
    assert "Cleo bid 2" in table.phone.open(f"{address(table)}scores/?open=2").text


def test_what_does_not_fit_is_refused_with_its_reason(table: Page) -> None:
    form = form_of(table)
    where, pairs = waited(form, 2, WHOLE[:-1])
    status, _, page = posted(table.phone, where, pairs)
    assert status == 422
    assert "Game is missing." in parsed(page).one("p", of="error").text
    assert posted(table.phone, *waited(form, 2, WHOLE, version="0"))[0] == 409
    assert posted(table.phone, *waited(form, 3, WHOLE))[0] == 409, "that hand is not there yet"
    assert posted(table.phone, *waited(form, 1, WHOLE))[0] == 409, "that hand is over"
    assert posted(table.phone, *waited(form, 2, WHOLE, csrf_token="x"))[0] == 400
    assert len(table.phone.open(f"{address(table)}scores/").sheet) == 3


def test_the_same_form_can_be_looked_at_with_signal(table: Page) -> None:
    where, pairs = waited(form_of(table), 2, WHOLE)
    page = table.phone.post(where, [*pairs[:-1], ("do", "preview")])
    assert "Ben bid 2, took 2: made." in page.text
    page = table.phone.post(where, [pair for pair in pairs if pair[0] != "game"])
    assert page.status == 422
    assert page.press("Next: who took Game?", game="others").title == "Racehorse"
    assert len(table.phone.open(f"{address(table)}scores/").sheet) == 4


def test_a_browser_without_script_is_sent_on_as_before(table: Page) -> None:
    where, pairs = waited(form_of(table), 2, WHOLE)
    assert table.phone.post(where, pairs).path == address(table)


def test_a_finished_match_has_no_form(table: Page) -> None:
    table.phone.open(f"{address(table)}table/").press("Finish Racehorse")
    kept = part(table)
    assert kept.find("form") == []
    assert kept.find("div", where=lambda node: node.has("data-finished"))


ROUND: Pairs = [("out", "0"), ("low-1", "2"), ("high-2", "1"), ("buys-1", "1")]


def sat_down_to(phone: Phone, game: str, players: int) -> Page:
    """A new session of another game."""
    device = "d" * 32
    with phone.client.session_transaction() as cookie:
        cookie["device"] = device
    with phone.client.application.app_context():
        setup = {"players": ["Ana", "Ben", "Cleo", "Dov"][:players]}
        match = start_session(device, GAMES[game], setup, zone="UTC", client_id=str(uuid.uuid4()))
        return phone.open(f"/s/{match.session.slug}/1/")


def a_buy(page: Page, seat: int) -> tuple[str, Pairs]:
    """Where the tap of a buy goes, and what is sent."""
    form = page.form_of(page.root.find("button", where=lambda node: node.get("name") == "buy")[0])
    kept = dict(sent(form)) | {"client_id": str(uuid.uuid4()), "buy": str(seat)}
    return form.get("action"), list(kept.items())


def test_a_round_that_waited_does_not_undo_buys_that_nobody_here_has_seen(
    phone: Phone, app_phone: Callable[[], Phone]
) -> None:
    mine, other = sat_down_to(phone, "ten_pennies", 3), app_phone()
    joined(mine, other, "Ben")
    form, waiting = form_of(mine), a_buy(mine, 0)
    for _ in range(2):
        assert posted(other, *a_buy(other.open(mine.path), 1))[0] == 200
    status, told, _ = posted(phone, *waiting)
    assert (status, told["version"]) == (200, 1), "it has seen its own buy alone"
    whole = waited(form, 1, [*ROUND[:3], ("buys-0", "1")], version="1")
    assert posted(phone, *whole)[0] == 409
    out = dict(sent(phone.open(f"{mine.path}?view=out").form())) | dict(ROUND[:3])
    out |= {"version": "1", "client_id": str(uuid.uuid4()), "do": "save"}
    assert posted(phone, f"{mine.path}?view=out", list(out.items()))[0] == 409
    assert "3 from buys" in phone.open(mine.path).text


def test_several_entries_that_were_sent_twice_leave_the_same_version(phone: Phone) -> None:
    table = sat_down_to(phone, "ten_point_pitch", 4)
    contract = dict(sent(phone.open(f"{table.path}?view=contract").form()))
    contract |= {"pitcher": "0", "bid": "5", "do": "save"}
    _, told, _ = posted(phone, f"{table.path}?view=contract", list(contract.items()))
    form = phone.open(told["location"]).form()
    cards = form.find("div", of="pcard")
    names = [card.one("input", where=lambda n: n.get("value") == "0").get("name") for card in cards]
    hand = dict(sent(form)) | dict.fromkeys(names, "0") | {"trump": "clubs", "do": "save"}
    first = posted(phone, form.get("action"), list(hand.items()))[:2]
    assert first[1]["version"] == 3
    assert posted(phone, form.get("action"), list(hand.items()))[:2] == first


@pytest.mark.parametrize(
    ("game", "answers", "said", "entries"),
    [
        (("ten_point_pitch", 4), None, "10", 2),
        (("ten_pennies", 3), ROUND, "bowl 4", 1),
    ],
)
def test_whole_units_of_the_other_games(
    phone: Phone, game: tuple[str, int], answers: Pairs | None, said: str, entries: int
) -> None:
    table = sat_down_to(phone, *game)
    form = form_of(table)
    if answers is None:
        cards = {node.get("name") for node in form.find("input", where=lambda n: n.inside("div") is not None)}
        known = form.find("div", of="pcard")
        names = [node.one("input", where=lambda n: n.get("value") == "0").get("name") for node in known]
        assert set(names) <= cards
        answers = [("pitcher", "0"), ("bid", "5"), *((name, "0") for name in names)]
    whole = waited(form, 1, answers)
    status, told, page = posted(phone, *whole)
    assert status == 200, page
    assert told["version"] == entries
    assert posted(phone, *whole)[:2] == (200, told), "whose answer was lost"
    assert said in phone.open(f"{address(table)}scores/").text.lower()
    assert part(table).one("div", where=lambda node: node.has("data-offline")).get("data-unit") == "2"


def test_the_cookie_of_https_goes_no_other_way(app: Flask) -> None:
    cookies = [
        app.test_client().get("/new/racehorse/", base_url=f"{scheme}://localhost").headers["Set-Cookie"]
        for scheme in ("http", "https")
    ]
    assert [cookie.partition("=")[0] for cookie in cookies] == ["scorekeeper", "scorekeeper-https"]
    assert ["; Secure" in cookie for cookie in cookies] == [False, True]

"""``scorekeeper export``, ``import`` and ``link renew``: what they print, and how they exit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.cli.taking import FORMATS
from scorekeeper.exports import CLUB_FILES, FILES
from scorekeeper.service.clubs import open_club
from scorekeeper.service.links import links_of
from scorekeeper.service.session_document import MOST_BYTES
from tests.cli.conftest import Run
from tests.games.racehorse.test_examples import ONE_EVENING, entries
from tests.service.club import Friday
from tests.service.evening import PHONE, Evening

HANDS = [raw for example in ONE_EVENING for raw in entries(example, "contract")]


@pytest.fixture
def slug(here: Flask) -> str:
    """A session of six hands."""
    with here.app_context():
        return Evening(*HANDS).slug


@pytest.fixture
def document(run: Run, slug: str) -> dict[str, Any]:
    """Its document."""
    written: dict[str, Any] = json.loads(run("export", slug).stdout)
    return written


def comes_in(app: Flask, path: str) -> FlaskClient:
    """A phone that opens the link and taps."""
    phone = app.test_client()
    assert phone.get(path).status_code == 200
    return phone


# Export ------------------------------------------------------------------------------------------


def test_export_prints_or_writes_the_document(run: Run, slug: str, tmp_path: Path) -> None:
    printed = run("export", slug).stdout
    assert json.loads(printed)["matches"][0]["entries"] == HANDS
    run("export", f"http://127.0.0.1:8000/s/{slug}/1/?x=1", "-o", str(tmp_path / "x.json"))
    assert (tmp_path / "x.json").read_text(encoding="utf-8") == printed
    assert run("export", slug, "--format", "json").stdout == printed


@pytest.mark.parametrize("name", list(FORMATS))
def test_every_format(run: Run, slug: str, name: str) -> None:
    assert run("export", slug, "--format", name).stdout_bytes


def test_a_link_names_its_session(run: Run, here: Flask, slug: str) -> None:
    with here.app_context():
        secrets = [link.secret for link in links_of(slug, PHONE, str(here.secret_key))]
    told = {run("export", name).stdout for name in (slug, *(f"/j/{secret}" for secret in secrets))}
    assert len(told) == 1
    run("link", "renew", slug, "--role", "scorer")
    assert run("export", f"https://scores.example.org/j/{secrets[1]}").stdout in told


@pytest.mark.parametrize("name", ["nowhere", "", "/j/nothing", "/s/nothing/", "' OR 1=1", "\udcff"])
def test_no_such_session(run: Run, name: str) -> None:
    for command in (["export", name], ["link", "renew", name, "--role", "viewer"]):
        assert run(*command, status=1).output.startswith("Error: There is no session ")


def test_a_file_that_cannot_be_written(run: Run, slug: str, tmp_path: Path) -> None:
    assert (
        "No such file or directory" in run("export", slug, "-o", str(tmp_path / "no" / "x"), status=1).output
    )


# Import ------------------------------------------------------------------------------------------


def test_import_prints_the_link_for_entering(run: Run, here: Flask, document: dict[str, Any]) -> None:
    printed = run("import", "-", input=json.dumps(document)).stdout
    assert printed.startswith("/j/")
    comes_in(here, printed.strip())
    assert json.loads(run("export", printed.strip()).stdout) == document
    assert "2 matches" in run("verify").output


def test_import_from_a_file_into_a_new_folder(
    run: Run, document: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "evening.json").write_text(json.dumps(document), encoding="utf-8-sig")
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "another"))
    link = run("import", str(tmp_path / "evening.json")).stdout.strip()
    assert json.loads(run("export", link).stdout) == document


def test_the_same_document_once_more(run: Run, document: dict[str, Any]) -> None:
    first = run("import", "-", input=json.dumps(document))
    second = run("import", "-", input=json.dumps(document))
    assert second.stdout == first.stdout
    assert second.stderr.startswith("It was imported before")
    assert run("import", "-", "--again", input=json.dumps(document)).stdout != first.stdout
    assert "3 matches" in run("verify").output


def test_a_refused_entry_names_the_place(run: Run, document: dict[str, Any]) -> None:
    document["matches"].append(json.loads(json.dumps(document["matches"][0])))
    document["matches"][1]["entries"].insert(4, {"type": "bid", "seat": 0, "bid": 2})
    result = run("import", "-", input=json.dumps(document), status=1)
    assert result.stdout == ""
    assert result.stderr.startswith(
        "Error: Nothing was imported. match 2, entry 4, seat (out_of_turn): It is "
    )
    assert "1 match " in run("verify").output


def test_a_refused_transfer_names_the_place(run: Run, document: dict[str, Any]) -> None:
    document["transfers"].append({"from": 0, "to": 1, "amount": 0})
    told = run("import", "-", input=json.dumps(document), status=2).stderr
    assert told == (
        "Error: Nothing was imported. transfer 0, amount (out_of_range): A number from 1 to 999999999999.\n"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "This is not JSON."),
        (b"\xff\xfe\x00", "This is not JSON."),
        (b"[" * 100_000, "This is not JSON."),
        (b'{"a": 1, "a": 2}', "a is given twice. Once is enough."),
        (b"{}", "format (unknown_format): This is neither a session document nor a club document"),
        (
            b'{"format": "scorekeeper-session", "version": 2}',
            "(unknown_version): Versions from 1 to 1",
        ),
        (b" " * (MOST_BYTES + 1), "The file is too large: up to 5 MB can be imported."),
    ],
)
def test_what_is_no_session_document(run: Run, text: bytes, said: str) -> None:
    result = run("import", "-", input=text, status=2)
    assert said in result.stderr
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1


def test_five_megabytes_are_taken(run: Run, document: dict[str, Any]) -> None:
    text = json.dumps(document)
    run("import", "-", input=text + " " * (MOST_BYTES - len(text)))


@pytest.mark.parametrize(
    "arguments",
    [
        ["import"],
        ["import", "no such file"],
        ["export"],
        ["export", "x", "--format", "pdf"],
        ["link", "renew", "x"],
        ["link", "renew", "x", "--role", "owner"],
    ],
)
def test_called_wrongly(run: Run, arguments: list[str]) -> None:
    assert "Usage:" in run(*arguments, status=2).output


# Clubs -------------------------------------------------------------------------------------------


@pytest.fixture
def club(here: Flask) -> str:
    """A club with a session of one hand."""
    with here.app_context():
        friday = Friday()
        friday.plays(*HANDS[:2])
        return friday.slug


def test_a_club_goes_out_and_comes_in(run: Run, here: Flask, club: str) -> None:
    text = run("export", club).stdout
    assert json.loads(text)["format"] == "scorekeeper-club"
    assert run("export", f"http://127.0.0.1:8000/c/{club}/tab/").stdout == text
    printed = run("import", "-", input=text).stdout
    assert printed.startswith("/j/")
    comes_in(here, printed.strip())
    assert run("export", printed.strip()).stdout == text
    again = run("import", "-", input=text)
    assert again.stdout == printed
    assert again.stderr.startswith("It was imported before")


def test_a_refused_member_of_a_club_is_named(run: Run, club: str) -> None:
    raw = json.loads(run("export", club).stdout)
    raw["members"].append({"name": "a"})
    told = run("import", "-", input=json.dumps(raw), status=2).stderr
    assert told == (
        "Error: Nothing was imported. member 5, name (name_taken): Two players are called a. Add a letter.\n"
    )
    raw["members"].pop()
    raw["sessions"][0]["session"]["matches"][0]["entries"][0] = {"type": "bid", "seat": 0, "bid": 2}
    told = run("import", "-", input=json.dumps(raw), status=1).stderr
    assert told.startswith("Error: Nothing was imported. session 1, match 1, entry 0, seat (out_of_turn): ")


def test_every_file_has_a_format() -> None:
    assert {of_session for of_session, _ in FORMATS.values()} == set(FILES)
    assert {of_club for _, of_club in FORMATS.values()} == set(CLUB_FILES)


@pytest.mark.parametrize("name", FORMATS)
def test_sessions_and_clubs_are_written_in_every_format(
    run: Run, club: str, slug: str, name: str, tmp_path: Path
) -> None:
    for place in (club, slug):
        file = tmp_path / place
        run("export", place, "--format", name, "-o", str(file))
        assert file.stat().st_size > 10


def test_a_club_is_not_taken_for_a_session_of_that_address(run: Run, club: str, slug: str) -> None:
    for name in (f"/s/{club}", f"/c/{slug}"):
        assert run("export", name, status=1).output.startswith("Error: There is no session or club ")


@pytest.mark.parametrize("role", ["scorer", "viewer"])
def test_renewing_the_link_of_a_club(run: Run, here: Flask, club: str, role: str) -> None:
    with here.app_context():
        known = links_of(club, PHONE, str(here.secret_key), open_club)
    old: dict[str, str] = {link.role: f"/j/{link.secret}" for link in known}
    fresh = run("link", "renew", f"/c/{club}", "--role", role).stdout.strip()
    assert fresh not in old.values()
    comes_in(here, fresh)
    assert here.test_client().get(old.pop(role)).status_code != 200
    comes_in(here, *old.values())
    assert run("link", "renew", fresh, "--role", role).stdout.strip() not in {fresh, *old.values()}


# Links -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["scorer", "viewer"])
def test_renewing_a_link(run: Run, here: Flask, slug: str, role: str) -> None:
    with here.app_context():
        known = links_of(slug, PHONE, str(here.secret_key))
    old: dict[str, str] = {link.role: f"/j/{link.secret}" for link in known}
    fresh = run("link", "renew", slug, "--role", role).stdout.strip()
    assert fresh.startswith("/j/")
    assert fresh not in old.values()
    comes_in(here, fresh)
    assert here.test_client().get(old.pop(role)).status_code != 200
    comes_in(here, *old.values())
    with here.app_context():
        shown = [f"/j/{link.secret}" for link in links_of(slug, PHONE, str(here.secret_key))]
    assert fresh in shown

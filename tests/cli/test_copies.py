"""Backup while others write, restore elsewhere, and what neither of them does."""

from __future__ import annotations

import io
import socket
import sqlite3
import stat
import subprocess
import sys
import tarfile
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.service.links import invitation, links_of
from scorekeeper.store.copies import DATABASE, KEY, make_copy
from scorekeeper.store.in_use import LOCK_FILE, use
from tests.cli.conftest import Run
from tests.games.racehorse.test_examples import ONE_EVENING, entries
from tests.service.evening import PHONE, Evening, rows

HANDS = [raw for example in ONE_EVENING for raw in entries(example, "contract")]


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "copies.tar.gz"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def packed(archive: Path, **files: str) -> Path:
    """An archive as somebody else might make it."""
    with tarfile.open(archive, "w:gz") as tar:
        for name, content in files.items():
            info = tarfile.TarInfo(name.replace("__", "/").replace("_", "."))
            info.size = len(content.encode())
            tar.addfile(info, io.BytesIO(content.encode()))
    return archive


def test_there_and_back(
    run: Run, here: Flask, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "data"
    with here.app_context():
        evening = Evening(*HANDS)
        secrets = [link.secret for link in links_of(evening.slug, PHONE, str(here.secret_key))]
        before = rows()
    with here.test_client() as client, client.session_transaction() as cookie:
        cookie["device"] = PHONE
    cookie_of_the_phone = client.get_cookie("scorekeeper")
    assert run("backup", str(archive)).output == f"{archive} has the database and its key.\n"
    assert mode(archive) == 0o600
    assert sorted(path.name for path in archive.parent.iterdir()) == ["copies.tar.gz", "data"]
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "another"))
    assert "The database is back at " in run("restore", str(archive)).output
    found = sorted(path.name for path in (tmp_path / "another").iterdir())
    assert found == [DATABASE, KEY, LOCK_FILE]
    assert mode(tmp_path / "another" / KEY) == mode(tmp_path / "another" / DATABASE) == 0o600
    assert (tmp_path / "another" / KEY).read_text() == (folder / KEY).read_text()
    again = create_app()
    with again.app_context():
        assert rows() == before
        assert [invitation(secret).place.slug for secret in secrets] == [evening.slug] * 2
    phone = again.test_client()
    assert cookie_of_the_phone is not None
    assert phone.get(f"/s/{evening.slug}/").status_code == 404
    phone.set_cookie("scorekeeper", cookie_of_the_phone.value)
    assert phone.get(f"/s/{evening.slug}/").status_code == 200
    assert run("verify").output.endswith("no differences.\n")


def test_a_copy_is_one_picture_while_others_write(folder: Path, archive: Path, tmp_path: Path) -> None:
    database = folder / DATABASE
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        for name in ("one", "other", "ballast"):
            connection.execute(f"CREATE TABLE {name} (x)")
        connection.executemany("INSERT INTO ballast VALUES (?)", [("x" * 4000,)] * 5000)
        told: list[int] = []

        def writes(copied: int) -> None:
            told.append(copied)
            assert len(told) < 100, "it begins anew with every entry"
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("INSERT INTO one VALUES (1)")
                connection.execute("INSERT INTO other VALUES (1)")

        make_copy(database, None, archive, further=writes)
    with tarfile.open(archive) as tar:
        assert tar.getnames() == [DATABASE]
        tar.extract(DATABASE, tmp_path / "out", filter="data")
    with closing(sqlite3.connect(tmp_path / "out" / DATABASE)) as copy:
        counts = [copy.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("one", "other")]  # noqa: S608
    assert counts == [0, 0], "as it was when it began"
    assert len(told) > 2
    assert sum(told) >= 5000 * 4000


def test_backup_overwrites_nothing(run: Run, archive: Path) -> None:
    archive.write_text("the only photo of grandmother")
    assert run("backup", str(archive), status=1).output.endswith("is there already. --force replaces it.\n")
    assert archive.read_text() == "the only photo of grandmother"
    archive.chmod(0o644)
    run("backup", str(archive), "--force")
    assert mode(archive) == 0o600
    assert tarfile.is_tarfile(archive)


def test_restore_overwrites_nothing(run: Run, folder: Path, here: Flask, archive: Path) -> None:
    run("backup", str(archive))
    with here.app_context():
        slug = Evening(*HANDS).slug
    before = (folder / DATABASE).read_bytes(), (folder / KEY).read_text()
    assert "is there already" in run("restore", str(archive), status=1).output
    assert ((folder / DATABASE).read_bytes(), (folder / KEY).read_text()) == before
    assert (folder / f"{DATABASE}-wal").stat().st_size
    run("restore", str(archive), "--force")
    assert not (folder / f"{DATABASE}-wal").exists()
    assert "0 matches" in run("verify").output
    assert slug


def test_restore_waits_for_no_server(run: Run, folder: Path, archive: Path) -> None:
    run("backup", str(archive))
    with use(folder):
        assert "Stop it first." in run("restore", str(archive), "--force", status=1).output
        run("verify")
    run("restore", str(archive), "--force")


def test_a_server_that_runs(run: Run, archive: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "scorekeeper.cli", "serve", "--host", "127.0.0.1", "--port", str(free_port())],
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            assert server.stdout
            assert server.stdout.readline().startswith("Scorekeeper on this machine")
            run("backup", str(archive))
            assert "Stop it first." in run("restore", str(archive), "--force", status=1).output
        finally:
            server.terminate()
    run("restore", str(archive), "--force")


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "there is no scorekeeper.db in it"),
        ({"x": "y", "..__scorekeeper_db": "z"}, "there is no scorekeeper.db in it"),
        ({"scorekeeper_db": "no database" * 100}, "is damaged"),
        ({"scorekeeper_db": ""}, "is not one of Scorekeeper"),
    ],
)
def test_an_archive_of_something_else(
    run: Run, folder: Path, archive: Path, files: dict[str, str], said: str
) -> None:
    before = sorted(path.name for path in folder.iterdir())
    content = (folder / DATABASE).read_bytes()
    assert said in run("restore", str(packed(archive, **files)), "--force", status=1).output
    assert (folder / DATABASE).read_bytes() == content
    assert {path.name for path in folder.iterdir()} - set(before) <= {LOCK_FILE, KEY}


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.FIFOTYPE])
def test_an_archive_of_links(run: Run, archive: Path, kind: bytes) -> None:
    with tarfile.open(archive, "w:gz") as made:
        link = tarfile.TarInfo(DATABASE)
        link.type, link.linkname = kind, "/etc/passwd"
        made.addfile(link)
    said = run("restore", str(archive), "--force", status=1).output
    assert f"there is no {DATABASE} in it" in said


def test_half_an_archive(run: Run, here: Flask, archive: Path) -> None:
    with here.app_context():
        Evening(*HANDS)
    run("backup", str(archive))
    content = archive.read_bytes()
    middle = len(content) // 2
    damaged = content[:middle] + b"\xff" * 50 + content[middle + 50 :]
    for part in (content[: len(content) // 2], content[:-20], content[:5], b"", damaged):
        archive.write_bytes(part)
        assert (
            "is no backup of Scorekeeper, or is not whole"
            in run("restore", str(archive), "--force", status=1).output
        )
    assert "1 match " in run("verify").output


def test_a_copy_of_a_newer_version(run: Run, folder: Path, archive: Path) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = 'zzz'")
    run("backup", str(archive))
    assert "newer version" in run("restore", str(archive), "--force", status=1).output


def test_a_damaged_database_is_no_backup(run: Run, folder: Path, here: Flask, archive: Path) -> None:
    with here.app_context():
        Evening(*HANDS)
        from scorekeeper.store import db  # noqa: PLC0415

        db.session.remove()
        db.engine.dispose()
    content = bytearray((folder / DATABASE).read_bytes())
    content[len(content) // 2 : len(content) // 2 + 20_000] = b"\xff" * 20_000
    (folder / DATABASE).write_bytes(content)
    assert "so no backup was made" in run("backup", str(archive), status=1).output
    assert not archive.exists()


def test_the_key_of_the_environment_stays_there(
    run: Run, folder: Path, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("backup", str(archive))
    key = (folder / KEY).read_text()
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", "a key of mine")
    assert "was left there" in run("restore", str(archive), "--force").output
    assert (folder / KEY).read_text() == key
    assert "keep a copy of that too" in run("backup", str(archive), "--force").output
    with tarfile.open(archive) as tar:
        assert tar.getnames() == [DATABASE]
    monkeypatch.delenv("SCOREKEEPER_SECRET_KEY")
    assert "There is no key in the file" in run("restore", str(archive), "--force").output


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_postgresql_has_its_own(
    run: Run, archive: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    archive.touch()
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "postgresql://user:hidden@nowhere.invalid/scores")
    told = run(command, str(archive), "--force", status=1).output
    assert "pg_dump" in told
    assert "scorekeeper.key" in told
    assert "hidden" not in told


@pytest.mark.parametrize(
    "arguments",
    [["backup"], ["backup", "/"], ["restore"], ["restore", "no such file"], ["restore", "/"]],
)
def test_called_wrongly(run: Run, arguments: list[str]) -> None:
    assert "Usage:" in run(*arguments, status=2).output


def test_no_folder_to_write_into(run: Run, tmp_path: Path) -> None:
    said = run("backup", str(tmp_path / "no" / "x"), status=1).output
    assert f"there is no folder {tmp_path / 'no'}" in " ".join(said.split())

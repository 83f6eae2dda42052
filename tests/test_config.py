"""Settings: from the environment, checked at start, and what is wrong told in a sentence."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from scorekeeper.config import KEY_FILE, BadSettings, Settings


def read(data: Path, **environment: str) -> Settings:
    return Settings.from_environment({"SCOREKEEPER_DATA": str(data), **environment})


def told(data: Path, **environment: str) -> str:
    """What is said to be wrong."""
    with pytest.raises(BadSettings) as caught:
        read(data, **environment)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_without_anything_set(tmp_path: Path) -> None:
    settings = read(tmp_path / "data")
    assert settings.database_url == f"sqlite:///{tmp_path / 'data' / 'scorekeeper.db'}"
    assert (settings.host, settings.port, settings.testing) == ("0.0.0.0", 8000, False)  # noqa: S104 - compared
    assert len(settings.secret_key) >= 32


def test_everything_set(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'evening.db'}"
    settings = read(
        tmp_path / "data",
        SCOREKEEPER_DATABASE_URL=url,
        SCOREKEEPER_SECRET_KEY="from the environment",
        SCOREKEEPER_HOST="127.0.0.1",
        SCOREKEEPER_PORT="80",
        SCOREKEEPER_PROXIES="2",
    )
    assert settings == Settings(
        url, "from the environment", "127.0.0.1", 80, folder=tmp_path, proxies=2, key_in_file=False
    )
    assert list(tmp_path.iterdir()) == []


def test_a_path_is_taken_from_where_the_program_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    url = read(tmp_path / "data", SCOREKEEPER_DATABASE_URL="sqlite:///evening.db").database_url
    assert url == f"sqlite:///{tmp_path / 'evening.db'}"
    assert (tmp_path / KEY_FILE).is_file()


def test_what_is_empty_is_not_set(tmp_path: Path) -> None:
    names = ("DATABASE_URL", "SECRET_KEY", "HOST", "PORT", "PROXIES")
    assert read(tmp_path, **{f"SCOREKEEPER_{name}": "" for name in names}) == read(tmp_path)


# The key -----------------------------------------------------------------------------------------


def test_the_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    first = read(tmp_path).secret_key
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600
    assert read(tmp_path).secret_key == first
    assert (tmp_path / KEY_FILE).read_text() == first


def test_every_folder_has_a_key_of_its_own(tmp_path: Path) -> None:
    assert read(tmp_path / "one").secret_key != read(tmp_path / "two").secret_key


def test_the_key_lies_beside_the_database(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'elsewhere' / 'x.db'}"
    read(tmp_path / "data", SCOREKEEPER_DATABASE_URL=url)
    assert (tmp_path / "elsewhere" / KEY_FILE).is_file()
    assert not (tmp_path / "data").exists()


def test_a_key_put_there_by_hand(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_text("from a backup\n")
    assert read(tmp_path).secret_key == "from a backup"


def test_an_empty_key_file_is_never_filled_in_silence(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_text(" \n")
    sentence = told(tmp_path)
    assert str(tmp_path / KEY_FILE) in sentence
    assert "Restore it from a backup" in sentence


def test_a_key_file_that_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).mkdir()
    assert str(tmp_path / KEY_FILE) in told(tmp_path)


def test_a_key_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_bytes(b"\xff\xfe")
    assert str(tmp_path / KEY_FILE) in told(tmp_path)


# What cannot be used -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "port", ["0", "65536", "-1", "80a", "1.5", "eighty", " ", "²", pytest.param("9" * 5000)]
)
def test_a_port_that_is_none(tmp_path: Path, port: str) -> None:
    sentence = told(tmp_path, SCOREKEEPER_PORT=port)
    assert "SCOREKEEPER_PORT" in sentence
    assert "from 1 to 65535" in sentence


@pytest.mark.parametrize("proxies", ["-1", "11", "one", "1.5"])
def test_a_number_of_proxies_that_is_none(tmp_path: Path, proxies: str) -> None:
    sentence = told(tmp_path, SCOREKEEPER_PROXIES=proxies)
    assert sentence == f"SCOREKEEPER_PROXIES is {proxies!r}. How many proxies is a number from 0 to 10."


NO_ADDRESSES = ["nonsense", "sqlite", "folder/x.db", "://", pytest.param("sqlite://h:port/x")]


@pytest.mark.parametrize("url", NO_ADDRESSES)
def test_an_address_that_is_none(tmp_path: Path, url: str) -> None:
    sentence = told(tmp_path, SCOREKEEPER_DATABASE_URL=url)
    assert "SCOREKEEPER_DATABASE_URL is no database address" in sentence
    assert "sqlite:////folder/scorekeeper.db" in sentence


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://u:hunter2@h/x"])
def test_a_database_that_is_no_file_and_no_server_we_know(tmp_path: Path, url: str) -> None:
    sentence = told(tmp_path, SCOREKEEPER_DATABASE_URL=url)
    assert "The database must be an SQLite file or a PostgreSQL server." in sentence
    assert "hunter2" not in sentence


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg", "postgresql+psycopg2"])
def test_a_postgresql_server(tmp_path: Path, scheme: str) -> None:
    settings = read(tmp_path / "data", SCOREKEEPER_DATABASE_URL=f"{scheme}://u:pass%40word@h:5433/x")
    assert settings.database_url == "postgresql+psycopg://u:pass%40word@h:5433/x"
    assert (tmp_path / "data" / KEY_FILE).is_file()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        assert f"The data folder {folder} cannot be made" in told(folder)


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object) -> int:
        raise PermissionError(13, "Permission denied")  # as root, who runs the tests here, never happens

    monkeypatch.setattr("scorekeeper.config.os.open", refuses)
    assert told(tmp_path) == f"The key file {tmp_path / KEY_FILE} cannot be written: Permission denied."

"""The server's own certificate: its names, its files, when it is made anew; and a page over TLS."""

from __future__ import annotations

import ssl
import stat
import urllib.request
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import Mock

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes

from scorekeeper import tls
from scorekeeper.tls import NoCertificate, certificate, own_names
from tests.e2e.server import serving

NAMES = ["localhost", "127.0.0.1", "192.0.2.7"]


def read(file: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(file.read_bytes())


def test_it_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    made = certificate(tmp_path, NAMES)
    again = certificate(tmp_path, NAMES)
    assert made == again
    assert {path.name for path in tmp_path.iterdir()} == {"scorekeeper-tls.pem", "scorekeeper-tls.key"}
    assert [stat.S_IMODE(file.stat().st_mode) for file in (made.file, made.key_file)] == [0o600, 0o600]
    assert made.fingerprint == read(made.file).fingerprint(hashes.SHA256()).hex(":").upper()


def test_it_is_valid_for_this_machine_and_no_longer_than_phones_allow(tmp_path: Path) -> None:
    made = read(certificate(tmp_path, NAMES).file)
    named = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert named.get_values_for_type(x509.DNSName) == ["localhost"]
    assert [str(one) for one in named.get_values_for_type(x509.IPAddress)] == ["127.0.0.1", "192.0.2.7"]
    assert made.not_valid_after_utc - made.not_valid_before_utc <= timedelta(days=397)
    allowed = made.extensions.get_extension_for_class(x509.NameConstraints)
    assert allowed.critical
    assert len(allowed.value.permitted_subtrees or []) == len(NAMES)


def test_another_address_makes_another_certificate_of_the_same_key(tmp_path: Path) -> None:
    made = certificate(tmp_path, NAMES)
    first, key = read(made.file), made.key_file.read_bytes()
    assert certificate(tmp_path, NAMES[:2]) == made, "fewer addresses than it is valid for"
    other = certificate(tmp_path, [*NAMES, "192.0.2.8"])
    assert other.fingerprint != made.fingerprint
    assert read(other.file).public_key() == first.public_key()
    assert made.key_file.read_bytes() == key


def test_it_is_renewed_before_it_runs_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = certificate(tmp_path, NAMES)

    class Later(datetime):
        days = tls.VALID_DAYS - tls.RENEWED_DAYS - 1

        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]  # noqa: ARG003
            return datetime.now(UTC) + timedelta(days=cls.days)

    monkeypatch.setattr(tls, "datetime", Later)
    assert certificate(tmp_path, NAMES) == made
    Later.days += 2
    renewed = certificate(tmp_path, NAMES)
    assert renewed.fingerprint != made.fingerprint
    assert read(renewed.file).not_valid_after_utc > datetime.now(UTC) + timedelta(days=tls.VALID_DAYS)


@pytest.mark.parametrize("name", ["scorekeeper-tls.pem", "scorekeeper-tls.key"])
def test_a_broken_file_is_named(tmp_path: Path, name: str) -> None:
    certificate(tmp_path, NAMES)
    (tmp_path / name).write_text("not a certificate")
    with pytest.raises(NoCertificate, match=r"Delete both"):
        certificate(tmp_path, NAMES)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(NoCertificate, match="cannot be used"):
        certificate(tmp_path / "missing", NAMES)


def test_names_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Laptop")
    assert own_names("192.0.2.7") == ["localhost", "127.0.0.1", "192.0.2.7", "laptop", "laptop.local"]
    monkeypatch.setattr("socket.gethostname", lambda: "laptop.example")
    assert own_names(None) == ["localhost", "127.0.0.1", "laptop.example"]


def test_a_name_that_no_certificate_can_have_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.tls.socket.gethostname", lambda: "Büro")
    assert own_names(None) == ["localhost", "127.0.0.1"]


def test_a_page_over_tls(tmp_path: Path) -> None:
    with serving(tmp_path, options=("--tls",)) as server:
        trusting = ssl.create_default_context(cafile=tmp_path / "scorekeeper-tls.pem")
        assert server.url.startswith("https://")
        with urllib.request.urlopen(f"{server.url}/new/racehorse/", context=trusting) as answer:
            cookie = answer.headers["Set-Cookie"]
        assert cookie.startswith("scorekeeper-https=")
        assert "; Secure" in cookie
        made = read(tmp_path / "scorekeeper-tls.pem").fingerprint(hashes.SHA256()).hex(":").upper()
        assert made[:47] in server.log
        assert made[48:] in server.log
        assert "plain http" not in server.log
        assert "Traceback" not in server.log


def test_plain_http_says_what_phones_miss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from scorekeeper import server  # noqa: PLC0415 - it brings gunicorn

    said: list[str] = []
    monkeypatch.setattr("click.echo", said.append)
    monkeypatch.setattr("segno.make", lambda *_, **__: Mock())
    server._announce("http://127.0.0.1:8000/", "http://192.0.2.7:8000/", None)
    assert any("--tls" in line and len(line.splitlines()) == 2 for line in said)
    said.clear()
    server._announce("https://127.0.0.1:8000/", None, certificate(tmp_path, NAMES))
    assert any("SHA-256" in line for line in said)

"""A certificate of the server's own: nobody vouches for it but the screen that shows its fingerprint.

It lies beside the database, is made at the first start with TLS, and again when it runs out or this machine
has other addresses. The key stays, so that its fingerprint in a phone's memory stays as long as it can.
"""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

CERTIFICATE_FILE = "scorekeeper-tls.pem"
KEY_FILE = "scorekeeper-tls.key"
VALID_DAYS = 396
"""Phones refuse certificates that are valid for more than 397 days."""
RENEWED_DAYS = 30
"""So many days before its end a certificate is made anew."""


class NoCertificate(Exception):
    """A certificate cannot be read or written; the text says which and why."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """Where certificate and key are, and the SHA-256 of the certificate as browsers show it."""

    file: Path
    key_file: Path
    fingerprint: str


def own_names(network: str | None) -> list[str]:
    """The names and addresses under which this machine is asked; ``network``: its address there, if any."""
    host = socket.gethostname().lower()
    names = ["localhost", "127.0.0.1", *([network] if network else [])]
    if host and host != "localhost":
        names += [host] if "." in host else [host, f"{host}.local"]
    return [name for name in names if name.isascii()]  # no other stands in a certificate


def certificate(folder: Path, names: Iterable[str]) -> Certificate:
    """The certificate in ``folder`` that is valid for ``names``, made if need be; raises NoCertificate."""
    wanted = [_general_name(name) for name in names]
    file, key_file = folder / CERTIFICATE_FILE, folder / KEY_FILE
    try:
        key = _kept_key(key_file)
        known = x509.load_pem_x509_certificate(file.read_bytes()) if file.exists() else None
        if known is None or not _is_good(known, key, wanted, datetime.now(UTC)):
            known = _signed(key, wanted, datetime.now(UTC))
            _write(file, known.public_bytes(serialization.Encoding.PEM))
    except OSError as error:
        raise NoCertificate(f"{error.filename or folder} cannot be used: {error.strerror}.") from None
    except (ValueError, TypeError):
        raise NoCertificate(
            f"{file} or {key_file.name} beside it cannot be read. Delete both: new ones are made."
        ) from None
    return Certificate(file, key_file, known.fingerprint(hashes.SHA256()).hex(":").upper())


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _alone(name: x509.GeneralName) -> x509.GeneralName:
    """The name as a constraint, which for addresses is a network of one."""
    return x509.IPAddress(ipaddress.ip_network(name.value)) if isinstance(name, x509.IPAddress) else name


def _is_good(
    known: x509.Certificate, key: ec.EllipticCurvePrivateKey, wanted: list[x509.GeneralName], at: datetime
) -> bool:
    """Whether a certificate is of this key, valid for some time yet, and for all that is wanted."""
    try:
        named = known.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return False
    lasts = known.not_valid_before_utc <= at < known.not_valid_after_utc - timedelta(days=RENEWED_DAYS)
    return lasts and set(wanted) <= set(named) and known.public_key() == key.public_key()


def _kept_key(file: Path) -> ec.EllipticCurvePrivateKey:
    if file.exists():
        key = serialization.load_pem_private_key(file.read_bytes(), password=None)
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise TypeError("not a key of ours")
        return key
    key = ec.generate_private_key(ec.SECP256R1())
    written = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    _write(file, written)
    return key


def _signed(key: ec.EllipticCurvePrivateKey, names: list[x509.GeneralName], at: datetime) -> x509.Certificate:
    own = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Scorekeeper on this table")])
    usage = x509.KeyUsage(
        digital_signature=True,
        key_cert_sign=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
    return (
        x509.CertificateBuilder()
        .subject_name(own)
        .issuer_name(own)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(at - timedelta(hours=1))  # phones' clocks differ
        .not_valid_after(at + timedelta(days=VALID_DAYS))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        # A phone can be told to trust it: for that it must be an authority, but for these names alone.
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(
            x509.NameConstraints([_alone(name) for name in names], excluded_subtrees=None), critical=True
        )
        .add_extension(usage, critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )


def _write(file: Path, content: bytes) -> None:
    """Writes the whole file or nothing, for its owner alone."""
    fresh = file.with_name(f"{file.name}.{os.getpid()}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as new:
        new.write(content)
    fresh.replace(file)

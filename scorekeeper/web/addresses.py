"""Addresses that work on other phones: links are of no use if they lead to the phone that shows them."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from flask import request, url_for


def network_address() -> str | None:
    """This machine's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for documentation: it only chooses a route
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return None if address.startswith("127.") or address == "0.0.0.0" else address  # noqa: S104 - compared


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def shared_url(endpoint: str, **values: str) -> str:
    """The address of a page for other phones.

    Where this page was opened as 127.0.0.1 the address that this machine has in its network stands instead.
    """
    url = urlsplit(url_for(endpoint, _anchor=None, _method=None, _scheme=None, _external=True, **values))
    network = network_address() if _is_this_machine(url.hostname or "") else None
    if network is None:
        return url.geturl()
    port = f":{url.port}" if url.port else ""
    return url._replace(netloc=f"{network}{port}").geturl()


def shared_host() -> str:
    """The part of that address that people type: host and port."""
    return urlsplit(shared_url("home.start")).netloc or request.host

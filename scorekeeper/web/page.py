"""What every page has: addresses of static files, security headers, the phone's token for its forms."""

from __future__ import annotations

import hashlib
from functools import cache
from http import HTTPStatus
from pathlib import Path

from flask import Flask, Response, request

from scorekeeper.folders import folder
from scorekeeper.web.forms.base import csrf_token
from scorekeeper.web.reader import reader

_ASSETS = {
    "css": "css/scorekeeper.css",
    "print": "css/print.css",
    "theme": "js/theme.js",
    "js": "js/scorekeeper.js",
    "queue": "js/queue.js",
    "offline": "js/offline.js",
    "waiting": "js/waiting.js",
    "device": "js/device.js",
    "live": "js/live.js",
    "htmx": "vendor/htmx-4.0.1.min.js",
    "icons": "icons.svg",
    "icon": "icon.svg",
    "icon192": "icons/192.png",
    "icon512": "icons/512.png",
    "maskable": "icons/maskable-512.png",
    "touch": "icons/apple-touch-180.png",
    "awake_webm": "awake.webm",
    "awake_mp4": "awake.mp4",
}
"""What every page loads; the service worker keeps it all on the phone."""
_TEXTS = {"text/css", "text/javascript", "application/javascript", "image/svg+xml"}
"""Kinds of static files that are worth compressing."""
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
# What a phone shows when it goes back must be what the server says now.
_PAGE_HEADERS = {**_HEADERS, "Cache-Control": "no-cache, private", "Vary": "Cookie"}


@cache
def _address(static: Path, name: str) -> str:
    version = hashlib.sha256((static / name).read_bytes()).hexdigest()[:10]
    return f"/static/{name}?v={version}"


@cache
def assets_edition() -> str:
    """A word that changes when one of our own files has changed, and with it how pages look."""
    return "".join(_address(folder("static"), file).partition("=")[2] for file in _ASSETS.values())


def game_picture(key: str) -> str | None:
    """The address of a game's picture (static/games/<game>.svg), if it has one."""
    name = f"games/{key}.svg"
    return asset(name) if (folder("static") / name).is_file() else None


def asset(name: str) -> str:
    """The address of a static file that few pages load; phones do not keep it for when there is no signal."""
    return _address(folder("static"), name)


def assets() -> dict[str, str]:
    """The addresses of the static files that pages are made of."""
    return {name: asset(file) for name, file in _ASSETS.items()}


def register(app: Flask) -> None:
    """Sets up ``app`` for the templates."""
    app.jinja_env.globals["assets"] = assets()
    app.jinja_env.globals["asset"] = asset
    app.jinja_env.globals["csrf_token"] = csrf_token
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.context_processor(_everywhere)
    app.after_request(_with_headers)


def _everywhere() -> dict[str, object]:
    locale = reader().locale
    return {"lang": locale.language, "dir": locale.text_direction}


def _with_headers(response: Response) -> Response:
    if request.endpoint == "static" and response.mimetype in _TEXTS and response.status_code == HTTPStatus.OK:
        response.direct_passthrough = False
        response.make_sequence()  # read whole, so that it is sent compressed: a file that streams is not
    for name, value in (_HEADERS if request.endpoint == "static" else _PAGE_HEADERS).items():
        response.headers.setdefault(name, value)  # a stream says itself how it is kept: not at all
    return response

"""Who asks: the bearer token of a request, which is the secret of a link."""

from __future__ import annotations

from typing import cast

from flask import current_app, g, request

from scorekeeper.service.errors import LinkStopped, NotFound
from scorekeeper.service.programs import Program, let_into, program_with


class NoToken(Exception):
    """No token was sent where one is needed, or one that is good for nothing. ``code`` says which."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code)
        self.code, self.detail = code, detail


def say_who_asks() -> None:
    """Finds out before a view of the API runs who calls it. Raises NoToken."""
    needs = getattr(current_app.view_functions[cast("str", request.endpoint)], "needs", "token")
    g.program = _program() if needs != "nothing" else None
    if g.program is None and needs == "token":
        raise NoToken("no_token", "Send the secret of a link: Authorization: Bearer …")
    slug = (request.view_args or {}).get("session")
    if g.program is not None and slug is not None:
        let_into(g.program, slug)


def _program() -> Program | None:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if not scheme:
        return None
    token = token.strip()
    if scheme.casefold() != "bearer" or not token:
        raise NoToken("no_token", "Send the secret of a link: Authorization: Bearer …")
    try:
        return program_with(token)
    except NotFound:
        raise NoToken("unknown_token", "No link has this secret.") from None
    except LinkStopped as stopped:
        if stopped.put_out:
            raise NoToken("program_put_out", "Programs with this link were put out.") from None
        raise NoToken("link_stopped", "This link was stopped. Ask for the new one.") from None


def program() -> Program:
    """The program that asks, in a view that needs a token."""
    return cast("Program", g.program)


def program_if_any() -> Program | None:
    """The program that asks; None without a token, where none is needed."""
    return cast("Program | None", g.program)

"""Taking in a file that was taken along, on this server or another one."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request, url_for
from markupsafe import Markup
from werkzeug.exceptions import RequestEntityTooLarge

from scorekeeper.config import MOST_BODY_BYTES
from scorekeeper.documents import parsed
from scorekeeper.kernel import Refused
from scorekeeper.service.importing_club import ImportedClub, import_in_turn
from scorekeeper.service.not_taken import NotTaken
from scorekeeper.service.session_document import MOST_BYTES
from scorekeeper.service.turns import Crowded
from scorekeeper.web.answers import Answer, see_other
from scorekeeper.web.forms.base import PhoneForm, hidden_fields, received
from scorekeeper.web.phone import this_phone
from scorekeeper.web.reader import _, words

blueprint = Blueprint("importing", __name__)
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
"""Byte order marks, as editors put them in front of a file; alone they are an empty one."""

_LONGEST_FIELD = 60
"""So much of a field's name is told: one that is not known may be anything."""


class _NoFile(Exception):
    """Nothing was sent that could be read; the text is what the page says."""


@blueprint.get("/import")
def choose() -> str:
    """Where the file is chosen."""
    return _page("")


def _page(error: str) -> str:
    form = {"action": url_for("importing.take"), "hidden": hidden_fields()}
    return render_template("import.html", form=form, error=error)


@blueprint.post("/import")
def take() -> Answer:
    """Takes the file in, as a whole or not at all."""
    # Before anything reads the body: it may be longer here than elsewhere.
    request.max_content_length = MOST_BYTES + MOST_BODY_BYTES
    try:
        received(PhoneForm)
        taken = import_in_turn(_sent(), this_phone())
    except RequestEntityTooLarge:
        return _page(_("This file is too large: up to 5 MB can be imported.")), 413
    except Crowded:
        return _page(_("Others are importing just now. Nothing was saved: try again in a moment.")), 503
    except _NoFile as none:
        return _page(str(none)), 422
    except Refused as refused:
        return _page(_writable(words().sentence(refused.message))), 422
    except NotTaken as not_taken:
        return _page(_said(not_taken)), 422
    done = "imported-before" if taken.known else "imported"
    page = "club.sessions" if isinstance(taken, ImportedClub) else "session.summary"
    return see_other(url_for(page, slug=taken.slug, done=done))


def _sent() -> Any:
    """What the chosen file says. Raises _NoFile, Refused for what is no JSON, RequestEntityTooLarge."""
    file = request.files.get("file")
    if file is None or not file.filename:
        raise _NoFile(_("Choose a file first."))
    text = file.stream.read(MOST_BYTES + 1)
    if len(text) > MOST_BYTES:
        raise RequestEntityTooLarge
    if not text.strip() or text in _MARKS:
        raise _NoFile(_("This file is empty."))
    return parsed(text)


def _said(not_taken: NotTaken) -> str:
    """Where it stands, and why: "Match 2, entry 17: It is Cleo’s turn to bid."."""
    refused, reader = not_taken.refused, words(not_taken.names, not_taken.unit)
    where = [reader.sentence(place) for place in not_taken.place]
    where = [where[0][:1].upper() + where[0][1:], *where[1:]] if where else []
    where += [refused.field[:_LONGEST_FIELD]] if not_taken.needs_its_field else []
    said = reader.sentence(refused.message)
    return _writable(_("%(where)s: %(what)s", where=", ".join(where), what=said) if where else said)


def _writable(text: str) -> str:
    """``text`` without halves of characters, which JSON can name and no page can be written with."""
    whole = text.encode(errors="replace").decode()
    return Markup(whole) if isinstance(text, Markup) else whole  # noqa: S704 - it was markup before

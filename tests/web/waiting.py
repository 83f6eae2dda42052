"""What a phone sends late: the form for a whole unit that it kept, filled in, as its script posts it."""

from __future__ import annotations

import re
import uuid
from typing import Any

from scorekeeper.web.answers import SENT_BY_SCRIPT
from tests.web.markup import Node, parsed
from tests.web.pages import Page, Pairs, Phone, sent

RESULT: Pairs = [("high", "pitcher"), ("low", "pitcher"), ("jack", "others"), ("game", "others")]
WHOLE: Pairs = [("pitcher", "1"), ("bid", "2"), *RESULT]


def part(table: Page) -> Node:
    """What the phone keeps of the match."""
    return parsed(table.phone.open(f"{address(table)}offline/").markup)


def address(table: Page) -> str:
    return re.sub(r"(/s/[^/]+/\d+/).*", r"\1", table.path)


def form_of(table: Page) -> Node:
    return part(table).one("form")


def waited(form: Node, unit: int, answers: Pairs, **hidden: str) -> tuple[str, Pairs]:
    """Where a waiting unit is sent, and what."""
    kept = {name: value for name, value in sent(form) if name in {"csrf_token", "client_id", "version"}}
    kept |= {"client_id": str(uuid.uuid4()), **hidden}
    return form.get("action").replace("{n}", str(unit)), [*kept.items(), *answers, ("do", "save")]


def posted(phone: Phone, where: str, pairs: Pairs) -> tuple[int, dict[str, Any], str]:
    """As the script sends it: status, what it is told, and the page if it is refused."""
    response = phone.client.post(where, data=dict(pairs), headers={SENT_BY_SCRIPT: "1"})
    return response.status_code, response.get_json(silent=True) or {}, response.get_data(as_text=True)

"""A phone without JavaScript: it opens pages, fills in forms and presses buttons as a browser would."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from markupsafe import escape
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from tests.web.markup import Node, parsed

CELLS = {"th", "td"}
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Edie")
Pairs = list[tuple[str, str]]
Answer = str | int | Sequence[str] | None


class Page:
    """An answer of the server, read."""

    def __init__(self, phone: Phone, response: TestResponse) -> None:
        self.phone, self.response = phone, response
        self.status = response.status_code
        self.markup = response.get_data(as_text=True)

    @property
    def path(self) -> str:
        """Where it came from, without what is asked of it."""
        return urlsplit(self.response.request.url).path

    @property
    def address(self) -> str:
        """Where it came from."""
        parts = urlsplit(self.response.request.url)
        return f"{parts.path}?{parts.query}" if parts.query else parts.path

    @cached_property
    def root(self) -> Node:
        """The tree."""
        return parsed(self.markup)

    @property
    def text(self) -> str:
        """All that can be read."""
        return self.root.text

    @property
    def title(self) -> str:
        """The heading."""
        return self.root.one("h1").text

    # What is wrong, at its field --------------------------------------------------------------

    @property
    def errors(self) -> list[str]:
        """What is said to be wrong."""
        return [node.text for node in self.root.find(of="error")]

    def error_at(self, control: str) -> str:
        """What is said to be wrong with the control called ``control`` (or the group with this id)."""
        nodes = self.root.find(where=lambda n: control in (n.get("name"), n.get("id")))
        for node in nodes:
            around: Node | None = node
            while around is not None and not around.has("aria-describedby"):
                around = around.parent
            if around is not None:
                return self.root.with_id(around.get("aria-describedby")).text
        return ""

    # What can be tapped -----------------------------------------------------------------------

    @property
    def buttons(self) -> list[str]:
        """What the buttons are called, in order."""
        return [called(node) for node in self.root.find("button") if called(node)]

    def button(self, label: str) -> Node:
        """The button called ``label``, or the only one whose name has it."""
        nodes = self.root.find("button")
        found = [node for node in nodes if called(node) == label] or [n for n in nodes if label in called(n)]
        assert found, f"no button {label!r} among {self.buttons}"
        assert len({(self.form_of(n).get("action"), n.get("name"), n.get("value")) for n in found}) == 1, (
            f"several buttons {label!r}: {[called(node) for node in found]}"
        )
        return found[0]

    def form_of(self, node: Node) -> Node:
        """The form that a control belongs to."""
        if node.has("form"):
            return self.root.one("form", where=lambda form: form.get("id") == node.get("form"))
        form = node.inside("form")
        assert form is not None, f"{node.attributes} is in no form"
        return form

    def form(self, action: str = "") -> Node:
        """The form called ``entry``, or the first whose address ends in ``action``."""
        if not action:
            return self.root.one("form", where=lambda form: form.get("id") == "entry")
        found = self.root.find("form", where=lambda form: form.get("action").endswith(action))
        assert found, f"no form for {action}"
        return found[0]

    def link(self, label: str) -> str:
        """Where the link called ``label`` leads; the first whose name has it."""
        links = self.root.find("a")
        found = [n for n in links if called(n) == label] or [n for n in links if label in called(n)]
        assert found, f"no link {label!r} among {[called(node) for node in links]}"
        return found[0].get("href")

    def follow(self, label: str) -> Page:
        """Opens the link."""
        return self.phone.open(self.link(label))

    def press(self, label: str, **answers: Answer) -> Page:
        """Presses a button, with ``answers`` typed and tapped before; None clears a choice."""
        button = self.button(label)
        form = self.form_of(button)
        pairs = filled(form, answers)
        if button.get("name"):
            pairs.append((button.get("name"), button.get("value")))
        return self.phone.post(form.get("action"), pairs)

    # What is shown ----------------------------------------------------------------------------

    @property
    def sheet(self) -> list[list[str]]:
        """The score sheet, row by row, with head and foot; the rows that tell about a row are left out."""
        rows = self.root.one("table", of="scores").find("tr")
        cells = [[cell.words for cell in row.find() if cell.tag in CELLS] for row in rows]
        return [row for row in cells if len(row) > 1]

    @property
    def payments(self) -> list[str]:
        """Who pays whom, as it stands there: "Edie owes Dov $25"."""
        return [node.text for node in self.root.find(of="pay-line")]

    def field(self, name: str) -> str:
        """What a control holds: typed, chosen, or hidden."""
        values = [value for form in self.root.find("form") for key, value in sent(form) if key == name]
        assert values, f"no field {name!r}"
        return values[0]


class Phone:
    """A browser with cookies, and no script."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()
        self.headers: dict[str, str] = {}
        self.typed: tuple[str, ...] = ()
        """What people typed that looks like markup and must come back as it was."""

    def open(self, address: str, **options: Any) -> Page:
        """A page."""
        return self._read(self.client.get(address, follow_redirects=True, headers=self.headers, **options))

    def post(self, address: str, pairs: Iterable[tuple[str, str]], **options: Any) -> Page:
        """Sends a form, and goes where the answer leads."""
        data = MultiDict(pairs)
        response = self.client.post(address, data=data, headers=self.headers, **options)
        assert response.status_code != HTTPStatus.TEMPORARY_REDIRECT, "Safari would lose the form on the way"
        if response.status_code == HTTPStatus.SEE_OTHER:
            return self.open(response.headers["Location"])
        return self._read(response)

    def _read(self, response: TestResponse) -> Page:
        page = Page(self, response)
        if response.mimetype == "text/html" and page.markup.startswith("<!doctype"):
            refuse_unwholesome(page)
        return page

    def starts(self, names: Sequence[str] = NAMES, *, dealer: int = 0, **answers: Answer) -> Page:
        """A new session of Racehorse, through the form; the page of the first hand."""
        page = self.open("/new/racehorse/")
        while len(page.root.find("textarea")) < len(names):
            page = page.press("Add player")
        keys = [node.get("value") for node in page.root.find("input", where=lambda n: n.get("name") == "key")]
        pairs = filled(page.form(), {"name": list(names), **answers})
        return self.post(page.form().get("action"), [*pairs, ("dealer", keys[dealer]), ("do", "start")])


def called(node: Node) -> str:
    """What a control is called: its label for those who cannot see it, or its text."""
    return node.get("aria-label") or node.text


def sent(form: Node) -> Pairs:
    """What a browser would send for ``form`` as it stands, without any button."""
    pairs: Pairs = []
    for node in form.everything():
        name = node.get("name")
        if not name or node.has("disabled"):
            continue
        if node.tag == "textarea":
            pairs.append((name, "".join(text for text, _ in node.texts()).removeprefix("\n")))
        elif node.tag == "select":
            options = node.find("option")
            chosen = next((o for o in options if o.has("selected")), options[0])
            pairs.append((name, chosen.get("value") if chosen.has("value") else chosen.text))
        elif node.tag == "input":
            choice = node.get("type") in {"radio", "checkbox"}
            if not choice or node.has("checked"):
                pairs.append((name, node.get("value")))
    return pairs


def filled(form: Node, answers: dict[str, Answer]) -> Pairs:
    """What a browser would send once ``answers`` are given; each must be one that the form offers."""
    pairs = sent(form)
    for name, answer in answers.items():
        nodes = form.find(where=lambda n, name=name: n.get("name") == name and n.tag != "button")  # type: ignore[misc]
        assert nodes, f"the form has no {name!r}"
        offered = [node.get("value") for node in nodes if node.get("type") in {"radio", "checkbox"}]
        offered += [option.get("value") for node in nodes for option in node.find("option")]
        values = [] if answer is None else [str(answer)] if isinstance(answer, str | int) else list(answer)
        assert not offered or set(values) <= set(offered), f"{name} offers {offered}, not {values}"
        at = next((place for place, pair in enumerate(pairs) if pair[0] == name), len(pairs))
        pairs = [pair for pair in pairs if pair[0] != name]
        pairs[at:at] = [(name, value) for value in values]
    return pairs


# What no page may have ------------------------------------------------------------------------

# Markup that shows as text or stands in an attribute, a place that nothing filled, the inside of the program.
_LEFTOVER = re.compile(r"</?bdi\b|&(?:lt|gt|amp|quot|#\d+);|%\(|\bMarkup\(|Traceback \(")
_LEFTOVER_RAW = re.compile(
    r"&lt;/?bdi\b|&amp;(?:lt|gt|amp|quot|#\d+);|%\(|\bMarkup\(|Traceback \(|=\"[^\"]*<"
)
_INLINE = re.compile(r"<style|<script>|<script(?![^>]* src=)|<[^>]* (?:style|on[a-z]+)=", re.IGNORECASE)
_ID = re.compile(r' id="([^"]*)"')
_REFERENCE = re.compile(r' (?:aria-describedby|aria-labelledby|form)="([^"]*)"')


def refuse_unwholesome(page: Page) -> None:
    """Fails where a page has scripts or styles in it, broken references, or markup that shows as text."""
    markup = page.markup
    for typed in page.phone.typed:
        markup = markup.replace(str(escape(typed)), "")
    assert not _INLINE.search(markup), f"{page.address}: {_INLINE.search(markup)}"
    ids = _ID.findall(markup)
    assert len(ids) == len(set(ids)), f"an id twice on {page.address}: {sorted(ids)}"
    wanted = {name for names in _REFERENCE.findall(markup) for name in names.split()}
    assert wanted <= set(ids), f"{page.address}: {wanted - set(ids)} is nowhere"
    if _LEFTOVER_RAW.search(markup):
        _refuse_leftovers(page)
    assert markup.count("<h1") == 1, page.address
    assert page.root.one("title").words, page.address


def _refuse_leftovers(page: Page) -> None:
    def leftover(text: str) -> bool:
        for typed in page.phone.typed:
            text = text.replace(typed, "")
        return _LEFTOVER.search(text) is not None

    for node in page.root.everything():
        for name, value in node.attributes.items():
            assert not leftover(value), f"{page.address}: {name}={value!r}"
    for text, node in page.root.texts():
        assert "disc" in node.classes or not leftover(text), f"{page.address}: {text!r}"


def unwrapped(page: Page, name: str) -> list[str]:
    """The texts that have ``name`` outside of <bdi>, where a name of the other direction would leak."""
    return [
        text
        for text, node in page.root.texts()
        if name in text
        and node.inside("bdi", "textarea", "option", "title") is None
        and "vh" not in node.classes
    ]

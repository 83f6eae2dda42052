"""HTML as a small tree: enough to read a page as a person does, and to find what no page may have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"br", "wbr", "hr", "img", "input", "link", "meta", "path", "use", "circle", "polyline"}
BLOCKS = {"p", "h1", "h2", "h3", "li", "div", "td", "th", "tr", "br", "summary", "button", "small", "option"}


@dataclass
class Node:
    """An element with its attributes; ``children`` are elements and texts."""

    tag: str
    attributes: dict[str, str]
    parent: Node | None = None
    children: list[Node | str] = field(default_factory=list)
    known: list[Node] = field(default_factory=list)
    """Of the whole tree: all its elements."""

    def get(self, name: str) -> str:
        """An attribute, empty where it is missing."""
        return self.attributes.get(name, "")

    def has(self, name: str) -> bool:
        """Whether the attribute is there."""
        return name in self.attributes

    @property
    def classes(self) -> set[str]:
        """The classes of the element."""
        return set(self.get("class").split())

    def everything(self) -> Iterator[Node]:
        """This element and all inside it, in the order of the document."""
        if self.known:
            yield from self.known
            return
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.everything()

    def find(self, tag: str = "", *, of: str = "", where: Callable[[Node], bool] | None = None) -> list[Node]:
        """All elements inside with this tag and class, and for which ``where`` holds."""
        return [
            node
            for node in self.everything()
            if (not tag or node.tag == tag)
            and (not of or of in node.classes)
            and (where is None or where(node))
        ]

    def one(self, tag: str = "", *, of: str = "", where: Callable[[Node], bool] | None = None) -> Node:
        """The only such element."""
        found = self.find(tag, of=of, where=where)
        assert len(found) == 1, f"{len(found)} of <{tag} class={of}>"
        return found[0]

    def with_id(self, name: str) -> Node:
        """The element with this id."""
        return self.one(where=lambda node: node.get("id") == name)

    def texts(self) -> Iterator[tuple[str, Node]]:
        """Every text inside with the element it stands in."""
        for child in self.children:
            if isinstance(child, str):
                yield child, self
            else:
                yield from child.texts()

    @property
    def unread(self) -> bool:
        """Whether nobody is read this element: it is a picture, or hidden."""
        hidden = self.has("hidden") or self.get("aria-hidden") == "true"
        return hidden or self.tag in {"script", "style", "svg", "template", "title"}

    def _pieces(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif not child.unread:
                block = " " if child.tag in BLOCKS else ""
                yield block
                yield from child._pieces()
                yield block

    @property
    def text(self) -> str:
        """What is read out inside, white space folded."""
        return " ".join("".join(self._pieces()).split())

    @property
    def words(self) -> str:
        """The same, with what stands in elements of its own set apart."""
        return " ".join(" ".join(self._pieces()).split())

    def inside(self, *tags: str) -> Node | None:
        """The nearest element around this one (or itself) with one of these tags."""
        node: Node | None = self
        while node is not None and node.tag not in tags:
            node = node.parent
        return node


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = self.here = Node("", {})

    def _open(self, tag: str, attributes: list[tuple[str, str | None]]) -> Node:
        names = [name for name, _ in attributes]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice: {names}"
        node = Node(tag, {name: value or "" for name, value in attributes}, self.here)
        self.here.children.append(node)
        self.root.known.append(node)
        return node

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = self._open(tag, attrs)
        if tag not in VOID:
            self.here = node

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.here.tag == tag, f"</{tag}> ends <{self.here.tag}>"
        assert self.here.parent is not None
        self.here = self.here.parent

    def handle_data(self, data: str) -> None:
        self.here.children.append(data)


def parsed(markup: str) -> Node:
    """The tree of ``markup``, whose tags must all be closed in order."""
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    assert reader.here is reader.root, f"<{reader.here.tag}> is never closed"
    return reader.root

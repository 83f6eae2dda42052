"""What the documents say is so: codes, settings, entries, house rules, examples, and where they point to."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.documents import scored
from scorekeeper.games import GAMES
from scorekeeper.kernel import COMMON_ENTRIES, HouseRule
from tests.architecture.source import PACKAGE, ROOT, docstrings, parsed, python_files, shown

DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.glob("*.md")), *sorted(PACKAGE.glob("games/*/rules.md"))]
# Whoever refuses in answer to a document of a match, a session or a club, or to something sent to the API.
JUDGES = [
    *python_files(PACKAGE / "kernel"),
    *python_files(PACKAGE / "games"),
    PACKAGE / "pitch.py",
    PACKAGE / "documents.py",
    PACKAGE / "service" / "session_document.py",
    PACKAGE / "service" / "members.py",
    PACKAGE / "service" / "transfers.py",
    PACKAGE / "service" / "entries.py",
    PACKAGE / "service" / "amending.py",
    PACKAGE / "service" / "history.py",
    *python_files(PACKAGE / "api"),
    PACKAGE / "service" / "document_values.py",
    PACKAGE / "service" / "club_document.py",
    PACKAGE / "service" / "importing_club.py",
]
CODE_AT = {
    "Refused": 1,
    "Caution": 0,
    "Problem": 0,
    "_problem": 0,
    "fail": 0,
    "problem": 1,
    "NoToken": 0,
    "NothingThere": 0,
    "_Told": 0,
    "__init__": 1,  # of Refused, by what derives from it
}
PLACE = re.compile(r"%\(\w+\)s")
LEAST_TEXT = 5
"""A sentence with fewer letters between its places fits nearly everything, and says nothing."""


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def rows(text: str) -> list[list[str]]:
    """The cells of all tables, without their headings."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [
        row
        for row, below in zip(cells, [*cells[1:], [""]], strict=True)
        if not (row[0] + below[0]).startswith("---") and not below[0].startswith("---")
    ]


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def quoted(text: str) -> list[str]:
    """What stands in backticks, outside of fenced blocks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))


# Codes --------------------------------------------------------------------------------------------


def codes(tree: ast.Module) -> Iterator[str]:
    """Every code given out, as a pattern: ``{point}_follows`` can be any word before ``_follows``."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
            continue
        called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        at = CODE_AT.get(called, len(node.args))
        match node.args[at : at + 1]:
            case [ast.Constant(value=str(code))]:
                yield re.escape(code)
            case [ast.JoinedStr(values=parts)]:
                yield "".join(str(p.value) if isinstance(p, ast.Constant) else r"[a-z]+" for p in parts)


def sentences() -> list[str]:
    """Every text in the code that refuses, as a pattern whose places take anything."""
    texts = {
        node.value
        for path in JUDGES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return [
        ".+".join(map(re.escape, PLACE.split(text)))
        for text in texts
        if len(PLACE.sub("", text)) >= LEAST_TEXT
    ]


DOCUMENTED = [(row[0].strip("`"), row[-1]) for row in rows(read(DOCS / "codes.md"))]


def test_every_code_is_documented_and_no_other() -> None:
    given = {code for path in JUDGES for code in codes(parsed(path))}
    known = {code for code, _ in DOCUMENTED}
    assert [code for code in given if not any(re.fullmatch(code, name) for name in known)] == []
    assert [name for name in known if not any(re.fullmatch(code, name) for code in given)] == []


def test_documented_sentences_are_those_of_the_code() -> None:
    spoken = sentences()
    wrong = [said for _, said in DOCUMENTED if not any(re.fullmatch(pattern, said) for pattern in spoken)]
    assert wrong == []


# Settings -----------------------------------------------------------------------------------------


def test_settings_are_documented_and_no_others() -> None:
    tree = parsed(PACKAGE / "config.py")
    passed_over = docstrings(tree)
    texts = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed_over
    ]
    names = {name for text in texts for name in re.findall(r"SCOREKEEPER_[A-Z_]+", text)}
    told = set(re.findall(r"SCOREKEEPER_[A-Z_]+", read(ROOT / "README.md") + read(DOCS / "operating.md")))
    assert names
    assert told == names


# The match document -------------------------------------------------------------------------------

WIRE = read(DOCS / "wire-format.md")


def told_entries() -> dict[str, dict[str, str]]:
    """By game, as the table names it ("any" for all of them), and by type: what is told about the fields."""
    told: dict[str, dict[str, str]] = {}
    name = ""
    for game, kinds, fields in (row for row in rows(WIRE) if len(row) == 3):
        name = game or name
        told.setdefault(name, {}).update(dict.fromkeys(re.findall(r"`(\w+)`", kinds), fields))
    return told


def test_every_entry_is_documented_with_its_fields() -> None:
    told = told_entries()
    declared = {"any": COMMON_ENTRIES, **{game.name.text: game.entries for game in GAMES.values()}}
    assert {name: told[name].keys() for name in declared} == {name: e.keys() for name, e in declared.items()}
    for name, schemas in declared.items():
        for kind, schema in schemas.items():
            missing = {field for field in schema().fields if f"`{field}`" not in told[name][kind]}
            assert missing == set(), (name, kind)


@pytest.mark.parametrize("path", [DOCS / "wire-format.md", *PACKAGE.glob("games/*/rules.md")], ids=shown)
def test_house_rules_are_documented_default_first(path: Path) -> None:
    game = GAMES.get(path.parent.name)
    declared = {
        rule.key: [str(choice.value).lower() for choice in rule.choices]
        for one in ([game] if game else GAMES.values())
        for rule in one.house_rules
        if isinstance(rule, HouseRule)  # a number's default may depend on how many play
    }
    told = {row[0].strip("`"): row[1].replace("`", "").split(", ") for row in rows(read(path))}
    assert {key: told.get(key) for key in declared} == declared


def test_the_examples_of_the_match_document() -> None:
    example, result, ask, error = (json.loads(block) for block in blocks(WIRE, "json"))
    assert scored(example) == (result, 0)
    entries: list[dict[str, Any]] = [{"type": "bid", "seat": 1, "bid": 3}]
    assert ask in scored({**example, "entries": entries})[0]["asks"]
    entries = [example["entries"][0], {"type": "hand", "won": ["low", "jack", "game"], "tricks": 6}]
    assert scored({**example, "entries": entries}) == (error, 1)


def test_the_example_of_the_readme() -> None:
    text = read(ROOT / "README.md")
    (example,) = (json.loads(block) for block in blocks(text, "json"))
    answer, status = scored(example)
    (shown_at_work,) = (block for block in blocks(text, "console") if "scorekeeper score" in block)
    _command, *printed = shown_at_work.splitlines()
    assert status == 0
    assert [json.loads(line) for line in printed] == [*answer["standings"], *answer["settlement"]]


# Where they point to ------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"(?<!!)\[[^\]]*\]\(([^)#\s]+)[^)]*\)", read(page))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_files_that_are_named_exist(page: Path) -> None:
    tops = ("scorekeeper/", "templates/", "static/", "migrations/", "tests/", "docs/")
    named = [text for text in quoted(read(page)) if text.startswith(tops) and re.fullmatch(r"[\w./-]+", text)]
    made = {"scorekeeper/translations/"}  # with the first translation
    assert [name for name in named if name not in made and not (ROOT / name).exists()] == []


def test_this_test_reads_tables_and_codes() -> None:
    table = "| a | b |\n|---|---|\n| `x` | 1 |\n| `y` | 2 |\n\n| a |\n|---|\n| z |\n"
    assert rows(table) == [["`x`", "1"], ["`y`", "2"], ["z"]]
    assert list(codes(ast.parse('Refused("won", f"{p}_six", m); fail("a", m); Refused(f, e.code, m)'))) == [
        "[a-z]+_six",
        "a",
    ]

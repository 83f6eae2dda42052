"""``scorekeeper score``: what it reads, what it prints, and how it exits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main
from scorekeeper.documents import scored
from tests.documents.test_result import R1, THE_DOCUMENT, racehorse
from tests.games.racehorse.test_examples import ONE_EVENING, entries

SIX = racehorse(*(raw for example in ONE_EVENING for raw in entries(example, "contract")))
PROGRAM = Path(sys.executable).with_name("scorekeeper")


def score(text: str | bytes, *options: str) -> Result:
    """The document read from standard input."""
    return CliRunner().invoke(main, ["score", *options, "-"], input=text)


def error(result: Result, status: int) -> dict[str, Any]:
    assert result.exit_code == status, result.output
    answer = json.loads(result.output)
    assert list(answer) == ["error"]
    assert sorted(answer["error"]) == ["code", "entry", "field", "message"]
    told: dict[str, Any] = answer["error"]
    return told


def test_a_file(tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    file.write_text(json.dumps(THE_DOCUMENT))
    result = CliRunner().invoke(main, ["score", str(file)])
    assert result.exit_code == 0
    assert json.loads(result.output) == scored(THE_DOCUMENT)[0]


def test_standard_input() -> None:
    result = score(json.dumps(SIX))
    assert result.exit_code == 0
    answer = json.loads(result.output)
    assert [standing["net"] for standing in answer["standings"]] == [-1500, 1500, -1000, 3500, -2500]
    assert answer == scored(SIX)[0]


def test_the_program_itself() -> None:
    done = subprocess.run(
        [PROGRAM, "score", "-"], input=json.dumps(SIX).encode(), capture_output=True, check=True
    )
    assert json.loads(done.stdout) == scored(SIX)[0]
    assert done.stderr == b""


def test_a_key_that_is_given_twice_is_not_dropped() -> None:
    taken = '"taken": {"three": 0, "ace": 1, "three": 1}'
    entries = '[{"type": "contract", "seat": 0, "bid": 5}, {"type": "hand", ' + taken + "}]"
    told = error(
        score('{"game": "ten_point_pitch", "players": ["A", "B", "C", "D"], "entries": ' + entries + "}"), 2
    )
    assert (told["field"], told["code"]) == ("three", "given_twice")
    assert told["message"] == "three is given twice. Once is enough."


def test_names_are_printed_as_they_are() -> None:
    names = ["Łukasz", "عمر", "👩‍👩‍👧‍👦", "<b>", '"']
    result = score(json.dumps(racehorse(players=names)))
    assert "Łukasz" in result.output
    assert [standing["player"] for standing in json.loads(result.output)["standings"]] == names


def test_a_refused_entry_exits_with_1() -> None:
    told = error(score(json.dumps(racehorse(*R1, {"type": "bid", "seat": 0, "bid": 2}))), 1)
    assert (told["entry"], told["field"], told["code"]) == (2, "seat", "out_of_turn")
    assert told["message"] == "It is Cleo’s turn to bid."


@pytest.mark.parametrize(
    "raw",
    [
        "null",
        "[]",
        "3",
        '"x"',
        "true",
        "{}",
        '{"game": "bridge"}',
        json.dumps(racehorse(players=["Ana"])),
        "[[[]]]",
    ],
)
def test_what_is_no_match_document_exits_with_2(raw: str) -> None:
    assert error(score(raw), 2)["entry"] is None


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b" ",
        b"{",
        b"{'game': 1}",
        b"\xff\xfe\x00",
        b"\x00",
        b'{"game": "racehorse"} extra',
        b'{"a": ' + b"9" * 5000 + b"}",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"nul",
        b"\xef\xbb\xbf",
        "{“game”: 1}".encode(),
    ],
)
def test_what_is_no_json_exits_with_2(text: bytes) -> None:
    told = error(score(text), 2)
    assert (told["entry"], told["field"], told["code"]) == (None, "", "not_json")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_file_from_another_system(encoding: str) -> None:
    result = score(json.dumps(THE_DOCUMENT).encode(encoding))
    assert result.exit_code == 0
    assert json.loads(result.output)["standings"][1]["net"] == 1200


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "1.5", "9" * 400])
def test_numbers_that_are_none(number: str) -> None:
    text = json.dumps(racehorse({"type": "bid", "seat": 1, "bid": "@"})).replace('"@"', number)
    told = error(score(text), 1)
    assert (told["entry"], told["field"], told["code"]) == (0, "bid", "not_a_choice")
    text = json.dumps(racehorse(stake={"per_point": "@"})).replace('"@"', number)
    assert error(score(text), 2)["field"] == "stake.per_point"


def test_deep_nesting_where_something_flat_is_wanted() -> None:
    deep: object = "high"
    for _ in range(300):
        deep = [deep]
    assert error(score(json.dumps(racehorse(R1[0], {"type": "hand", "won": deep}))), 1)["field"].startswith(
        "won"
    )
    assert error(score(json.dumps(racehorse(rules={"low": deep}))), 2)["field"] == "rules.low"
    assert error(score(json.dumps(racehorse(players=[deep] * 5))), 2)["field"] == "players"
    assert error(score(json.dumps(racehorse(deep))), 1)["code"] == "not_an_object"


def test_half_a_character_is_answered_too() -> None:
    assert error(score('{"game": "racehorse", "players": [], "\\ud800": 1}'), 2)["code"] == "unknown_field"


def test_half_a_character_in_a_name() -> None:
    told = error(score(json.dumps(racehorse(players=["A\ud800", *"BCDE"]))), 2)
    assert (told["field"], told["code"]) == ("players.0", "name_unreadable")


# Many at once ------------------------------------------------------------------------------------


def test_each_line_is_answered_on_a_line_of_its_own() -> None:
    lines = [json.dumps(THE_DOCUMENT), "{", json.dumps(racehorse({"type": "x"})), "[]", json.dumps(SIX)]
    result = score("\n".join(lines), "--lines")
    answers = [json.loads(line) for line in result.output.splitlines()]
    assert answers[0] == scored(THE_DOCUMENT)[0]
    assert [answer.get("error", {}).get("code") for answer in answers] == [
        None,
        "not_json",
        "unknown_type",
        "not_an_object",
        None,
    ]
    assert [answer["error"]["entry"] for answer in answers[1:4]] == [None, 0, None]
    assert result.exit_code == 2


def test_the_worst_line_decides_how_it_exits() -> None:
    good, refused = json.dumps(THE_DOCUMENT), json.dumps(racehorse({"type": "x"}))
    assert score(f"{good}\n{good}\n", "--lines").exit_code == 0
    assert score(f"{refused}\n{good}\n", "--lines").exit_code == 1
    assert score("", "--lines").exit_code == 0


def test_empty_lines_and_line_ends_of_other_systems() -> None:
    good = json.dumps(THE_DOCUMENT)
    result = score(f"\ufeff{good}\r\n\r\n  \n{good}", "--lines")
    assert [json.loads(line)["finished"] for line in result.output.splitlines()] == [False, False]


def test_a_name_with_a_line_in_it_stays_on_its_line() -> None:
    document = racehorse({"type": "note", "text": "a\u2028b\nc"}, players=["A\u0085x", *"BCDE"])
    assert len(score(json.dumps(document), "--lines").output.split("\n")) == 2


def test_answers_come_while_lines_come() -> None:
    with subprocess.Popen(
        [PROGRAM, "score", "--lines", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdin
        assert program.stdout
        program.stdin.write(f"{json.dumps(THE_DOCUMENT)}\n{{\n")
        program.stdin.close()
        assert [json.loads(line).get("finished") for line in program.stdout] == [False, None]
    assert program.returncode == 2


# How it is called --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments", [["score"], ["score", "no such file"], ["score", "/"], ["score", "-", "-"], ["bogus"]]
)
def test_called_wrongly(arguments: list[str]) -> None:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "Usage:" in result.output
    assert "Traceback" not in result.output


def test_help_names_every_command() -> None:
    result = CliRunner().invoke(main, ["--help"])
    assert result.exit_code == 0
    assert all(f"  {name} " in result.output for name in main.commands)


def commands(group: click.Group, *before: str) -> Iterator[tuple[str, ...]]:
    for name, command in group.commands.items():
        yield (*before, name)
        if isinstance(command, click.Group):
            yield from commands(command, *before, name)


@pytest.mark.parametrize("command", list(commands(main)), ids=" ".join)
def test_help_has_an_example_for_every_command(command: tuple[str, ...]) -> None:
    told = CliRunner().invoke(main, [*command, "-h"])
    assert told.exit_code == 0
    assert told.output.startswith("Usage:")
    assert f"Example: scorekeeper {' '.join(command)}" in told.output


def test_version() -> None:
    assert CliRunner().invoke(main, ["--version"]).exit_code == 0


def test_the_database_is_made_where_the_environment_says(tmp_path: Path) -> None:
    environment = {**os.environ, "SCOREKEEPER_DATA": str(tmp_path / "new"), "SCOREKEEPER_DATABASE_URL": ""}
    for _ in range(2):
        result = CliRunner(env=environment).invoke(main, ["db", "upgrade"])
        assert result.exit_code == 0, result.output
    assert (tmp_path / "new" / "scorekeeper.db").is_file()


@pytest.mark.parametrize("command", [["db", "upgrade"], ["serve"]])
def test_settings_that_cannot_be_used_are_told_in_a_sentence(command: list[str]) -> None:
    environment = {"SCOREKEEPER_DATABASE_URL": "nonsense", "SCOREKEEPER_PORT": ""}
    result = CliRunner(env=environment).invoke(main, command)
    assert result.exit_code == 1
    assert result.output.startswith("Error: SCOREKEEPER_DATABASE_URL is no database address.")

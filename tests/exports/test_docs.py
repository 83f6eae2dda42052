"""What docs/exports.md promises is what is written."""

from __future__ import annotations

import json
import re
from pathlib import Path

from scorekeeper.documents import scored
from scorekeeper.exports import CLUB_FILES, hands, payments, session_document, transfers
from scorekeeper.exports.wide import WIDE
from tests.exports.evening import R1, evening, played

DOCS = (Path(__file__).parents[2] / "docs" / "exports.md").read_text(encoding="utf-8")


def documented(section: str) -> tuple[str, ...]:
    """The column keys in the table under a heading, in their order."""
    text = DOCS.partition(f"\n### {section}\n")[2].partition("\n#")[0]
    rows = re.findall(r"^\| (`[^|]*) \|", text, re.MULTILINE)
    return tuple(key for row in rows for key in re.findall(r"`(\w+)`", row))


def test_the_columns() -> None:
    assert documented("hands.csv") == hands(evening()).columns
    assert documented("wide.csv") == WIDE
    assert documented("payments.csv") == payments(evening()).columns
    assert documented("transfers.csv") == transfers(evening()).columns


def test_the_example_of_a_session_document() -> None:
    block = re.search(r"```json\n(.*?)```", DOCS, re.DOTALL)
    assert block is not None
    example = json.loads(block[1])
    (transfer,) = example.pop("transfers")
    assert transfer.keys() == {"from", "to", "amount", "unit", "at", "reverses"}
    assert example | {"transfers": []} == session_document(evening(played(*R1)))
    assert scored(example["matches"][0])[1] == 0


def test_every_file_of_a_club_is_told_of() -> None:
    section = DOCS.partition("\n## A club\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"`(?:/c/<club>/export/)?(\w+\.\w+)`", section)) >= CLUB_FILES.keys()

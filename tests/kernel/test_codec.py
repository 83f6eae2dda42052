from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.kernel import (
    Amount,
    Caution,
    Feat,
    Message,
    Payment,
    Row,
    Several,
    Table,
    Who,
    decoded,
    encoded,
    say,
    say_many,
)


@dataclass(frozen=True, slots=True)
class Sample:
    """The kinds of fields that states have."""

    table: Table
    bids: tuple[tuple[int, int | str], ...]
    bid: int | str | None
    seats: frozenset[int]
    words: frozenset[str]
    inner: Sample | None = None


def back(value: object) -> object:
    return decoded(json.loads(json.dumps(encoded(value))), type(value))


NESTED = say(
    "%(who)s %(word)s %(all)s %(n)s %(money)s",
    who=Who(3),
    word=say("bid %(bid)s", bid="Smudge"),
    all=Several((say("High"), "Low", 3, Who(1), Several((Amount(5),)))),
    n=-7,
    money=Amount(-375),
)
MESSAGES = [
    say("Plain"),
    say(""),
    say("%(seat)s %(minor)s %(all)s %(text)s", seat=1, minor=2, all=3, text="x"),
    say_many("%(count)s trick", "%(count)s tricks", 1),
    say_many("%(count)s trick by %(who)s", "%(count)s tricks by %(who)s", 0, who=Who(0)),
    NESTED,
    say("%(a)s", a=say_many("one", "%(count)s", 5, b=NESTED)),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.text)
def test_messages(message: Message) -> None:
    assert back(message) == message
    assert back(Payment(0, 1, 300, message)) == Payment(0, 1, 300, message)
    assert back(Caution("code", message)) == Caution("code", message)
    row = Row(6, message, say("set"), (300, "out", None, -300, 0), (0, 2))
    assert back(row) == row


def test_a_state() -> None:
    sample = Sample(
        Table.of(("Ana", "\u674e", "\U0001f3b4")).with_out(2),
        ((0, "pass"), (1, 3), (2, "smudge")),
        "smudge",
        frozenset({39, 5, 11}),
        frozenset({"low", "high"}),
    )
    outer = Sample(Table.of(()), (), None, frozenset(), frozenset(), sample)
    assert back(outer) == outer
    inner = json.loads(json.dumps(encoded(outer)))["inner"]
    assert (inner["bid"], inner["bids"]) == ("smudge", [[0, "pass"], [1, 3], [2, "smudge"]])
    assert isinstance(decoded(encoded(outer), Sample).table.names, tuple)


def test_sets_are_always_written_in_the_same_order() -> None:
    sample = Sample(Table.of(()), (), 1, frozenset({8, 0, 16, 3}), frozenset("hgfedcba"))
    assert encoded(sample)["seats"] == [0, 3, 8, 16]
    assert encoded(sample)["words"] == list("abcdefgh")


@given(st.one_of(st.integers(), st.text(), st.none()))
def test_what_may_be_several_things_stays_what_it_is(bid: int | str | None) -> None:
    sample = Sample(Table.of(()), (), bid, frozenset(), frozenset())
    assert back(sample) == sample


params = st.recursive(
    st.integers()
    | st.text(max_size=5)
    | st.builds(Who, st.integers(0, 39))
    | st.builds(Amount, st.integers()),
    lambda inner: (
        st.builds(Several, st.lists(inner, max_size=3).map(tuple))
        | st.builds(Message, st.text(max_size=5), st.dictionaries(st.text(max_size=5), inner, max_size=3))
    ),
    max_leaves=8,
)


@given(st.builds(Message, st.text(max_size=5), st.dictionaries(st.text(max_size=5), params, max_size=3)))
def test_any_message(message: Message) -> None:
    assert back(message) == message


def test_a_row_that_was_kept_before_there_were_feats() -> None:
    row = Row(1, say("3"), say("made"), (1, -1), (0,), (Feat(0, "made"),))
    assert back(row) == row
    kept = encoded(row)
    del kept["feats"]
    assert decoded(kept, Row) == Row(1, say("3"), say("made"), (1, -1), (0,))

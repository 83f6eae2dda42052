"""A name is found in a sentence as a reader finds it."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.kernel.mentions import without_name
from scorekeeper.kernel.names import name_key


@pytest.mark.parametrize(
    ("text", "name", "left"),
    [
        ("Zoë came late, ZOË won", "zoë", "X came late, X won"),
        ("Zoëlle and Zoe are not meant", "Zoë", "Zoëlle and Zoe are not meant"),
        (unicodedata.normalize("NFD", "Zoé won, Zoéa too"), "Zoé", "X won, Zoéa too"),
        ("STRASSE won", "Straße", "X won"),
        ("A\u200bna and Ａｎａ\u200b.", "Ana", "X and X."),
        ("和田さんが勝った", "和田", "Xさんが勝った"),
        ("สมชายชนะ", "สมชาย", "Xชนะ"),
        ("민수가 이겼다", "민수", "X가 이겼다"),
        (unicodedata.normalize("NFD", "민수가"), "민수", "X가"),
        ("ﾊﾞﾄ won", "バト", "X won"),
        ("अना जीती, अन नहीं", "अन", "अना जीती, X नहीं"),
        ("กำ", "กํ", "กำ"),  # the vowel goes with the letter
        ("Smith,\n Bob paid", "Smith, Bob", "X paid"),
        ("=1+1=2 and =1+1", "=1+1", "X=2 and X"),
        ("Ana_1 Ana2 Ana-Lena Ana", "Ana", "Ana_1 Ana2 X-Lena X"),
        ("AnaAna Ana", "Ana", "AnaAna X"),
        ("👩‍👧 won", "👩‍👧", "X won"),
        ("nobody", "", "nobody"),
        ("", "Ana", ""),
    ],
)
def test_a_name_in_a_sentence(text: str, name: str, left: str) -> None:
    assert unicodedata.normalize("NFC", without_name(text, name, "X")) == unicodedata.normalize("NFC", left)


def test_what_does_not_mention_it_stays_as_it_was_typed() -> None:
    text = unicodedata.normalize("NFD", "Zoé won")
    assert without_name(text, "Ana", "X") == text


# Without the few signs that stand for a space and a mark: where their space belongs is a matter of taste.
NAMES = st.text(
    st.characters().filter(lambda c: " " not in unicodedata.normalize("NFKC", c)), min_size=1, max_size=8
)


def forms(name: str) -> list[str]:
    spelt = [unicodedata.normalize(form, name) for form in ("NFC", "NFD", "NFKC", "NFKD")]
    return [*spelt, name.upper(), name.casefold(), name.title(), f"{name}\u200b"]


@given(NAMES)
def test_every_spelling_of_a_name_is_found(name: str) -> None:
    for other in forms(name):
        if name_key(name) and name_key(other) == name_key(name):
            assert name_key(without_name(f"{other} ", name, "X")) == "x"


@given(st.text(), NAMES)
def test_once_it_is_gone_it_is_gone(text: str, name: str) -> None:
    once = without_name(text, name, "()")
    assert without_name(once, name, "()") == once or "(" in name or ")" in name

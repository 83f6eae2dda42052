"""Names: any script, 1 to 40 characters after trimming, unique without regard to case and Unicode form."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.kernel import Refused
from scorekeeper.kernel.names import clean_name, name_key, refuse_same_name
from tests.kernel.reading import text

FLAG_OF_WALES = "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"


def refusal(name: str) -> str:
    with pytest.raises(Refused) as caught:
        clean_name(name, "players.2")
    assert caught.value.field == "players.2"
    assert text(caught.value.message)
    return caught.value.code


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "Ana",
        "Ana Maria",
        "O'Neill-Brown, Jr.",
        "7",
        "Zo\u00eb",
        "Zoe\u0308",
        "\u05d3\u05d1\u05d5\u05e8\u05d4",
        "\u0646\u06cc\u0645\u200c\u0641\u0627\u0635\u0644\u0647",  # a joiner inside is part of the word
        "\u674e\u5c0f\u9f99",
        "\u0e19\u0e49\u0e33",
        "\U00020bb7\U0002a7dd",
        "\U00031350",  # newer than the Unicode tables of Python 3.11
        "\U0001fae8",
        "\U0001f469\u200d\U0001f469\u200d\U0001f467",
        "\u2764\ufe0f",
        FLAG_OF_WALES,
        "<b>Ana</b>",
        "=1+1",
        "x" * 40,
        "\U0001f3b4" * 40,
    ],
)
def test_any_script(name: str) -> None:
    assert clean_name(name, "name") == name


@pytest.mark.parametrize(
    "around",
    [
        " ",
        "   ",
        "\t",
        "\n",
        "\r\n",
        "\u00a0",
        "\u3000",
        "\u2028",
        "\u200b",
        "\ufeff",
        "\u200e",
        "\u202a \u202c",
    ],
)
def test_trimmed(around: str) -> None:
    assert clean_name(f"{around}Ana Maria{around}", "name") == "Ana Maria"
    assert clean_name(f"{around}{'x' * 40}{around}", "name") == "x" * 40


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\t\n",
        "\u200b",
        "\u200d",
        "\u00ad",
        "\ufeff\u200e",
        "\u2060",
        "\u3164",  # the Hangul filler, a letter without ink
        "\uffa0",
        "\u115f\u1160",
        "\u2800",
        "\ufe0f",
        "\u034f",
        "\ue000",
        "\U000e0001",
        "\U000e0100",
        "\x07",
        "\x1b\x1b",
    ],
)
def test_names_that_cannot_be_seen(name: str) -> None:
    assert refusal(name) == "name_empty"


@pytest.mark.parametrize(
    "name",
    [
        "A\0",
        "A\ud800",
        "\udfffZ",
        "A\tB",
        "A\x1b[31m",
        "A\u2028B",
        "A\u202eB",
        "A\u2066B",
        "A\ufffe",
        "A\U0001ffff",
    ],
)
def test_names_that_cannot_be_written(name: str) -> None:
    assert refusal(name) == "name_unreadable"


@pytest.mark.parametrize("name", ["x" * 41, "\U0001f3b4" * 41, "x" * 60_000, "a" + " " * 39 + "b"])
def test_too_long(name: str) -> None:
    assert refusal(name) == "name_too_long"


def test_too_long_says_how_long() -> None:
    with pytest.raises(Refused) as caught:
        clean_name("x" * 50, "name")
    assert text(caught.value.message) == "A name can have up to 40 characters; this one has 50."


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ana"),
        ("Ana", "ANA"),
        ("Stra\u00dfe", "STRASSE"),
        ("Zo\u00eb", "Zoe\u0308"),
        ("Zo\u00eb", "ZOE\u0308"),
        ("Ana", "\uff21\uff4e\uff41"),
        ("\u0394\u03ac\u03c6\u03bd\u03b7\u03c2", "\u0394\u0391\u0301\u03a6\u039d\u0397\u03a3"),
        ("\ufb01n", "FIN"),
        ("Ana", "A\u200bna"),
        ("Ana Maria", "Ana  Maria"),
        ("Ana Maria", "Ana\u00a0Maria"),
        ("\u2764\ufe0f", "\u2764"),
    ],
)
def test_the_same_name(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)
    with pytest.raises(Refused) as caught:
        refuse_same_name(other, ("Ben", one), "players.2")
    assert (caught.value.field, caught.value.code) == ("players.2", "name_taken")
    assert text(caught.value.message) == f"Two players are called {other}. Add a letter."


@pytest.mark.parametrize(
    ("one", "other"), [("Ana", "Anna"), ("Ana", "Ana M"), ("Zoe", "Zo\u00eb"), ("1", "2")]
)
def test_different_names(one: str, other: str) -> None:
    refuse_same_name(other, (one,), "name")


@given(st.text(max_size=45))
def test_a_clean_name_stays_as_it_is(name: str) -> None:
    try:
        clean = clean_name(name, "name")
    except Refused:
        assume(False)
        raise
    assert clean_name(clean, "name") == clean
    assert 1 <= len(clean) <= 40
    assert clean in name
    clean.encode()


@given(st.text(max_size=20), st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
def test_unicode_forms_are_the_same_name(name: str, form: str) -> None:
    assert name_key(unicodedata.normalize(form, name)) == name_key(name)  # type: ignore[arg-type]  # one of four


@given(st.text(max_size=20))
def test_a_key_is_its_own_key(name: str) -> None:
    assert name_key(name_key(name)) == name_key(name)


@given(st.text(max_size=300) | st.text(st.characters(categories=["Cs", "Cc", "Cf", "Zs"]), max_size=10))
def test_any_text_is_a_name_or_refused(name: str) -> None:
    try:
        clean_name(name, "name")
    except Refused as refused:
        code = refused.code
    else:
        code = "name_fine"
    assert code.startswith("name_")


def test_a_line_break_inside_a_name_can_be_written() -> None:
    assert clean_name("Ana\nMaria", "players.0") == "Ana\nMaria"
    with pytest.raises(Refused):
        refuse_same_name("Ana Maria", ("Ana\nMaria",), "players.1")

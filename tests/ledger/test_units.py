import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ledger import LARGEST_AMOUNT, NotAnAmount, Unit, amount_minor, amount_text

USD, JPY, KWD, CHIPS = Unit("USD", 2), Unit("JPY", 0), Unit("KWD", 3), Unit("chips", 0)
UNITS = st.builds(Unit, st.just("XXX"), st.integers(0, 4))


def refusal(text: str, unit: Unit) -> NotAnAmount:
    with pytest.raises(NotAnAmount) as refused:
        amount_minor(text, unit)
    return refused.value


class TestUnit:
    @pytest.mark.parametrize(("code", "decimals"), [("", 2), ("USD", -1), ("USD", 5)])
    def test_refuses_what_is_none(self, code: str, decimals: int) -> None:
        with pytest.raises(ValueError, match="a unit has"):
            Unit(code, decimals)


class TestAmounts:
    @pytest.mark.parametrize(
        ("text", "cents"),
        [
            ("1,50", 150),
            ("1.50", 150),
            ("1.5", 150),
            ("1", 100),
            ("0", 0),
            (".5", 50),
            (",50", 50),
            ("5.", 500),
            ("007", 700),
            ("1 000,50", 100050),
            ("1,000.50", 100050),
            ("1.000,50", 100050),
            ("1'000.50", 100050),
            ("1\u2019000.50", 100050),
            ("1\u00a0000,50", 100050),
            ("1\u2009000,50", 100050),
            ("1\u202f234\u202f567,89", 123456789),
            ("1,234,567", 123456700),
            ("1.234.567", 123456700),
            ("12,34,567.50", 123456750),
            ("12+3.5", 1550),
            ("12 + 3,5", 1550),
            ("20-4.50", 1550),
            ("1,000 + 1", 100100),
            ("+5", 500),
            ("-5", -500),
            ("\u22125,25", -525),
            (" - 5 ", -500),
            ("1-2", -100),
            ("1.5000", 150),
            ("1234.500", 123450),
            ("0.500", 50),
            ("\u0661\u066b\u0665\u0660", 150),  # Arabic-Indic digits and decimal mark
            ("\u0661\u066c\u0660\u0660\u0660\u066b\u0665", 100050),
            ("\u06f1\u06f2", 1200),  # Persian
            ("\u0967\u0968.\u096b", 1250),  # Devanagari
            ("\uff11\uff0e\uff15\uff10", 150),  # full width
            ("\u200f5\u200e", 500),  # marks of writing direction
        ],
    )
    def test_dollars(self, text: str, cents: int) -> None:
        assert amount_minor(text, USD) == cents

    @pytest.mark.parametrize(
        ("text", "unit", "minor"),
        [
            ("150", JPY, 150),
            ("1,500", JPY, 1500),
            ("3.0", CHIPS, 3),
            ("1.5", KWD, 1500),
            ("1,5", KWD, 1500),
            ("1.000", KWD, 1000),
            ("1,000.250", KWD, 1000250),
        ],
    )
    def test_other_decimals(self, text: str, unit: Unit, minor: int) -> None:
        assert amount_minor(text, unit) == minor

    @given(UNITS, st.integers(-LARGEST_AMOUNT, LARGEST_AMOUNT))
    def test_reads_what_it_writes(self, unit: Unit, minor: int) -> None:
        assert amount_minor(amount_text(minor, unit), unit) == minor

    @given(UNITS, st.lists(st.integers(0, 10**7), min_size=1, max_size=5))
    def test_a_sum_is_the_sum_of_its_parts(self, unit: Unit, parts: list[int]) -> None:
        assert amount_minor(" + ".join(amount_text(part, unit) for part in parts), unit) == sum(parts)

    @given(
        st.integers(0, LARGEST_AMOUNT),
        st.sampled_from([(",", "."), (".", ","), (" ", ","), (" ", "."), ("'", ".")]),
    )
    def test_any_way_of_setting_off_thousands(self, cents: int, marks: tuple[str, str]) -> None:
        thousands, decimal = marks
        text = f"{cents // 100:,}.{cents % 100:02}"
        assert amount_minor(text.translate({ord(","): thousands, ord("."): decimal}), USD) == cents


class TestAmbiguity:
    """A single point or comma before exactly three digits."""

    def test_a_comma_sets_off_thousands_where_there_are_two_decimals(self) -> None:
        assert amount_minor("1,000", USD) == 100000
        assert amount_minor("999,999", JPY) == 999999

    @pytest.mark.parametrize(
        ("text", "unit", "large", "small"),
        [
            ("1.000", USD, "1000", "1"),
            ("1.005", USD, "1005", "1.005"),
            ("12.500", JPY, "12500", "12.5"),
            ("1,500", KWD, "1500", "1.5"),
        ],
    )
    def test_refused_rather_than_guessed(self, text: str, unit: Unit, large: str, small: str) -> None:
        refused = refusal(text, unit)
        assert refused.code == "ambiguous"
        assert (refused.params["large"], refused.params["small"]) == (large, small)

    @pytest.mark.parametrize("text", ["0,500", "0.500", ",500", "00.500"])
    def test_nothing_is_no_number_of_thousands(self, text: str) -> None:
        assert amount_minor(text, USD) == 50


class TestNoAmounts:
    @pytest.mark.parametrize("text", ["", " ", "\u00a0\u2009", "\u200f"])
    def test_empty(self, text: str) -> None:
        assert refusal(text, USD).code == "empty"

    @pytest.mark.parametrize("text", ["0.005", "0,005", "1.505", "1+0.005", "1234.567", "1,000.001"])
    def test_parts_of_a_cent_are_never_an_amount(self, text: str) -> None:
        assert refusal(text, USD).code in {"too_fine", "ambiguous"}

    @pytest.mark.parametrize(
        ("text", "unit"), [("0.005", USD), ("1.5", JPY), ("0,5", CHIPS), ("0.0001", KWD)]
    )
    def test_too_fine(self, text: str, unit: Unit) -> None:
        assert refusal(text, unit).code == "too_fine"

    @pytest.mark.parametrize(
        "text",
        [
            *("abc", "1a", "$5", "1e3", "0x10", "1_000", "nan", "inf", "1/2", "5%", "(5)", "2*3"),
            *(".", ",", "+", "-", "1+", "1++1", "1--1", "1+-1", "+ +1"),
            *("1 50", "1  000", "10 00", "1.00.00", "1,00,00", "1,0000,000", "1.000,50,5", "1,50.000,5"),
            *(
                "1,000 000",
                "1 000'000",
                "0 500",
                "1.5.",
                "..5",
                "1. 5",
                "1.5 0",
                "1000,000,000",
                "1.ab5",
                "1.a,b",
            ),
            *("1\u00b2", "\u00bd", "\u2460", "\u4e00", "5\x00", "1\n2", "\ud800"),
            "1" * 101,
            "1+" * 50_000 + "1",
        ],
    )
    def test_nonsense(self, text: str) -> None:
        assert refusal(text, USD).code == "not_an_amount"

    def test_too_large(self) -> None:
        assert amount_minor(amount_text(LARGEST_AMOUNT, USD), USD) == LARGEST_AMOUNT
        assert refusal(amount_text(LARGEST_AMOUNT + 1, USD), USD).code == "too_large"
        assert refusal("-" + "9" * 99, USD).code == "too_large"

    @given(st.text(max_size=120), UNITS)
    def test_any_text_is_an_amount_or_refused(self, text: str, unit: Unit) -> None:
        try:
            minor = amount_minor(text, unit)
        except NotAnAmount:
            return
        assert abs(minor) <= LARGEST_AMOUNT

    @given(st.text(alphabet="01259.,+-' \u00a0\u066b", max_size=14), UNITS)
    def test_what_looks_like_an_amount_has_the_digits_typed(self, text: str, unit: Unit) -> None:
        try:
            minor = amount_minor(text, unit)
        except NotAnAmount:
            return
        if "+" not in text and "-" not in text:
            typed = re.sub(r"[^0-9]", "", text).strip("0")
            assert str(minor).strip("0") == typed

    def test_says_what_would_be_right(self) -> None:
        assert str(refusal("five", USD)) == "This is not an amount. Write it like 12.50."
        assert str(refusal("1.5", JPY)) == "There is nothing smaller than 1. Write an amount like 12."
        assert str(refusal("1.000", USD)) == "Is this 1000 or 1? Write it without setting off thousands."

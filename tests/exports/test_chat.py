"""The text for a chat, as it arrives there."""

from __future__ import annotations

from dataclasses import replace

from babel import Locale

from scorekeeper.exports import ExportedTransfer, chat_text, match_alone
from scorekeeper.exports.names import in_one_line
from scorekeeper.games import GAMES
from scorekeeper.kernel import Stake, read_setup, replay
from tests.exports.evening import BEGIN, NASTY, R1, R2, Raw, evening, nasty_evening, played

FINISH: Raw = {"type": "finish"}


def seen(text: str) -> list[str]:
    """The lines without the marks that nobody sees."""
    return text.replace("\u2068", "").replace("\u2069", "").splitlines()


def test_a_session_with_a_match() -> None:
    assert seen(chat_text(evening(played(*R1, *R2, FINISH)))) == [
        "Monday, November 30, 2026",
        "",
        "Racehorse, 2 hands",
        "1. Ben +$14",
        "2. Ana −$1",
        "2. Dov −$1",
        "2. Edie −$1",
        "5. Cleo −$11",
        "",
        "Who pays whom",
        "Ana pays Ben $1",
        "Cleo pays Ben $11",
        "Dov pays Ben $1",
        "Edie pays Ben $1",
    ]


def test_what_was_paid_is_no_longer_owed_and_a_game_goes_on() -> None:
    paid = ExportedTransfer(2, 1, 1050, "USD", BEGIN)
    lines = seen(chat_text(evening(played(*R1, *R2), transfers=[paid])))
    assert "Racehorse, 2 hands so far" in lines
    assert "Cleo pays Ben $0.50" in lines or "Cleo pays Ben 50¢" in lines


def test_a_match_alone_says_that_it_is() -> None:
    alone = match_alone(evening(played(*R1), played(*R2, number=2)), 2)
    assert alone is not None
    lines = seen(chat_text(alone))
    assert "Who pays whom, by this game alone" in lines
    assert "Cleo pays Ben $2" in lines


def test_cash_owes_nothing() -> None:
    lines = seen(chat_text(evening(played(*R1, stake=Stake("JPY", "cash", {"per_point": 10})))))
    assert lines[-1] == "Paid in cash at the table."
    assert "Who pays whom" not in lines


def test_every_game_has_one() -> None:
    for game in GAMES.values():
        setup = read_setup(game, {"players": [f"P{seat}" for seat in range(game.players[0])]})
        state = replay(game, setup, []).state
        match = replace(played(), game=game, setup=setup, names=setup.names, state=state)
        text = chat_text(evening(match))
        assert game.name.text in text
        assert all(name in text for name in setup.names)


def test_names_are_isolated_and_in_one_line() -> None:
    text = chat_text(nasty_evening())
    for name in NASTY:
        assert f"\u2068{in_one_line(name)}\u2069" in text
    assert text.count("\u2068") == text.count("\u2069")
    assert not any(line.startswith(tuple("=@+")) for line in text.splitlines())


def test_the_reader_s_language_decides_how_dates_and_money_look() -> None:
    text = chat_text(evening(played(*R1, *R2, stake=Stake("EUR", "tally", {"per_point": 150}))), Locale("de"))
    assert text.startswith("Montag, 30. November 2026\n")
    assert "21,00\N{NO-BREAK SPACE}€" in text

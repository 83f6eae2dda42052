"""What one pastes into a chat: how every match stands and who pays whom, short, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import NullTranslations

from babel import Locale
from babel.dates import format_date

from scorekeeper.exports.contents import ExportedMatch, ExportedSession
from scorekeeper.exports.names import in_one_line
from scorekeeper.exports.settling import Settling, settling
from scorekeeper.exports.together import Together
from scorekeeper.kernel import Amount, Standing, Who, say, say_many
from scorekeeper.words import ENGLISH, MINUS, Words, has_cents

_ISOLATE, _END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def chat_text(
    session: ExportedSession, locale: Locale = ENGLISH, translations: NullTranslations | None = None
) -> str:
    """The whole text. Names stand in directional isolates and in one line, so that none disturbs the rest."""
    return _Chat(locale, translations or NullTranslations()).text(session)


def club_chat_text(
    name: str, club: Together, locale: Locale = ENGLISH, translations: NullTranslations | None = None
) -> str:
    """The same of a club called ``name``: who pays whom over all of its sessions."""
    return _Chat(locale, translations or NullTranslations()).of_club(name, club)


class _Chat:
    def __init__(self, locale: Locale, translations: NullTranslations) -> None:
        self.locale, self.translations = locale, translations

    def text(self, session: ExportedSession) -> str:
        """Date, matches, and who pays whom, with an empty line between them."""
        by = say("Who pays whom, by this game alone") if session.alone else say("Who pays whom")
        title = self._words([], "USD", []).sentence(by)
        parts = [
            format_date(session.day, "full", locale=self.locale),
            *("\n".join(self._match(match)) for match in session.matches),
            *(
                "\n".join([title, *self._payments(session.people, one)])
                for one in settling(session)
                if one.payments
            ),
        ]
        return "\n\n".join(parts) + "\n"

    def of_club(self, name: str, club: Together) -> str:
        """The club's name, and who pays whom, with an empty line between them."""
        words = self._words([name], "USD", [])
        title = words.sentence(say("Who pays whom"))
        owed = [
            "\n".join([title, *self._payments(club.people, one)]) for one in club.settling if one.payments
        ]
        empty = words.sentence(say("Nobody owes anything."))
        return "\n\n".join([words.name(0), *(owed or [empty])]) + "\n"

    def _words(self, names: list[str], unit: str, amounts_minor: list[int]) -> Words:
        isolated = [f"{_ISOLATE}{in_one_line(name)}{_END}" for name in names]
        return Words(isolated, unit, has_cents(unit, amounts_minor), self.locale, self.translations)

    def _match(self, match: ExportedMatch) -> Iterator[str]:
        game, state = match.game, match.state
        standings = game.standings(state)
        words = self._words(list(match.names), match.setup.stake.unit, [one.won_minor for one in standings])
        said = {
            "game": words.sentence(game.name),
            "played": words.sentence(game.units_played(state.unit - 1)),
        }
        if match.state.finished:
            yield words.sentence(say("%(game)s, %(played)s", **said))
        else:
            yield words.sentence(say("%(game)s, %(played)s so far", **said))
        sides = [(side, standings[side[0]]) for side in game.sides(state)]
        for side, standing in sorted(sides, key=lambda one: one[1].rank):
            who = words.listed([Who(seat) for seat in side])
            yield f"{standing.rank}. {who} {self._score(match, words, standing)}"
        if match.setup.stake.settle == "cash" and any(one.won_minor for one in standings):
            yield words.sentence(say("Paid in cash at the table."))

    def _score(self, match: ExportedMatch, words: Words, standing: Standing) -> str:
        """Points, money, or both."""
        money = f"{'+' if standing.won_minor > 0 else ''}{words.money(standing.won_minor)}"
        if match.game.score_is_money:
            return money
        score = standing.score
        figure = str(score).replace("-", MINUS)
        points = words.sentence(say_many("%(score)s point", "%(score)s points", score, score=figure))
        return f"{points}, {money}" if standing.won_minor else points

    def _payments(self, people: Sequence[str], one: Settling) -> Iterator[str]:
        words = self._words(list(people), one.unit, [payment.amount for payment in one.payments])
        for payment in one.payments:
            yield words.sentence(
                say(
                    "%(payer)s pays %(payee)s %(amount)s",
                    payer=Who(payment.payer),
                    payee=Who(payment.payee),
                    amount=Amount(payment.amount),
                )
            )

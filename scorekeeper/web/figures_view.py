"""A club's figures as its pages show them: the choice, the table, the chart, who gains from whom."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any
from urllib.parse import urlencode

from babel import Locale
from babel.dates import format_date
from babel.numbers import format_compact_decimal, format_decimal
from markupsafe import Markup

from scorekeeper.games import GAMES
from scorekeeper.service.club_statistics import ClubFigures
from scorekeeper.statistics import GUESTS, MemberStatistics, SessionNet
from scorekeeper.web.chart import HEIGHT, LABEL_GAP, chart
from scorekeeper.web.people import Person, people
from scorekeeper.web.reader import _, joined, reader, sentence, words
from scorekeeper.words import MINUS, Words, decimals, unit_name

MOST_LINES = 8
"""A chart with more lines than there are colours cannot be read."""
ROOM = 5
"""So many signs of an amount the chart has room for."""
LARGE = 10_000
"""From here on amounts in the chart are given in thousands or millions."""
THOUSAND = 1000
"""From here on numbers have marks in them."""
PARTS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖",
    Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}
FRACTION_SLASH = "\N{FRACTION SLASH}"


def in_figures(number: int) -> str:
    """How many: "12", "1,234"."""
    return str(number) if number < THOUSAND else format_decimal(number, locale=reader().locale)


def in_parts(number: Fraction) -> str:
    """A number of wins: "4", "4½", "½", "1 7⁄12"."""
    whole, part = divmod(number, 1)
    shown = in_figures(whole)
    if not part:
        return shown
    if part in PARTS:
        return f"{shown}{PARTS[part]}" if whole else PARTS[part]
    fraction = f"{part.numerator}{FRACTION_SLASH}{part.denominator}"
    return f"{shown}\N{NO-BREAK SPACE}{fraction}" if whole else fraction


@lru_cache(maxsize=1024)
def _day(iso: str, locale: Locale) -> str:
    return format_date(date.fromisoformat(iso), "medium", locale=locale)


class FiguresView:
    """A club's figures of one choice; ``address``: of the page with everybody."""

    def __init__(self, figures: ClubFigures, address: str) -> None:
        self.figures, self.played, self.address = figures, figures.played, address
        self.locale = reader().locale

    @cached_property
    def people(self) -> dict[int, Person]:
        """Members by id, as templates show them. Colours follow the order in which they came to the club."""
        members = sorted(self.figures.members.values(), key=lambda one: one.id)
        shown = people([one.name for one in members])
        return {one.id: person for one, person in zip(members, shown, strict=True)}

    @cached_property
    def words(self) -> Words:
        """Words for money here."""
        of = self.played.figures.values()
        nets = [one.net for one in of] + [session.net for one in of for session in one.sessions]
        return words((), self.played.unit or "USD", nets)

    @cached_property
    def ranked(self) -> list[MemberStatistics]:
        """Members who played, by what they won; the guests not."""
        mine = [one for one in self.played.figures.values() if one.member in self.people]
        return sorted(mine, key=lambda one: (-one.net, self.people[one.member]["name"]))

    @property
    def feats(self) -> dict[str, str]:
        """What is counted in the chosen games, with its words."""
        of_games = [GAMES[key] for key in {one.game: None for one in self.played.matches}]
        return {key: sentence(said) for game in of_games for key, said in game.feats.items()}

    def asked(self, address: str, game: str | None, unit: str) -> str:
        """``address`` with this choice."""
        return f"{address}?{urlencode({'game': game or 'all', 'unit': unit})}"

    def member_url(self, member: int) -> str:
        """The address of a member's page, of the same choice."""
        return self.asked(f"{self.address}/{member}", self.played.game, self.played.unit)

    def name(self, member: int) -> str:
        """What somebody is called: guests all together."""
        return self.people[member]["name"] if member in self.people else _("Guests")

    def _bdi(self, member: int) -> str:
        return Markup("<bdi>%s</bdi>") % self.name(member)

    def game_name(self, key: str | None) -> str:
        """What a game is called, or all of them."""
        if key is None and len(self.played.games) == 1:
            key = self.played.games[0]
        return _("All games") if key is None else sentence(GAMES[key].name)

    def day(self, iso: str) -> str:
        """A session's day: "Nov 14, 2026"."""
        return _day(iso, self.locale)

    def came_out(self, net: int) -> str:
        """What somebody won or lost in all: "won $12", "lost $3", "came out even"."""
        if net == 0:
            return _("came out even")
        amount = self.words.money(abs(net))
        return _("won %(amount)s", amount=amount) if net > 0 else _("lost %(amount)s", amount=amount)

    def choice(self, address: str) -> dict[str, Any] | None:
        """What is counted, and what else could be at ``address``; None where there is nothing to choose."""
        chosen, unit = self.played.game, self.played.unit
        games: list[str | None] = [None, *self.played.games] if len(self.played.games) > 1 else []
        units = self.played.units if len(self.played.units) > 1 else ()
        others = [(self.game_name(game), self.asked(address, game, "")) for game in games if game != chosen]
        others += [
            (self._chosen(chosen, other), self.asked(address, chosen, other))
            for other in units
            if other != unit
        ]
        return {"chosen": self._chosen(chosen, unit), "others": others} if others else None

    def _chosen(self, game: str | None, unit: str) -> str:
        return _("%(game)s, in %(unit)s", game=self.game_name(game), unit=unit_name(unit, self.locale))

    # Everybody --------------------------------------------------------------------------------------

    def table(self) -> dict[str, Any]:
        """Members by what they won, with their figures, and what all come to."""
        feats = self.feats
        counted = self.played.figures.values()
        matches = self.played.matches
        total = [
            self.words.figure(sum(one.net for one in counted)),
            in_figures(len(matches)),
            in_parts(sum((one.wins for one in counted), Fraction())),
            "",
            *(in_figures(sum(one.feats.get(key, 0) for one in counted)) for key in feats),
        ]
        note = _("Who shares a win has a part of it. Streak: games won in a row, at best and now.")
        if (guests := self.played.figures.get(GUESTS)) and guests.net:
            guests_said = self.came_out(guests.net)
            note = joined(note, _("With guests, who %(won)s, it adds up.", won=guests_said))
        return {
            "columns": [_("Net"), _("Games"), _("Wins"), _("Streak"), *feats.values()],
            "rows": [
                {
                    "person": self.people[one.member],
                    "url": self.member_url(one.member),
                    "retired": self.figures.members[one.member].retired,
                    "cells": self._cells(one, feats),
                }
                for one in self.ranked
            ],
            "total": total,
            "note": note,
        }

    def _cells(self, one: MemberStatistics, feats: dict[str, str]) -> list[tuple[str, str]]:
        streak = (str(one.longest), _("now %(count)s", count=one.current) if one.current else "")
        return [
            (self.words.figure(one.net), ""),
            (in_figures(one.matches), ""),
            (in_parts(one.wins), ""),
            streak,
            *((in_figures(one.feats.get(key, 0)), "") for key in feats),
        ]

    def gains(self) -> dict[str, Any] | None:
        """Who gained how much from whom; None where nobody did."""
        table = self.played.gains
        if not table:
            return None
        shown = [one.member for one in self.ranked]
        if GUESTS in table:
            shown.append(GUESTS)
        return {
            "columns": [self._heading(member) for member in shown],
            "rows": [
                {
                    **self._heading(row),
                    "cells": [
                        "" if row == column else self.words.figure(table.get(row, {}).get(column, 0))
                        for column in shown
                    ],
                    "net": self.words.figure(sum(table.get(row, {}).values())),
                }
                for row in shown
            ],
        }

    def _heading(self, member: int) -> dict[str, Any]:
        return {"person": self.people.get(member), "name": self.name(member)}

    def best_and_worst(self) -> list[dict[str, Any]]:
        """For each member the best and the worst session in words, with the day."""
        return [
            {
                "person": self.people[one.member],
                "url": self.member_url(one.member),
                "best": _("Best: %(session)s", session=self.session(one.best)),
                "worst": _("Worst: %(session)s", session=self.session(one.worst)),
            }
            for one in self.ranked
        ]

    def session(self, one: SessionNet) -> str:
        """What a session came to, and when it was: "won $12, Nov 14, 2026"."""
        return _("%(won)s, %(day)s", won=self.came_out(one.net), day=self.day(one.day))

    # The chart --------------------------------------------------------------------------------------

    def chart(self) -> dict[str, Any] | None:
        """The net over the sessions, of those who played most; None while there is too little to see."""
        most = sorted(self.ranked, key=lambda one: (-one.matches, one.member))[:MOST_LINES]
        shown = [one for one in self.ranked if one in most]
        if not shown:
            return None
        first, last = shown[0], shown[-1]
        summary = _("%(who)s %(won)s.", who=self._bdi(first.member), won=self.came_out(first.net))
        if len(shown) > 1:
            summary = _(
                "%(first)s %(won)s, %(last)s %(lost)s.",
                first=self._bdi(first.member),
                won=self.came_out(first.net),
                last=self._bdi(last.member),
                lost=self.came_out(last.net),
            )
        return self.chart_of(shown, summary)

    def chart_of(self, shown: list[MemberStatistics], summary: str) -> dict[str, Any] | None:
        """The chart of these members' nets."""
        sessions = [session for session, _day in self.played.sessions]
        whole = 10 ** decimals(self.played.unit)
        courses = [one.course(sessions) for one in shown]
        height = max(HEIGHT, (len(shown) + 1) * LABEL_GAP)
        geometry = chart(courses, range(1, len(sessions) + 1), whole, height=height)
        if geometry is None:
            return None
        name = unit_name(self.played.unit, self.locale)
        unit = _("%(unit)s after each session.", unit=name[:1].upper() + name[1:])
        return geometry | {
            "summary": summary,
            "unit": unit,
            "alt": joined(summary, unit),
            "grid": [(y, self._short(value)) for value, y in geometry["grid"]],
            "lines": [
                {**self.people[one.member], **line, "value": self._short(line["total"])}
                for one, line in zip(shown, geometry["lines"], strict=True)
            ],
        }

    def _short(self, minor: int) -> str:
        """An amount for the picture, where there is room for few signs. It is exact in the table below."""
        exact = self.words.figure(minor)
        if len(exact) <= ROOM:
            return exact
        number = round(Decimal(abs(minor)).scaleb(-decimals(self.played.unit)))
        shown = format_decimal if number < LARGE else format_compact_decimal
        return (MINUS if minor < 0 else "+") + shown(number, locale=self.locale)

"""What all pages of one match share: who is there, words, header, tabs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, cached_property
from typing import Any
from urllib.parse import urlencode

from babel.dates import format_time
from flask import request, url_for

from scorekeeper.kernel import Amount, Message, Payment, Several, Standing, Step, Upcoming, Who, say, say_many
from scorekeeper.service.history import redo_said
from scorekeeper.service.open_match import OpenMatch
from scorekeeper.service.sessions import time_zone
from scorekeeper.web.done import done_said
from scorekeeper.web.live_state import live_match
from scorekeeper.web.people import Person, people
from scorekeeper.web.reader import _, words
from scorekeeper.web.screens import own_tabs
from scorekeeper.words import MINUS, Words, unit_name

LONG_FIGURE = 5
"""From so many signs on, figures need narrower columns."""


@cache
def _pattern(endpoint: str, _script_root: str) -> str:
    """The address of a page with places for the session and the match: a page has ten of them."""
    return url_for(endpoint, slug="SLUG", number=0).replace("/SLUG/0/", "/{}/{}/")


@dataclass
class MatchPage:
    """A match as its pages see it. Everything is worked out when it is first asked for, and once."""

    opened: OpenMatch

    def url(self, endpoint: str, *, unit: int | None = None, **query: str | int | None) -> str:
        """The address of another page of this match, or of one of its units; what is None is left out."""
        slug, number = self.opened.slug, self.opened.match.number
        if unit is not None:
            path = url_for(endpoint, slug=slug, number=number, unit=unit)
        else:
            path = _pattern(endpoint, request.script_root).format(slug, number)
        asked = urlencode({name: value for name, value in query.items() if value is not None})
        return f"{path}?{asked}" if asked else path

    @cached_property
    def people(self) -> tuple[Person, ...]:
        """Everybody who has a seat."""
        return people(self.opened.state.table.names)

    @cached_property
    def columns(self) -> list[dict[str, Any]]:
        """The columns of the score sheet: one for each side, with the people who play together."""
        return [
            {
                "seats": seats,
                "people": [self.people[seat] for seat in seats],
                "name": self.words.listed([self.words.name(seat) for seat in seats]),
            }
            for seats in self.opened.game.sides(self.opened.state)
        ]

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """How everybody stands."""
        return self.opened.game.standings(self.opened.state)

    @cached_property
    def upcoming(self) -> Upcoming:
        """What may be entered now."""
        return self.opened.game.upcoming(self.opened.state)

    @cached_property
    def words(self) -> Words:
        """Words for this match."""
        return self._words_for(self.opened.state, [])

    def makes_room_for(self, amounts_minor: Iterable[int]) -> None:
        """Shows all amounts with cents if any of these has some: they are on this page too."""
        self.words = self._words_for(self.opened.state, list(amounts_minor))

    def words_for(self, step: Step[Any]) -> Words:
        """Words for what ``step`` would do, with cents if it brings any."""
        return self._words_for(step.state, [payment.amount for payment in step.payments])

    def _words_for(self, state: Any, amounts_minor: list[int]) -> Words:
        won = [standing.won_minor for standing in self.opened.game.standings(state)]
        stakes = self.opened.game.stake_now(self.opened.state).values()
        return words(state.table.names, self.opened.unit, [*won, *stakes, *amounts_minor])

    def say(self, message: Message) -> str:
        """A message of this match in the reader's words."""
        return self.words.sentence(message)

    @cached_property
    def _unit_word(self) -> str:
        return self.say(self.opened.game.unit_name)

    @property
    def game_name(self) -> str:
        """What the game is called."""
        return self.say(self.opened.game.name)

    def unit_title(self, unit: int) -> str:
        """Such as "Hand 6"."""
        name = self.unit_name(unit)
        return name[:1].upper() + name[1:]

    def unit_name(self, unit: int) -> str:
        """Such as "hand 6", or a name of its own: "play-off"."""
        called = self.opened.game.called(self.opened.state).get(unit)
        return self.say(called) if called else f"{self._unit_word} {unit}"

    def units_played(self) -> str:
        """Such as "6 hands"."""
        return self.say(self.opened.game.units_played(self.unit_now - 1))

    def time_of(self, at: datetime) -> str:
        """The time of day at the table."""
        zone = time_zone(self.opened.session.time_zone)
        return format_time(at.astimezone(zone), "short", locale=self.words.locale)

    def stake_in_words(self) -> str:
        """What is played for now: "$1 a point"; empty where nothing is."""
        return self.say(message) if (message := self.opened.game.stake_said(self.opened.state)) else ""

    def who_deals(self) -> str:
        """Such as "Ella deals.", where the game has a dealer and goes on."""
        dealer = self.upcoming.next.get("dealer")
        return _("%(who)s deals.", who=self.words.name(dealer)) if isinstance(dealer, int) else ""

    @property
    def sides(self) -> list[tuple[dict[str, Any], Standing]]:
        """Each column of the sheet with how it stands, best first."""
        standing = [(column, self.standings[column["seats"][0]]) for column in self.columns]
        return sorted(standing, key=lambda one: one[1].rank)

    def who_leads(self) -> str:
        """Such as "Dev is up $35", or who leads with what; empty before anything was played."""
        column, best = self.sides[0]
        if self.unit_now == 1 or not any(standing.score for standing in self.standings):
            return ""
        if self.opened.game.score_is_money:
            return _("%(who)s is up %(amount)s", who=column["name"], amount=self.words.money(best.score))
        return _("%(who)s: %(score)s", who=column["name"], score=self.points(best.score))

    def who_leads_whom(self) -> str:
        """Such as "Dev leads Ben by $20."."""
        (first, best), (second, next_best) = (self.sides * 2)[:2]
        names = {"first": first["name"], "second": second["name"]}
        ahead = abs(best.score - next_best.score)
        if not ahead:
            return _("%(first)s and %(second)s are level.", **names)
        amount = self.words.money(ahead) if self.opened.game.score_is_money else str(ahead)
        if len(first["seats"]) > 1:
            return _("%(first)s lead %(second)s by %(amount)s.", **names, amount=amount)
        return _("%(first)s leads %(second)s by %(amount)s.", **names, amount=amount)

    def points(self, score: int) -> str:
        """A score in words: "170 points"."""
        return self.say(
            say_many("%(score)s point", "%(score)s points", score, score=self.score_figure(score))
        )

    def score_figure(self, score: int) -> str:
        """A score as the sheet shows it."""
        if self.opened.game.score_is_money:
            return self.words.figure(score)
        return str(score).replace("-", MINUS)

    def moved_figure(self, moved: int) -> str:
        """What a unit did to a score, with its sign."""
        if self.opened.game.score_is_money:
            return self.words.figure(moved)
        return f"+{moved}" if moved > 0 else self.score_figure(moved)

    def unit_of_score(self) -> str:
        """What the scores are counted in."""
        if not self.opened.game.score_is_money:
            return _("Points")
        return unit_name(self.opened.unit, self.words.locale)

    @property
    def unit_now(self) -> int:
        """The number of the unit under way or to come."""
        unit: int = self.opened.state.unit
        return unit

    def toast(self, done: str) -> dict[str, str] | None:
        """What was just done, said once; ``done`` is what the address says."""
        newest = self.opened.newest
        if done == "saved" and newest is not None and newest.unit is not None:
            text = _("%(what)s saved", what=self.unit_title(newest.unit))
            return {"text": text, "undo_label": self.undo["label"] if self.undo else ""}
        if done == "undone" and self.redo:
            return {"text": _("Taken back: %(what)s", what=self.redo), "undo_label": ""}
        return done_said(done)

    @cached_property
    def redo(self) -> str:
        """What redo would bring back, in words; empty for nothing."""
        found = redo_said(self.opened.match, self.opened.state.table.names)
        return words(found[1], self.opened.unit).sentence(found[0]) if found else ""

    @cached_property
    def undo(self) -> dict[str, Any] | None:
        """The undo button of the header, named after what it takes back."""
        entry = self.opened.newest
        if self.opened.role != "scorer" or entry is None:
            return None
        if entry.completes and entry.unit is not None:
            label = _("Undo %(what)s", what=self.unit_name(entry.unit))
        else:
            label = _("Undo: %(what)s", what=self.say(entry.said))
        return {
            "url": self.url("match.undo"),
            "label": label,
            "hidden": [("version", str(self.opened.match.version))],
        }

    def head(self, status: str) -> dict[str, Any]:
        """The header of a page."""
        return {
            "title": self.game_name,
            "status": status,
            "back": {"url": url_for("session.summary", slug=self.opened.slug), "label": _("The session")},
            "more": {
                "url": self.url("table.more"),
                "label": _("More: players, stake, notes"),
                "current": False,
            },
            "undo": self.undo,
            "live": live_match(self),
        }

    def tabs(self, current: str, *, view: str = "", title: str = "") -> list[dict[str, Any]]:
        """The tabs of a match; ``current`` is the endpoint of the open one.

        ``view``: which way of entering is open, or which of the game's own tabs. ``title``: what the tab of
        that way of entering is called, if not after the unit.
        """
        own = own_tabs(self.opened.game)
        entering = title or (_("Result") if self.opened.match.finished else self.unit_title(self.unit_now))
        first = ("match.hand", view if title else "", entering)
        if self.opened.role != "scorer":
            first = ("watch.table", "", _("Table"))
        tabs = [
            first,
            *(("match.hand", key, self.say(label)) for key, label in own.items()),
            ("scores.sheet", "", _("Scores")),
        ]
        if self.opened.game.stake_now(self.opened.state):
            tabs.append(("money.owed", "", _("Money")))
        tabs.append(("share.links", "", _("Share")))
        opened = (current, view if view in own or title else "")
        return [
            {
                "label": label,
                "url": self.url(endpoint, view=key or None),
                "current": (endpoint, key) == opened,
            }
            for endpoint, key, label in tabs
        ]

    def change(self, step: Step[Any]) -> list[int]:
        """What ``step`` moves for each seat, in minor units."""
        moved = [0] * len(step.state.table.names)
        for payment in step.payments:
            moved[payment.payer] -= payment.amount
            moved[payment.payee] += payment.amount
        return moved

    def owes_or_gets(self, minor: int) -> str:
        """Such as "gets", "owes" or "even", as the templates mark it."""
        return "gets" if minor > 0 else "owes" if minor < 0 else "even"

    def payments_in_words(self, step: Step[Any]) -> str:
        """Who pays whom because of ``step``: "Ana pays $3 to each of the other four."."""
        return self.words_for(step).sentence(payments_said(step.payments)) if step.payments else ""

    def ledger(self, unit: int, change: list[int], totals: list[int], said_in: Words) -> dict[str, Any]:
        """What a unit moves and the totals after it, one column for each seat."""
        return {
            "label": self.unit_title(unit),
            "total_label": _("Total"),
            "long": any(len(said_in.figure(total)) >= LONG_FIGURE for total in [*totals, *change]),
            "balanced": sum(totals) == 0,
            "seats": [
                {
                    **person,
                    "change": said_in.figure(moved),
                    "state": self.owes_or_gets(moved),
                    "total": said_in.figure(total),
                }
                # Who joined after this unit has no column in it.
                for person, moved, total in zip(self.people, change, totals, strict=False)
            ],
        }


def payments_said(payments: Sequence[Payment]) -> Message:
    """Payments in one sentence where one person pays, or gets, the same from each; else one by one."""
    first, number = payments[0], len(payments)
    if number > 1 and {payment.amount for payment in payments} == {first.amount}:
        amount, others = Amount(first.amount), _LETTERS[number] if number < len(_LETTERS) else number
        if {payment.payer for payment in payments} == {first.payer}:
            return say(
                "%(who)s pays %(amount)s to each of the other %(others)s.",
                who=Who(first.payer),
                amount=amount,
                others=others,
            )
        if {payment.payee for payment in payments} == {first.payee}:
            return say(
                "%(who)s gets %(amount)s from each of the other %(others)s.",
                who=Who(first.payee),
                amount=amount,
                others=others,
            )
    one_by_one = tuple(
        say(
            "%(payer)s pays %(payee)s %(amount)s",
            payer=Who(p.payer),
            payee=Who(p.payee),
            amount=Amount(p.amount),
        )
        for p in payments
    )
    return say("%(payments)s.", payments=Several(one_by_one))


_LETTERS: tuple[Message | int, ...] = (
    0,
    say("one"),
    say("two"),
    say("three"),
    say("four"),
    say("five"),
    say("six"),
    say("seven"),
)

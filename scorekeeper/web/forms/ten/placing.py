"""How the wilds of a hand are placed: the best placing as four rows of nine, or one made by hand.

The score is the game's: :func:`best_placing` for the best, :func:`score_of_placing` for one made by hand. A
placing by hand is looked at and never saved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wtforms import Field, StringField

from scorekeeper.games.ten.best_runs import Run
from scorekeeper.games.ten.cards import COLOURS, HIGHEST, NUMBER_CARDS, NUMBERS, is_wild, kind_of, value_of
from scorekeeper.games.ten.entries import HandSchema
from scorekeeper.games.ten.placing import Placing, best_placing, may_stand, score_of_placing
from scorekeeper.games.ten.said import card_said
from scorekeeper.kernel import Refused, Rules, say_many
from scorekeeper.kernel.shape import loaded
from scorekeeper.web.forms.base import PhoneForm
from scorekeeper.web.forms.ten import faces
from scorekeeper.web.forms.ten.wilds import kind_name, sub_title, wilds_said
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _

Stands = tuple[tuple[str, str], ...]
"""Wilds with the card that each stands for, as the rules have them."""


class PerWild(Field):
    """A text for each wild of a seat, sent as ``name-<seat>-<place among the wilds>``."""

    def process(self, formdata: Any, data: Any = (), extra_filters: Any = None) -> None:  # noqa: ARG002 - WTForms'
        """Takes over what was sent."""
        self.process_errors = []
        start = f"{self.name}-"
        names = [name for name in formdata or () if name.startswith(start)]
        self.data: dict[str, str] = {name.removeprefix(start): formdata.get(name, "") for name in names}


class PlacingForm(PhoneForm):
    """``by_hand``: whose wilds are placed by hand; ``stand``: where each of them stands."""

    by_hand = StringField()
    stand = PerWild()


@dataclass(frozen=True)
class Counted:
    """A hand that is counted. ``tokens`` None: not said yet. ``accepted``: the total is checked."""

    seat: int
    cards: tuple[str, ...]
    tokens: int | None
    accepted: bool = False


def best(rules: Rules, cards: tuple[str, ...]) -> Placing | None:
    """The best placing under the house rules; None where no pack has so many wilds."""
    try:
        return best_placing(cards, **_bonus(rules))
    except ValueError:
        return None


def _bonus(rules: Rules) -> dict[str, Any]:
    return {"bonus": int(rules["bonus"]), "naturals_only": bool(rules["bonus_naturals_only"])}


def placed(page: MatchPage, hand: Counted, form: PlacingForm) -> dict[str, Any] | None:
    """What templates/games/ten/_placed.html draws; None where the cards cannot be counted."""
    rules: Rules = page.opened.state.rules
    found = best(rules, hand.cards)
    if found is None:
        return None
    by_hand = _ByHand(page, rules, hand, form, found) if form.by_hand.data == str(hand.seat) else None
    runs = _longest(hand.cards, by_hand.stands) if by_hand else found.runs
    stands = by_hand.stands if by_hand else found.stands
    laid = _Laid(page, rules, hand.cards, stands)
    rows = [laid.row(letter, run) for letter, run in zip(COLOURS, runs, strict=True)]
    wilds = [card for card in hand.cards if is_wild(card)]
    who = page.words.name(hand.seat)
    return {
        "seat": hand.seat,
        "title": _("%(who)s’s best count", who=who),
        "hint": sub_title(page, len(wilds), len(found.stands)),
        "rows": rows,
        "total": sum(row["points"] for row in rows),
        "ties": _("Ties go to more tokens, then fewer cards"),
        "holds": _holds(page, hand),
        "accepted": hand.accepted and by_hand is None,
        "wilds": wilds_said(page, wilds, found.stands),
        "movable": bool(wilds),
        "by_hand": by_hand.drawn(who) if by_hand else None,
    }


def _holds(page: MatchPage, hand: Counted) -> str:
    """Such as "4 tokens, 16 cards"."""
    cards = page.say(say_many("%(count)s card", "%(count)s cards", len(hand.cards)))
    if hand.tokens is None:
        return cards
    tokens = page.say(say_many("%(count)s token", "%(count)s tokens", hand.tokens))
    return _("%(tokens)s, %(cards)s", tokens=tokens, cards=cards)


# The rows -----------------------------------------------------------------------------------------


def _numbers(cards: tuple[str, ...], letter: str) -> set[int]:
    return {value_of(card) for card in cards if kind_of(card) == "number" and card[0] == letter}


def _filled(stands: Stands, letter: str) -> set[int]:
    return {value_of(card) for _wild, card in stands if card[0] == letter}


def _longest(cards: tuple[str, ...], stands: Stands) -> tuple[Run, ...]:
    """The longest run of each colour, the lowest of several, as wilds stand there."""
    runs: list[Run] = []
    for letter in COLOURS:
        there = _numbers(cards, letter) | _filled(stands, letter)
        longest: Run = None
        first = 1
        for number in range(1, HIGHEST + 2):
            if number in there:
                continue
            if number > first and (longest is None or number - first > longest[1] - longest[0] + 1):
                longest = (first, number - 1)
            first = number + 1
        runs.append(longest)
    return tuple(runs)


@dataclass(frozen=True)
class _Laid:
    """Cards with wilds among them, laid out."""

    page: MatchPage
    rules: Rules
    cards: tuple[str, ...]
    stands: Stands

    def row(self, letter: str, run: Run) -> dict[str, Any]:
        """A colour: nine cells, what the run is called, and its points."""
        here = [(wild, card) for wild, card in self.stands if card[0] == letter]
        owned = [card for card in self.cards if card in NUMBER_CARDS and card[0] == letter]
        points = score_of_placing([*owned, *(wild for wild, _ in here)], here, **_bonus(self.rules))
        return faces.colour(self.page, letter) | {
            "title": _run_name(self.page, letter, run),
            "note": _run_note(run, points, int(self.rules["bonus"])),
            "points": points,
            "cells": [(number, self._cell(letter, number, run)) for number in NUMBERS],
        }

    def _cell(self, letter: str, number: int, run: Run) -> str:
        if number in _numbers(self.cards, letter):
            return "card" if run and run[0] <= number <= run[1] else "spare"
        return "wild" if number in _filled(self.stands, letter) else "none"


def _run_name(page: MatchPage, letter: str, run: Run) -> str:
    name = page.say(faces.COLOUR_NAMES[letter])
    if run is None:
        return name
    if run[0] == run[1]:
        return _("%(colour)s %(number)s", colour=name, number=run[0])
    return _("%(colour)s %(first)s to %(last)s", colour=name, first=run[0], last=run[1])


def _run_note(run: Run, points: int, bonus: int) -> str:
    """Why a run scores what it does, where that is not plain."""
    if run is None:
        return _("no cards")
    if run != (1, HIGHEST) or not bonus:
        return ""
    if points > HIGHEST:
        return _("%(length)s and %(bonus)s for the full run", length=HIGHEST, bonus=points - HIGHEST)
    return _("nothing more with wilds in it")


# By hand ------------------------------------------------------------------------------------------


class _ByHand:
    """Where somebody puts the wilds. ``score`` None: they cannot stand so."""

    def __init__(
        self, page: MatchPage, rules: Rules, hand: Counted, form: PlacingForm, found: Placing
    ) -> None:
        self.page, self.seat, self.best = page, hand.seat, found
        self.wilds = [card for card in faces.laid_out(hand.cards) if is_wild(card)]
        self.chosen = self._chosen(form)
        # Each choice with its place among the wilds: the rules count only those that stand somewhere.
        standing = [(at, card) for at, card in enumerate(self.chosen) if card]
        pairs = [[self.wilds[at], card] for at, card in standing]
        self.errors: dict[int, str] = {}
        self.score: int | None = None
        self.stands: Stands = ()
        try:
            raw = {"cards": list(hand.cards), "tokens": 0, "placed": pairs}
            self.stands = loaded(HandSchema, raw, within="hand").placed or ()
            self.score = score_of_placing(hand.cards, self.stands, field="hand.placed", **_bonus(rules))
        except Refused as refused:
            place = refused.field.split(".")[2:3]
            at = int(place[0]) if place and place[0].isdigit() else 0
            self.errors[standing[at][0] if at < len(standing) else 0] = page.say(refused.message)
            self.stands = tuple(
                (wild, card) for wild, card in self.stands if card in NUMBER_CARDS and may_stand(wild, card)
            )

    def _chosen(self, form: PlacingForm) -> list[str]:
        """Where each wild stands: as it was sent, at first as in the best placing."""
        sent = {key: card for key, card in form.stand.data.items() if key.startswith(f"{self.seat}-")}
        if sent:
            return [sent.get(f"{self.seat}-{at}", "") for at in range(len(self.wilds))]
        left = list(self.best.stands)
        chosen = []
        for wild in self.wilds:
            stands = next((pair for pair in left if pair[0] == wild), None)
            if stands:
                left.remove(stands)
            chosen.append(stands[1] if stands else "")
        return chosen

    def drawn(self, who: str) -> dict[str, Any]:
        """The choices and what comes of them."""
        return {
            "title": _("%(who)s’s wilds by hand", who=who),
            "choices": [
                {
                    "name": f"stand-{self.seat}-{at}",
                    "label": kind_name(self.page, wild),
                    "options": self._options(wild, chosen),
                    "error": self.errors.get(at, ""),
                }
                for at, (wild, chosen) in enumerate(zip(self.wilds, self.chosen, strict=True))
            ],
            "less": self.score is not None and self.score < self.best.score,
            "said": self._said(),
            "stays": _("The count stays %(score)s.", score=self.best.score),
        }

    def _options(self, wild: str, chosen: str) -> list[tuple[str, str, bool]]:
        places = [card for card in NUMBER_CARDS if may_stand(wild, card)]
        told = [(card, self.page.say(card_said(card)), card == chosen) for card in places]
        return [("", _("nowhere"), not chosen), *told]

    def _said(self) -> str:
        """How this placing compares with the best one."""
        if self.score is None:
            return ""
        less = self.best.score - self.score
        if less <= 0:
            return _("This scores as much as the best.")
        text = say_many(
            "This scores %(score)s, one less than the best.",
            "This scores %(score)s, %(count)s less than the best.",
            less,
            score=self.score,
        )
        return self.page.say(text)

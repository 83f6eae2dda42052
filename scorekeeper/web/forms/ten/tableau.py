"""The tableau of the turn under way: its cards, the total, how far from a bust, and what stopping does."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.ten import stopping
from scorekeeper.games.ten.cards import COLOURS, NUMBERS, kind_of, value_of
from scorekeeper.games.ten.chance import chance_of_bust
from scorekeeper.games.ten.entries import What
from scorekeeper.games.ten.said import figure, gains_said
from scorekeeper.games.ten.state import LIMIT, State, currency_in, numbers_in, total_of
from scorekeeper.games.ten.turn import bust_if_drawn
from scorekeeper.kernel import say_many
from scorekeeper.web.forms.ten.asking import TenScreen
from scorekeeper.web.reader import _, joined
from scorekeeper.words import MINUS

MANY = 4
"""From so many cards on they are drawn small."""


def tableau(screen: TenScreen) -> dict[str, Any] | None:
    """The cards that lie there with their total; None between two turns."""
    state = screen.state
    if not state.tableau:
        return None
    total = total_of(state.tableau)
    return {
        "cards": screen.faces(state.tableau),
        "many": len(state.tableau) >= MANY,
        "total": figure(total),
        "sum": _sum(state.tableau) if len(state.tableau) > 1 else "",
        "full": max(0, min(total, LIMIT - 1)),
        "cells": LIMIT - 1,
        "limit": LIMIT,
        "more": screen.upcoming.ask("draw") is not None,
        "bold": _what_busts(state),
        "rest": _currency(state),
        "chance": chance(screen),
    }


def _sum(cards: tuple[str, ...]) -> str:
    """Such as "4 − 5 + 7"."""
    parts: list[str] = []
    for card in cards:
        coin = kind_of(card) == "currency"
        sign = MINUS if coin else "+" if parts else ""
        parts.append(f"{sign} {value_of(card)}" if parts else f"{sign}{value_of(card)}")
    return " ".join(parts)


def _what_busts(state: State) -> str:
    """From which number on the next card busts."""
    least = next((n for n in NUMBERS if bust_if_drawn(state, f"{COLOURS[0]}{n}")), None)
    if least is None:
        return _("No number busts.")
    if least == NUMBERS[0]:
        return _("Any number busts.")
    return (
        _("%(least)s busts.", least=least)
        if least == NUMBERS[-1]
        else _("%(least)s or more busts.", least=least)
    )


def _currency(state: State) -> str:
    """How far from a bust by currency."""
    if state.rules["currency_bust"] == "net":
        return _("A total of %(least)s busts too.", least=figure(-LIMIT))
    return _("Currency drawn: %(worth)s of %(limit)s", worth=currency_in(state.tableau), limit=LIMIT)


def chance(screen: TenScreen) -> str:
    """How likely the next card busts, where the table wants to know."""
    told = screen.upcoming.next.get("chance")
    if told is None:
        return ""
    found = chance_of_bust(screen.state)
    if found is None or not found.of:
        return ""
    percent = round(100 * found.busts / found.of)
    text = say_many(
        "%(count)s of %(all)s cards busts: %(percent)s",
        "%(count)s of %(all)s cards bust: %(percent)s",
        found.busts,
        all=found.of,
        percent=_("under 1%") if found.busts and not percent else f"{percent}%",
    )
    return screen.say(text)


# Stopping --------------------------------------------------------------------------------------


def stops(screen: TenScreen) -> list[dict[str, str]]:
    """Both ways of stopping, with what each does to everybody; empty where nobody may stop."""
    state = screen.state
    if state.phase != "drawing" or state.finished:
        return []
    ask = screen.upcoming.ask("take")
    if ask is None:
        first = _("%(who)s draws a card first", who=screen.first_name(state.seat))
        return [_stop(what, reason=first) for what in stopping.WAYS]
    refused = {choice.value: choice.refused for choice in ask.choices}
    return [
        _stop(what, reason=_("No number was drawn")) if refused[what] else _stop(what, _effect(screen, what))
        for what in stopping.WAYS
    ]


def _stop(what: What, effect: str = "", reason: str = "") -> dict[str, str]:
    titles = {"numbers": _("Take numbers"), "currency": _("Take currency")}
    return {"what": what, "title": titles[what], "effect": effect, "reason": reason}


def _effect(screen: TenScreen, what: What) -> str:
    """What this stop does to everybody's cards and tokens."""
    state = screen.state
    done, who = stopping.taking(state, what), screen.first_name(state.seat)
    if what == "numbers":
        keeps = _("%(who)s keeps %(cards)s", who=who, cards=screen.listed(done.owned))
        may = _("%(keeps)s, may buy.", keeps=keeps) if state.market else _("%(keeps)s.", keeps=keeps)
        gains = gains_said(stopping.others(state), done.gains, done.worth)
        return joined(may, screen.brief(gains)) if gains else may
    gain = done.gains[state.seat]
    if gain:
        text = say_many(
            "%(gain)s, to %(count)s token.",
            "%(gain)s, to %(count)s tokens.",
            state.tokens[state.seat] + gain,
            gain=_("%(who)s +%(gain)s", who=who, gain=gain),
        )
        takes = screen.say(text)
    else:
        takes = _("%(who)s is full.", who=who) if done.worth else _("%(who)s gets nothing.", who=who)
    numbers = numbers_in(state.tableau)
    if not numbers:
        return takes
    go = say_many(
        "%(cards)s goes to the market.",
        "%(cards)s go to the market.",
        len(numbers),
        cards=screen.listed(numbers),
    )
    return joined(takes, screen.say(go))

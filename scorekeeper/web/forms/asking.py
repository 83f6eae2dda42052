"""What the screens of a game share: the page, the state that they ask about, and how bids are shown."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Protocol

from scorekeeper.kernel import Message, Refused, play
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _


def missing(field: str, message: Message) -> Refused:
    """What an unanswered question is refused with."""
    return Refused(field, "unanswered", message)


class AskingScreen:
    """The start of a :class:`~scorekeeper.web.screens.Screen`, whatever it asks."""

    template = "match/screen.html"
    next_view = ""

    def __init__(self, page: MatchPage, state: Any) -> None:
        self.page, self.state = page, state

    @property
    def unit(self) -> str:
        """Such as "Hand 6"."""
        return self.page.unit_title(self.state.unit)

    def person(self, seat: int, **more: object) -> dict[str, Any]:
        """Somebody at the table, with ``more`` for the template."""
        return {**self.page.people[seat], **more}

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.page.words.name(seat)

    def action(self, label: str, **more: str) -> dict[str, str]:
        """The big button: ``next`` is the id of what is missing, ``note`` stands above it."""
        busy = _("Saving %(hand)s", hand=self.unit)
        return {"label": label, "busy": busy, "next": "", "note": "", **more}


class Agreed(Protocol):
    """What a bidding came to."""

    @property
    def pitcher(self) -> int:
        """Who pitches."""

    @property
    def bid(self) -> int | str:
        """For how much."""

    @property
    def how(self) -> str:
        """How it came about."""


class Bidding(Protocol):
    """A hand whose bidding is under way or over."""

    @property
    def dealer(self) -> int:
        """Who deals."""

    @property
    def bids(self) -> tuple[tuple[int, int | str], ...]:
        """(seat, bid or "pass") in order."""

    @property
    def contract(self) -> Agreed | None:
        """What it came to, None while it goes on."""

    @property
    def standing(self) -> tuple[int, int | str] | None:
        """The highest bid so far and who holds it."""


class Asking(AskingScreen, ABC):
    """What the screens of a game with bids share."""

    @abstractmethod
    def bid_word(self, bid: int | str) -> Message:
        """A bid as the table says it."""

    @abstractmethod
    def stakes_note(self, contract: Agreed, hand: Any) -> str:
        """What is at stake in ``hand``."""

    def bid(self, bid: int | str | None) -> str:
        """A bid in words, empty for none."""
        return self.page.say(self.bid_word(bid)) if bid is not None else ""

    def play_label(self, contract: Agreed) -> str:
        """What the button says that begins to play."""
        places = {"who": self.name(contract.pitcher), "bid": self.bid(contract.bid)}
        if contract.how == "forced":
            return _("Play it: %(who)s is forced to %(bid)s", **places)
        return _("Play it: %(who)s pitches for %(bid)s", **places)

    def views(self, current: str) -> list[dict[str, Any]]:
        """The two ways of entering the bidding."""
        labels = {"auction": _("Auction"), "contract": _("Just the contract")}
        return [
            {"label": label, "url": self.page.url("match.hand", view=view), "current": view == current}
            for view, label in labels.items()
        ]

    def bid_choice(self, bid: int | str | bool | None) -> dict[str, Any]:
        """A bid as a chip shows it."""
        word = isinstance(bid, str)
        return {"value": bid, "label": self.bid(bid), "hint": "", "reason": "", "word": word}


class HandAgain:
    """A hand as it was entered, to be entered again.

    ``hand``: as it stood just before the result, None if it was void or nothing was entered; ``bidding``: its
    bids or its contract; ``result``: its last entry.
    """

    def __init__(self, page: MatchPage, before: Any, entered: list[dict[str, Any]]) -> None:
        self.bidding = [raw for raw in entered if raw["type"] in {"bid", "contract"}]
        self.result = entered[-1] if entered else {}
        self.hand: Any = None
        state = before
        for raw in entered:
            if raw["type"] == "hand":
                self.hand = state.hand
            state = play(page.opened.game, state, raw).state

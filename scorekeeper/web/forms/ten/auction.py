"""The auction of a wild: one tap a bid, or its outcome alone."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.ten import payment
from scorekeeper.games.ten.fields import PASS
from scorekeeper.games.ten.said import card_said
from scorekeeper.games.ten.state import standing_bid, to_speak
from scorekeeper.kernel import Choice, Refused, Step
from scorekeeper.web.forms.ten.asking import TenScreen
from scorekeeper.web.forms.ten.faces import face
from scorekeeper.web.reader import _

CHIPS = 12
"""Bids up to here are always in view, in their places; larger ones are under "more"."""


class AuctionScreen(TenScreen):
    """Order from the left, the player whose turn it is last, one chance each."""

    part = "games/ten/_auction.html"

    def context(self, _step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        return {
            **self.common(),
            "views": views(self, "auction"),
            "error": self.error(refused, spoken=spoken),
            "auction": auction(self),
        }


def views(screen: TenScreen, current: str) -> list[dict[str, Any]]:
    """The two ways of entering an auction, as long as nobody has bid."""
    if screen.upcoming.ask("sold") is None:
        return []
    labels = {"auction": _("Auction"), "sold": _("Just the outcome")}
    return [
        {"label": label, "url": screen.page.url("match.hand", view=view), "current": view == current}
        for view, label in labels.items()
    ]


def auction(screen: TenScreen) -> dict[str, Any] | None:
    """The bids so far and who speaks now; None where nothing is auctioned."""
    state = screen.state
    ask = screen.upcoming.ask("bid")
    if ask is None or state.wild is None:
        return None
    turn, standing = to_speak(state), standing_bid(state)
    bids = [_chip(choice) for choice in ask.choices if choice.value != PASS]
    return {
        "card": face(screen.page, state.wild),
        "title": _("Auction of %(card)s", card=screen.say(card_said(state.wild))),
        "speakers": [_speaker(screen, seat) for seat in state.table.clockwise_from(state.seat)],
        "turn": screen.person(
            turn,
            title=_("%(who)s to bid", who=screen.first_name(turn)),
            hint=_hint(screen, turn, standing),
            chips=bids[:CHIPS],
            more=bids[CHIPS:],
            more_label=_("Bids above %(last)s", last=CHIPS),
            more_open=standing is not None and standing[1] >= CHIPS,
            undo_label=_("Undo %(who)s", who=screen.first_name(state.bids[-1][0])) if state.bids else "",
        ),
    }


def _chip(choice: Choice) -> dict[str, Any]:
    return {"bid": choice.value, "reason": _("too low") if choice.refused else ""}


def _hint(screen: TenScreen, turn: int, standing: tuple[int, int] | None) -> str:
    most = payment.limit(screen.state, turn)
    limit = _("%(who)s can pay up to %(most)s.", who=screen.first_name(turn), most=most)
    if standing is None:
        return limit
    return _(
        "Beat %(who)s’s %(bid)s, or pass. %(limit)s",
        who=screen.first_name(standing[0]),
        bid=standing[1],
        limit=limit,
    )


def _speaker(screen: TenScreen, seat: int) -> dict[str, Any]:
    state, standing = screen.state, standing_bid(screen.state)
    said = dict(state.bids).get(seat)
    now, top = seat == to_speak(state), standing is not None and standing[0] == seat
    most = payment.limit(state, seat)
    notes = {
        top: _("the bid to beat"),
        said == PASS: _("passed"),
        said is None: _("can pay up to %(most)s", most=most) if most else _("has nothing to pay with"),
    }
    return screen.person(
        seat,
        note=notes.get(True, _("outbid")),
        figure=_("pass") if said == PASS else str(said) if said is not None else "",
        state="top" if top else "pass" if said == PASS else "",
        now=now,
        last=seat == state.seat,
    )

"""The eight point cards as they are drawn."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.ten_point_pitch.entries import Card
from scorekeeper.kernel import Message, say
from scorekeeper.pitch import SUIT_WORDS
from scorekeeper.web.reader import _, sentence

OUT = "out"
OTHER_OF_COLOUR = {"spades": "clubs", "clubs": "spades", "hearts": "diamonds", "diamonds": "hearts"}
_FACES: dict[Card, str] = {"ace": "A", "jack": "J", "off_jack": "J", "ten": "10", "three": "3", "two": "2"}
SHORT_WORDS: dict[Card, Message] = {
    "ace": say("ace"),
    "jack": say("jack"),
    "off_jack": say("off-jack"),
    "high_joker": say("High Joker"),
    "low_joker": say("Low Joker"),
    "ten": say("10"),
    "three": say("3"),
    "two": say("2"),
}
"""Cards in a list of those that are still to be placed."""
_SAID = {
    "ace": say("Ace, 1 point"),
    "jack": say("Jack, 1 point"),
    "off_jack": say("Off-jack, 1 point"),
    "high_joker": say("High Joker, 1 point"),
    "low_joker": say("Low Joker, 1 point"),
    "ten": say("Ten, 1 point"),
    "three": say("Three, 3 points"),
    "two": say("Two, 1 point"),
}


def team_values(own: int, *, out: bool) -> list[str]:
    """What a tap moves a card on to, in this order: the pitcher's team, the others, out of play, nothing."""
    return [str(own), str(1 - own), *([OUT] if out else []), ""]


def card_drawn(card: Card, trump: str | None) -> dict[str, Any]:
    """A card's face: its letter, its suit once trump is named, a word below; and how it is said."""
    suit = OTHER_OF_COLOUR[trump] if trump and card == "off_jack" else trump
    below = {"off_jack": _("off-jack"), "three": _("3 points")}.get(card, "")
    said = sentence(_SAID[card])
    if card in {"high_joker", "low_joker"}:
        high = card == "high_joker"
        face, below = _("High") if high else _("Low"), _("Joker")
        icon, suit = "crown" if high else "crown-line", None
    else:
        face, icon = _FACES[card], suit or ""
    if suit:
        said = _("%(card)s, %(suit)s", card=said, suit=sentence(SUIT_WORDS[suit]))
    return {
        "face": face,
        "joker": card in {"high_joker", "low_joker"},
        "icon": icon,
        "suit": suit or "",
        "below": below,
        "bold": card == "three",
        "said": said,
    }

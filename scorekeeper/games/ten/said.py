"""Cards, payments and what players get, as the table says them."""

from __future__ import annotations

from scorekeeper.games.ten.cards import CARDS, kind_of, value_of
from scorekeeper.games.ten.entries import Paid
from scorekeeper.kernel import Message, Several, Who, say, say_many


def _worded(card: str) -> Message:
    number = value_of(card)
    match kind_of(card), card[0]:
        case "currency", _:
            return say("currency %(value)s", value=number)
        case "full_wild", _:
            return say("the full wild")
        case "numbered_wild", _:
            return say("the wild %(number)s", number=number)
        case "colour_wild", colour:
            return _COLOUR_WILDS[colour]
        case _, "R":
            return say("red %(number)s", number=number)
        case _, "B":
            return say("blue %(number)s", number=number)
        case _, "O":
            return say("orange %(number)s", number=number)
    return say("green %(number)s", number=number)


_COLOUR_WILDS = {
    "R": say("a red wild"),
    "B": say("a blue wild"),
    "O": say("an orange wild"),
    "G": say("a green wild"),
}
_WORDS = {card: _worded(card) for card in CARDS}


def card_said(card: str) -> Message:
    """A card in words: "red 4", "the wild 9", "currency 3"."""
    return _WORDS[card]


def cards_said(cards: tuple[str, ...]) -> Several:
    """Cards in words, one after the other."""
    return Several(tuple(map(card_said, cards)))


def signed(number: int) -> str:
    """A number with its sign, the true minus: "+5", "−1", "0"."""
    return f"{'−' if number < 0 else '+' if number else ''}{abs(number)}"


def figure(number: int) -> str:
    """A number with the true minus sign."""
    return str(number).replace("-", "−")


def sentences(*parts: Message | None) -> Message:
    """The parts that are there, one after the other; at least one is."""
    told = [part for part in parts if part is not None]
    text = told[0]
    for part in told[1:]:
        text = say("%(first)s %(then)s", first=text, then=part)
    return text


def to_market_said(cards: tuple[str, ...]) -> Message | None:
    """Which cards go to the market; None for none."""
    if not cards:
        return None
    return say("To the market: %(cards)s.", cards=cards_said(cards))


def gains_said(seats: tuple[int, ...], gains: tuple[int, ...], worth: int) -> Message | None:
    """What these seats take of so much currency: "Ben +2, Cleo full."; None if there is nothing to take."""
    if not seats or not worth:
        return None
    told = tuple(
        say("%(who)s +%(tokens)s", who=Who(seat), tokens=gains[seat])
        if gains[seat]
        else say("%(who)s full", who=Who(seat))
        for seat in seats
    )
    return say("%(gains)s.", gains=Several(told))


def means_said(paid: Paid) -> Several:
    """What is paid with: "2 bust tokens, 1 token and red 4"."""
    told = (
        (paid.busts, say_many("%(count)s bust token", "%(count)s bust tokens", paid.busts)),
        (paid.tokens, say_many("%(count)s token", "%(count)s tokens", paid.tokens)),
    )
    return Several((*(text for count, text in told if count), *map(card_said, paid.cards)))


def paid_said(paid: Paid, lost: int) -> Message:
    """What was paid with, and how much of it is overpaid: "3 bust tokens (2 lost)"."""
    if not lost:
        return say("%(means)s", means=means_said(paid))
    return say("%(means)s (%(lost)s lost)", means=means_said(paid), lost=lost)

"""Wilds in words: what each is called, and where it stands in the best placing."""

from __future__ import annotations

from scorekeeper.games.ten.cards import ANY, COLOURS, kind_of, value_of
from scorekeeper.games.ten.said import card_said
from scorekeeper.kernel import Message, Several, say, say_many
from scorekeeper.web.forms.ten.faces import COLOUR_WORDS
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _

Stands = tuple[tuple[str, str], ...]

_OWN = {"R": say("red #"), "B": say("blue #"), "O": say("orange #"), "G": say("green #")}


def _named(wild: str) -> Message:
    match kind_of(wild):
        case "colour_wild":
            return _OWN[wild[0]]
        case "numbered_wild":
            return say("numbered %(number)s", number=value_of(wild))
        case _:
            return say("full #")


def kind_name(page: MatchPage, wild: str) -> str:
    """Such as "Numbered 8", "Red #"."""
    name = page.say(_named(wild))
    return name[:1].upper() + name[1:]


def sub_title(page: MatchPage, wilds: int, placed: int) -> str:
    """Such as "All 5 wilds are placed"."""
    if not wilds:
        return _("No wilds")
    if wilds == placed:
        return page.say(say_many("The wild is placed", "All %(count)s wilds are placed", wilds))
    return page.say(
        say_many(
            "%(placed)s of %(count)s wild is placed",
            "%(placed)s of %(count)s wilds are placed",
            wilds,
            placed=placed,
        )
    )


def wilds_said(page: MatchPage, wilds: list[str], stands: Stands) -> str:
    """Such as "red # is 7, numbered 8 and 9 join red. No placement scores more."; empty without wilds."""
    if not wilds:
        return ""
    told = [_stands_said(wild, card) for wild, card in stands if kind_of(wild) == "colour_wild"]
    told += [_joining(stands, letter) for letter in COLOURS if _numbered(stands, letter)]
    told += [_stands_said(wild, card) for wild, card in stands if kind_of(wild) == "full_wild"]
    idle = list(wilds)
    for wild, _card in stands:
        idle.remove(wild)
    if idle:
        names = Several(tuple(map(_named, idle)))
        told.append(say_many("%(wilds)s is not needed", "%(wilds)s are not needed", len(idle), wilds=names))
    text = say("%(wilds)s. No placement scores more.", wilds=Several(tuple(told)))
    return page.say(text)


def _stands_said(wild: str, card: str) -> Message:
    if wild.endswith(ANY) and kind_of(wild) == "colour_wild":
        return say("%(wild)s is %(number)s", wild=_named(wild), number=value_of(card))
    return say("%(wild)s is %(card)s", wild=_named(wild), card=card_said(card))


def _numbered(stands: Stands, letter: str) -> list[int]:
    return [value_of(wild) for wild, card in stands if kind_of(wild) == "numbered_wild" and card[0] == letter]


def _joining(stands: Stands, letter: str) -> Message:
    numbers = _numbered(stands, letter)
    return say_many(
        "numbered %(numbers)s joins %(colour)s",
        "numbered %(numbers)s join %(colour)s",
        len(numbers),
        numbers=Several(tuple(str(number) for number in numbers)),
        colour=COLOUR_WORDS[letter],
    )

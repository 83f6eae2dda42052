"""What the screens of Ten Pennies share: the round in words, coins, the bowl."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.ten_pennies import payout
from scorekeeper.games.ten_pennies.cards import Kind
from scorekeeper.games.ten_pennies.melds import ROUNDS, meld_of, meld_said
from scorekeeper.games.ten_pennies.state import State, number
from scorekeeper.kernel import say, say_many
from scorekeeper.web.forms.asking import AskingScreen
from scorekeeper.web.reader import _
from scorekeeper.words import is_currency

CARD_FACES = {
    "low": say("3–9"),
    "high": say("10–K"),
    "deuces": say("2"),
    "aces": say("A"),
    "jokers": say("Joker"),
}
KIND_WORDS = CARD_FACES | {"deuces": say("deuce"), "aces": say("ace"), "jokers": say("joker")}


class PenniesScreen(AskingScreen):
    """What the screens share."""

    state: State

    def face(self, kind: Kind) -> str:
        """What is printed on such a card."""
        return self.page.say(CARD_FACES[kind])

    def kind(self, kind: Kind) -> str:
        """What such a card is called behind a number and "×"."""
        return self.page.say(KIND_WORDS[kind])

    def coins(self, count: int) -> str:
        """Such as "23 pennies", or what the table plays with: "23 chips"."""
        if is_currency(self.page.opened.unit):
            return self.page.say(say_many("%(count)s penny", "%(count)s pennies", count))
        return f"{count} {self.page.opened.unit}"

    def coin_word(self, count: int) -> str:
        """What stands behind the count of :meth:`coins`."""
        return self.coins(count).removeprefix(f"{count} ")

    def round_of(self) -> str:
        """Such as "Round 3 of 7"."""
        return _("%(round)s of %(all)s", round=self.unit, all=ROUNDS)

    def goal(self) -> dict[str, Any]:
        """What to go down with, and what is wild."""
        meld = meld_of(self.state.unit)
        wilds = say_many(
            "At most %(count)s wild a set. Wild:", "At most %(count)s wilds a set. Wild:", meld.wilds
        )
        return {
            "title": self.page.say(meld_said(meld)),
            "wilds": self.page.say(wilds),
            "wild": [self.face(kind) for kind in meld.wild],
            "sets": meld.sets,
            "of": meld.of,
        }

    def bowl(self) -> dict[str, Any]:
        """What is in the bowl, and where it came from."""
        coins, buys, caught = payout.bowl(self.state), sum(self.state.buys), sum(self.state.caught)
        parts = [_("%(count)s from buys", count=buys), _("%(count)s for cards caught", count=caught)]
        if coins > buys + caught:
            parts.append(_("%(count)s left over", count=coins - buys - caught))
        return {"coins": coins, "word": self.coin_word(coins), "parts": parts}

    def buy_note(self) -> str:
        """What a buy costs and brings."""
        more = number(self.state, "cards_per_buy") - 1
        brings = say_many(
            "A buy costs %(coin)s and takes the upcard and %(count)s more card.",
            "A buy costs %(coin)s and takes the upcard and %(count)s more cards.",
            more,
            coin=self.coins(1),
        )
        return self.page.say(
            brings if more else say("A buy costs %(coin)s and takes the upcard.", **brings.params)
        )

"""The pack of this table, entered once: then copies are checked against it, and the chance can be told."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.ten.cards import COLOURS, CURRENCIES, MONEY, NUMBERS, WILDS
from scorekeeper.games.ten.pack import ALL_CURRENCY
from scorekeeper.kernel import Refused, Step
from scorekeeper.web.forms.ten import faces
from scorekeeper.web.forms.ten.asking import TenScreen
from scorekeeper.web.forms.ten.taken_out import to_prepare
from scorekeeper.web.reader import _


class PackScreen(TenScreen):
    """How many currency cards of each value, which other cards are out, and whether the chance is told."""

    part = "games/ten/_pack.html"
    error_fields = ("currency", "removed")

    def context(self, _step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        said = {refused.field.partition(".")[0]: self.say(refused.message)} if refused and spoken else {}
        texts: list[str] = self.form.currency.data
        note = to_prepare(len(self.state.table.names))
        return {
            **self.common(),
            "status": _("The pack of this table"),
            "error": self.error(refused, spoken=spoken),
            "currency": {
                "hint": _("%(most)s in the full pack", most=ALL_CURRENCY),
                "fields": [
                    faces.face(self.page, f"{MONEY}{value}")
                    | {"field": f"currency-{at}", "value": texts[at] if at < len(texts) else ""}
                    for at, value in enumerate(CURRENCIES)
                ],
                "error": said.get("currency", ""),
            },
            "removed": {
                "note": self.say(note) if note else "",
                "groups": [self._colour(letter) for letter in COLOURS]
                + [{"title": _("Wilds"), "pad": "W", "keys": [self._key(card) for card in WILDS]}],
                "open": bool(note or self.form.out.data or said.get("removed")),
                "error": said.get("removed", ""),
            },
            "chance": self.form.chance.data == "yes",
            "back_url": self.page.url("match.hand"),
            "action": self.action(_("Keep this pack")) | {"busy": _("Saving the pack")},
        }

    def _colour(self, letter: str) -> dict[str, Any]:
        keys = [self._key(f"{letter}{number}") for number in NUMBERS]
        return {"title": faces.colour(self.page, letter)["name"], "pad": letter, "keys": keys}

    def _key(self, card: str) -> dict[str, Any]:
        return faces.face(self.page, card) | {
            "field": f"out-{card}",
            "count": self.form.out.data.get(card, ""),
        }

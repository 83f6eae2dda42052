"""Cash at the table: who hands over what now, and what was handed over. Nothing of it is owed later."""

from __future__ import annotations

from collections.abc import Iterable

from flask import request

from scorekeeper.kernel import Message, Payment, say
from scorekeeper.ledger import Owed, fewest_payments, nets
from scorekeeper.service.corrections import Corrected, fresh_correction
from scorekeeper.service.history import last_taken_back
from scorekeeper.service.outcomes import newest_payments, paying_entries
from scorekeeper.web.match_page import MatchPage, payments_said
from scorekeeper.web.reader import _, words
from scorekeeper.words import Words

MOST_LINES = 60

Notice = tuple[str, str]
"""What is said in bold, and the rest."""


def hand_over(payments: Iterable[Owed]) -> tuple[Payment, ...]:
    """The fewest payments that come to the same."""
    return tuple(
        Payment(one.payer, one.payee, one.amount, say("")) for one in fewest_payments(nets(payments))
    )


def hand_over_said(payments: Iterable[Owed]) -> Message | None:
    """Who hands over what, in one sentence; None where nobody does."""
    fewest = hand_over(payments)
    return payments_said(fewest) if fewest else None


def hand_over_now(page: MatchPage) -> Notice | None:
    """Who hands over what after what was just entered, corrected or taken back; None where nobody does.

    It stands there until something else is entered.
    """
    match = page.opened.match
    if page.opened.settle != "cash":
        return None
    corrected = fresh_correction(page.opened.session)
    if corrected is not None and corrected.number == match.number:
        return _("Hand over the difference now:"), difference_said(page, corrected)
    if request.args.get("done") not in {"undone", "reopened"}:
        return _notice(page, _("Hand over now:"), newest_payments(match))
    back = [Payment(p.payee, p.payer, p.amount, p.reason) for p in last_taken_back(match)]
    return _notice(page, _("Hand back what was paid for it:"), back)


def _notice(page: MatchPage, bold: str, payments: Iterable[Payment]) -> Notice | None:
    said = hand_over_said(payments)
    return (bold, _words_of(page, payments).sentence(said)) if said else None


def _words_of(page: MatchPage, payments: Iterable[Owed]) -> Words:
    names = page.opened.state.table.names
    return words(names, page.opened.unit, [payment.amount for payment in payments])


def difference_said(page: MatchPage, corrected: Corrected) -> str:
    """Who hands over what because a unit of this match was corrected.

    Told among the session's people: who came late and was taken back since has no seat any more.
    """
    players = page.opened.session.players
    places = {player.id: place for place, player in enumerate(players)}
    changes = {places[player]: change for player, change in corrected.changes.items()}
    made = tuple(Payment(one.payer, one.payee, one.amount, say("")) for one in fewest_payments(changes))
    said_in = words([player.name for player in players], corrected.unit, corrected.changes.values())
    return said_in.sentence(payments_said(made))


def handed_over(page: MatchPage) -> list[str]:
    """What this match made people hand over, the newest first: "Hand 1: Ben gets $3 from each ..."."""
    if page.opened.settle != "cash":
        return []
    paying = paying_entries(page.opened.match)
    said_in = _words_of(page, [payment for _unit, outcome in paying for payment in outcome.payments])
    lines = [
        _("%(hand)s: %(said)s", hand=page.unit_title(unit), said=said_in.sentence(said))
        for unit, outcome in reversed(paying[-MOST_LINES:])
        if (said := hand_over_said(outcome.payments))
    ]
    earlier = len(paying) - MOST_LINES
    return [*lines, _("%(count)s earlier", count=earlier)] if earlier > 0 else lines

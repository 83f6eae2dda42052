"""What corrected hands changed after somebody had paid: lines of their own, and what was open before."""

from __future__ import annotations

from markupsafe import Markup

from scorekeeper.ledger import fewest_payments
from scorekeeper.service.corrections import Corrected, corrections_in, fresh_correction
from scorekeeper.service.money import Settlement, settlements
from scorekeeper.service.open_match import opened_already
from scorekeeper.service.phones import player_of
from scorekeeper.service.transfers import paid_in
from scorekeeper.store import GameSession
from scorekeeper.web.cash import difference_said
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _, words

Pair = tuple[int, int]
"""Who pays whom, by player id."""


def correction_notices(page: MatchPage) -> list[tuple[str, str]]:
    """A notice for each corrected hand, the newest first: "Hand 3 corrected at 23:04: Ben gets $2 back."."""
    session = page.opened.session
    somebody_paid = not all(paid.taken_back for paid in paid_in(session))
    stays = _("What was paid stays paid. Only what is still open has moved.")
    return [
        (_("%(what)s.", what=_what(session, one)), difference_said(_page_of(session, one), one))
        if one.cash
        else (_("%(what)s: %(changes)s.", what=_what(session, one), changes=_changes(session, one)), stays)
        for one in corrections_in(session)
        if one.cash or somebody_paid
    ]


def _page_of(session: GameSession, one: Corrected) -> MatchPage:
    match = next(match for match in session.matches if match.number == one.number)
    return MatchPage(opened_already(match, session.slug, "viewer"))


def _what(session: GameSession, one: Corrected) -> str:
    """Which hand, of which game where the session has several, on whose phone and when."""
    named = _page_of(session, one)
    title = named.unit_title(one.match_unit)
    what = title if len(session.matches) == 1 else f"{named.game_name}, {title}"
    said = {"unit": what, "time": named.time_of(one.at)}
    player = player_of(session.id, one.device_id)
    if player is None:
        return _("%(unit)s was corrected at %(time)s", **said)
    who = Markup("<bdi>%s</bdi>") % player
    return _("%(unit)s was corrected on %(who)s’s phone at %(time)s", who=who, **said)


def _changes(session: GameSession, one: Corrected) -> str:
    """Who gains or loses by it. Money goes back where as much was paid, and as much is open now."""
    names = {player.id: player.name for player in session.players}
    said = words((), one.unit, one.changes.values())
    still = next((of.balances for of in settlements(session) if of.unit == one.unit), {})
    paid = dict.fromkeys(names, 0)
    for row in paid_in(session):
        if row.unit == one.unit and not row.taken_back:
            paid[row.payer] += row.amount_minor
            paid[row.payee] -= row.amount_minor
    lines = []
    for player, change in sorted(one.changes.items(), key=lambda pair: -pair[1]):
        who = {"who": Markup("<bdi>%s</bdi>") % names[player], "amount": said.money(abs(change))}
        if change > 0:
            back = min(still.get(player, 0), paid[player]) >= change
            lines.append(
                _("%(who)s gets %(amount)s back", **who) if back else _("%(who)s gains %(amount)s", **who)
            )
        else:
            back = max(still.get(player, 0), paid[player]) <= change
            lines.append(
                _("%(who)s gives %(amount)s back", **who) if back else _("%(who)s loses %(amount)s", **who)
            )
    return said.listed(lines)


def plan_before(session: GameSession, settlement: Settlement) -> dict[Pair, int] | None:
    """The fewest payments as they were before the newest correction, in minor units.

    None once something was entered or paid since: then there is nothing left to compare.
    """
    newest = fresh_correction(session)
    if newest is None or newest.cash or newest.unit != settlement.unit:
        return None
    was = {player: still - newest.changes.get(player, 0) for player, still in settlement.balances.items()}
    return {(one.payer, one.payee): one.amount for one in fewest_payments(was)}

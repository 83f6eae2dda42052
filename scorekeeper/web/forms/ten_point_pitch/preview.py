"""What a hand will do, as the pencil box and the big button say it."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.ten_point_pitch.counting import Count
from scorekeeper.games.ten_point_pitch.entries import TEAMS
from scorekeeper.games.ten_point_pitch.result import why_moon_fails
from scorekeeper.games.ten_point_pitch.state import Agreed, team_of
from scorekeeper.kernel import Step
from scorekeeper.web.forms.ten_point_pitch.asking import Asking
from scorekeeper.web.forms.ten_point_pitch.tally import Tally
from scorekeeper.web.reader import _, joined


def saves(screen: Asking, step: Step[Any]) -> str:
    """What the button says: "Save hand 1: 5 to 3", or how the game ends."""
    ending = step.state.ending
    if ending is not None:
        return _("End the game: %(team)s win", team=screen.team(ending.team))
    ours, theirs = (screen.figure(total) for total in step.state.totals)
    hand = screen.page.unit_name(screen.state.unit)
    return _("Save %(hand)s: %(ours)s to %(theirs)s", hand=hand, ours=ours, theirs=theirs)


def pending_preview(screen: Asking, contract: Agreed, tally: Tally) -> dict[str, Any] | None:
    """What can be said before every card is placed."""
    if not any((*tally.points, tally.out)):
        return None
    own = team_of(contract.pitcher)
    note = _("Nothing changes until every card is placed.")
    if not isinstance(contract.bid, int):
        if why := _why_moon_fails(screen, contract, tally):
            return {"verdict": why, "detail": "", "note": note, "warnings": []}
        return {"verdict": "", "detail": _("The moon can still be made."), "note": note, "warnings": []}
    needs = contract.bid - tally.points[own]
    team = screen.team(own)
    if needs <= 0:
        detail = _("%(team)s have enough.", team=team)
    elif needs == 1:
        detail = _("%(team)s need 1 more point.", team=team)
    else:
        detail = _("%(team)s need %(points)s more points.", team=team, points=needs)
    return {"verdict": "", "detail": detail, "note": note, "warnings": []}


def _why_moon_fails(screen: Asking, contract: Agreed, tally: Tally) -> str:
    """Why the moon can no longer be made; empty while it can."""
    own = team_of(contract.pitcher)
    lost = tally.out and screen.state.rules["moon_needs"] == "all"
    if not lost and not tally.points[1 - own]:
        return ""
    why = why_moon_fails(contract.pitcher, Count(tally.points, tally.out, tally.lost))
    return _("The moon fails: %(why)s.", why=screen.page.say(why))


def hand_preview(screen: Asking, contract: Agreed, tally: Tally, step: Step[Any]) -> dict[str, Any]:
    """The verdict, what both teams score, and the totals before and after."""
    said = _ordinary if isinstance(contract.bid, int) else _moon
    verdict, detail = said(screen, contract, tally, step)
    before, after, ending = screen.state.totals, step.state.totals, step.state.ending
    if ending is not None:
        detail = joined(detail, _("%(team)s win the game.", team=screen.team(ending.team)))
    same, note = before == after, ""
    if same:
        ours, theirs = (screen.figure(total) for total in after)
        note = _("The totals stay at %(ours)s and %(theirs)s.", ours=ours, theirs=theirs)
    totals = [
        {
            "name": screen.team(team),
            "before": screen.figure(before[team]),
            "after": screen.figure(after[team]),
        }
        for team in TEAMS
    ]
    return {
        "verdict": verdict,
        "detail": joined(detail, screen.page.payments_in_words(step)),
        "totals": [] if same else totals,
        "note": note,
        "warnings": [screen.page.say(caution.message) for caution in step.warnings],
    }


def _ordinary(screen: Asking, contract: Agreed, tally: Tally, step: Step[Any]) -> tuple[str, str]:
    own = team_of(contract.pitcher)
    made = step.state.totals[own] > screen.state.totals[own]
    taken, theirs = tally.points[own], tally.points[1 - own]
    places = {"team": screen.team(own), "bid": contract.bid, "taken": taken}
    others = _("%(team)s score %(points)s.", team=screen.team(1 - own), points=theirs)
    if not made:
        lose = _("They lose their bid, %(bid)s.", **places)
        return _("%(team)s bid %(bid)s, took %(taken)s: set.", **places), joined(lose, others)
    score = _("They score their bid, %(bid)s.", **places)
    if screen.state.rules["made_scores"] == "taken":
        score = _("They score all they took, %(taken)s.", **places)
    return _("%(team)s bid %(bid)s, took %(taken)s: made.", **places), joined(score, others)


def _moon(screen: Asking, contract: Agreed, tally: Tally, step: Step[Any]) -> tuple[str, str]:
    if why := _why_moon_fails(screen, contract, tally):
        return why, ""
    if step.state.ending is not None:
        return _("The moon is made."), ""
    team = screen.team(team_of(contract.pitcher))
    return _("The moon is made."), _("%(team)s stand at 0, and play goes on.", team=team)

"""The end of a match of 10 Point Pitch: who has won, why, and who pays whom for it (rules.md §2, "End")."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.games.ten_point_pitch.entries import TEAMS
from scorekeeper.games.ten_point_pitch.state import SIDES, Ending, State, points_text, side, team_of
from scorekeeper.kernel import Message, Outcome, Payment, Rules, Who, say
from scorekeeper.side_stakes import match_payments


def reached(rules: Rules, totals: tuple[int, int], pitcher: int, *, made: bool) -> Ending | None:
    """Who has won with these totals after a hand that ``pitcher`` pitched; None if it goes on."""
    own, target = team_of(pitcher), int(rules["target"])
    there = [team for team in TEAMS if totals[team] >= target]
    if rules["go_out"] == "bidders":
        there = [own] if made and own in there else []
    if not there:
        return None
    both = len(there) == len(TEAMS)
    return Ending(own if both else there[0], "both" if both else "target", pitcher)


def side_stakes(
    totals: tuple[int, int], ending: Ending, stakes_minor: Mapping[str, int]
) -> tuple[Payment, ...]:
    """What the losers pay, each to the winner opposite in order.

    Two pay and two get, so that no odd unit is ever left over.
    """
    team = ending.team
    losers, winners = SIDES[1 - team], SIDES[team]
    ahead = totals[team] - totals[1 - team]
    amounts = (
        (stakes_minor.get("per_match", 0), say("%(side)s won the game", side=side(team))),
        (
            stakes_minor.get("per_difference", 0) * max(ahead, 0),
            say("%(side)s won by %(points)s", side=side(team), points=ahead),
        ),
    )
    return tuple(
        payment
        for amount, reason in amounts
        if amount
        for payment in match_payments(amount, losers, winners, winners, reason)
    )


def wins(ending: Ending) -> Message:
    """Who has won: "Ana and Cleo win."."""
    return say("%(side)s win.", side=side(ending.team))


def outcome(state: State) -> Outcome:
    """The winning team and why; a match that was stopped before has no winner."""
    ending = state.ending
    if ending is None:
        said = None
        if state.finished:
            said = say("It was stopped before a team had won.")
        return Outcome(state.finished, (), said)
    return Outcome(state.finished, SIDES[ending.team], _why(state, ending))


def _why(state: State, ending: Ending) -> Message:
    winners = side(ending.team)
    match ending.why:
        case "moon":
            return say("%(side)s win: %(who)s’s moon was made.", side=winners, who=Who(ending.pitcher))
        case "moon_failed":
            return say("%(side)s win: %(who)s’s moon failed.", side=winners, who=Who(ending.pitcher))
        case "both":
            return say(
                "%(side)s win: both teams are at %(target)s, and %(who)s pitched.",
                side=winners,
                target=int(state.rules["target"]),
                who=Who(ending.pitcher),
            )
    return say(
        "%(side)s win with %(total)s to %(other)s.",
        side=winners,
        total=points_text(state.totals[ending.team]),
        other=points_text(state.totals[1 - ending.team]),
    )

"""The result of a hand of 10 Point Pitch: made or set, the new totals, and what is said (rules.md §2)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.games.ten_point_pitch.counting import CARD_WORDS, Count, counted
from scorekeeper.games.ten_point_pitch.dealing import contracted
from scorekeeper.games.ten_point_pitch.ending import reached, side_stakes, wins
from scorekeeper.games.ten_point_pitch.entries import POINTS, Hand
from scorekeeper.games.ten_point_pitch.state import (
    Agreed,
    Ending,
    State,
    bid_word,
    points_text,
    side,
    team_of,
)
from scorekeeper.kernel import Message, Param, Row, Rules, Several, Step, Who, say, say_many
from scorekeeper.pitch import bid_feats

Totals = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a hand ended: made or set, the totals after it, and how the match ended, if it did."""

    made: bool
    totals: Totals
    ending: Ending | None


def played_hand(state: State, entry: Hand) -> Step[State]:
    """The hand is over: points, perhaps the match with its side stakes, and the deal passes left."""
    hand, contract = contracted(state)
    count = counted(state.rules, entry)
    judged = verdict(state.rules, state.totals, contract, count)
    changes = [after - before for after, before in zip(judged.totals, state.totals, strict=True)]
    payments = side_stakes(judged.totals, judged.ending, state.stakes_minor) if judged.ending else ()
    won_minor = list(state.won_minor)
    for payment in payments:
        won_minor[payment.payer] -= payment.amount
        won_minor[payment.payee] += payment.amount
    after = replace(
        state,
        totals=judged.totals,
        won_minor=tuple(won_minor),
        dealer=state.table.left_of(hand.dealer),
        unit=state.unit + 1,
        hand=None,
        finished=judged.ending is not None,
        override=None,
        ending=judged.ending,
        contract_alone=not hand.bids,
    )
    row = Row(
        state.unit,
        bid_word(contract.bid),
        say("made") if judged.made else say("set"),
        tuple(changes[team_of(seat)] for seat in state.table.seats),
        (contract.pitcher,),
        bid_feats(contract.pitcher, made=judged.made),
    )
    said = said_of(state.totals, contract, count, judged)
    return Step(after, said, state.unit, row, payments)


def verdict(rules: Rules, totals: Totals, contract: Agreed, count: Count) -> Verdict:
    """Made or set, and what that does to ``totals``."""
    team = team_of(contract.pitcher)
    ours, theirs = count.points[team], count.points[1 - team]
    if not isinstance(contract.bid, int):
        whole = ours + count.out if rules["moon_needs"] == "in_play" else ours
        return _moon(rules, totals, contract.pitcher, made=whole == POINTS and ours > 0)
    made = ours >= contract.bid
    change = (ours if rules["made_scores"] == "taken" else contract.bid) if made else -contract.bid
    after = with_total(totals, team, totals[team] + change)
    after = with_total(after, 1 - team, totals[1 - team] + theirs)
    return Verdict(made, after, reached(rules, after, contract.pitcher, made=made))


def with_total(totals: Totals, team: int, total: int) -> Totals:
    """``totals`` with another one for ``team``."""
    return (total, totals[1]) if team == 0 else (totals[0], total)


def _moon(rules: Rules, totals: Totals, pitcher: int, *, made: bool) -> Verdict:
    team = team_of(pitcher)
    total = totals[team]
    if not made:
        return Verdict(made, totals, Ending(1 - team, "moon_failed", pitcher))
    key = "moon_negative" if total < 0 else "moon_at_zero"
    if total > 0 or rules[key] == "wins":
        after = with_total(totals, team, max(total, int(rules["target"])))
        return Verdict(made, after, Ending(team, "moon", pitcher))
    return Verdict(made, with_total(totals, team, 0), None)


def said_of(before: Totals, contract: Agreed, count: Count, judged: Verdict) -> Message:
    """The hand in one line of the history, with the end of the match if it came to that."""
    said = _moon_said(before, contract, count, judged) if contract.bid == "moon" else None
    if said is None:
        team = team_of(contract.pitcher)
        places: dict[str, Param] = {
            "side": side(team),
            "bid": bid_word(contract.bid),
            "taken": count.points[team],
            "change": points_text(judged.totals[team] - before[team], signed=True),
        }
        said = say("%(side)s bid %(bid)s, took %(taken)s: set, %(change)s.", **places)
        if judged.made:
            said = say("%(side)s bid %(bid)s, took %(taken)s: made, %(change)s.", **places)
    return say("%(hand)s %(end)s", hand=said, end=wins(judged.ending)) if judged.ending else said


def _moon_said(before: Totals, contract: Agreed, count: Count, judged: Verdict) -> Message:
    team, who = team_of(contract.pitcher), Who(contract.pitcher)
    if not judged.made:
        return say("%(who)s’s moon fails: %(why)s.", who=who, why=why_moon_fails(contract.pitcher, count))
    if judged.ending is not None:
        return say("%(side)s took every point: %(who)s’s moon is made.", side=side(team), who=who)
    if before[team] < 0:
        return say(
            "%(side)s took every point: %(who)s’s moon is made, from %(total)s up to 0.",
            side=side(team),
            who=who,
            total=points_text(before[team]),
        )
    return say("%(side)s took every point: %(who)s’s moon is made, and 0 stays 0.", side=side(team), who=who)


def why_moon_fails(pitcher: int, count: Count) -> Message:
    """What was missing: points that the others took, else those out of play."""
    others = 1 - team_of(pitcher)
    if count.points[others]:
        return say_many(
            "%(side)s took %(count)s point",
            "%(side)s took %(count)s points",
            count.points[others],
            side=side(others),
        )
    if not count.lost:
        return say_many("%(count)s point is out of play", "%(count)s points are out of play", count.out)
    cards = Several(tuple(CARD_WORDS[card] for card in count.lost))
    return say_many("%(cards)s is out of play", "%(cards)s are out of play", len(count.lost), cards=cards)

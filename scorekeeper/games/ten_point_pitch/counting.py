"""The points of a hand, as named card by card or counted by team (rules.md §2, "Refuse")."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.ten_point_pitch.entries import CARDS, POINTS, TEAMS, TRICKS, Card, Hand, Taken
from scorekeeper.games.ten_point_pitch.state import side
from scorekeeper.kernel import Message, Refused, Rules, say

CARD_WORDS: dict[Card, Message] = {
    "ace": say("the ace"),
    "jack": say("the jack"),
    "off_jack": say("the off-jack"),
    "high_joker": say("the High Joker"),
    "low_joker": say("the Low Joker"),
    "ten": say("the ten"),
    "three": say("the three"),
    "two": say("the two"),
}


@dataclass(frozen=True, slots=True)
class Count:
    """The points of each team and out of play, ten together; ``lost``: the cards out of play, where known."""

    points: tuple[int, int]
    out: int
    lost: tuple[Card, ...] = ()


def counted(rules: Rules, entry: Hand) -> Count:
    """The points of the hand; raises Refused where they cannot be as entered."""
    if entry.taken is not None and entry.points is not None:
        message = say("Say who took each card, or the points of both teams: not both.")
        raise Refused("points", "counted_twice", message)
    if entry.taken is not None:
        field, count = "taken", _by_card(entry.taken)
    elif entry.points is not None:
        field, count = "points", _by_team(entry.points)
    else:
        message = say("Who took what? Say it for each card, or give the points of both teams.")
        raise Refused("taken", "nothing_counted", message)
    if entry.out_of_play is not None:
        _refuse_not_ten(sum(count.points) + entry.out_of_play)
    if count.out and rules["out_of_play"] == "refused":
        message = say("At this table all ten points are taken; this makes %(sum)s.", sum=sum(count.points))
        raise Refused(field, "not_all_taken", message)
    if entry.tricks is not None:
        _refuse_tricks(rules, entry, field, count, entry.tricks)
    return count


def _by_card(taken: Taken) -> Count:
    points = tuple(sum(CARDS[c] for c, who in zip(CARDS, taken, strict=True) if who == t) for t in TEAMS)
    lost = tuple(card for card, who in zip(CARDS, taken, strict=True) if who is None)
    return Count((points[0], points[1]), POINTS - sum(points), lost)


def _by_team(points: tuple[int, ...]) -> Count:
    _refuse_not_two("points", points)
    if sum(points) > POINTS:
        message = say("A hand has ten points; this makes %(sum)s.", sum=sum(points))
        raise Refused("points", "too_many_points", message)
    return Count((points[0], points[1]), POINTS - sum(points))


def _refuse_not_two(field: str, numbers: tuple[int, ...]) -> None:
    if len(numbers) != len(TEAMS):
        raise Refused(field, "one_per_team", say("Two numbers, one for each team."))


def _refuse_not_ten(total: int) -> None:
    if total == POINTS:
        return
    message = say("That makes %(sum)s. Where is the rest of the ten: a team, or out of play?", sum=total)
    if total > POINTS:
        message = say("That makes %(sum)s. With those out of play there are ten points.", sum=total)
    raise Refused("out_of_play", "not_ten", message)


def _refuse_tricks(rules: Rules, entry: Hand, field: str, count: Count, tricks: tuple[int, ...]) -> None:
    _refuse_not_two("tricks", tricks)
    for team in TEAMS:
        if tricks[team] or not count.points[team]:
            continue
        if rules["two"] == "captured":
            message = say("With no tricks %(side)s cannot have points.", side=side(team))
            raise Refused(field, "no_tricks", message)
        if not _only_the_two(entry, team, count.points[team]):
            message = say("With no tricks %(side)s can have only the two.", side=side(team))
            raise Refused(field, "no_tricks", message)
    if sum(tricks) != TRICKS:
        message = say("A hand has six tricks; this makes %(sum)s.", sum=sum(tricks))
        raise Refused("tricks", "not_six_tricks", message)


def _only_the_two(entry: Hand, team: int, points: int) -> bool:
    if entry.taken is None:
        return points == CARDS["two"]
    return [card for card, who in zip(CARDS, entry.taken, strict=True) if who == team] == ["two"]

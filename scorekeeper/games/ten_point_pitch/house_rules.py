"""The house rules of 10 Point Pitch, the written rule first, and what its stakes mean (rules.md §2)."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper import side_stakes
from scorekeeper.games.ten_point_pitch.entries import POINTS
from scorekeeper.kernel import AnyRule, HouseRule, Message, NumberRule, RuleChoice, say

TARGET, MIN_BID = 52, 4
MOST_TARGET = 10_000

HOUSE_RULES: tuple[AnyRule, ...] = (
    HouseRule(
        "made_scores",
        say("Made bid scores"),
        (
            RuleChoice("bid", say("A made bid scores the bid.")),
            RuleChoice("taken", say("A made bid scores all the points taken.")),
        ),
        prominent=True,
    ),
    HouseRule(
        "go_out",
        say("Who can win"),
        (
            RuleChoice("any", say("Whoever reaches the target wins.")),
            RuleChoice("bidders", say("Only a team that makes a bid wins at the target.")),
        ),
    ),
    HouseRule(
        "moon_at_zero",
        say("Moon at 0"),
        (
            RuleChoice("wins", say("A moon made at exactly 0 wins.")),
            RuleChoice("stays", say("A moon made at exactly 0 stays at 0.")),
        ),
    ),
    HouseRule(
        "moon_negative",
        say("Moon below 0"),
        (
            RuleChoice("zero", say("A moon made below 0 brings the team up to 0.")),
            RuleChoice("wins", say("A moon made below 0 wins.")),
        ),
    ),
    HouseRule(
        "ten_is_moon",
        say("A bid of 10"),
        (
            RuleChoice(False, say("A bid of 10 is an ordinary bid.")),
            RuleChoice(True, say("A bid of 10 is the moon.")),
        ),
    ),
    HouseRule(
        "out_of_play",
        say("Out of play"),
        (
            RuleChoice("allowed", say("Point cards may be out of play.")),
            RuleChoice("refused", say("All ten points are taken in every hand.")),
        ),
    ),
    HouseRule(
        "moon_needs",
        say("What a moon needs"),
        (
            RuleChoice("all", say("A moon fails with a point out of play.")),
            RuleChoice("in_play", say("A moon needs only the points in play.")),
        ),
    ),
    HouseRule(
        "two",
        say("The two"),
        (
            RuleChoice("captured", say("The two counts for the team that captures it.")),
            RuleChoice("holder", say("The two counts for the team that was dealt it.")),
        ),
    ),
    HouseRule(
        "all_pass",
        say("All pass"),
        (
            RuleChoice("stuck", say("If all pass, the dealer must take it at the lowest bid.")),
            RuleChoice("redeal", say("If all pass, the hand is void and the same player deals again.")),
        ),
    ),
    NumberRule(
        "target",
        say("Played to"),
        1,
        MOST_TARGET,
        lambda _players: TARGET,
        lambda target: say("Played to %(target)s.", target=target),
    ),
    NumberRule(
        "min_bid",
        say("Lowest bid"),
        1,
        POINTS,
        lambda _players: MIN_BID,
        lambda least: say("The lowest bid is %(least)s.", least=least),
    ),
)

EXAMPLE = 20
"""Points of difference that are usual."""


def stake_in_words(_players: int, amounts_minor: Mapping[str, int]) -> tuple[Message, ...]:
    """What the stakes move when a team has won."""
    return side_stakes.in_words(
        amounts_minor,
        EXAMPLE,
        lambda amount: say("Each loser pays %(amount)s to one of the winners.", amount=amount),
        lambda amount: say(
            "A win by %(points)s points moves %(amount)s between each two opponents.",
            points=EXAMPLE,
            amount=amount,
        ),
    )

"""The house rules of Racehorse, the written rule first, and what its stake means (rules.md §1)."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.games.racehorse.state import SMUDGE_COUNTS
from scorekeeper.kernel import Amount, HouseRule, Message, RuleChoice, say

HOUSE_RULES = (
    HouseRule(
        "next_dealer",
        say("Next dealer"),
        (
            RuleChoice(
                "hoist", say("Who makes it deals next; after a set the player on the pitcher's right.")
            ),
            RuleChoice("left", say("The deal passes to the left.")),
        ),
    ),
    HouseRule(
        "game_tie",
        say("Tied Game"),
        (
            RuleChoice("nobody", say("A tied Game scores for nobody.")),
            RuleChoice("pitcher", say("A tied Game scores for the pitcher, if among the tied.")),
        ),
    ),
    HouseRule(
        "game_count",
        say("Counting Game"),
        (
            RuleChoice("single", say("For Game the pitcher must beat each other player.")),
            RuleChoice("pooled", say("For Game the pitcher must beat all the others together.")),
        ),
    ),
    HouseRule(
        "low",
        say("Low"),
        (
            RuleChoice("captured", say("Whoever captures the Low gets it.")),
            RuleChoice("holder", say("Whoever was dealt the Low gets it.")),
        ),
    ),
    HouseRule(
        "smudge_without_jack",
        say("Smudge without the Jack"),
        (
            RuleChoice("fails", say("A Smudge fails when the Jack is not in play.")),
            RuleChoice("allowed", say("A Smudge without the Jack in play needs the other three points.")),
        ),
    ),
    HouseRule(
        "set_pays",
        say("A set pays"),
        (
            RuleChoice("bid", say("Paid on the bid, not on points taken.")),
            RuleChoice("shortfall", say("A set pays for each point missing.")),
        ),
    ),
    HouseRule(
        "min_bid",
        say("Lowest bid"),
        (
            RuleChoice(2, say("The lowest bid is 2, also for a forced dealer.")),
            RuleChoice(1, say("The lowest bid is 1, also for a forced dealer.")),
        ),
    ),
)


def stake_in_words(players: int, amounts_minor: Mapping[str, int]) -> tuple[Message, ...]:
    """What the stake moves from hand to hand."""
    stake = amounts_minor["per_point"]
    others = players - 1
    return (
        say(
            "A bid of 3 moves %(three)s between the pitcher and each of the other %(others)s.",
            three=Amount(3 * stake),
            others=others,
        ),
        say(
            "A Smudge moves %(five)s each, %(all)s in all.",
            five=Amount(SMUDGE_COUNTS * stake),
            all=Amount(SMUDGE_COUNTS * stake * others),
        ),
    )

"""The house rules of Ten, the written rule first, and what its stakes mean (rules.md §4)."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.kernel import Amount, HouseRule, Message, NumberRule, RuleChoice, StakeAmount, say, say_many

BONUS = 1
MOST_BONUS = 99
EXAMPLE = 5
"""Points of difference in the example of the stakes."""

HOUSE_RULES = (
    HouseRule(
        "numbered_wilds",
        say("Numbered wilds"),
        (
            RuleChoice(9, say("Nine numbered wilds, one of each number.")),
            RuleChoice(10, say("Ten numbered wilds: one number comes twice.")),
        ),
    ),
    NumberRule(
        "bonus",
        say("Bonus for a run 1 to 9"),
        least=0,
        most=MOST_BONUS,
        usual=lambda _players: BONUS,
        said=lambda bonus: say_many(
            "A run 1 to 9 earns %(count)s point more.", "A run 1 to 9 earns %(count)s points more.", bonus
        ),
    ),
    HouseRule(
        "bonus_naturals_only",
        say("Wilds in a run 1 to 9"),
        (
            RuleChoice(False, say("Wilds may stand in the run 1 to 9 that earns the bonus.")),
            RuleChoice(True, say("Only a run 1 to 9 without wilds earns the bonus.")),
        ),
    ),
    HouseRule(
        "currency_bust",
        say("Bust by currency"),
        (
            RuleChoice("sum", say("A turn busts when its currency cards make 11 or more.")),
            RuleChoice("net", say("A turn busts by currency when its total is −11 or less.")),
        ),
    ),
    HouseRule(
        "auction_pay",
        say("Payment in auctions"),
        (
            RuleChoice("all", say("Tokens, bust tokens and cards pay in auctions.")),
            RuleChoice("tokens", say("Only tokens and bust tokens pay in auctions.")),
        ),
    ),
    HouseRule(
        "unsold",
        say("Nobody bids for a wild"),
        (
            RuleChoice("out", say("A wild for which nobody bids leaves the game.")),
            RuleChoice("active", say("A wild for which nobody bids goes free to the player who drew it.")),
        ),
    ),
    HouseRule(
        "last_player_buys",
        say("The last buying"),
        (
            RuleChoice(True, say("The player of the last turn buys too in the last buying.")),
            RuleChoice(False, say("The player of the last turn does not buy in the last buying.")),
        ),
    ),
)

STAKES = (
    StakeAmount("per_match", say("Stake per game"), None),
    StakeAmount("per_difference", say("Stake per point of difference"), None),
)


def stake_in_words(_players: int, amounts_minor: Mapping[str, int]) -> tuple[Message, ...]:
    """What the stakes move when the match is counted."""
    told: list[Message] = []
    if each := amounts_minor.get("per_match"):
        told.append(say("Everybody who loses pays %(amount)s; who wins divides it.", amount=Amount(each)))
    if point := amounts_minor.get("per_difference"):
        told.append(
            say(
                "Who loses by %(points)s points pays %(amount)s to who wins.",
                points=EXAMPLE,
                amount=Amount(EXAMPLE * point),
            )
        )
    return tuple(told)


def stake_said(amounts_minor: Mapping[str, int]) -> Message | None:
    """What is played for in words ("$5 a game"), None for nothing."""
    each, point = amounts_minor.get("per_match"), amounts_minor.get("per_difference")
    if each and point:
        return say(
            "%(stake)s a game, %(point)s a point of difference", stake=Amount(each), point=Amount(point)
        )
    if each:
        return say("%(stake)s a game", stake=Amount(each))
    return say("%(point)s a point of difference", point=Amount(point)) if point else None

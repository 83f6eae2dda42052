"""The house rules of Ten, the written rule first, and what its stakes mean (rules.md §4)."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper import side_stakes
from scorekeeper.kernel import HouseRule, Message, NumberRule, RuleChoice, say, say_many

BONUS = 1
MOST_BONUS = 99

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

EXAMPLE = 5
"""Points of difference that are usual."""


def stake_in_words(players: int, amounts_minor: Mapping[str, int]) -> tuple[Message, ...]:
    """What the stakes move when the match is counted."""
    odd = None
    if side_stakes.may_be_odd(amounts_minor.get(side_stakes.PER_MATCH, 0), players):
        odd = say(
            "What winners cannot divide goes to the first of them from the left of who played last; "
            "where only the final count is entered, of who went first."
        )
    return side_stakes.in_words(
        amounts_minor,
        EXAMPLE,
        lambda amount: say("Everybody who loses pays %(amount)s; who wins divides it.", amount=amount),
        lambda amount: say(
            "Who loses by %(points)s points pays %(amount)s to who wins.", points=EXAMPLE, amount=amount
        ),
        odd,
    )

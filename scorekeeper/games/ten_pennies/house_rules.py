"""The house rules of Ten Pennies, the written rule first, and what its stake means (rules.md §3)."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.kernel import Amount, HouseRule, Message, NumberRule, RuleChoice, say, say_many

MOST_BUYS = 30
MOST_CARDS_PER_BUY = 10
MOST_PACKS = 8

HOUSE_RULES = (
    HouseRule(
        "tie",
        say("A tie for the fewest points"),
        (
            RuleChoice("split", say("Who ties for the fewest points splits the bowl.")),
            RuleChoice("playoff", say("Who ties for the fewest points plays off for the bowl.")),
            RuleChoice(
                "fewest_caught",
                say("Of who ties for the fewest points, the fewest cards caught take the bowl."),
            ),
        ),
    ),
    HouseRule(
        "nobody_out",
        say("Nobody went out"),
        (
            RuleChoice("score", say("When nobody goes out, everybody scores and pays.")),
            RuleChoice(
                "void", say("When nobody goes out, the round is played again; buys stay in the bowl.")
            ),
        ),
    ),
    HouseRule(
        "unspent",
        say("Buy pennies left over"),
        (
            RuleChoice("owner", say("Buy pennies that are left stay with their owner.")),
            RuleChoice("bowl", say("Buy pennies that are left go into the bowl at the end.")),
        ),
    ),
    HouseRule(
        "own_upcard",
        say("The upcard in one’s own turn"),
        (
            RuleChoice("free", say("The player in turn takes the upcard free.")),
            RuleChoice("buy", say("The player in turn buys the upcard like everybody else.")),
        ),
    ),
    NumberRule(
        "buys",
        say("Buys a player"),
        least=0,
        most=MOST_BUYS,
        usual=lambda _players: 10,
        said=lambda count: say_many("%(count)s buy a player.", "%(count)s buys a player.", count),
    ),
    NumberRule(
        "cards_per_buy",
        say("Cards a buy"),
        least=1,
        most=MOST_CARDS_PER_BUY,
        usual=lambda _players: 3,
        said=lambda count: say_many(
            "A buy brings %(count)s card.", "A buy brings %(count)s cards, with the upcard.", count
        ),
    ),
    NumberRule(
        "packs",
        say("Packs of 54 cards"),
        least=1,
        most=MOST_PACKS,
        usual=lambda players: -(-players // 2),
        said=lambda count: say_many("%(count)s pack of 54 cards.", "%(count)s packs of 54 cards.", count),
    ),
    HouseRule(
        "stopped",
        say("Stopped before round 7"),
        (
            RuleChoice("refund", say("Stopped early, everybody gets back what they paid in.")),
            RuleChoice("leader", say("Stopped early, whoever leads takes the bowl.")),
        ),
    ),
)


def stake_in_words(players: int, amounts_minor: Mapping[str, int]) -> tuple[Message, ...]:
    """What a penny in the bowl is worth."""
    stake = amounts_minor["per_penny"]
    return (
        say("A buy costs %(stake)s, and so does every card caught.", stake=Amount(stake)),
        say(
            "A bowl of %(coins)s pennies is worth %(bowl)s.",
            coins=30 * players,
            bowl=Amount(30 * players * stake),
        ),
        say("Who ties splits the bowl: odd pennies go one each from the last dealer’s left."),
    )

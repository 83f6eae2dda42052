"""Ten Pennies: contract rummy for pennies, 2 to 8 players. ``rules.md`` beside this is for players."""

from scorekeeper.games.ten_pennies import rules
from scorekeeper.games.ten_pennies.asks import upcoming
from scorekeeper.games.ten_pennies.entries import ENTRIES
from scorekeeper.games.ten_pennies.house_rules import HOUSE_RULES, stake_in_words
from scorekeeper.games.ten_pennies.melds import ROUNDS
from scorekeeper.games.ten_pennies.state import State
from scorekeeper.kernel import Amount, Game, StakeAmount, say, say_many

GAME = Game(
    key="ten_pennies",
    name=say("Ten Pennies"),
    about=say("7 rounds, one bowl"),
    players=range(2, 9),
    too_many=say("8 players are the most. With more, sit at two tables."),
    first_key="first_dealer",
    first_question=say("Who deals first?"),
    first_acts=say("%(who)s deals round 1"),
    unit_name=say("round"),
    units_played=lambda number: say_many("%(count)s round", "%(count)s rounds", number),
    called=lambda _: {ROUNDS + 1: say("play-off")},
    marked_means=say("Boxed: who went out."),
    total_means=say("Fewest wins"),
    feats={"out": say("Times out")},
    score_is_money=False,
    lowest_wins=True,
    rules_version=1,
    house_rules=HOUSE_RULES,
    stakes=(StakeAmount("per_penny", say("What a penny is worth"), 1),),
    default_unit="USD",
    entries=ENTRIES,
    commutes=frozenset({"buy"}),
    state=State,
    start=rules.start,
    apply=rules.apply,
    standings=rules.standings,
    outcome=rules.outcome,
    upcoming=upcoming,
    next_first=rules.next_first,
    stake_said=lambda state: (
        say("%(stake)s a penny", stake=Amount(state.per_penny)) if state.per_penny > 1 else None
    ),
    stake_now=lambda state: {"per_penny": state.per_penny},
    stake_in_words=stake_in_words,
)

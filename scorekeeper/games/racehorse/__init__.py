"""Racehorse: pitch for stakes, 5 to 8 players, each alone. ``rules.md`` beside this is for players."""

from scorekeeper.games.racehorse import auction, rules
from scorekeeper.games.racehorse.asks import upcoming
from scorekeeper.games.racehorse.entries import ENTRIES
from scorekeeper.games.racehorse.house_rules import HOUSE_RULES, stake_in_words
from scorekeeper.games.racehorse.state import State, next_dealer
from scorekeeper.kernel import Amount, Game, StakeAmount, say, say_many
from scorekeeper.pitch import FEATS

GAME = Game(
    key="racehorse",
    name=say("Racehorse"),
    about=say("Paid after every hand"),
    players=auction.PLAYERS,
    too_many=auction.TOO_MANY,
    first_key="first_dealer",
    first_question=say("Who deals first?"),
    first_acts=say("%(who)s deals hand 1"),
    unit_name=say("hand"),
    units_played=lambda number: say_many("%(count)s hand", "%(count)s hands", number),
    marked_means=say("Boxed: the pitcher."),
    total_means=say("Total"),
    feats=FEATS,
    score_is_money=True,
    rules_version=1,
    house_rules=HOUSE_RULES,
    stakes=(StakeAmount("per_point", say("Stake per point"), 100),),
    default_unit="USD",
    entries=ENTRIES,
    state=State,
    start=rules.start,
    apply=rules.apply,
    standings=rules.standings,
    outcome=rules.outcome,
    upcoming=upcoming,
    next_first=next_dealer,
    stake_said=lambda state: say("%(stake)s a point", stake=Amount(state.per_point)),
    stake_now=lambda state: {"per_point": state.per_point},
    stake_in_words=stake_in_words,
)

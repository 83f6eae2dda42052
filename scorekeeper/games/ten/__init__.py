"""Ten: push your luck to ten and auction wilds, 1 to 5 players. ``rules.md`` beside this is for players."""

from scorekeeper import side_stakes
from scorekeeper.games.ten import rules, winning
from scorekeeper.games.ten.asks import upcoming
from scorekeeper.games.ten.ending import called
from scorekeeper.games.ten.entries import ENTRIES
from scorekeeper.games.ten.house_rules import HOUSE_RULES, stake_in_words
from scorekeeper.games.ten.state import State
from scorekeeper.kernel import Game, say, say_many

GAME = Game(
    key="ten",
    name=say("Ten"),
    about=say("Draw to ten, bid for wilds"),
    players=range(1, 6),
    too_many=say("5 players are the most."),
    first_key="first_player",
    first_question=say("Who has the start card?"),
    first_acts=say("%(who)s goes first"),
    unit_name=say("turn"),
    units_played=lambda number: say_many("%(count)s turn", "%(count)s turns", number),
    called=called,
    marked_means=say("Boxed: whose turn it was."),
    total_means=say("Total"),
    feats={"bust": say("Busts")},
    score_is_money=False,
    rules_version=1,
    house_rules=HOUSE_RULES,
    stakes=side_stakes.STAKES,
    default_unit="USD",
    entries=ENTRIES,
    state=State,
    start=rules.start,
    apply=rules.apply,
    standings=winning.standings,
    outcome=winning.outcome,
    upcoming=upcoming,
    next_first=lambda state: state.table.left_of(state.seat) if state.counted else state.seat,
    stake_said=lambda state: side_stakes.said(state.stakes_minor),
    stake_now=lambda state: state.stakes_minor,
    stake_in_words=stake_in_words,
)

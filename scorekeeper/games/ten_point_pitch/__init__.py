"""10 Point Pitch: two teams of two, ten points a hand, to 52. ``rules.md`` beside this is for players."""

from scorekeeper import side_stakes
from scorekeeper.games.ten_point_pitch import rules
from scorekeeper.games.ten_point_pitch.asks import upcoming
from scorekeeper.games.ten_point_pitch.ending import outcome
from scorekeeper.games.ten_point_pitch.entries import ENTRIES
from scorekeeper.games.ten_point_pitch.house_rules import HOUSE_RULES, stake_in_words
from scorekeeper.games.ten_point_pitch.state import State, next_dealer
from scorekeeper.kernel import Game, say, say_many
from scorekeeper.pitch import FEATS

GAME = Game(
    key="ten_point_pitch",
    name=say("10 Point Pitch"),
    about=say("First to 52"),
    players=range(4, 5),
    too_many=say("Exactly 4 play: two teams of two."),
    first_key="first_dealer",
    first_question=say("Who deals first?"),
    first_acts=say("%(who)s deals hand 1"),
    unit_name=say("hand"),
    units_played=lambda number: say_many("%(count)s hand", "%(count)s hands", number),
    marked_means=say("Boxed: the pitcher."),
    total_means=say("Total"),
    feats=FEATS,
    score_is_money=False,
    rules_version=1,
    house_rules=HOUSE_RULES,
    stakes=side_stakes.STAKES,
    default_unit="USD",
    entries=ENTRIES,
    state=State,
    start=rules.start,
    apply=rules.apply,
    standings=rules.standings,
    outcome=outcome,
    upcoming=upcoming,
    next_first=next_dealer,
    stake_said=lambda state: side_stakes.said(state.stakes_minor),
    stake_now=lambda state: state.stakes_minor,
    sides=rules.sides,
    stake_in_words=stake_in_words,
)

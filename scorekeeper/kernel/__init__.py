"""What every card game is, without any game in it.

A game is a fold over entries: :func:`~scorekeeper.kernel.play.play` takes a state and one raw entry and
answers with a :class:`~scorekeeper.kernel.game.Step`, or raises
:class:`~scorekeeper.kernel.refusal.Refused`. Pages, API, command line, import, preview and replay all come
through that one door, so they cannot disagree.

Everything here is pure: no clock, no chance, no input or output.
"""

from scorekeeper.kernel.codec import decoded, encoded
from scorekeeper.kernel.entries import COMMON_ENTRIES, Entry, EntrySchema, Finish, Note
from scorekeeper.kernel.game import (
    Ask,
    Cell,
    Choice,
    DetailedCell,
    Feat,
    Game,
    Outcome,
    Payment,
    Row,
    Standing,
    Step,
    Upcoming,
    figure_of,
)
from scorekeeper.kernel.house_rules import AnyRule, HouseRule, NumberRule, RuleChoice, Rules, changed_rules
from scorekeeper.kernel.message import Amount, Message, Param, Several, Who, say, say_many
from scorekeeper.kernel.play import Replay, Stop, play, replay
from scorekeeper.kernel.ranking import ranks
from scorekeeper.kernel.refusal import Caution, Refused
from scorekeeper.kernel.setup import Setup, Stake, StakeAmount, read_setup
from scorekeeper.kernel.table import Table

__all__ = [
    "COMMON_ENTRIES",
    "Amount",
    "AnyRule",
    "Ask",
    "Caution",
    "Cell",
    "Choice",
    "DetailedCell",
    "Entry",
    "EntrySchema",
    "Feat",
    "Finish",
    "Game",
    "HouseRule",
    "Message",
    "Note",
    "NumberRule",
    "Outcome",
    "Param",
    "Payment",
    "Refused",
    "Replay",
    "Row",
    "RuleChoice",
    "Rules",
    "Setup",
    "Several",
    "Stake",
    "StakeAmount",
    "Standing",
    "Step",
    "Stop",
    "Table",
    "Upcoming",
    "Who",
    "changed_rules",
    "decoded",
    "encoded",
    "figure_of",
    "play",
    "ranks",
    "read_setup",
    "replay",
    "say",
    "say_many",
]

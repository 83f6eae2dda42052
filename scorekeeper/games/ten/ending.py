"""How a turn ends, what the score sheet says of it, and how the match goes on (rules.md §4, "End")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.games.ten import winning
from scorekeeper.games.ten.said import sentences
from scorekeeper.games.ten.state import State
from scorekeeper.kernel import Caution, DetailedCell, Feat, Message, Row, Step, Who, say


def row_of(state: State, verdict: Message, *, bust: bool = False) -> Row:
    """The line of the turn under way, or of the last buying: what each best count gained or lost in it."""
    gained = tuple(now - before for now, before in zip(state.scores, state.before, strict=True))
    if state.phase == "last_buying":
        return Row(state.unit, say("Last buying"), verdict, gained)
    cells = tuple(
        _bust_cell(points) if bust and seat == state.seat else points for seat, points in enumerate(gained)
    )
    feats = (Feat(state.seat, "bust"),) if bust else ()
    return Row(state.unit, say("%(who)s", who=Who(state.seat)), verdict, cells, (state.seat,), feats)


def _bust_cell(points: int) -> DetailedCell:
    """A bust in place of the nothing that it brought; a wild bought before it still counts."""
    return DetailedCell(points, hint=say("bust")) if points else DetailedCell(0, word=say("bust"))


def called(state: State) -> Mapping[int, Message]:
    """The last buying is no turn, and goes by that name."""
    buys = state.phase == "last_buying"
    return {state.unit: say("the last buying")} if buys else {}


def passed_on(state: State) -> State:
    """The state after the turn under way: the next player's, or once the pile is empty the last buying."""
    clear = replace(state, phase="drawing", drew=False, tableau=(), unit=state.unit + 1, before=state.scores)
    if not state.last_card:
        return replace(clear, seat=state.table.left_of(state.seat))
    return last_buying(clear)


def last_buying(state: State) -> State:
    """Everybody may buy once more, the player of the last turn last. With nobody to buy it is the count."""
    order = state.table.clockwise_from(state.seat)
    if not state.rules["last_player_buys"]:
        order = order[:-1]
    if not order:
        return counted(state)
    return replace(state, phase="last_buying", to_buy=order)


def counted(state: State) -> State:
    """The match is counted: who won, and who pays, is settled."""
    return replace(state, finished=True, counted=True, to_buy=())


def ended(state: State, said: Message, row: Row | None, warnings: tuple[Caution, ...] = ()) -> Step[State]:
    """The step with which the turn under way ends."""
    return counted_step(passed_on(state), said, state.unit, row, warnings)


def counted_step(
    after: State, said: Message, unit: int, row: Row | None, warnings: tuple[Caution, ...] = ()
) -> Step[State]:
    """A step that may have ended the match: then it says who won, and who pays."""
    if after.finished:
        said = sentences(said, winning.verdict(after))
    return Step(after, said, unit, row, winning.payments(after), warnings)


def nothing_to_take(state: State, said: Message, warnings: tuple[Caution, ...] = ()) -> Step[State]:
    """The last card is drawn and no card lies there: the turn ends by itself, without buying."""
    return ended(state, said, row_of(state, say("nothing to take")), warnings)

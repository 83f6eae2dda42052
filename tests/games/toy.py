"""High Card, a game of one page: everybody turns a card, the highest takes its points.

It shows what a game needs (this, and a line in ``GAMES``), and that nothing else in the house knows a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.kernel import (
    Amount,
    Ask,
    Choice,
    Entry,
    EntrySchema,
    Feat,
    Finish,
    Game,
    HouseRule,
    Message,
    Outcome,
    Payment,
    Row,
    RuleChoice,
    Rules,
    Setup,
    StakeAmount,
    Standing,
    Step,
    Table,
    Upcoming,
    Who,
    ranks,
    say,
    say_many,
)
from scorekeeper.kernel.game import refuse_unknown_seat
from scorekeeper.kernel.shape import SeatField, Whole

ACE = 14


@dataclass(frozen=True, slots=True)
class Turned(Entry):
    """``seat`` turned the highest card, worth ``points``."""

    seat: int
    points: int


class TurnedSchema(EntrySchema):
    """``turned``."""

    makes = Turned
    seat = SeatField(required=True)
    points = Whole(2, ACE, required=True)


@dataclass(frozen=True, slots=True)
class State:
    """``points`` and ``won_minor`` by seat; ``unit``: the round to come."""

    table: Table
    rules: Rules
    per_round: int
    points: tuple[int, ...]
    won_minor: tuple[int, ...]
    unit: int = 1
    finished: bool = False


def start(setup: Setup) -> State:
    nothing = (0,) * len(setup.names)
    per_round = setup.stake.amounts_minor.get("per_round", 0)
    return State(Table.of(setup.names), setup.rules, per_round, nothing, nothing)


def apply(state: State, entry: Entry) -> Step[State]:
    if isinstance(entry, Finish):
        return Step(replace(state, finished=True), say("The game is finished."))
    assert isinstance(entry, Turned)
    refuse_unknown_seat(state.table, entry.seat)
    taken = 1 if entry.points == ACE and state.rules["ace_low"] else entry.points
    cells = tuple(taken if seat == entry.seat else 0 for seat in state.table.seats)
    others = [seat for seat in state.table.seats if state.per_round and seat != entry.seat]
    reason = say("Round %(unit)s", unit=state.unit)
    money = [-state.per_round] * len(cells)
    money[entry.seat] = state.per_round * len(others)
    after = replace(
        state,
        points=tuple(p + c for p, c in zip(state.points, cells, strict=True)),
        won_minor=tuple(w + m for w, m in zip(state.won_minor, money, strict=True)),
        unit=state.unit + 1,
    )
    said = say("%(who)s turned %(card)s.", who=Who(entry.seat), card=entry.points)
    row = Row(
        state.unit,
        say("%(card)s", card=entry.points),
        say("taken"),
        cells,
        (entry.seat,),
        (Feat(entry.seat, "taken"),),
    )
    payments = tuple(Payment(seat, entry.seat, state.per_round, reason) for seat in others)
    return Step(after, said, state.unit, row, payments)


def standings(state: State) -> tuple[Standing, ...]:
    return tuple(map(Standing, state.table.seats, state.points, state.won_minor, ranks(state.points)))


def outcome(state: State) -> Outcome:
    best = [seat for seat in state.table.seats if state.finished and state.points[seat] == max(state.points)]
    return Outcome(state.finished, tuple(best))


def upcoming(state: State) -> Upcoming:
    if state.finished:
        return Upcoming({}, (Ask("note"),))
    cards = tuple(Choice("points", card) for card in range(2, ACE + 1))
    turned = Ask("turned", tuple(state.table.seats), cards)
    return Upcoming({"round": state.unit}, (turned, Ask("note"), Ask("finish")))


def stake_in_words(players: int, amounts_minor: Mapping[str, int]) -> tuple[Message, ...]:
    won = Amount(amounts_minor.get("per_round", 0) * (players - 1))
    return (say("Who takes a round is paid %(won)s.", won=won),)


GAME = Game(
    key="high_card",
    name=say("High Card"),
    about=say("The highest card takes its points"),
    players=range(2, 7),
    too_many=say("6 is the most."),
    first_key="first_player",
    first_question=say("Who turns first?"),
    first_acts=say("%(who)s turns first"),
    unit_name=say("round"),
    units_played=lambda number: say_many("%(count)s round", "%(count)s rounds", number),
    marked_means=say("Boxed: the highest card."),
    total_means=say("Total"),
    feats={"taken": say("Rounds taken")},
    score_is_money=False,
    rules_version=1,
    house_rules=(
        HouseRule(
            "ace_low",
            say("Aces"),
            (RuleChoice(False, say("An ace takes 14.")), RuleChoice(True, say("An ace takes 1."))),
        ),
    ),
    stakes=(StakeAmount("per_round", say("Stake per round"), None),),
    default_unit="chips",
    entries={"turned": TurnedSchema},
    state=State,
    start=start,
    apply=apply,
    standings=standings,
    outcome=outcome,
    upcoming=upcoming,
    next_first=lambda _: 0,
    stake_said=lambda state: (
        say("%(stake)s a round", stake=Amount(state.per_round)) if state.per_round else None
    ),
    stake_now=lambda state: {"per_round": state.per_round} if state.per_round else {},
    stake_in_words=stake_in_words,
)

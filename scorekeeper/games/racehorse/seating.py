"""What changes between hands of Racehorse: the dealer, who sits in, who joins (rules.md §1)."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.games.racehorse.entries import Join, SitIn, SitOut
from scorekeeper.games.racehorse.state import State, computed_dealer
from scorekeeper.kernel import Refused, Step, Who, say
from scorekeeper.kernel.game import refuse_sitting_out, refuse_unknown_seat
from scorekeeper.kernel.names import refuse_same_name
from scorekeeper.kernel.shape import MOST_SEATS
from scorekeeper.pitch import Dealer, dealer_cautions, deals_said, hand_under_way


def refuse_under_way(state: State) -> None:
    """Raises Refused once a hand has begun."""
    if state.hand is not None:
        raise hand_under_way(state.unit)


def override_dealer(state: State, entry: Dealer) -> Step[State]:
    """Somebody deals the next hand, by the rules or not."""
    refuse_under_way(state)
    refuse_sitting_out(state.table, entry.seat)
    after = replace(state, override=entry.seat)
    warnings = dealer_cautions(entry.seat, computed_dealer(state))
    return Step(after, deals_said(entry.seat, state.unit), warnings=warnings)


def sit_out(state: State, entry: SitOut) -> Step[State]:
    """A player neither pays nor is paid in the hands that follow."""
    refuse_under_way(state)
    refuse_unknown_seat(state.table, entry.seat)
    who = Who(entry.seat)
    if not state.table.sits(entry.seat):
        raise Refused("seat", "sits_out_already", say("%(who)s sits out already.", who=who))
    if len(state.table.sitting) == 1:
        raise Refused("seat", "nobody_left", say("Somebody must stay at the table."))
    said = say("%(who)s sits out from hand %(unit)s on.", who=who, unit=state.unit)
    return Step(replace(state, table=state.table.with_out(entry.seat)), said)


def sit_in(state: State, entry: SitIn) -> Step[State]:
    """A player who sat out is back."""
    refuse_under_way(state)
    refuse_unknown_seat(state.table, entry.seat)
    who = Who(entry.seat)
    if state.table.sits(entry.seat):
        raise Refused("seat", "sits_already", say("%(who)s is playing already.", who=who))
    said = say("%(who)s is back from hand %(unit)s on.", who=who, unit=state.unit)
    return Step(replace(state, table=state.table.with_in(entry.seat)), said)


def refuse_join(state: State) -> None:
    """Raises Refused unless somebody may sit down now."""
    refuse_under_way(state)
    if len(state.table.names) == MOST_SEATS:
        raise Refused("name", "table_full", say("No more than %(most)s people in one game.", most=MOST_SEATS))


def join(state: State, entry: Join) -> Step[State]:
    """Somebody new sits down."""
    refuse_join(state)
    after = state.table.order[-1] if entry.after is None else entry.after
    refuse_unknown_seat(state.table, after, "after")
    refuse_same_name(entry.name, state.table.names, "name")
    table = state.table.joined(entry.name, after)
    said = say("%(who)s joins from hand %(unit)s on.", who=Who(table.seats[-1]), unit=state.unit)
    return Step(replace(state, table=table, won_minor=(*state.won_minor, 0)), said)

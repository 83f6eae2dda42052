"""Who scores Game, as named or from the card points that were counted (rules.md §1)."""

from __future__ import annotations

from typing import NoReturn

from scorekeeper.games.racehorse.entries import CARD_POINTS, TRICKS, Hand
from scorekeeper.kernel import Message, Refused, Rules, Table, Who, say, say_many


def pitcher_has_game(table: Table, rules: Rules, pitcher: int, entry: Hand) -> bool:
    """Whether the pitcher scores Game; raises Refused where it cannot be as entered."""
    if entry.card_points is not None:
        _refuse_counts(table, pitcher, entry, entry.card_points)
        return _counted(rules, pitcher, entry, entry.card_points)
    if entry.game_tied and "game" in entry.won and rules["game_tie"] == "nobody":
        raise Refused("won", "game_tied", say("A tied Game scores for nobody at this table."))
    # Without a count, "tied" means that the pitcher is among those who tied, unless without a trick.
    among = entry.game_tied and entry.tricks != 0
    return "game" in entry.won or (among and rules["game_tie"] == "pitcher")


def _counted(rules: Rules, pitcher: int, entry: Hand, counts: tuple[int, ...]) -> bool:
    own = counts[pitcher]
    others = [count for seat, count in enumerate(counts) if seat != pitcher]
    single = rules["game_count"] == "single"
    rival = max(others) if single else sum(others)
    # Where nobody took a card point nobody has most of them, whatever the table says about ties.
    ties = own == rival > 0 and rules["game_tie"] == "pitcher"
    has_game = own > rival or ties
    if "game" in entry.won and not has_game:
        _contradiction(say("The card points do not give Game to %(who)s.", who=Who(pitcher)))
    first, second = sorted(counts, reverse=True)[:2]
    if entry.game_tied and not (first == second if single else own == rival):
        _contradiction(say("By the card points Game is not tied."))
    return has_game


def _contradiction(message: Message) -> NoReturn:
    raise Refused("card_points", "game_contradicts_card_points", message)


def _refuse_counts(table: Table, pitcher: int, entry: Hand, counts: tuple[int, ...]) -> None:
    if len(counts) != len(table.names):
        raise Refused(
            "card_points",
            "card_points_per_seat",
            say_many(
                "One count for each seat: %(count)s in all.",
                "One count for each seat: %(count)s in all.",
                len(table.names),
            ),
        )
    for seat in (seat for seat in table.seats if counts[seat]):
        if not table.sits(seat):
            raise Refused(
                f"card_points.{seat}",
                "card_points_sitting_out",
                say("%(who)s sits out and cannot have card points.", who=Who(seat)),
            )
        if entry.tricks == (0 if seat == pitcher else TRICKS):
            raise Refused(
                f"card_points.{seat}",
                "card_points_without_tricks",
                say("With no tricks %(who)s cannot have card points.", who=Who(seat)),
            )
    if sum(counts) > CARD_POINTS:
        raise Refused(
            "card_points",
            "too_many_card_points",
            say(
                "The pack holds %(most)s card points; this makes %(sum)s.", most=CARD_POINTS, sum=sum(counts)
            ),
        )

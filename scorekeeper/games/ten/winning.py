"""Who wins a match that was counted, why, and who pays whom for it (rules.md §4, "Winner")."""

from __future__ import annotations

from scorekeeper import side_stakes
from scorekeeper.games.ten.said import sentences
from scorekeeper.games.ten.state import State, placing_of
from scorekeeper.kernel import (
    Amount,
    Message,
    Outcome,
    Param,
    Payment,
    Several,
    Standing,
    Who,
    ranks,
    say,
    say_many,
)


def _strength(state: State, seat: int) -> tuple[int, int, int]:
    """What decides, in this order: points, tokens (bust tokens are not counted), few cards."""
    return state.scores[seat], state.tokens[seat], -len(state.owned[seat])


def ranking(state: State) -> tuple[int, ...]:
    """The rank of each seat: by points; once counted who won before who is only level in points."""
    won = winners(state)
    return ranks([2 * score + (seat in won) for seat, score in enumerate(state.scores)])


def winners(state: State) -> tuple[int, ...]:
    """The seats that have won: nobody before the count, nor who plays alone."""
    if not state.counted or len(state.table.names) == 1:
        return ()
    best = max(_strength(state, seat) for seat in state.table.seats)
    return tuple(seat for seat in state.table.seats if _strength(state, seat) == best)


def _odd_first(state: State, won: tuple[int, ...]) -> list[int]:
    """Who won, in the order in which they take odd units: from the left of who played last."""
    return [seat for seat in state.table.clockwise_from(state.seat) if seat in won]


def payments(state: State) -> tuple[Payment, ...]:
    """What who lost pays who won, in the order of the seats; nothing before there are winners."""
    won = winners(state)
    lost = tuple(seat for seat in state.table.seats if seat not in won)
    if not won or not lost:
        return ()
    made: list[Payment] = []
    if per_match := state.stakes_minor.get("per_match", 0):
        reason = say_many(
            "%(who)s won the game", "%(who)s won the game", len(won), who=Several(tuple(map(Who, won)))
        )
        made += side_stakes.match_payments(per_match, lost, won, _odd_first(state, won), reason)
    if per_point := state.stakes_minor.get("per_difference", 0):
        for payee in won:
            for payer in lost:
                ahead = state.scores[payee] - state.scores[payer]
                if ahead > 0:
                    reason = say_many(
                        "%(who)s won by %(count)s point",
                        "%(who)s won by %(count)s points",
                        ahead,
                        who=Who(payee),
                    )
                    made.append(Payment(payer, payee, ahead * per_point, reason))
    return tuple(made)


def standings(state: State) -> tuple[Standing, ...]:
    """Points of the best placing of the cards owned so far, with tokens, number of cards, and the runs."""
    moved = [0] * len(state.table.names)
    for payment in payments(state):
        moved[payment.payer] -= payment.amount
        moved[payment.payee] += payment.amount
    return tuple(
        Standing(seat, state.scores[seat], moved[seat], rank, _more(state, seat))
        for seat, rank in enumerate(ranking(state))
    )


def _more(state: State, seat: int) -> dict[str, object]:
    cards = state.owned[seat]
    runs = [list(run) if run else None for run in placing_of(state.rules, cards).runs]
    return {"tokens": state.tokens[seat], "cards": len(cards), "runs": runs}


def outcome(state: State) -> Outcome:
    """Who won, and why; a match that was stopped before the count has no winner."""
    if not state.counted:
        said = say("Stopped before the count: nobody wins.") if state.finished else None
        return Outcome(state.finished, (), said)
    return Outcome(True, winners(state), _with_odd(state, _why(state)), odd=_odd(state))


def _odd(state: State) -> Message | None:
    """Who got the odd units of the stake and why; None where it could be divided."""
    won, losers = winners(state), len(state.table.names) - len(winners(state))
    if not won or not (paid := state.stakes_minor.get("per_match", 0) * losers) or not paid % len(won):
        return None
    each, odd = divmod(paid, len(won))
    places: dict[str, Param] = {
        "all": Amount(paid),
        "each": Amount(each),
        "more": Amount(each + 1),
        "who": Several(tuple(map(Who, _odd_first(state, won)[:odd]))),
        "from": Who(state.seat),
    }
    if not state.last_card:  # only the count was entered
        return say(
            "%(all)s make %(each)s and %(more)s: the odd part goes to %(who)s, first on the left of "
            "%(from)s, who went first.",
            **places,
        )
    return say(
        "%(all)s make %(each)s and %(more)s: the odd part goes to %(who)s, first on the left of %(from)s, "
        "who played last.",
        **places,
    )


def _with_odd(state: State, said: Message) -> Message:
    odd = _odd(state)
    return sentences(said, odd) if odd else said


def _points(state: State, seat: int) -> Message:
    return say_many("%(count)s point", "%(count)s points", state.scores[seat])


def verdict(state: State) -> Message:
    """How the count ended: "Ben wins with 23 points.", and who got an odd unit of the stake."""
    return _with_odd(state, _won_by(state))


def _won_by(state: State) -> Message:
    won = winners(state)
    if not won:
        return say("%(who)s has %(points)s.", who=Who(0), points=_points(state, 0))
    places: dict[str, Param] = {"who": Several(tuple(map(Who, won))), "points": _points(state, won[0])}
    if len(won) > 1:
        return say("%(who)s share the win with %(points)s.", **places)
    return say("%(who)s wins with %(points)s.", **places)


def _why(state: State) -> Message:
    """Why who won has won, down to what decided between those who are level in points."""
    won = winners(state)
    if not won:
        return _won_by(state)
    best, tokens, _cards = _strength(state, won[0])
    level = [seat for seat in state.table.seats if state.scores[seat] == best]
    richest = [seat for seat in level if state.tokens[seat] == tokens]
    if len(level) == 1:
        return _won_by(state)
    places: dict[str, Param] = {
        "level": Several(tuple(map(Who, level))),
        "richest": Several(tuple(map(Who, richest))),
        "won": Several(tuple(map(Who, won))),
        "points": _points(state, won[0]),
    }
    if len(richest) == 1:
        return say("%(level)s have %(points)s; %(won)s has the most tokens and wins.", **places)
    same = say("%(level)s have %(points)s and as many tokens", **places)
    if len(richest) < len(level):
        same = say("%(level)s have %(points)s; %(richest)s have the most tokens", **places)
    if len(won) == 1:
        return say("%(same)s; %(won)s has the fewest cards and wins.", same=same, **places)
    return say("%(same)s; %(won)s have as few cards and share the win.", same=same, **places)

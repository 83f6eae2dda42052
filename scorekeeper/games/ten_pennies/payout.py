"""The bowl and who takes it (rules.md §3, "End", and the house rules about ties and stopping)."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.ten_pennies.state import State, buys_left
from scorekeeper.kernel import Message, Param, Payment, Several, Who, say, say_many
from scorekeeper.side_stakes import shares as divided


@dataclass(frozen=True, slots=True)
class Share:
    """What a seat gets out of the bowl, in coins."""

    seat: int
    coins: int


def coins_said(coins: int) -> Message:
    """Such as "95 pennies"."""
    return say_many("%(count)s penny", "%(count)s pennies", coins)


def paid_in(state: State, seat: int) -> int:
    """What this seat put into the bowl: its buys, its cards caught, and what it had to add at the end."""
    added = buys_left(state, seat) if state.rules["unspent"] == "bowl" and _at_the_end(state) else 0
    return state.buys[seat] + state.caught[seat] + added


def _at_the_end(state: State) -> bool:
    return state.all_played or is_paid(state)


def bowl(state: State) -> int:
    """What is in the bowl, or was when it was shared out."""
    return sum(paid_in(state, seat) for seat in state.table.seats)


def leaders(state: State) -> tuple[int, ...]:
    """The seats with the fewest points."""
    fewest = min(state.points)
    return tuple(seat for seat in state.table.seats if state.points[seat] == fewest)


def playoff_due(state: State) -> tuple[int, ...]:
    """The seats that have to play off for the bowl, none if there is nothing to play off."""
    tied = leaders(state)
    due = state.rules["tie"] == "playoff" and state.all_played and not state.finished and len(tied) > 1
    return tied if due else ()


def is_paid(state: State) -> bool:
    """Whether somebody takes the bowl: all rounds are played, or the table gives it to the leader."""
    some_played = state.unit > 1
    return state.finished and (state.all_played or (some_played and state.rules["stopped"] == "leader"))


def winners(state: State) -> tuple[int, ...]:
    """Who takes the bowl, in the order of the seats; nobody before the end, or where all is refunded."""
    if not is_paid(state):
        return ()
    if state.play_off is not None:
        return (state.play_off,)
    tied = leaders(state)
    if state.rules["tie"] == "fewest_caught":
        fewest = min(state.caught[seat] for seat in tied)
        return tuple(seat for seat in tied if state.caught[seat] == fewest)
    return tied


def shares(state: State) -> tuple[Share, ...]:
    """What each winner gets, clockwise from the last dealer's left: the first ones take the odd coins."""
    won = winners(state)
    if not won:
        return ()
    # The deal has passed on since; its new place is the last dealer's left.
    order = [seat for seat in state.table.clockwise_from(state.table.right_of(state.dealer)) if seat in won]
    return tuple(Share(seat, coins) for seat, coins in divided(bowl(state), order).items())


def nets(state: State) -> tuple[int, ...]:
    """What each seat gained, in coins; zeros until the bowl is shared out."""
    if not is_paid(state):
        return (0,) * len(state.table.names)
    won = {share.seat: share.coins for share in shares(state)}
    return tuple(won.get(seat, 0) - paid_in(state, seat) for seat in state.table.seats)


def payments(state: State) -> tuple[Payment, ...]:
    """Who has to pay whom so that the nets come about, in the order of the seats."""
    left = list(nets(state))
    won = winners(state)
    reason = (
        say("%(who)s took the bowl", who=Who(won[0]))
        if len(won) == 1
        else say("%(who)s split the bowl", who=_names(won))
    )
    made = []
    for payee in state.table.seats:
        for payer in state.table.seats:
            coins = min(-left[payer], left[payee])
            if coins > 0:
                left[payer] += coins
                left[payee] -= coins
                made.append(Payment(payer, payee, coins * state.per_penny, reason))
    return tuple(made)


def _names(seats: tuple[int, ...]) -> Several:
    return Several(tuple(Who(seat) for seat in seats))


def said(state: State) -> Message | None:
    """How the match ended; None while it goes on."""
    if not state.finished:
        return None
    won = winners(state)
    if not won:
        return say("Stopped before round 7 was over: everybody gets back what they paid in, nobody wins.")
    if len(won) > 1:
        return say("%(tie)s %(coins)s", tie=_tie_said(state, won), coins=_split_said(state))
    return _taken_said(state, won[0])


def with_odd(state: State, sentence: Message) -> Message:
    """``sentence`` of the history, with who gets the odd coins where the match ended with such."""
    odd = odd_said(state)
    return say("%(first)s %(then)s", first=sentence, then=odd) if odd else sentence


def _taken_said(state: State, winner: int) -> Message:
    """One takes it all, and why."""
    tied = leaders(state)
    places: dict[str, Param] = {
        "who": Who(winner),
        "coins": coins_said(bowl(state)),
        "tied": _names(tied),
    }
    if len(tied) == 1 and not state.all_played:
        return say_many(
            "Stopped after %(count)s round: %(who)s leads and takes the bowl: %(coins)s.",
            "Stopped after %(count)s rounds: %(who)s leads and takes the bowl: %(coins)s.",
            state.unit - 1,
            **places,
        )
    if len(tied) == 1:
        return say("%(who)s has the fewest points and takes the bowl: %(coins)s.", **places)
    if state.play_off is not None:
        return say("%(tied)s tied. %(who)s won the play-off and takes the bowl: %(coins)s.", **places)
    return say(
        "%(tied)s tied. %(who)s was caught with the fewest cards and takes the bowl: %(coins)s.", **places
    )


def _tie_said(state: State, won: tuple[int, ...]) -> Message:
    if state.rules["tie"] == "fewest_caught":
        return say("%(who)s tie, with as few cards caught, and split the bowl.", who=_names(won))
    if state.rules["tie"] == "playoff":
        return say("%(who)s tie; without a play-off they split the bowl.", who=_names(won))
    return say("%(who)s tie and split the bowl.", who=_names(won))


def _split_said(state: State) -> Message:
    """What each of those gets who split the bowl."""
    each = min(share.coins for share in shares(state))
    return odd_said(state) or say("%(coins)s make %(each)s each.", coins=coins_said(bowl(state)), each=each)


def odd_said(state: State) -> Message | None:
    """Such as "95 pennies make 47 and 48: the odd one goes to Ben, first on the last dealer's left.".

    None where the bowl was not split, or alike.
    """
    split = shares(state)
    coins = coins_said(bowl(state))
    fewest = min((share.coins for share in split), default=0)
    odd = tuple(share.seat for share in split if share.coins > fewest)
    if not odd:
        return None
    return say_many(
        "%(coins)s make %(each)s and %(more)s: the odd one goes to %(who)s, first on the last dealer’s left.",
        "%(coins)s make %(each)s and %(more)s: the odd ones go to %(who)s, first on the last dealer’s left.",
        len(odd),
        coins=coins,
        each=fewest,
        more=fewest + 1,
        who=_names(odd),
    )

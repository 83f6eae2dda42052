"""A club's figures from its matches: examples, and laws that hold for any matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ledger import nets
from scorekeeper.statistics import (
    GUESTS,
    MatchSummary,
    MemberStatistics,
    PairSummary,
    Running,
    SeatSummary,
    counted,
    gains,
    statistics,
)

ANA, BEN, CLEO, DOV = 1, 2, 3, 4
THEMSELVES = {player: player for player in range(1, 9)}


def match(
    session: int = 1,
    number: int = 1,
    *pairs: tuple[int, int, int],
    won: Sequence[int] = (),
    players: Sequence[int] = (ANA, BEN, CLEO),
    feats: Mapping[int, Mapping[str, int]] | None = None,
    **more: object,
) -> MatchSummary:
    """A finished match of Racehorse for dollars, in which ``pairs`` (payer, payee, amount) is owed."""
    owed = tuple(PairSummary(*pair) for pair in pairs)
    net = nets(owed, players)
    seats = tuple(
        SeatSummary(one, net[one], net[one], 1, one in won, (feats or {}).get(one, {})) for one in players
    )
    summary = MatchSummary(
        session, f"2026-11-{session:02}", number, "racehorse", "USD", False, True, False, 6, seats, owed
    )
    return replace(summary, **more)  # type: ignore[arg-type]  # fields of a summary


def figures(*matches: MatchSummary, members: Mapping[int, int] = THEMSELVES) -> dict[int, MemberStatistics]:
    """Everybody's, for dollars."""
    return statistics(counted(matches, unit="USD"), members)


# Examples ----------------------------------------------------------------------------------------


def test_a_shared_win_is_a_part_for_each() -> None:
    of = figures(match(1, 1, won=[ANA]), match(1, 2, won=[ANA, BEN]), match(2, 1, won=[ANA, BEN, CLEO]))
    assert (of[ANA].wins, of[ANA].shared) == (Fraction(11, 6), 2)
    assert (of[BEN].wins, of[BEN].shared) == (Fraction(5, 6), 2)
    assert [one.matches for one in of.values()] == [3, 3, 3]


def test_streaks_go_on_with_a_shared_win_and_end_where_nobody_won() -> None:
    course = [[ANA], [ANA, BEN], [BEN], [BEN], [], [BEN]]
    of = figures(*(match(1, number, won=won) for number, won in enumerate(course, start=1)))
    assert (of[ANA].longest, of[ANA].current) == (2, 0)
    assert (of[BEN].longest, of[BEN].current) == (3, 1)
    assert (of[CLEO].longest, of[CLEO].current) == (0, 0)


def test_a_streak_goes_over_matches_that_were_missed() -> None:
    of = figures(match(1, 1, won=[ANA]), match(2, 1, players=(BEN, CLEO), won=[BEN]), match(3, 1, won=[ANA]))
    assert of[ANA].longest == 2


def test_matches_of_a_day_go_by_session_and_number() -> None:
    day = "2026-11-01"
    order = [match(1, 1, day=day, won=[ANA]), match(1, 2, day=day), match(2, 1, day=day, won=[ANA])]
    assert counted([order[2], order[1], order[0]], unit="USD") == tuple(order)
    assert figures(*reversed(order))[ANA].longest == 1


def test_best_and_worst_are_of_whole_sessions_the_first_of_equals() -> None:
    of = figures(
        match(1, 1, (BEN, ANA, 500)),
        match(1, 2, (ANA, BEN, 300)),
        match(2, 1, (ANA, BEN, 100)),
        match(3, 1, (BEN, ANA, 200)),
    )
    assert of[ANA].best == (1, "2026-11-01", 200)
    assert of[ANA].worst == (2, "2026-11-02", -100)
    assert of[ANA].net == 300
    assert of[ANA].course([1, 2, 3]) == [200, 100, 300]
    assert of[CLEO].best == of[CLEO].worst == (1, "2026-11-01", 0)


def test_feats_are_counted() -> None:
    of = figures(
        match(feats={ANA: {"made": 2, "set": 1}}), match(2, feats={ANA: {"made": 1}, BEN: {"out": 3}})
    )
    assert of[ANA].feats == {"made": 3, "set": 1}
    assert of[BEN].feats == {"out": 3}


def test_what_does_not_count() -> None:
    paid = (BEN, ANA, 500)
    assert figures(match(1, 1, paid, finished=False)) == {}
    assert figures(match(1, 1, paid, archived=True)) == {}
    assert figures(match(units=0)) == {}
    assert figures(match(players=[ANA], won=[ANA])) == {}
    assert figures(match(1, 1, paid, unit="chips")) == {}
    assert counted([match()], unit="USD", game="ten") == ()
    assert counted([match()], unit="USD", game="racehorse") == (match(),)


def test_an_end_that_pays_without_a_unit_counts() -> None:
    assert figures(match(1, 1, (BEN, ANA, 500), units=0))[ANA].net == 500


def test_merged_members_are_one() -> None:
    """Ben and Cleo turn out to be the same: in one match they even sat on two seats."""
    members = {ANA: 10, BEN: 20, CLEO: 20, DOV: 30}
    of = figures(
        match(1, 1, (BEN, ANA, 100), (CLEO, BEN, 50), won=[BEN, CLEO], players=(ANA, BEN, CLEO)),
        match(2, 1, (ANA, CLEO, 400), won=[CLEO], players=(ANA, CLEO)),
        members=members,
    )
    assert set(of) == {10, 20}
    assert of[20].wins == 2
    assert (of[20].matches, of[20].shared, of[20].net) == (2, 0, 300)
    assert gains([match(1, 1, (CLEO, BEN, 50))], members) == {}


def test_who_is_no_member_is_a_guest() -> None:
    of = figures(match(1, 1, (CLEO, ANA, 100), (DOV, ANA, 100), players=(ANA, CLEO, DOV)), members={ANA: 1})
    assert {member: one.net for member, one in of.items()} == {GUESTS: -200, ANA: 200}
    assert of[GUESTS].matches == 1


def test_who_gained_from_whom() -> None:
    table = gains([match(1, 1, (BEN, ANA, 500), (CLEO, BEN, 100)), match(2, 1, (ANA, BEN, 200))], THEMSELVES)
    assert table == {ANA: {BEN: 300}, BEN: {ANA: -300, CLEO: 100}, CLEO: {BEN: -100}}


# Laws --------------------------------------------------------------------------------------------


MOSTLY = st.sampled_from([True, True, True, False])


@st.composite
def summaries(draw: st.DrawFn) -> list[MatchSummary]:
    """Matches of several sessions, games and units, some of which do not count; places never repeat."""
    places = draw(
        st.lists(st.tuples(st.integers(1, 3), st.integers(1, 4)), unique=True, min_size=1, max_size=8)
    )
    made = []
    for session, number in places:
        players = draw(st.lists(st.integers(1, 8), unique=True, min_size=1, max_size=5))
        pairs: dict[tuple[int, ...], tuple[int, int, int]] = {}
        if len(players) > 1:
            two = st.lists(st.sampled_from(players), unique=True, min_size=2, max_size=2)
            pairs = {
                tuple(sorted(pair)): (pair[0], pair[1], draw(st.integers(1, 900)))
                for pair in draw(st.lists(two, max_size=4))
            }
        made.append(
            match(
                session,
                number,
                *pairs.values(),
                players=players,
                won=draw(st.lists(st.sampled_from(players), unique=True, max_size=2)),
                feats={players[0]: {"made": draw(st.integers(0, 3))}},
                finished=draw(MOSTLY),
                archived=session == 3,
                units=draw(st.sampled_from([3, 3, 3, 0])),
                unit=draw(st.sampled_from(["USD", "USD", "chips"])),
                game=draw(st.sampled_from(["racehorse", "ten"])),
            )
        )
    return made


MEMBERS = st.dictionaries(st.integers(1, 8), st.integers(1, 5))


@given(summaries(), MEMBERS)
def test_money_sums_to_zero_and_every_match_has_one_win(
    made: list[MatchSummary], members: dict[int, int]
) -> None:
    for unit in ("USD", "chips"):
        matches = counted(made, unit=unit)
        of = statistics(matches, members)
        assert sum(one.net for one in of.values()) == 0
        assert sum(one.wins for one in of.values()) == sum(
            any(seat.won for seat in played.seats) for played in matches
        )


@given(summaries(), MEMBERS)
def test_gains_are_antisymmetric_and_sum_to_the_net(
    made: list[MatchSummary], members: dict[int, int]
) -> None:
    matches = counted(made, unit="USD")
    table, of = gains(matches, members), statistics(matches, members)
    for row, columns in table.items():
        assert row not in columns
        for column, amount in columns.items():
            assert table[column][row] == -amount
    assert {member: sum(table.get(member, {}).values()) for member in of} == {
        member: one.net for member, one in of.items()
    }


@given(summaries(), MEMBERS)
def test_each_members_figures_hang_together(made: list[MatchSummary], members: dict[int, int]) -> None:
    matches = counted(made, unit="USD")
    sessions = list(dict.fromkeys(one.session for one in matches))
    assert sessions == sorted(set(sessions))
    for one in statistics(matches, members).values():
        assert sum(session.net for session in one.sessions) == one.net
        assert one.worst.net <= one.best.net
        assert one.course(sessions)[-1] == one.net
        assert 0 <= one.shared <= one.matches
        assert 0 <= one.wins <= one.matches
        assert one.current <= one.longest <= one.matches
        assert bool(one.longest) == bool(one.wins)
        assert len(one.sessions) <= one.matches


@given(summaries(), MEMBERS, st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(made: list[MatchSummary], members: dict[int, int], chance) -> None:  # type: ignore[no-untyped-def]
    mixed = [replace(one, seats=tuple(chance.sample(one.seats, len(one.seats)))) for one in made]
    chance.shuffle(mixed)
    assert figures(*mixed, members=members) == figures(*made, members=members)


@given(summaries(), MEMBERS, st.data())
def test_a_reopened_match_is_as_if_it_had_not_been_played(
    made: list[MatchSummary], members: dict[int, int], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(made) - 1))
    without = figures(*made[:at], *made[at + 1 :], members=members)
    for changed in (replace(made[at], finished=False), replace(made[at], archived=True)):
        assert figures(*made[:at], changed, *made[at + 1 :], members=members) == without


@given(summaries(), MEMBERS)
def test_games_add_up_to_all_games(made: list[MatchSummary], members: dict[int, int]) -> None:
    every = figures(*made, members=members)
    parts = [
        statistics(counted(made, unit="USD", game=game), members).get(member)
        for member in every
        for game in ("racehorse", "ten")
    ]
    for at, member in enumerate(every):
        own = [part for part in parts[2 * at : 2 * at + 2] if part]
        assert sum(part.net for part in own) == every[member].net
        assert sum(part.matches for part in own) == every[member].matches
        assert sum(part.wins for part in own) == every[member].wins


@given(summaries(), MEMBERS, st.integers(0, 8))
def test_who_goes_on_from_a_copy_comes_to_the_same(
    made: list[MatchSummary], members: dict[int, int], at: int
) -> None:
    matches = counted(made, unit="USD")
    first = Running().adds(matches[:at], members)
    before = first.figures
    whole = first.copy().adds(matches[at:], members)
    assert (whole.figures, whole.gains) == (statistics(matches, members), gains(matches, members))
    assert first.figures == before, "the copy is its own"

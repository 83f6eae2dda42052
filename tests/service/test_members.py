"""The people of a club: renamed, retired, merged and separated again."""

from __future__ import annotations

import pytest

from scorekeeper.kernel import Refused
from scorekeeper.service.club_sessions import offered_names
from scorekeeper.service.clubs import open_club
from scorekeeper.service.errors import NotAllowed, NotFound
from scorekeeper.service.links import join, links_of
from scorekeeper.service.members import (
    add_member,
    look_alikes,
    merge_members,
    people_of,
    rename_member,
    retire_member,
    separate_member,
)
from scorekeeper.service.sessions import start_match
from tests.service.club import HANDS, Friday
from tests.service.evening import GAME, OTHER, PHONE, Evening, changes_nothing, fresh, leaves_nothing

FOUR = ("C", "D", "E", "F")


def told(friday: Friday) -> dict[str, tuple[int, list[str]]]:
    """How many sessions everybody played, and under which other names."""
    return {one.name: (len(one.days), [other.name for other in one.merged]) for one in people_of(friday.club)}


def alike(friday: Friday) -> list[tuple[str, str]]:
    return [(less.name, more.name) for less, more in look_alikes(people_of(friday.club))]


def merges(friday: Friday, name: str, into: str) -> None:
    merge_members(friday.slug, PHONE, friday.id(name), friday.id(into))


@pytest.fixture
def friday() -> Friday:
    """Bobby played twice, Boby once."""
    club = Friday()
    club.plays(*HANDS, players=("Bobby", *FOUR))
    club.plays(*HANDS, players=(*FOUR, "Bobby"))
    club.plays(*HANDS, players=("C", "Boby", "D", "E", "F"))
    return club


def test_sessions_keep_the_names_of_then(friday: Friday) -> None:
    rename_member(friday.slug, PHONE, friday.id("Bobby"), "Robert")
    assert told(friday)["Robert"] == (2, [])
    evening = friday.plays(players=("Robert", *FOUR))
    assert evening.people[0] == "Robert"
    assert told(friday)["Robert"] == (3, [])


def test_a_name_that_another_has_is_refused(friday: Friday) -> None:
    refused = leaves_nothing(Refused, lambda: rename_member(friday.slug, PHONE, friday.id("C"), " d "))
    assert refused.code == "name_taken"
    leaves_nothing(Refused, lambda: rename_member(friday.slug, PHONE, friday.id("C"), ""))
    leaves_nothing(Refused, lambda: add_member(friday.slug, PHONE, "BOBBY"))
    rename_member(friday.slug, PHONE, friday.id("C"), "c")


def test_a_member_is_added(friday: Friday) -> None:
    add_member(friday.slug, PHONE, "Hana")
    assert told(friday)["Hana"] == (0, [])


def test_retired_and_back(friday: Friday) -> None:
    retire_member(friday.slug, PHONE, friday.id("Boby"), retired=True)
    assert people_of(friday.club)[-1].name == "Boby"
    assert "Boby" not in [name for names in offered_names(friday.club) for name in names]
    retire_member(friday.slug, PHONE, friday.id("Boby"), retired=False)
    assert not any(one.retired for one in people_of(friday.club))


def test_who_was_retired_and_sits_down_is_back(friday: Friday) -> None:
    retire_member(friday.slug, PHONE, friday.id("Boby"), retired=True)
    friday.takes_in(Evening(players=5))
    assert any(one.retired for one in people_of(friday.club))
    friday.plays(players=("Boby", *FOUR))
    assert not any(one.retired for one in people_of(friday.club))


# Two that are one --------------------------------------------------------------------------------


def test_names_that_look_alike_are_proposed_and_nothing_is_done(friday: Friday) -> None:
    assert alike(friday) == [("Boby", "Bobby")], "who played less stands first"
    assert len(people_of(friday.club)) == 6


def test_merging_counts_both_histories_together(friday: Friday) -> None:
    before = friday.open()
    merges(friday, "Boby", "Bobby")
    after = friday.open()
    assert after["Bobby"] == before["Bobby"] + before["Boby"]
    assert "Boby" not in after
    assert sum(after.values()) == 0
    assert told(friday)["Bobby"] == (3, ["Boby"])
    assert alike(friday) == []
    changes_nothing(lambda: merges(friday, "Boby", "Bobby"))


def test_separating_undoes_it(friday: Friday) -> None:
    before = friday.open(), told(friday)
    merges(friday, "Boby", "Bobby")
    separate_member(friday.slug, PHONE, friday.id("Boby"))
    assert (friday.open(), told(friday)) == before
    leaves_nothing(NotFound, lambda: separate_member(friday.slug, PHONE, friday.id("Boby")))


def test_merges_make_no_chain(friday: Friday) -> None:
    add_member(friday.slug, PHONE, "Rob")
    merges(friday, "Boby", "Bobby")
    merges(friday, "Bobby", "Rob")
    assert told(friday)["Rob"] == (3, ["Bobby", "Boby"])
    assert {one.merged_into_id for one in friday.members.values()} == {None, friday.id("Rob")}
    separate_member(friday.slug, PHONE, friday.id("Boby"))
    assert told(friday)["Boby"] == (1, [])
    assert told(friday)["Rob"] == (2, ["Bobby"])


def test_who_sat_in_one_game_is_two_people(friday: Friday) -> None:
    refused = leaves_nothing(Refused, lambda: merges(friday, "C", "Bobby"))
    assert refused.code == "two_people"
    merges(friday, "Boby", "Bobby")
    leaves_nothing(Refused, lambda: merges(friday, "Bobby", "D"))


def test_who_sat_in_different_games_of_a_session_may_be_one() -> None:
    friday = Friday()
    evening = friday.plays(*HANDS, {"type": "finish"}, players=("Boby", *FOUR))
    evening.plays_again()
    evening.enters({"type": "join", "name": "Bobby", "after": 4}, {"type": "sit_out", "seat": 0})
    refused = leaves_nothing(Refused, lambda: merges(friday, "Boby", "Bobby"))
    assert refused.code == "two_people", "both had a seat in the second game"


def test_both_names_of_one_person_in_a_new_session_are_two_people(friday: Friday) -> None:
    merges(friday, "Boby", "Bobby")
    friday.plays(*HANDS, players=("Bobby", "Boby", "C", "D", "E"))
    people = [one.name for one in people_of(friday.club)]
    assert people.count("Boby") == 1, "a new member"
    assert sum(friday.open().values()) == 0


def test_a_name_that_was_merged_away_is_that_person(friday: Friday) -> None:
    merges(friday, "Boby", "Bobby")
    friday.plays(*HANDS, players=("Boby", *FOUR))
    assert told(friday)["Bobby"] == (4, ["Boby"])


def test_merging_with_who_is_not_there(friday: Friday) -> None:
    other = Friday("Other")
    other.plays(players=("X", *FOUR))
    bob = friday.id("Bobby")
    for wrong in (other.id("X"), bob, 0, 10**12):
        leaves_nothing(NotFound, lambda wrong=wrong: merge_members(friday.slug, PHONE, wrong, bob))  # type: ignore[misc]
        leaves_nothing(NotFound, lambda wrong=wrong: merge_members(friday.slug, PHONE, bob, wrong))  # type: ignore[misc]


def test_a_viewer_changes_nobody(friday: Friday) -> None:
    secret = links_of(friday.slug, PHONE, "key", open_club)[0].secret
    join(secret, OTHER, None)
    bob, bobb = friday.id("Bobby"), friday.id("Boby")
    for act in (
        lambda: add_member(friday.slug, OTHER, "New"),
        lambda: rename_member(friday.slug, OTHER, bob, "New"),
        lambda: retire_member(friday.slug, OTHER, bob, retired=True),
        lambda: merge_members(friday.slug, OTHER, bobb, bob),
        lambda: separate_member(friday.slug, OTHER, bobb),
    ):
        leaves_nothing(NotAllowed, act)


def test_a_name_is_that_of_who_is_called_so_now(friday: Friday) -> None:
    merges(friday, "Boby", "Bobby")
    evening = friday.plays(players=("Boby", "Bobby", "C", "D", "E"))
    assert told(friday)["Bobby"] == (4, ["Boby"]), "whoever comes first in the seats"
    assert len(evening.people) == 5
    assert len({one.member_id for one in evening.session.players}) == 5


def test_who_was_renamed_during_a_session_stays_the_same_person(friday: Friday) -> None:
    evening = friday.plays(players=("Bobby", *FOUR))
    rename_member(friday.slug, PHONE, friday.id("Bobby"), "Robert")
    match = start_match(evening.slug, PHONE, GAME, {"players": ["Robert", *FOUR]}, client_id=fresh())
    assert len(evening.session.players) == 5
    assert match.seats == evening.match.seats
    assert [one.name for one in people_of(friday.club)].count("Robert") == 1

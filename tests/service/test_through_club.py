"""Who is in a club may open its sessions; its links, and being put out of it."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from scorekeeper.service import through_club as module
from scorekeeper.service.club_sessions import hide_session, put_into_club, take_out_of_club
from scorekeeper.service.clubs import open_club
from scorekeeper.service.codes import secret_of_code
from scorekeeper.service.errors import LinkStopped, NotAllowed, NotFound
from scorekeeper.service.links import invitation, join, known_here, links_of, renew_link
from scorekeeper.service.open_match import open_session
from scorekeeper.service.phones import phones_of, put_out, this_is, whose_phone
from scorekeeper.service.secrets import Role, code_of, secret_of
from scorekeeper.service.sessions import sessions_on_phone
from scorekeeper.service.through_club import come_in_by_club
from scorekeeper.store import Access, Club, GameSession, db
from tests.games.racehorse.at_table import FINISH
from tests.service.club import HANDS, Friday
from tests.service.evening import OTHER, PHONE, Evening, changes_nothing, leaves_nothing

KEY = "the key of these tests"
THIRD = "3" * 32


def secret(friday: Friday, role: Role) -> str:
    return {link.role: link.secret for link in links_of(friday.slug, PHONE, KEY, open_club)}[role]


def session_secret(evening: Evening, role: Role) -> str:
    return {link.role: link.secret for link in links_of(evening.slug, PHONE, KEY)}[role]


def comes(friday: Friday, role: Role, phone: str = OTHER) -> str:
    known = secret(friday, role)
    join(known, phone, None)
    return known


def role_in(evening: Evening, phone: str = OTHER) -> str:
    return open_session(evening.slug, phone)[1]


@pytest.fixture
def friday() -> Friday:
    return Friday()


@pytest.fixture
def evening(friday: Friday) -> Evening:
    return friday.plays(*HANDS)


# The links ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["viewer", "scorer"])
def test_a_club_has_two_links_of_its_own(friday: Friday, evening: Evening, role: Role) -> None:
    own = comes(friday, role)
    assert own != session_secret(evening, role)
    assert open_club(friday.slug, OTHER)[1] == role
    assert known_here(invitation(own), OTHER)
    assert invitation(own).names == {one.id: one.name for one in friday.members.values()}
    changes_nothing(lambda: comes(friday, role))


def test_a_club_and_a_session_of_the_same_slug_have_other_secrets() -> None:
    session, club = GameSession(slug="same"), Club(slug="same")
    for role in ("viewer", "scorer"):
        assert secret_of(KEY, session, role, 1) != secret_of(KEY, club, role, 1)
    assert code_of(KEY, session, 1) != code_of(KEY, club, 1)


def test_the_spoken_code_of_a_club(friday: Friday) -> None:
    code = links_of(friday.slug, PHONE, KEY, open_club)[0].code
    assert secret_of_code(str(code), "here", KEY) == secret(friday, "viewer")


def test_a_session_link_leads_into_no_club(friday: Friday, evening: Evening) -> None:
    for role in ("viewer", "scorer"):
        join(session_secret(evening, role), OTHER, None)
        with pytest.raises(NotFound):
            open_club(friday.slug, OTHER)


def test_a_viewer_hands_on_one_link_and_renews_nothing(friday: Friday) -> None:
    comes(friday, "viewer")
    assert [link.role for link in links_of(friday.slug, OTHER, KEY, open_club)] == ["viewer"]
    leaves_nothing(NotAllowed, lambda: renew_link(friday.slug, OTHER, "viewer", KEY, open_club))
    own = phones_of(friday.slug, PHONE, open_club)[0].access_id
    leaves_nothing(NotAllowed, lambda: put_out(friday.slug, OTHER, own, open_club))


# Into the sessions -------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["viewer", "scorer"])
def test_the_club_opens_its_sessions(friday: Friday, evening: Evening, role: Role) -> None:
    elsewhere = Evening()
    comes(friday, role)
    assert come_in_by_club(evening.slug, OTHER)
    assert role_in(evening) == role
    assert not come_in_by_club(evening.slug, OTHER), "it is in already"
    changes_nothing(lambda: come_in_by_club(elsewhere.slug, OTHER))
    changes_nothing(lambda: come_in_by_club(evening.slug, THIRD))
    changes_nothing(lambda: come_in_by_club("nowhere", OTHER))


def test_a_viewer_of_the_club_enters_nothing_in_its_sessions(friday: Friday, evening: Evening) -> None:
    comes(friday, "viewer")
    come_in_by_club(evening.slug, OTHER)
    leaves_nothing(NotAllowed, lambda: evening.sends(FINISH, phone=OTHER))


def test_a_watcher_of_a_session_who_enters_for_the_club_enters(friday: Friday, evening: Evening) -> None:
    join(session_secret(evening, "viewer"), OTHER, None)
    comes(friday, "scorer")
    assert role_in(evening) == "scorer"
    late = Evening()
    join(session_secret(late, "viewer"), OTHER, None)
    friday.takes_in(late)
    assert role_in(late) == "scorer"


def test_it_is_known_whose_phone_comes(friday: Friday, evening: Evening) -> None:
    comes(friday, "viewer")
    this_is(friday.slug, OTHER, friday.id("B"), open_club)
    come_in_by_club(evening.slug, OTHER)
    assert whose_phone(evening.session.id, OTHER) == evening.match.seats[1]
    leaves_nothing(NotFound, lambda: this_is(friday.slug, OTHER, 10**12, open_club))


# And out again -----------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["viewer", "scorer"])
def test_renewing_the_link_ends_what_came_through_it(friday: Friday, evening: Evening, role: Role) -> None:
    old = comes(friday, role)
    come_in_by_club(evening.slug, OTHER)
    renew_link(friday.slug, PHONE, role, KEY, open_club)
    leaves_nothing(LinkStopped, lambda: open_session(evening.slug, OTHER))
    assert leaves_nothing(LinkStopped, lambda: open_club(friday.slug, OTHER)).club
    leaves_nothing(LinkStopped, lambda: join(old, THIRD, None))
    changes_nothing(lambda: come_in_by_club(evening.slug, OTHER))
    assert role_in(evening, PHONE) == "scorer"
    comes(friday, role)
    assert come_in_by_club(evening.slug, OTHER)
    assert role_in(evening) == role


def test_who_came_by_the_link_of_the_session_stays(friday: Friday, evening: Evening) -> None:
    join(session_secret(evening, "scorer"), OTHER, None)
    comes(friday, "scorer")
    put_out(friday.slug, PHONE, phones_of(friday.slug, OTHER, open_club)[0].access_id, open_club)
    assert role_in(evening) == "scorer"


def test_a_phone_that_is_put_out_of_the_club_is_out_of_its_sessions(friday: Friday, evening: Evening) -> None:
    old = comes(friday, "scorer")
    comes(friday, "scorer", THIRD)
    come_in_by_club(evening.slug, OTHER)
    come_in_by_club(evening.slug, THIRD)
    put_out(friday.slug, PHONE, phones_of(friday.slug, OTHER, open_club)[0].access_id, open_club)
    for act in (
        lambda: open_session(evening.slug, OTHER),
        lambda: open_club(friday.slug, OTHER),
        lambda: join(old, OTHER, None),
    ):
        assert leaves_nothing(LinkStopped, act).put_out
    assert not come_in_by_club(evening.slug, OTHER)
    assert role_in(evening, THIRD) == "scorer"
    renew_link(friday.slug, PHONE, "viewer", KEY, open_club)
    comes(friday, "viewer")
    assert come_in_by_club(evening.slug, OTHER)


def test_who_was_put_out_of_a_session_does_not_come_back_through_the_club(
    friday: Friday, evening: Evening
) -> None:
    comes(friday, "scorer")
    come_in_by_club(evening.slug, OTHER)
    put_out(evening.slug, PHONE, phones_of(evening.slug, OTHER)[0].access_id)
    assert not come_in_by_club(evening.slug, OTHER)
    assert leaves_nothing(LinkStopped, lambda: open_session(evening.slug, OTHER)).put_out


def test_a_stopped_session_link_does_not_stop_the_club(friday: Friday, evening: Evening) -> None:
    join(session_secret(evening, "viewer"), OTHER, None)
    comes(friday, "viewer")
    renew_link(evening.slug, PHONE, "viewer", KEY)
    assert come_in_by_club(evening.slug, OTHER)
    assert role_in(evening) == "viewer"


def test_a_session_that_leaves_the_club_shuts_its_phones_out(friday: Friday, evening: Evening) -> None:
    comes(friday, "scorer")
    comes(friday, "viewer", THIRD)
    come_in_by_club(evening.slug, OTHER)
    come_in_by_club(evening.slug, THIRD)
    take_out_of_club(evening.slug, OTHER)
    assert role_in(evening) == "scorer", "who takes it out stays in"
    assert role_in(evening, PHONE) == "scorer", "who began it too"
    leaves_nothing(LinkStopped, lambda: open_session(evening.slug, THIRD))
    assert not come_in_by_club(evening.slug, THIRD)


def test_who_began_the_club_comes_in_and_goes_with_it(friday: Friday) -> None:
    evening = Evening(*HANDS, phone=OTHER)
    comes(friday, "scorer")
    put_into_club(evening.slug, OTHER, friday.slug)
    assert come_in_by_club(evening.slug, PHONE)
    take_out_of_club(evening.slug, OTHER)
    leaves_nothing(LinkStopped, lambda: open_session(evening.slug, PHONE))
    assert role_in(evening) == "scorer"


def test_opening_a_link_lists_a_hidden_session_again(evening: Evening) -> None:
    known = session_secret(evening, "viewer")
    join(known, OTHER, None)
    hide_session(evening.slug, OTHER, hidden=True)
    assert sessions_on_phone(OTHER) == []
    assert known_here(invitation(known), OTHER)
    assert len(sessions_on_phone(OTHER)) == 1
    hide_session(evening.slug, OTHER, hidden=True)
    join(known, OTHER, None)
    assert len(sessions_on_phone(OTHER)) == 1
    assert db.session.scalars(select(Access).where(Access.hidden_at.is_not(None))).all() == []


def test_who_is_put_out_while_coming_in_is_out(
    friday: Friday, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    comes(friday, "scorer")
    ask = module._way_in
    asked: list[str] = []

    def slow(slug: str, device_id: str) -> object:
        answer = ask(slug, device_id)
        if not asked:
            asked.append(slug)
            monkeypatch.setattr(module, "_way_in", ask)
            access = phones_of(friday.slug, OTHER, open_club)[0].access_id
            put_out(friday.slug, PHONE, access, open_club)
        return answer

    monkeypatch.setattr(module, "_way_in", slow)
    assert come_in_by_club(evening.slug, OTHER) is False
    with pytest.raises(NotFound):
        open_session(evening.slug, OTHER)


def test_a_sessions_own_link_outlives_the_club(friday: Friday, evening: Evening) -> None:
    comes(friday, "scorer")
    assert come_in_by_club(evening.slug, OTHER)
    join(session_secret(evening, "scorer"), OTHER, None)
    put_out(friday.slug, PHONE, phones_of(friday.slug, OTHER, open_club)[0].access_id, open_club)
    assert role_in(evening) == "scorer"

"""Links, codes, and who is let in (design, "People and links")."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from scorekeeper.service.codes import TRIES, secret_of_code
from scorekeeper.service.entries import add_entries_to
from scorekeeper.service.errors import LinkStopped, NotAllowed, NotFound, TooManyTries
from scorekeeper.service.links import invitation, join, known_here, links_of, renew_link
from scorekeeper.service.open_match import open_match, open_session
from scorekeeper.service.phones import phones_of, put_out, this_is, whose_phone
from scorekeeper.service.secrets import ALPHABET, Role
from scorekeeper.service.sessions import count_sessions, sessions_on_phone
from scorekeeper.service.transaction import writing
from scorekeeper.store import Link, Player, WrongCode, db
from scorekeeper.store.database import now
from tests.games.racehorse.at_table import FINISH
from tests.service.evening import OTHER, PHONE, Evening, changes_nothing, fresh, leaves_nothing

KEY = "the key of these tests"
THIRD = "3" * 32


def secrets(evening: Evening, phone: str = PHONE, key: str = KEY) -> dict[str, str]:
    return {link.role: link.secret for link in links_of(evening.slug, phone, key)}


def code(evening: Evening) -> str:
    return str(links_of(evening.slug, PHONE, KEY)[0].code)


def comes(evening: Evening, role: Role, phone: str = OTHER) -> str:
    """Another phone comes in by the link; its secret."""
    secret = secrets(evening)[role]
    join(secret, phone, None)
    return secret


def role_of(evening: Evening, phone: str) -> str:
    return open_session(evening.slug, phone)[1]


# Links -------------------------------------------------------------------------------------------


def test_a_session_has_two_links_which_stay_the_same() -> None:
    evening = Evening()
    first = secrets(evening)
    assert set(first) == {"viewer", "scorer"}
    assert first["viewer"] != first["scorer"]
    assert all(re.fullmatch(r"[\w-]{24}", secret) for secret in first.values())  # 144 bits
    changes_nothing(lambda: links_of(evening.slug, PHONE, KEY))
    assert secrets(evening) == first
    assert secrets(Evening()) != first


def test_the_database_does_not_hold_the_secrets() -> None:
    evening = Evening()
    known = {*secrets(evening).values(), code(evening)}
    kept = {str(value) for link in db.session.scalars(select(Link)) for value in vars(link).values()}
    assert not kept & known


def test_a_viewer_hands_on_the_viewer_link_alone() -> None:
    evening = Evening()
    comes(evening, "viewer")
    assert secrets(evening, OTHER) == {"viewer": secrets(evening)["viewer"]}


def test_who_is_not_in_sees_no_links() -> None:
    evening = Evening()
    for phone in (OTHER, ""):
        with pytest.raises(NotFound):
            links_of(evening.slug, phone, KEY)


def test_with_another_key_there_are_other_links() -> None:
    evening = Evening()
    first = secrets(evening)
    second = secrets(evening, key="another key")
    assert not set(first.values()) & set(second.values())
    with pytest.raises(LinkStopped):
        join(first["viewer"], OTHER, None)
    join(second["viewer"], OTHER, None)


# Coming in ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["viewer", "scorer"])
def test_a_link_lets_a_phone_in(role: Role) -> None:
    evening = Evening()
    with pytest.raises(NotFound):
        open_match(evening.slug, 1, OTHER)
    invited = invitation(secrets(evening)[role])
    assert (invited.role, invited.games) == (role, ("racehorse",))
    assert next(iter(invited.names.values())) == "Ana"
    assert not known_here(invited, OTHER)
    comes(evening, role)
    assert known_here(invited, OTHER)
    assert open_match(evening.slug, 1, OTHER).role == role
    assert [one.session.slug for one in sessions_on_phone(OTHER)] == [evening.slug]
    changes_nothing(lambda: comes(evening, role))


def test_a_scorer_enters_and_a_viewer_does_not() -> None:
    evening = Evening()
    comes(evening, "viewer")
    leaves_nothing(NotAllowed, lambda: evening.sends(FINISH, phone=OTHER))
    comes(evening, "scorer")
    evening.sends(FINISH, phone=OTHER)
    assert evening.match.finished


def test_a_scorer_who_opens_the_viewer_link_stays_one() -> None:
    evening = Evening()
    comes(evening, "viewer", PHONE)
    comes(evening, "scorer")
    comes(evening, "viewer")
    assert role_of(evening, PHONE) == role_of(evening, OTHER) == "scorer"


@pytest.mark.parametrize("secret", ["", "x", "A" * 24, "\0", "ä", "x" * 5000])
def test_what_is_no_link(secret: str) -> None:
    leaves_nothing(NotFound, lambda: join(secret, OTHER, None))


# Renewing ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["viewer", "scorer"])
def test_a_renewed_link_ends_the_old_one_at_once(role: Role) -> None:
    evening = Evening()
    old = comes(evening, role)
    spoken = code(evening)
    renew_link(evening.slug, PHONE, role, KEY)
    for act in (
        lambda: open_match(evening.slug, 1, OTHER),
        lambda: open_session(evening.slug, OTHER),
        lambda: join(old, THIRD, None),
        lambda: invitation(old),
    ):
        stopped = leaves_nothing(LinkStopped, act)
        assert not stopped.put_out
        assert now() - stopped.at < timedelta(minutes=1)
    assert count_sessions(OTHER) == 0
    assert (code(evening) != spoken) is (role == "viewer")
    comes(evening, role)
    assert role_of(evening, OTHER) == role
    assert role_of(evening, PHONE) == "scorer"


def test_renewing_one_link_leaves_the_other() -> None:
    evening = Evening()
    comes(evening, "viewer")
    before = secrets(evening)
    renew_link(evening.slug, PHONE, "scorer", KEY)
    assert secrets(evening)["viewer"] == before["viewer"]
    assert role_of(evening, OTHER) == "viewer"


def test_who_renews_the_link_by_which_it_came_stays_in() -> None:
    evening = Evening()
    comes(evening, "scorer")
    comes(evening, "scorer", THIRD)
    renew_link(evening.slug, OTHER, "scorer", KEY)
    assert role_of(evening, OTHER) == role_of(evening, PHONE) == "scorer"
    with pytest.raises(LinkStopped):
        open_session(evening.slug, THIRD)


def test_a_viewer_renews_nothing() -> None:
    evening = Evening()
    comes(evening, "viewer")
    leaves_nothing(NotAllowed, lambda: renew_link(evening.slug, OTHER, "viewer", KEY))


# Codes -------------------------------------------------------------------------------------------


def test_a_code_has_eight_signs_and_leads_to_the_viewer_link() -> None:
    evening = Evening()
    spoken = code(evening)
    assert re.fullmatch(f"[{ALPHABET}]{{8}}", spoken)
    assert not set("01258OILSBZ") & set(ALPHABET)
    viewer = secrets(evening)["viewer"]
    for typed in (spoken, spoken.lower(), f" {spoken[:4]} {spoken[4:]} ", f"{spoken[:4]}-{spoken[4:]}"):
        assert secret_of_code(typed, "here", KEY) == viewer


def test_wrong_codes_are_counted_for_each_origin() -> None:
    evening = Evening()
    spoken = code(evening)
    for _ in range(TRIES):
        with pytest.raises(NotFound):
            secret_of_code("AAAAAAAA", "there", KEY)
    leaves_nothing(TooManyTries, lambda: secret_of_code(spoken, "there", KEY))
    assert secret_of_code(spoken, "here", KEY)
    with writing() as session:
        session.execute(update(WrongCode).values(made_at=now() - timedelta(minutes=11)))
    assert secret_of_code(spoken, "there", KEY)
    with pytest.raises(NotFound):
        secret_of_code("AAAAAAAA", "there", KEY)
    assert len(db.session.scalars(select(WrongCode)).all()) == 1, "old ones are dropped"


def test_wrong_codes_are_counted_over_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.service.codes.TRIES_OF_ALL", 3)
    for origin in "abc":
        with pytest.raises(NotFound):
            secret_of_code("AAAAAAAA", origin, KEY)
    with pytest.raises(TooManyTries):
        secret_of_code("AAAAAAAA", "d", KEY)


def test_an_origin_is_not_kept_in_plain() -> None:
    with pytest.raises(NotFound):
        secret_of_code("AAAAAAAA", "192.0.2.7", KEY)
    assert db.session.scalars(select(WrongCode)).one().origin != "192.0.2.7"


# Who is in ---------------------------------------------------------------------------------------


def test_the_phones_that_are_in() -> None:
    evening = Evening()
    ben = db.session.scalars(select(Player).where(Player.name == "Ben")).one()
    join(secrets(evening)["scorer"], OTHER, ben.id)
    comes(evening, "viewer", THIRD)
    phones = phones_of(evening.slug, PHONE)
    assert [(one.role, one.who, one.own, one.through_link) for one in phones] == [
        ("scorer", None, True, False),
        ("scorer", "Ben", False, True),
        ("viewer", None, False, True),
    ]
    assert phones_of(evening.slug, THIRD)[0].own
    assert whose_phone(evening.session.id, OTHER) == ben.id


def test_one_phone_is_put_out() -> None:
    evening = Evening()
    link = comes(evening, "viewer")
    comes(evening, "viewer", THIRD)
    put_out(evening.slug, PHONE, phones_of(evening.slug, OTHER)[0].access_id)
    assert leaves_nothing(LinkStopped, lambda: open_session(evening.slug, OTHER)).put_out
    assert leaves_nothing(LinkStopped, lambda: join(link, OTHER, None)).put_out
    assert role_of(evening, THIRD) == "viewer"
    renew_link(evening.slug, PHONE, "viewer", KEY)
    comes(evening, "viewer")
    assert role_of(evening, OTHER) == "viewer"


def test_a_phone_that_was_put_out_comes_back_by_no_link_that_there_was() -> None:
    evening = Evening()
    scorer = comes(evening, "scorer")
    watching = secrets(evening)["viewer"]
    put_out(evening.slug, PHONE, phones_of(evening.slug, OTHER)[0].access_id)
    for secret in (watching, scorer, watching):
        assert leaves_nothing(LinkStopped, lambda secret=secret: join(secret, OTHER, None)).put_out  # type: ignore[misc]
    renew_link(evening.slug, PHONE, "viewer", KEY)
    comes(evening, "viewer")
    assert role_of(evening, OTHER) == "viewer"


def test_who_began_can_be_put_out_and_stays_out() -> None:
    evening = Evening()
    link = comes(evening, "scorer")
    put_out(evening.slug, OTHER, phones_of(evening.slug, PHONE)[0].access_id)
    assert leaves_nothing(LinkStopped, lambda: join(link, PHONE, None)).put_out


def test_a_phone_that_is_put_out_meanwhile_enters_nothing() -> None:
    evening = Evening()
    comes(evening, "scorer")
    opened = open_match(evening.slug, 1, OTHER)
    put_out(evening.slug, PHONE, phones_of(evening.slug, OTHER)[0].access_id)
    entering = lambda: add_entries_to(opened, [FINISH], device_id=OTHER, version=0, client_id=fresh())  # noqa: E731
    leaves_nothing(LinkStopped, entering)


def test_who_may_put_out_whom() -> None:
    evening, elsewhere = Evening(), Evening(phone=THIRD)
    comes(evening, "viewer")
    own = phones_of(evening.slug, PHONE)[0].access_id
    leaves_nothing(NotAllowed, lambda: put_out(evening.slug, OTHER, own))
    leaves_nothing(NotFound, lambda: put_out(evening.slug, PHONE, own))
    strange = phones_of(elsewhere.slug, THIRD)[0].access_id
    leaves_nothing(NotFound, lambda: put_out(evening.slug, PHONE, strange))
    leaves_nothing(NotFound, lambda: put_out(evening.slug, PHONE, 10**12))


def test_whose_phone_it_is() -> None:
    evening, elsewhere = Evening(), Evening()
    comes(evening, "viewer")
    ana, ben = evening.session.players[:2]
    this_is(evening.slug, OTHER, ben.id)
    assert whose_phone(evening.session.id, OTHER) == ben.id
    stranger = elsewhere.session.players[0].id
    leaves_nothing(NotFound, lambda: this_is(evening.slug, OTHER, stranger))
    join(secrets(evening)["viewer"], OTHER, stranger)
    assert whose_phone(evening.session.id, OTHER) == ben.id
    this_is(evening.slug, OTHER, ana.id)
    this_is(evening.slug, OTHER, None)
    assert whose_phone(evening.session.id, OTHER) is None

"""The members of a club: adding, renaming, retiring, and saying that two are one person."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from babel.dates import format_skeleton
from flask import Blueprint, abort, render_template, request
from wtforms import StringField

from scorekeeper.kernel import Refused, say_many
from scorekeeper.service import members
from scorekeeper.service.clubs import rename_club
from scorekeeper.service.errors import NotAllowed, NotFound
from scorekeeper.service.members import Person, look_alikes, people_of, refuse_two_people, sat_together
from scorekeeper.store import Club
from scorekeeper.web.answers import Answer, see_other
from scorekeeper.web.club_page import ClubPage, club_page
from scorekeeper.web.done import done_said
from scorekeeper.web.forms.base import PhoneForm, hidden_fields, received, whole
from scorekeeper.web.people import people as drawn_people
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import _, reader, sentence, words

blueprint = Blueprint("members", __name__, url_prefix="/c/<slug>/members")
SHOWN_DAYS = 8


class MemberForm(PhoneForm):
    """``member``: who it is about, by id; ``into``: who that person is; ``name``: a name."""

    member = StringField()
    into = StringField()
    name = StringField()


@blueprint.get("/")
def people(slug: str) -> str:
    """Who is in the club."""
    return _draw(club_page(slug), None, {})


def _draw(page: ClubPage, refused: Refused | None, sent: dict[str, Any]) -> str:
    known = people_of(page.club)
    coming = [one for one in known if not one.retired]
    drawn = drawn_people([one.name for one in known])
    number = sentence(say_many("%(count)s member", "%(count)s members", len(coming)))
    error = words().sentence(refused.message) if refused else ""
    at = str(sent.get("member") or "") if sent.get("do") == "rename" else ""
    return render_template(
        "club/members.html",
        **page.frame(number, "members.people"),
        alike=[_pair(page, *pair) for pair in _one_person(page.club, known)] if page.enters else [],
        members=[
            {**shown, **_told(one), "error": error if at == str(one.id) else ""}
            | {"typed": sent.get("name") if at == str(one.id) else one.name}
            | {"others": [(other.id, other.name) for other in known if other is not one]}
            for one, shown in zip(known, drawn, strict=True)
        ],
        enters=page.enters,
        add={"name": sent.get("name") or "", "error": error} if sent.get("do") == "add" else {},
        form={"action": page.url("members.act"), "hidden": hidden_fields()},
        merge_url=page.url("members.ask"),
        club={"name": sent.get("name") if sent.get("do") == "club" else page.club.name}
        | {"error": error if sent.get("do") == "club" else ""},
        toast=done_said(request.args.get("done", "")),
    )


def _told(one: Person) -> dict[str, Any]:
    """How often somebody played, and under which other names."""
    return {
        "id": one.id,
        "played": _played(one),
        "retired": one.retired,
        "merged": [(other.id, other.name) for other in one.merged],
    }


def _played(one: Person) -> str:
    if not one.days:
        return _("in no session yet")
    number = sentence(say_many("%(count)s session", "%(count)s sessions", len(one.days)))
    return _("%(sessions)s, last on %(day)s", sessions=number, day=_day(one.days[0]))


def _day(day: date) -> str:
    return format_skeleton("yMMMd", day, locale=reader().locale)


def _which(one: Person) -> str:
    """In which sessions somebody played, the newest of them by their days."""
    if not one.days:
        return _played(one)
    days = [_day(day) for day in one.days[:SHOWN_DAYS]]
    more = len(one.days) - len(days)
    said = words().listed([*days, _("%(count)s earlier", count=more)] if more else days)
    number = sentence(say_many("%(count)s session", "%(count)s sessions", len(one.days)))
    return _("%(sessions)s: %(days)s", sessions=number, days=said)


def _one_person(club: Club, known: Sequence[Person]) -> list[tuple[Person, Person]]:
    """Who may be one person: two who look alike, unless they have sat at a table together."""
    return [pair for pair in look_alikes(known) if sat_together(club, pair[0].id, pair[1].id) is None]


def _pair(page: ClubPage, less: Person, more: Person) -> dict[str, str]:
    url = page.url("members.ask", member=less.id, into=more.id)
    return {"less": less.name, "more": more.name, "url": url}


@blueprint.post("/")
def act(slug: str) -> Answer:
    """Adds, renames, retires, brings back, separates; or renames the club."""
    form = received(MemberForm)
    page, phone = club_page(slug), known_phone()
    named, do = _id(form.member.data), form.do.data
    try:
        if do == "add":
            members.add_member(slug, phone, form.name.data or "")
            done = "added"
        elif do == "rename":
            members.rename_member(slug, phone, named, form.name.data or "")
            done = "renamed"
        elif do in {"retire", "return"}:
            members.retire_member(slug, phone, named, retired=do == "retire")
            done = "retired" if do == "retire" else "back"
        elif do == "separate":
            members.separate_member(slug, phone, named)
            done = "separated"
        elif do == "club":
            rename_club(slug, phone, form.name.data or "")
            done = "renamed"
        else:
            abort(400)
    except Refused as refused:
        return _draw(page, refused, form.data), 422
    return see_other(page.url("members.people", done=done))


def _id(text: str | None) -> int:
    """The id that was sent; one that nobody has where it is none."""
    number = whole(text)
    return number if isinstance(number, int) else 0


# Two that are one --------------------------------------------------------------------------------


@blueprint.get("/merge")
def ask(slug: str) -> Answer:
    """What merging two members would do."""
    page = club_page(slug)
    if not page.enters:
        raise NotAllowed
    return _ask(page, request.args.get("member"), request.args.get("into"))


def _ask(page: ClubPage, member: str | None, into: str | None) -> Answer:
    known = {one.id: one for one in people_of(page.club)}
    one, other = known.get(_id(member)), known.get(_id(into))
    if one is None or other is None or one is other:
        raise NotFound
    refused = None
    try:
        refuse_two_people(page.club, one, other)
    except Refused as error:
        refused = words().sentence(error.message)
    asked = render_template(
        "club/merge.html",
        **page.frame(_("Two members, one person"), "members.people"),
        one={"name": one.name, "played": _which(one)},
        other={"name": other.name, "played": _which(other)},
        refused=refused,
        swap_url=page.url("members.ask", member=other.id, into=one.id),
        back_url=page.url("members.people"),
        form={
            "action": page.url("members.merge"),
            "hidden": [*hidden_fields(), ("member", str(one.id)), ("into", str(other.id))],
        },
    )
    return (asked, 422) if refused else asked


@blueprint.post("/merge")
def merge(slug: str) -> Answer:
    """Says that two members are one person."""
    form = received(MemberForm)
    page = club_page(slug)
    try:
        members.merge_members(slug, known_phone(), _id(form.member.data), _id(form.into.data))
    except Refused:
        return _ask(page, form.member.data, form.into.data)
    return see_other(page.url("members.people", done="merged"))

"""The members of a club: who comes, renaming, retiring, and two that are one person."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.api.answers import page_of
from scorekeeper.api.bodies import ChangedMember, MergedMember, NewMember
from scorekeeper.api.callers import program
from scorekeeper.api.club_answers import MemberSchema
from scorekeeper.api.fields import MOST_ID
from scorekeeper.api.pages import cursor_of
from scorekeeper.api.parts import ENTERS, LOOKS, Part, listed, told
from scorekeeper.service.clubs import open_club
from scorekeeper.service.errors import NotFound
from scorekeeper.service.members import (
    Person,
    add_member,
    change_member,
    merge_members,
    people_of,
    separate_member,
)

part = Part("Members", "The people of a club, under the names of now.")
Json = dict[str, Any]


@part.lists("/clubs/<club>/members", page_of(MemberSchema))
def list_club_members(asked: Json, club: str) -> Response:
    """Everybody in a club, in the order in which they came; who was merged into another one is not told."""
    known, _ = open_club(club, program().device_id)
    begins, people = asked["cursor"], sorted(people_of(known), key=lambda one: one.id)
    rest = [one for one in people if one.id > begins]
    items = rest[: asked["limit"]]
    after = cursor_of(items[-1].id) if len(rest) > len(items) else None
    return listed(map(_member, items), after)


@part.offers("GET", "/clubs/<club>/members/<int:member>", tells=MemberSchema, problems=LOOKS)
def get_club_member(club: str, member: int) -> Response:
    """A member of a club."""
    return told(_member(_person(club, member)))


@part.offers("POST", "/clubs/<club>/members", tells=MemberSchema, status=201, body=NewMember, problems=ENTERS)
def add_club_member(asked: Json, club: str) -> Response:
    """Somebody more comes."""
    made = add_member(club, program().device_id, asked["name"])
    return told(_member(_person(club, made)), 201)


@part.offers(
    "PATCH", "/clubs/<club>/members/<int:member>", tells=MemberSchema, body=ChangedMember, problems=ENTERS
)
def change_club_member(asked: Json, club: str, member: int) -> Response:
    """Renames or retires somebody; what is not sent stays."""
    change_member(
        club, program().device_id, _id(member), name=asked.get("name"), retired=asked.get("retired")
    )
    return told(_member(_person(club, member)))


@part.offers(
    "POST", "/clubs/<club>/members/<int:member>/merge", tells=MemberSchema, body=MergedMember, problems=ENTERS
)
def merge_club_members(asked: Json, club: str, member: int) -> Response:
    """Says that a member is the same person as another one, under whose name both count from now on."""
    merge_members(club, program().device_id, _id(member), asked["into"])
    return told(_member(_person(club, asked["into"])))


@part.offers("POST", "/clubs/<club>/members/<int:member>/separate", tells=MemberSchema, problems=ENTERS)
def separate_club_member(club: str, member: int) -> Response:
    """Takes a merge back: the member stands alone again."""
    separate_member(club, program().device_id, _id(member))
    return told(_member(_person(club, member)))


def _id(member: int) -> int:
    """An id as the database can hold it. Raises NotFound."""
    if member > MOST_ID:
        raise NotFound
    return member


def _person(slug: str, member_id: int) -> Person:
    club, _ = open_club(slug, program().device_id)
    found = next((one for one in people_of(club) if one.id == member_id), None)
    if found is None:
        raise NotFound
    return found


def _member(person: Person) -> Json:
    merged = [one.id for one in person.merged]
    return {"id": person.id, "name": person.name, "retired": person.retired, "merged": merged}

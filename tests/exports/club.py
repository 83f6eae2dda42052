"""A club as the exports are given it: with all that can be in one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from scorekeeper.exports import (
    CLUB_FILES,
    Asked,
    ClubSession,
    ExportedClub,
    ExportedMatch,
    ExportedMember,
    ExportedSession,
    ExportedTransfer,
)
from scorekeeper.kernel import Stake
from tests.exports.evening import BEGIN, DAY, NASTY, R1, R2, ZONE, Raw, Record, evening, played, read

FINISH: Raw = {"type": "finish"}
YEN = Stake("JPY", "tally", {"per_point": 10})
CASH = Stake("USD", "cash", {"per_point": 100})
OLD_NAME = "Loukas"
"""Of the member who turned out to be Łukasz, and is the last of the club's members."""


def members(*names: str, merged: int | None = None, retired: Sequence[int] = ()) -> list[ExportedMember]:
    """Everybody; ``merged``: who the last one turned out to be; ``retired``: their places."""
    last = len(names) - 1
    return [
        ExportedMember(
            name,
            BEGIN if place in retired else None,
            merged if place == last and merged is not None else None,
        )
        for place, name in enumerate(names)
    ]


def club(
    known: Sequence[ExportedMember],
    *sessions: ExportedSession,
    transfers: Sequence[ExportedTransfer] = (),
    archived: Sequence[int] = (),
    people: Sequence[Sequence[int]] | None = None,
) -> ExportedClub:
    """A club with these sessions, a week apart. ``people``: by session which members they are."""
    places = [one.name for one in known]
    own = people or [[places.index(name) for name in session.people] for session in sessions]
    into = [place if one.merged_into is None else one.merged_into for place, one in enumerate(known)]
    return ExportedClub(
        "club",
        "=Friday, عمر",
        ZONE.key,
        known,
        [
            ClubSession(
                replace(
                    session,
                    key=f"evening {number}",
                    day=DAY + timedelta(days=7 * number),
                    people_keys=[f"club/{into[member]}" for member in here],
                ),
                here,
                BEGIN if number in archived else None,
            )
            for number, (session, here) in enumerate(zip(sessions, own, strict=True))
        ],
        transfers,
    )


def day(number: int) -> date:
    """Of the session with this number."""
    return DAY + timedelta(days=7 * (number - 1))


def later(hours: int) -> datetime:
    """A moment after the first session."""
    return BEGIN + timedelta(hours=hours)


def nasty_club() -> ExportedClub:
    """Everything there is.

    Three sessions with everybody of ``NASTY``: finished and half-finished matches, dollars, yen and cash,
    transfers there; the last one archived; Łukasz under an old name in it, "+49" retired; and on the tab a
    payment, one that was taken back, and one that Łukasz made to his old name.
    """
    known = members(*NASTY, OLD_NAME, merged=NASTY.index("Łukasz"), retired=[1])
    first = evening(
        played(*R1, *R2, FINISH, names=NASTY[:5]),
        played(*R1, names=NASTY[5:], number=2),
        transfers=[
            ExportedTransfer(0, 1, 300, "USD", later(1)),
            ExportedTransfer(1, 0, 300, "USD", later(2), 0),
        ],
    )
    second = evening(
        played(*R2, FINISH, names=NASTY[5:], stake=YEN), played(*R1, names=NASTY[:5], number=2, stake=CASH)
    )
    old = (*NASTY[:4], OLD_NAME)
    third = evening(played(*R1, R1[0], names=old), transfers=[ExportedTransfer(4, 1, 125, "USD", later(400))])
    own, old_name = NASTY.index("Łukasz"), len(NASTY)
    paid = [
        ExportedTransfer(2, 1, 450, "USD", later(200)),
        ExportedTransfer(3, 1, 100, "USD", later(201)),
        ExportedTransfer(1, 3, 100, "USD", later(202), reverses=1),
        ExportedTransfer(own, old_name, 77, "USD", later(203)),
        ExportedTransfer(8, 7, 15, "JPY", later(204)),
    ]
    return club(known, first, second, third, transfers=paid, archived=[2])


def content(of: ExportedClub, file: str, unit: str = "") -> bytes:
    """The whole file."""
    made = CLUB_FILES[file].content(of, Asked(unit=unit))
    return made if isinstance(made, bytes) else b"".join(made)


def rows(of: ExportedClub, file: str, unit: str = "") -> list[Record]:
    """What a CSV reader makes of it."""
    return read(content(of, file, unit))


def matches(of: ExportedClub) -> list[ExportedMatch]:
    """Those of all sessions."""
    return [match for one in of.sessions for match in one.session.matches]

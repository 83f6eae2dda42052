"""Who sits where. Seats are numbers that never change; the clockwise order and who sits out may."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Table:
    """The people of a match.

    ``names``: by seat, late arrivals appended. ``order``: the seats clockwise. ``out``: seats that sit out.
    """

    names: tuple[str, ...]
    order: tuple[int, ...]
    out: frozenset[int] = frozenset()

    @classmethod
    def of(cls, names: tuple[str, ...]) -> Table:
        """Everybody at the table, clockwise in the order of the list."""
        return cls(names, tuple(range(len(names))))

    @property
    def seats(self) -> range:
        """Every seat there is, sitting or not."""
        return range(len(self.names))

    @property
    def sitting(self) -> tuple[int, ...]:
        """The seats that play, clockwise."""
        return tuple(seat for seat in self.order if seat not in self.out)

    def sits(self, seat: int) -> bool:
        """Whether this seat plays."""
        return seat not in self.out

    def clockwise_from(self, seat: int) -> tuple[int, ...]:
        """The sitting seats, starting with the first one after ``seat`` (its left) and ending with it."""
        at = self.order.index(seat) + 1
        return tuple(s for s in self.order[at:] + self.order[:at] if s not in self.out)

    def left_of(self, seat: int) -> int:
        """The next sitting seat clockwise."""
        return self.clockwise_from(seat)[0]

    def right_of(self, seat: int) -> int:
        """The next sitting seat counter-clockwise."""
        return next(s for s in reversed(self.clockwise_from(seat)) if s != seat)

    def at_or_after(self, seat: int) -> int:
        """``seat`` if it sits, else the next sitting seat clockwise."""
        return seat if self.sits(seat) else self.left_of(seat)

    def with_out(self, seat: int) -> Table:
        """The same table with ``seat`` sitting out."""
        return replace(self, out=self.out | {seat})

    def with_in(self, seat: int) -> Table:
        """The same table with ``seat`` playing again."""
        return replace(self, out=self.out - {seat})

    def joined(self, name: str, after: int) -> Table:
        """The same table with one more player, who sits to the left of ``after``."""
        at = self.order.index(after) + 1
        seat = len(self.names)
        return replace(self, names=(*self.names, name), order=(*self.order[:at], seat, *self.order[at:]))

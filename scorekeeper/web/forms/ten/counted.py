"""The hands of the final count as far as they were tapped."""

from __future__ import annotations

from collections import Counter
from typing import Any

from wtforms import StringField

from scorekeeper.games.ten.cards import OWNED
from scorekeeper.games.ten.state import State
from scorekeeper.kernel import Refused, Step, Who, play, say
from scorekeeper.web.forms.asking import missing
from scorekeeper.web.forms.base import PerSeat, whole
from scorekeeper.web.forms.ten.placing import Counted, PlacingForm, best
from scorekeeper.web.match_page import MatchPage


class CountForm(PlacingForm):
    """By seat: the cards as they were tapped, a blank between two; tokens; the count that was accepted.

    ``seat``: whose cards are tapped now. ``group``: which keys are in view.
    """

    seat = StringField()
    group = StringField()
    cards = PerSeat()
    tokens = PerSeat()
    accepted = PerSeat()


class CountedHands:
    """The hands so far. ``state``: before the count."""

    def __init__(self, page: MatchPage, form: CountForm, state: State) -> None:
        self.page, self.form, self.state = page, form, state
        self.seats = state.table.order
        named = whole(form.seat.data)
        self.open: int = named if isinstance(named, int) and named in self.seats else self._first_open()
        self._tap()

    # What was sent ---------------------------------------------------------------------------

    def _text(self, field: str, seat: int) -> str:
        texts: list[str] = self.form[field].data
        return texts[seat].strip() if seat < len(texts) else ""

    def _set(self, field: str, seat: int, text: str) -> None:
        texts: list[str] = self.form[field].data
        texts.extend([""] * (seat + 1 - len(texts)))
        texts[seat] = text

    def _tap(self) -> None:
        """Does what was tapped beside the fields: a card comes or goes, another hand opens."""
        match self.form.tapped:
            case ["tap", card]:
                self._set("cards", self.open, " ".join([*self.written(self.open), card]))
            case ["drop", card] if card in self.written(self.open):
                cards = self.written(self.open)
                del cards[len(cards) - 1 - cards[::-1].index(card)]
                self._set("cards", self.open, " ".join(cards))
            case ["back"]:
                self._set("cards", self.open, " ".join(self.written(self.open)[:-1]))
            case ["open", seat] if whole(seat) in self.seats:
                self._opens(int(seat))
            case ["accept", figure] if figure == str(self.score(self.open)):
                self._set("accepted", self.open, figure)
                after = self.after(self.open)
                if after is not None:
                    self._opens(after)
            case ["hand", seat]:
                self.form.by_hand.data = seat
            case ["best"]:
                self.form.by_hand.data = ""

    def _opens(self, seat: int) -> None:
        """A hand is opened: its cards are tapped from the first colour on."""
        self.open, self.form.group.data = seat, ""

    def written(self, seat: int) -> list[str]:
        """The cards of a seat as they were sent, whatever they are."""
        return self._text("cards", seat).split()

    def cards(self, seat: int) -> tuple[str, ...]:
        """The cards of a seat, as far as there are such cards."""
        return tuple(card for card in self.written(seat) if card in OWNED)

    def tokens(self, seat: int) -> str:
        """The tokens of a seat as they were sent, empty for none."""
        return self._text("tokens", seat)

    def known(self) -> Counter[str]:
        """How many of each card all hands have."""
        return Counter(card for seat in self.seats for card in self.cards(seat))

    # What it comes to ------------------------------------------------------------------------

    def score(self, seat: int) -> int | None:
        """What the hand counts, None while nothing is tapped."""
        if not self.written(seat) and not self.tokens(seat):
            return None
        found = best(self.state.rules, self.cards(seat))
        return found.score if found else None

    def accepted(self, seat: int) -> bool:
        """Whether the count was accepted, and is the same still."""
        return self.complete(seat) and self._text("accepted", seat) == str(self.score(seat))

    def accepted_figure(self, seat: int) -> str:
        """The count that was accepted, empty for none."""
        return self._text("accepted", seat) if self.accepted(seat) else ""

    def complete(self, seat: int) -> bool:
        """Whether nothing is missing: there may be no cards, but tokens are said."""
        return bool(self.tokens(seat))

    def after(self, seat: int) -> int | None:
        """Whose hand is counted next, clockwise from this seat; None if all others are."""
        around = self.state.table.clockwise_from(seat)
        return next((one for one in around if one != seat and not self.complete(one)), None)

    def _first_open(self) -> int:
        return next((seat for seat in self.seats if not self.complete(seat)), self.seats[0])

    def counted(self, seat: int, *, finished: bool) -> Counted:
        """The hand for drawing."""
        tokens = whole(self.tokens(seat))
        return Counted(
            seat,
            self.cards(seat),
            tokens if isinstance(tokens, int) else None,
            accepted=finished or self.accepted(seat),
        )

    # As an entry -----------------------------------------------------------------------------

    def raw(self, *, blanks: bool = False) -> dict[str, Any]:
        """The entry of the wire format; ``blanks``: with no tokens where none are said yet."""
        hands = []
        for seat in self.state.table.seats:
            if not self.complete(seat) and not blanks:
                raise missing(f"hands.{seat}.tokens", say("%(who)s’s tokens", who=Who(seat)))
            hands.append({"cards": self.written(seat), "tokens": whole(self.tokens(seat) or "0")})
        return {"type": "count", "hands": hands}

    def impossible(self) -> Refused | None:
        """Why what was tapped so far cannot be, whatever follows."""
        try:
            self.tried()
        except Refused as refused:
            return refused
        return None

    def tried(self) -> Step[Any]:
        """What the hands come to so far; raises Refused for what cannot be."""
        return play(self.page.opened.game, self.state, self.raw(blanks=True))

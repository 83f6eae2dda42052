"""Entry screens: a game's own (``web/forms/<game>.py``, found by that name) or the plain one."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from scorekeeper.kernel import Game, Message, Refused, Step
from scorekeeper.web.forms.base import PhoneForm

if TYPE_CHECKING:  # which has the tabs of the screens in it
    from scorekeeper.web.match_page import MatchPage


class Screen(Protocol):
    """One way of entering something, with what was tapped so far in its form.

    ``next_view``: how to go on after saving, empty for the usual way. ``raws`` decodes what was sent
    into entries of the wire format; raises Refused for what cannot be an entry yet, naming what is
    missing. ``context`` is what the template draws: ``step`` is what the entries would do, ``refused``
    why they cannot be saved (``spoken``: the person has asked for it, so say it at the field).
    A screen with ``completes`` ends the unit when it is saved.
    """

    form: PhoneForm
    next_view: str
    template: str
    part: str

    def raws(self) -> list[dict[str, Any]]:
        """The entries."""

    def context(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """What the template draws."""


class ScreenMaker(Protocol):
    """What a module ``web/forms/<game>.py`` offers.

    It may also have ``TABS``: views that are no way of entering but show something, each with what its tab
    is called. ``entry_screen`` makes them too, and they can be looked at after the end of the match. And
    ``to_prepare(players)``: what so many players do before they begin, None for nothing.
    """

    def entry_screen(self, page: MatchPage, view: str) -> Screen:
        """The screen for what comes next. ``view``: the way of entering that was asked for, or empty."""

    def amend_screen(self, page: MatchPage, before: Any, entered: list[dict[str, Any]]) -> Screen:
        """The screen for a whole unit again.

        ``before`` is the state in which it began, ``entered`` the entries as which it was entered.
        """


def whole_screen(page: MatchPage, before: Any, begun: list[dict[str, Any]]) -> Screen | None:
    """The screen for a whole unit that begins with ``before``, which a phone fills in without the server.

    ``begun``: the entries of it that are there already; what is saved takes their place.
    None where the game has none (``whole_screen`` in ``web/forms/<game>``) or the moment does not allow it.
    """
    maker = getattr(screens_of(page.opened.game), "whole_screen", None)
    screen: Screen | None = maker(page, before, begun) if maker is not None else None
    return screen


def screens_of(game: Game[Any]) -> ScreenMaker:
    """The screens of ``game``."""
    return _screens_of(game.key)


def own_tabs(game: Game[Any]) -> Mapping[str, Message]:
    """Views of ``game`` that have a tab of their own, with what it is called."""
    tabs: Mapping[str, Message] = getattr(screens_of(game), "TABS", {})
    return tabs


def to_prepare(game: Game[Any], players: int) -> Message | None:
    """What so many players do with the cards of ``game`` before they begin; None for nothing."""
    told: Callable[[int], Message | None] = getattr(screens_of(game), "to_prepare", lambda _players: None)
    return told(players)


@cache
def _screens_of(key: str) -> ScreenMaker:
    name = f"scorekeeper.web.forms.{key}"
    if importlib.util.find_spec(name) is None:
        name = "scorekeeper.web.forms.plain"
    maker: ScreenMaker = importlib.import_module(name)
    return maker

"""The games, one folder each. Adding one is adding its folder and a line in :data:`GAMES`."""

from typing import Any

from scorekeeper.games import racehorse, ten, ten_pennies, ten_point_pitch
from scorekeeper.kernel import Game

GAMES: dict[str, Game[Any]] = {
    game.key: game for game in (racehorse.GAME, ten_point_pitch.GAME, ten_pennies.GAME, ten.GAME)
}
"""Every game by its key, in the order in which the home page shows them."""

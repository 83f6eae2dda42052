"""The games: what can be set up and entered, for programs that draw their own screens."""

from __future__ import annotations

from typing import Any, cast

from flask import Response
from flask_smorest import current_api

from scorekeeper.api.answers import GameInShortSchema, GameSchema, page_of
from scorekeeper.api.game_schemas import entry_schemas, setup_schema
from scorekeeper.api.pages import page
from scorekeeper.api.parts import Part, listed, told
from scorekeeper.api.spec import Plugin
from scorekeeper.games import GAMES
from scorekeeper.kernel import AnyRule, Game, HouseRule
from scorekeeper.service.errors import NotFound
from scorekeeper.words import Words

part = Part("Games", "Which games there are, their house rules, and what can be entered in them.")
Json = dict[str, Any]


@part.lists("/games", page_of(GameInShortSchema), needs="nothing")
def list_games(asked: Json) -> Response:
    """The games that there are."""
    items, after = page(list(GAMES.values()), asked)
    return listed(map(_in_short, items), after)


@part.offers("GET", "/games/<game>", tells=GameSchema, problems=(404,), needs="nothing")
def get_game(game: str) -> Response:
    """A game with its house rules, stakes and the JSON Schemas of its set-up and its entries."""
    known = GAMES.get(game)
    if known is None:
        raise NotFound
    return told(_whole(known))


def _in_short(game: Game[Any]) -> Json:
    words = Words()
    return {
        "game": game.key,
        "name": words.sentence(game.name),
        "about": words.sentence(game.about),
        "least_players": game.players[0],
        "most_players": game.players[-1],
    }


def _whole(game: Game[Any]) -> Json:
    plugin = cast("Plugin", current_api.ma_plugin)
    words = Words(unit=game.default_unit)
    return {
        **_in_short(game),
        "first": game.first_key,
        "unit": words.sentence(game.unit_name),
        "score_is_money": game.score_is_money,
        "lowest_wins": game.lowest_wins,
        "default_stake_unit": game.default_unit,
        "stakes": [
            {"key": one.key, "label": words.sentence(one.label), "default": one.default}
            for one in game.stakes
        ],
        "house_rules": [_rule(game, rule, words) for rule in game.house_rules],
        "commutes": sorted(game.commutes),
        "setup": setup_schema(game, plugin),
        "entries": entry_schemas(game, plugin),
    }


def _rule(game: Game[Any], rule: AnyRule, words: Words) -> Json:
    """A house rule; the default of some depends on how many play."""
    told: Json = {
        "key": rule.key,
        "label": words.sentence(rule.label),
        "defaults": {str(players): rule.default_for(players) for players in game.players},
    }
    if isinstance(rule, HouseRule):
        choices = [{"value": one.value, "sentence": words.sentence(one.sentence)} for one in rule.choices]
        return {**told, "choices": choices}
    return {**told, "least": rule.least, "most": rule.most}

"""The card of a player or a team of chess: a line for each round, with the running score and the performance."""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any, Literal

from pydantic import JsonValue

from services.broadcast.domain.cards.bridge import Table, standing_of
from shared.chess.tie_breaks.ratings import Games, performance

Kind = Literal["player", "team"]
KINDS: Mapping[str, Kind] = {"player": "player", "team": "team"}

_HALVES = {"1": 2, "½": 1, "0": 0}
"""Results of games that were played, in half points; those of forfeits have no rating."""

_STANDING = ("federation", "place", "total", "tie_breaks")
_SHOWN = {"number", "name", "title", "rating", *_STANDING}
"""What the standings say of a participant."""

_OWN = ("name", "title", "rating", "team")


def chess_card(
    participant: str, standings: Table | None, games: Table, kind: Kind | None = None
) -> dict[str, JsonValue] | None:
    """Every round of one participant, from its own side; of a team every board of its matches.

    Args:
        participant: an id.
        standings: of the event.
        games: of all its rounds.
        kind: of a team event, whether a team or one of its players is meant; a team where that is not said.

    Returns:
        None when nobody of that id has a game or a place.
    """
    every = [dict(zip(games.columns, row, strict=True)) for row in games.rows.values()]
    of_teams = any(game["white_team"] or game["black_team"] for game in every)
    as_team = of_teams and kind != "player"
    own = [(game, side) for game in every for side in _sides(game, participant, "_team" if as_team else "")]
    own.sort(key=lambda each: (each[0]["round"], each[0]["table"] or 0, each[0]["board"] or 0))
    standing = standing_of(participant, standings) if as_team or not of_teams else None
    if not own and standing is None:
        return None
    first, side = own[0] if own else ({}, "white")
    who = {name: None if as_team else first.get(f"{side}_{name}") for name in _OWN}
    return {
        "participant": participant,
        "kind": "team" if as_team else "player",
        "number": participant,
        **who,
        **dict.fromkeys(_STANDING),
        **{name: value for name, value in (standing or {}).items() if name in _SHOWN and value is not None},
        "performance": None if as_team else performance(_rated(own)),
        "lines": list(_lines(own)),
    }


def _sides(game: Mapping[str, Any], participant: str, of: str) -> Iterator[str]:
    for side in ("white", "black"):
        if game[f"{side}{of}"] == participant:
            yield side


def _half(game: Mapping[str, Any], side: str) -> str | None:
    """A side's half of a result: the first character of "1-0", "½-½" or "+--" is White's, the last one is Black's."""
    result = game["result"]
    return None if result is None else str(result)[0 if side == "white" else -1]


def _rated(own: Iterable[tuple[Mapping[str, Any], str]]) -> Games:
    """The games over the board against opponents who have a rating."""
    ratings, halves = [], 0
    for game, side in own:
        rating, half = game[f"{_OTHER[side]}_rating"], _half(game, side)
        if rating is not None and half in _HALVES:
            ratings.append(int(Decimal(rating)))
            halves += _HALVES[half]
    return Games(ratings, halves)


_OTHER = {"white": "black", "black": "white"}


def _lines(own: Iterable[tuple[Mapping[str, Any], str]]) -> Iterator[JsonValue]:
    running = Decimal(0)
    for game, side in own:
        other, points = _OTHER[side], game[f"{side}_points"]
        running += Decimal(points or 0)
        yield {
            **{name: game[name] for name in ("round", "table", "board", "bye")},
            "colour": None if game["uncoloured"] or game["black"] is None else side[0],
            "own": game[side],
            "own_name": game[f"{side}_name"],
            "opponent": game[other],
            **{f"opponent_{name}": game[f"{other}_{name}"] for name in _OWN},
            "result": _half(game, side),
            "points": points,
            "running": None if points is None else f"{running.normalize():f}",
        }

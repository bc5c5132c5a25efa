"""The card of a player or a team of chess: a line for each round, with the running score and the performance."""

from collections.abc import Container, Iterable, Iterator, Mapping
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
    participant: str, standings: Table | None, games: Table, matches: Table | None, kind: Kind | None = None
) -> dict[str, JsonValue] | None:
    """Every round of one participant, from its own side; of a team every board of its matches, and its byes.

    Args:
        participant: an id.
        standings: of the event.
        games: of all its rounds.
        matches: of its teams.
        kind: of a team event, whether a team or one of its players is meant; a team where that is not said.

    Returns:
        None when nobody of that id has a game or a place.
    """
    every, met = _rows(games), _rows(matches)
    of_teams = bool(met) or any(game["white_team"] or game["black_team"] for game in every)
    as_team = of_teams and kind != "player"
    own = [(game, side) for game in every for side in _sides(game, participant, "_team" if as_team else "")]
    lines = [_line(game, side) for game, side in own]
    if as_team:
        lines += _without_boards(participant, met, {game["round"] for game, _ in own})
    standing = standing_of(participant, standings) if as_team or not of_teams else None
    if not lines and standing is None:
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
        "lines": list(_in_order(lines)),
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


def _line(game: Mapping[str, Any], side: str) -> dict[str, Any]:
    other = _OTHER[side]
    return {
        **{name: game[name] for name in ("round", "table", "board", "bye")},
        "colour": None if game["uncoloured"] or game["black"] is None else side[0],
        "own": game[side],
        "own_name": game[f"{side}_name"],
        "opponent": game[other],
        **{f"opponent_{name}": game[f"{other}_{name}"] for name in _OWN},
        "result": _half(game, side),
        "points": game[f"{side}_points"],
        "points_against": game[f"{other}_points"],
    }


def _rows(table: Table | None) -> list[dict[str, Any]]:
    return [] if table is None else [dict(zip(table.columns, row, strict=True)) for row in table.rows.values()]


def _without_boards(
    participant: str, matches: Iterable[Mapping[str, Any]], rounds: Container[int]
) -> Iterator[dict[str, Any]]:
    """A line for each match of a team that has no game: a bye, or one that nobody came to."""
    for match in matches:
        for side, other in (("home", "away"), ("away", "home")):
            if match[side] == participant and match["round"] not in rounds:
                yield {
                    **dict.fromkeys(("board", "bye", "colour", "own", "own_name", "result")),
                    **{f"opponent_{name}": None for name in _OWN},
                    "round": match["round"],
                    "table": int(match["table"]) if match["table"] else None,
                    "opponent": match[other],
                    "opponent_name": match[f"{other}_name"],
                    "points": match[f"{side}_raw"],
                    "points_against": match[f"{other}_raw"],
                }


def _in_order(lines: Iterable[dict[str, Any]]) -> Iterator[JsonValue]:
    """Lines by rounds and boards with the score up to each of them."""
    running = Decimal(0)
    for line in sorted(lines, key=lambda line: (line["round"], line["table"] or 0, line["board"] or 0)):
        running += Decimal(line["points"] or 0)
        yield {**line, "running": None if line["points"] is None else f"{running.normalize():f}"}

"""The forms of results: lines of travellers, matches, and games of chess.

A form names what it is about as the page shows it. If that is not there any more, nothing is decided.
"""

import json
from collections.abc import Mapping
from typing import Any

from contracts.decisions import (
    AnyDecision,
    GameResult,
    MatchAwarded,
    RemoveBoard,
    RuleMatch,
    SetGame,
    SetScore,
    VoidResult,
)
from contracts.feed import board_channel, games_channel, matches_channel, seats_channel
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.desk.forms.form import Fields, Reader, Shown, Unclear
from services.broadcast.domain.pages.rankings import rankings
from services.broadcast.domain.pages.rounds import match_named, match_rounds, rows_of_channel
from shared.formats.decisions.awards import board_averages, game_result, match_awards
from shared.formats.decisions.line_names import line_fields
from shared.formats.decisions.played import line_ruling

NO_RESULT = "none"
"""What a list of results offers for a game that has none."""

WITH = "with "
"""Begins the names of the fields of other games that are saved at once: a result, and the one that was seen."""

TICKED = "table "
"""Begins the names of the fields of lines that are ticked; a form has one field of a name."""

GONE = "This page has changed since it was shown: {what} is not there any more. Look at it, then decide again."


VOID_MATCH = MatchAwarded(award="void")


def line_id(line: Mapping[str, Any]) -> str:
    """How a form names a line of a traveller."""
    return json.dumps([line.get(name) for name in ("ns", "ew", "ns_team", "ew_team", "part")])


def takes_new_lines(board: Table, shown: Shown) -> bool:
    """Whether a line can be added: not where lines name teams, and not where sections have travellers of their own."""
    number = (board.meta.get("session"), board.meta["board"])
    alike = [each for each in shown.meta.get("boards") or () if (each.get("session"), each["board"]) == number]
    return len(alike) < 2 and not any(line["ns_team"] or line["ew_team"] for line in rows_of_channel(board))


def games_of(shown: Shown) -> dict[str, dict[str, Any]]:
    """The games of chess that can have a result, by round, White and Black; those seated and in no file as well."""
    every = [_named(game) for game in rows_of_channel(shown.table(games_channel)) if game["black"]]
    games = {game["id"]: game for game in every}
    seats = shown.table(seats_channel)
    number = seats.meta.get("round") if seats else None
    if number is None:
        return games
    playing = {game[side] for game in every if game["round"] == number for side in ("white", "black")}
    names = {str(row["participant"]): row["name"] for ranking in rankings(shown.standings) for row in ranking.rows}
    individual = all(ranking.kind != "team" for ranking in rankings(shown.standings))
    for seat in rows_of_channel(seats) if individual else ():
        if seat["white"] and seat["black"] and playing.isdisjoint((seat["white"], seat["black"])):
            sides = {side: seat[side] for side in ("white", "black")}
            known = {f"{side}_name": names.get(who, who) for side, who in sides.items()}
            game = _named({"round": number, "table": seat["table"], "board": None, "result": None, **sides, **known})
            games[game["id"]] = game
    return games


def _named(game: Mapping[str, Any]) -> dict[str, Any]:
    return {**game, "id": json.dumps([game["round"], game["white"], game["black"]])}


def _void(fields: Fields, shown: Shown) -> tuple[AnyDecision, ...]:
    board = _board(fields, shown).meta["board"]
    return tuple(VoidResult(decision="void", **line_fields(board, line)) for line in _lines(fields, shown))


def _void_board(fields: Fields, shown: Shown) -> tuple[AnyDecision, ...]:
    board = _board(fields, shown)
    lines = [line_fields(board.meta["board"], line) for line in rows_of_channel(board)]
    if not lines:
        raise Unclear("Nobody has played this board.")
    return tuple(VoidResult(decision="void", **line) for line in lines)


def _score(fields: Fields, shown: Shown) -> tuple[AnyDecision, ...]:
    board = _board(fields, shown)
    vulnerable = board.meta.get("vulnerable")
    if "ns" in fields:
        named = _new_line(fields, shown)
        return (SetScore(decision="score", **_ruling(fields, {}, vulnerable), **named),)
    return tuple(
        SetScore(decision="score", **_ruling(fields, line, vulnerable), **line_fields(board.meta["board"], line))
        for line in _lines(fields, shown)
    )


def _ruling(fields: Fields, line: Mapping[str, Any], vulnerable: str | None) -> dict[str, Any]:
    """What both sides get, of which one may be left out, or the contract that was played."""
    ns, ew = _said(fields, "ns_gets"), _said(fields, "ew_gets")
    played = _said(fields, "played")
    if played is not None:
        if ns is not None or ew is not None:
            raise Unclear("Write what was played, or what the sides get, and leave the other fields empty.")
        return line_ruling(played, None, line, vulnerable)
    if ns is not None:
        return line_ruling(ns, ew, line, vulnerable)
    if ew is None:
        raise Unclear("Write what was played, or what North-South get, or East-West.")
    ruling = line_ruling(ew, None, line, vulnerable)
    return ruling if "/" in ew else {**ruling, "ns": ruling["ew"], "ew": ruling["ns"]}


def _lines(fields: Fields, shown: Shown) -> list[dict[str, Any]]:
    """The lines that a form names: one, or those that are ticked."""
    rows = {line_id(line): line for line in rows_of_channel(_board(fields, shown))}
    named = [text for name, text in fields.items() if name == "line" or name.startswith(TICKED)]
    if not named:
        raise Unclear("Tick the tables that this is about.")
    if not rows.keys() >= set(named):
        raise Unclear(GONE.format(what="the line"))
    return [rows[name] for name in named]


def _new_line(fields: Fields, shown: Shown) -> dict[str, Any]:
    """A line that no file has, between two who are in the event."""
    board = _board(fields, shown)
    if not takes_new_lines(board, shown):
        raise Unclear("Lines of teams, and of sections scored apart, come from the scoring program.")
    lines = rows_of_channel(board)
    sides = {side: fields.get(side, "").replace(" ", "") for side in ("ns", "ew")}
    numbers = [side.split("+") for side in sides.values()]
    each = 2 if any("+" in (line["ns"] or "") for line in lines) else 1
    if any(len(side) != each or not all(side) for side in numbers) or sides["ns"] == sides["ew"]:
        raise Unclear(f"Write who sat on each side, {'as 3+4' if each == 2 else 'one number each'}.")
    known = {row["participant"] for ranking in rankings(shown.standings) for row in ranking.rows}
    strangers = [who for side in numbers for who in side if who not in known]
    if strangers:
        raise Unclear(f"Nobody here has the number {strangers[0]}. Write numbers as the standings have them.")
    if any((line["ns"], line["ew"]) == (sides["ns"], sides["ew"]) for line in lines):
        raise Unclear(f"{sides['ns']} and {sides['ew']} have a line on this board. Correct that one.")
    return line_fields(board.meta["board"], {**sides, "session": board.meta.get("session")})


def _board(fields: Fields, shown: Shown) -> Table:
    board = shown.table(board_channel, fields.get("board", ""))
    if board is None:
        raise Unclear(GONE.format(what="the board"))
    return board


def _match(fields: Fields, shown: Shown) -> tuple[AnyDecision, ...]:
    home, away = match_awards(fields.get("home_gets", ""), _said(fields, "away_gets"))
    return (ruling_of_match(_match_shown(fields, shown), home, away),)


def ruling_of_match(
    match: Mapping[str, Any], home: MatchAwarded = VOID_MATCH, away: MatchAwarded | None = None
) -> RuleMatch:
    """The decision that the sides of a match get this."""
    return RuleMatch(decision="match", home_gets=home, away_gets=away, **_sides(match))


def _removed(fields: Fields, shown: Shown) -> tuple[AnyDecision, ...]:
    board = _said(fields, "removed")
    if board is None:
        raise Unclear("Write the number of the board that is removed.")
    home, away = board_averages(fields.get("home_gets", ""), _said(fields, "away_gets"))
    sides = _sides(_match_shown(fields, shown))
    return (RemoveBoard(decision="removed", board=board, home_gets=home, away_gets=away, **sides),)


def _sides(match: Mapping[str, Any]) -> dict[str, Any]:
    return {name: match[name] for name in ("session", "round", "home", "away")}


def _match_shown(fields: Fields, shown: Shown) -> Mapping[str, Any]:
    """The match that a form names."""
    named = match_named(fields.get("match", ""), match_rounds(shown.table(matches_channel)))
    if named is None or not named[1]["away"]:
        raise Unclear(GONE.format(what="the match"))
    return named[1]


def _game(fields: Fields, shown: Shown) -> tuple[AnyDecision, ...]:
    """A game's result, and those of other games of the list that were chosen and not saved yet; or only these."""
    games, chosen = games_of(shown), [(fields["game"], fields.get("result", ""), "")] if "game" in fields else []
    for name, text in fields.items():
        result, _, seen = text.partition(" ")
        if name.startswith(WITH) and result != seen:
            chosen.append((name.removeprefix(WITH), result, seen))
    if not chosen:
        raise Unclear("Choose another result first: nothing was decided.")
    for game, _, seen in chosen:
        if game not in games or (seen and (games[game]["result"] or NO_RESULT) != seen):
            raise Unclear(GONE.format(what="the game"))
    return tuple(result_of_game(games[game], game_result(result)) for game, result, _ in chosen)


def result_of_game(game: Mapping[str, Any], result: GameResult | None) -> SetGame:
    """The decision that a game has this result."""
    return SetGame(decision="game", result=result, **{name: game[name] for name in ("round", "white", "black")})


def _said(fields: Fields, name: str) -> str | None:
    return fields.get(name, "").strip() or None


READERS: Mapping[str, Reader] = {
    "void": _void,
    "void_board": _void_board,
    "score": _score,
    "match": _match,
    "removed": _removed,
    "game": _game,
}

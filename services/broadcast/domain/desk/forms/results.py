"""The forms of results: lines of travellers, matches, and games of chess.

A form names what it is about as the page shows it. If that is not there any more, nothing is decided.
"""

import json
from collections.abc import Mapping
from typing import Any

from contracts.decisions import AnyDecision, Awarded, RemoveBoard, RuleMatch, SetGame, SetScore, VoidResult
from contracts.feed import board_channel, games_channel, matches_channel, seats_channel
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.desk.forms.form import Fields, Reader, Shown, Unclear
from services.broadcast.domain.pages.rankings import rankings
from services.broadcast.domain.pages.rounds import match_named, match_rounds, rows_of_channel
from shared.formats.decisions.awards import board_averages, game_result, line_awards, match_awards
from shared.formats.decisions.line_names import line_fields

GONE = "This page has changed since it was shown: {what} is not there any more. Look at it, then decide again."


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
    return (VoidResult(decision="void", **_line(fields, shown)),)


def _score(fields: Fields, shown: Shown) -> tuple[AnyDecision, ...]:
    line = _line(fields, shown) if "line" in fields else _new_line(fields, shown)
    ns, ew = _awards(_said(fields, "ns_gets"), _said(fields, "ew_gets"))
    return (SetScore(decision="score", ns=ns, ew=ew, **line),)


def _awards(ns: str | None, ew: str | None) -> tuple[Awarded, Awarded]:
    """What both sides get, of which one may be left out."""
    if ns is not None:
        return line_awards(ns, ew)
    if ew is None:
        raise Unclear("Write what North-South get, or East-West.")
    ours, theirs = line_awards(ew)
    return theirs, ours


def _line(fields: Fields, shown: Shown) -> dict[str, Any]:
    """The line that a form names."""
    board = _board(fields, shown)
    for line in rows_of_channel(board):
        if line_id(line) == fields.get("line"):
            return line_fields(board.meta["board"], line)
    raise Unclear(GONE.format(what="the line"))


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
    return (RuleMatch(decision="match", home_gets=home, away_gets=away, **_sides(fields, shown)),)


def _removed(fields: Fields, shown: Shown) -> tuple[AnyDecision, ...]:
    board = _said(fields, "removed")
    if board is None:
        raise Unclear("Write the number of the board that is removed.")
    home, away = board_averages(fields.get("home_gets", ""), _said(fields, "away_gets"))
    sides = _sides(fields, shown)
    return (RemoveBoard(decision="removed", board=board, home_gets=home, away_gets=away, **sides),)


def _sides(fields: Fields, shown: Shown) -> dict[str, Any]:
    """The match that a form names."""
    named = match_named(fields.get("match", ""), match_rounds(shown.table(matches_channel)))
    if named is None or not named[1]["away"]:
        raise Unclear(GONE.format(what="the match"))
    return {name: named[1][name] for name in ("session", "round", "home", "away")}


def _game(fields: Fields, shown: Shown) -> tuple[AnyDecision, ...]:
    game = games_of(shown).get(fields.get("game", ""))
    if game is None:
        raise Unclear(GONE.format(what="the game"))
    sides = {name: game[name] for name in ("round", "white", "black")}
    return (SetGame(decision="game", result=game_result(fields.get("result", "")), **sides),)


def _said(fields: Fields, name: str) -> str | None:
    return fields.get(name, "").strip() or None


READERS: Mapping[str, Reader] = {"void": _void, "score": _score, "match": _match, "removed": _removed, "game": _game}

"""Results at the desk: travellers, matches and games, each with what can be decided about it in one place."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from contracts.decisions import VoidResult
from contracts.feed import board_channel, games_channel, is_channel, matches_channel, seats_channel
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.corrections.attention import is_about_game, is_about_match, lines_about
from services.broadcast.domain.desk.forms.results import (
    TICKED,
    games_of,
    line_id,
    result_of_game,
    ruling_of_match,
    takes_new_lines,
)
from services.broadcast.domain.desk.forms.seen import game_score, line_score, match_score
from services.broadcast.domain.desk.pages.event import people_of
from services.broadcast.domain.desk.pages.shown import Asked, Tab, desk_page
from services.broadcast.domain.desk.visitors import directors_words, is_directors
from services.broadcast.domain.pages.boards import by_session, traveller
from services.broadcast.domain.pages.page import Page
from services.broadcast.domain.pages.rounds import Round, chosen, match_rounds
from shared.formats.decisions.awards import AVERAGES, BY_FORFEIT, GAME_RESULTS, LINE_AWARDS, MATCH_AWARDS
from shared.formats.decisions.line_names import line_fields
from shared.natural_order import natural

GAME_WORDS: Sequence[tuple[str, str]] = (
    ("none", "no result yet"),
    *((result, BY_FORFEIT.get(result, result)) for result in GAME_RESULTS),
)
"""Results of a game, with their words."""


def _results(asked: Asked) -> Page:
    shown, query = asked.shown, asked.query
    answering = next((each for each in asked.queries.open if each.id == query.get("query")), None)
    board = shown.table(board_channel, query.get("board", ""))
    words = directors_words(shown.event, asked.files)
    sessions = by_session(shown.meta.get("boards") or (), None)
    games = _game_rounds(games_of(shown).values())
    # A match of chess is what its games are.
    matches = [] if games else match_rounds(shown.table(matches_channel))
    values = {
        "sessions": sessions,
        "traveller": None if board is None else _traveller(board, asked, words, several_sessions=len(sessions) > 1),
        "match_rounds": matches,
        "match_round": _about(matches, is_about_match, query) or chosen(matches, query.get("round", "")),
        "game_rounds": games,
        "game_round": _about(games, is_about_game, query) or _chosen_games(games, query.get("round", "")),
        "people": people_of(shown.standings),
        "line_awards": ("60%", *LINE_AWARDS),
        "match_awards": MATCH_AWARDS,
        "averages": AVERAGES,
        "results": GAME_WORDS,
        "typed": query,
        "ticked": TICKED,
        "match_score": match_score,
        "game_score": game_score,
        "ruled_match": lambda match: is_directors(shown.event, ruling_of_match(match), words),
        "ruled_game": lambda game: is_directors(shown.event, result_of_game(game, None), words),
        "answering": answering,
        "plays": lambda *sides: answering is not None and plays(answering.card, sides),
        "meant_match": lambda match: is_about_match(query.get("about", ""), match),
        "meant_game": lambda game: is_about_game(query.get("about", ""), game),
    }
    return desk_page("results", "Results", asked, values)


def _traveller(board: Table, asked: Asked, words: Sequence[str], *, several_sessions: bool) -> dict[str, Any]:
    """A board with its lines by North-South's number.

    Those are `ruled` about which the director decided, and those `meant` that a finding is about which led here.
    """
    shown = asked.shown
    made = traveller(board, several_sessions)
    lines = sorted(shown_lines(board), key=lambda line: natural(line["ns"] or line["ns_team"] or ""))
    meant = [line["id"] for line in lines_about(asked.query.get("about", ""), lines)]
    for line in lines:
        about = VoidResult(decision="void", **line_fields(board.meta["board"], line))
        line["ruled"] = is_directors(shown.event, about, words)
        line["meant"] = line["id"] in meant
    return {"id": board.meta["id"], "made": made, "lines": lines, "takes_new": takes_new_lines(board, shown)}


def plays(card: str, sides: Iterable[str | None]) -> bool:
    """Whether somebody, by the name of a card, is on one of these sides of a result."""
    return any(card in str(side or "").split("+") for side in sides)


def shown_lines(board: Table) -> list[dict[str, Any]]:
    """The lines of a board, each as a form names it, with its score as a form takes it."""
    return [{**line, "id": line_id(line), "shown": line_score(line)} for line in traveller(board, False).lines]


def _game_rounds(games: Iterable[Mapping[str, Any]]) -> list[Round]:
    """The rounds of chess, the newest first."""
    rounds: dict[int, list[Mapping[str, Any]]] = {}
    for game in games:
        rounds.setdefault(game["round"], []).append(game)
    return [
        Round(str(number), f"Round {number}", sorted(rounds[number], key=_place))
        for number in sorted(rounds, reverse=True)
    ]


def _place(game: Mapping[str, Any]) -> tuple[Any, ...]:
    return natural(str(game["table"] or "")), game["board"] or 0


def _chosen_games(rounds: Sequence[Round], item: str) -> Round | None:
    """The round of an address; the oldest one that waits for a result where it names none, else the newest."""
    named = next((each for each in rounds if each.id == item), None)
    waiting = (each for each in reversed(rounds) if any(game["result"] is None for game in each.rows))
    return named or next(waiting, rounds[0] if rounds else None)


def _about(
    rounds: Iterable[Round], is_about: Callable[[str, Mapping[str, Any]], bool], query: Mapping[str, str]
) -> Round | None:
    """The round of the match or game that a finding is about which led here, where no round is named."""
    if query.get("round"):
        return None
    return next((each for each in rounds if any(is_about(query.get("about", ""), row) for row in each.rows)), None)


def _channels(event: str, query: Mapping[str, str]) -> Sequence[str]:
    board = board_channel(event, query.get("board", ""))
    return (matches_channel(event), games_channel(event), seats_channel(event), *([board] if is_channel(board) else ()))


RESULTS = Tab("Results", _results, _channels)

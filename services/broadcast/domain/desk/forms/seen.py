"""What a form changes, as its page shows it: whoever saw something else than what stands now decides nothing by it."""

from collections.abc import Callable, Mapping
from typing import Any

from contracts.feed import board_channel, matches_channel, seats_channel
from services.broadcast.domain.desk.forms.form import Fields, Shown, Unclear, whole_number
from services.broadcast.domain.desk.forms.results import games_of, line_id
from services.broadcast.domain.pages.boards import traveller
from services.broadcast.domain.pages.rounds import match_named, match_rounds
from services.broadcast.domain.pages.words import MINUS

NO_RESULT = "no result"


def line_score(line: Mapping[str, Any]) -> str:
    """The score of a line as the form takes it, of both sides where they differ: points as North-South see them."""
    adjusted = line["scores"] if "%" in line["scores"][0] else (line["score"], line["ew_score"])
    return " / ".join(dict.fromkeys(filter(None, adjusted))).replace("-", MINUS) or NO_RESULT


def match_score(match: Mapping[str, Any]) -> str:
    """The score of a match."""
    return " : ".join(str(score) for score in match["scores"] if score) or NO_RESULT


def game_score(game: Mapping[str, Any]) -> str:
    """The result of a game of chess."""
    return game["result"] or NO_RESULT


def status_of(meta: Mapping[str, Any]) -> str:
    """The status of an event; standings that were corrected after they were official are official."""
    return "official" if meta.get("status") == "corrected" else str(meta.get("status") or "live")


def lock_of(seats: Mapping[str, Any]) -> str:
    """Whether the seats of a round are locked, by what its channel says of them."""
    return "locked" if seats.get("locked") else "not locked"


def standing(fields: Fields, shown: Shown) -> str | None:
    """What stands now of that which a form changes; None where it is not there, or is not compared."""
    read = _STANDING.get(fields.get("decision", ""))
    return None if read is None else read(fields, shown)


def check_seen(fields: Fields, shown: Shown) -> None:
    """Refuse a form whose sender saw something else than what stands now.

    Raises:
        Unclear: it says both.
    """
    saw, now = fields.get("seen"), standing(fields, shown)
    if saw is not None and now is not None and saw != now:
        raise Unclear(f"Nothing was decided: you saw {saw}, and meanwhile it is {now}.")


def _line(fields: Fields, shown: Shown) -> str | None:
    board = shown.table(board_channel, fields.get("board", ""))
    lines = () if board is None else traveller(board, False).lines
    return next((line_score(line) for line in lines if line_id(line) == fields.get("line")), None)


def _match(fields: Fields, shown: Shown) -> str | None:
    named = match_named(fields.get("match", ""), match_rounds(shown.table(matches_channel)))
    return None if named is None else match_score(named[1])


def _game(fields: Fields, shown: Shown) -> str | None:
    game = games_of(shown).get(fields.get("game", ""))
    return None if game is None else game_score(game)


def _status(_fields: Fields, shown: Shown) -> str | None:
    return status_of(shown.meta)


def _lock(fields: Fields, shown: Shown) -> str | None:
    seats = shown.table(seats_channel)
    same = seats is not None and seats.meta.get("round") == whole_number(fields.get("round", ""))
    return lock_of(seats.meta) if seats is not None and same else None


_STANDING: Mapping[str, Callable[[Fields, Shown], str | None]] = {
    "score": _line,
    "void": _line,
    "match": _match,
    "removed": _match,
    "game": _game,
    "status": _status,
    "lock": _lock,
}

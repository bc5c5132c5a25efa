"""What a form changes, as its page shows it: whoever saw something else than what stands now decides nothing by it.

A form about one thing says in its field `seen` what its sender saw. Where the thing is chosen in the form, each choice
says it of itself, behind a tab, which no identity has.
"""

from collections.abc import Callable, Mapping
from typing import Any

from contracts.feed import board_channel, matches_channel, seats_channel
from services.broadcast.domain.desk.forms.form import Fields, Shown, Unclear, whole_number
from services.broadcast.domain.desk.forms.results import games_of, line_id
from services.broadcast.domain.pages.boards import traveller
from services.broadcast.domain.pages.rankings import rankings
from services.broadcast.domain.pages.rounds import match_named, match_rounds, rows_of_channel
from services.broadcast.domain.pages.words import MINUS

NO_RESULT = "no result"

CHOICES = ("first", "second", "participant")
"""Fields that are chosen."""

SIDES = (
    ("white", "White"), ("black", "Black"), ("ns", "NS"), ("ew", "EW"), ("north", "N"), ("east", "E"), ("south", "S"),
    ("west", "W"),
)  # fmt: skip
"""Places at a table, with what they are called."""


def choice(value: str, saw: str) -> str:
    """The value of a choice that says what is shown of it."""
    return f"{value}\t{saw}"


def as_sent(fields: Fields) -> dict[str, str]:
    """The fields of a form, with what was seen of its choices as one text in `seen`."""
    parts = {name: fields[name].partition("\t") for name in CHOICES if "\t" in fields.get(name, "")}
    if not parts:
        return dict(fields)
    seen = " and ".join(f"{value.rpartition(':')[2]} {saw}" for value, _, saw in parts.values())
    return {**fields, "seen": seen, **{name: value for name, (value, _, _) in parts.items()}}


def seats_of(shown: Shown) -> dict[str, str]:
    """Where each of a round sits, by its number; whoever sits out is among them."""
    seats = shown.table(seats_channel)
    if seats is None:
        return {}
    out = {str(name): "sits out" for name in seats.meta.get("sitting_out", ())}
    return out | {
        str(row[place]): " ".join(filter(None, ("at table", table_label(row), title)))
        for row in rows_of_channel(seats)
        for place, title in SIDES
        if row[place] is not None
    }


def table_label(row: Mapping[str, Any]) -> str:
    """A table, behind its section."""
    return f"{row['section'] or ''}{row['table'] or ''}"


def tables_of(shown: Shown) -> dict[str, str]:
    """Who sits at each table of a round."""
    rows = rows_of_channel(shown.table(seats_channel))
    return {
        table_label(row): "with " + " and ".join(str(row[place]) for place, _ in SIDES if row[place] is not None)
        for row in rows
    }


def presence_of(who: str, seats: Mapping[str, str]) -> str:
    """Whether somebody is seated in a round, by the seats of it."""
    place = seats.get(who, "not seated")
    return "seated" if place.startswith("at ") else place


def adjustments_of(shown: Shown) -> dict[str, str]:
    """What penalties and bonuses everybody has who is ranked, by kind and number."""
    rows = ((ranking.kind, row) for ranking in rankings(shown.standings) for row in ranking.rows)
    return {f"{kind}:{row['participant']}": _adjusted(row.get("adjustment")) for kind, row in rows}


def _adjusted(amount: object) -> str:
    return f"with {amount} in penalties".replace("-", MINUS) if amount not in (None, "", "0") else "without a penalty"


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


def subject(fields: Fields, shown: Shown) -> str:
    """What a form is about: a line or a board, a match, a game, or somebody; "" where it names none of them."""
    board = shown.table(board_channel, fields.get("board", ""))
    if board is not None:
        lines = (line for line in rows_of_channel(board) if line_id(line) == fields.get("line"))
        sides = [f", {line['ns'] or line['ns_team']} against {line['ew'] or line['ew_team']}" for line in lines]
        return f"Board {board.meta['board']}{''.join(sides)}"
    match = match_named(fields.get("match", ""), match_rounds(shown.table(matches_channel)))
    if match is not None:
        return f"{match[1]['home_name'] or match[1]['home']} against {match[1]['away_name'] or match[1]['away']}"
    game = games_of(shown).get(fields.get("game", ""))
    if game is not None:
        return f"{game['white_name'] or game['white']} against {game['black_name'] or game['black']}"
    who = fields.get("participant", "").rpartition(":")[2].strip()
    return f"{who} {people_named(shown).get(who, '')}".strip()


def people_named(shown: Shown) -> dict[str, str]:
    """The names of whoever is ranked, by their numbers."""
    rows = (row for ranking in rankings(shown.standings) for row in ranking.rows)
    return {str(row["participant"]): str(row.get("name") or "") for row in rows}


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
    return lock_of(seats.meta) if seats is not None and _is_seated(fields, shown) else None


def _exchange(fields: Fields, shown: Shown) -> str | None:
    if not _is_seated(fields, shown):
        return None
    where, none = (tables_of(shown), "not there") if fields.get("what") == "tables" else (seats_of(shown), "not seated")
    return " and ".join(f"{fields.get(name, '')} {where.get(fields.get(name, ''), none)}" for name in CHOICES[:2])


def _presence(fields: Fields, shown: Shown) -> str | None:
    who = fields.get("participant", "")
    return f"{who} {presence_of(who, seats_of(shown))}" if _is_seated(fields, shown) else None


def _adjustment(fields: Fields, shown: Shown) -> str | None:
    key = fields.get("participant", "")
    adjusted = adjustments_of(shown).get(key)
    return None if adjusted is None else f"{key.rpartition(':')[2]} {adjusted}"


def _is_seated(fields: Fields, shown: Shown) -> bool:
    """Whether the seats that are shown are those of the round of a form."""
    seats = shown.table(seats_channel)
    return seats is not None and seats.meta.get("round") == whole_number(fields.get("round", ""))


_STANDING: Mapping[str, Callable[[Fields, Shown], str | None]] = {
    "score": _line,
    "void": _line,
    "match": _match,
    "removed": _match,
    "game": _game,
    "status": _status,
    "lock": _lock,
    "exchange": _exchange,
    "presence": _presence,
    "adjustment": _adjustment,
}

"""One participant's card: its line of each traveller, from its own side."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from pydantic import JsonValue

from services.broadcast.domain.channel import Row


class Table(Protocol):
    """A table as a channel has it."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Its columns."""

    @property
    def rows(self) -> Mapping[str, Row]:
        """Its rows by id."""

    @property
    def meta(self) -> Mapping[str, Any]:
        """What is true of the whole."""


def card(
    participant: str, standings: Table | None, boards: Iterable[Table], matches: Iterable[Mapping[str, Any]] = ()
) -> dict[str, JsonValue] | None:
    """Every board of one participant, from its own side; of a team the boards of all its pairs.

    Args:
        participant: an id.
        standings: of the event.
        boards: its travellers.
        matches: its matches, with what each board of a match of teams gives both sides.

    Returns:
        None when nobody of that id is in the standings or on a traveller.
    """
    if not participant:
        return None
    lines: list[JsonValue] = []
    name = None
    seats = [
        (board.meta, line, side)
        for board in sorted(boards, key=_session_and_number)
        for line in (dict(zip(board.columns, row, strict=True)) for row in board.rows.values())
        for side in ("ns", "ew")
    ]
    in_matches = _by_sides(matches)
    own = [seat for seat in seats if participant in str(seat[1][seat[2]] or "").split("+")]
    for board, line, side in own or [seat for seat in seats if participant == seat[1][f"{seat[2]}_team"]]:
        if name is None and participant == line[side]:
            name = line[f"{side}_names"]
        of_match = in_matches.get(_sides(board.get("session"), line["round"], line["ns_team"], line["ew_team"]), {})
        given = of_match.get(str(board["board"]), {})
        won, lost = (given.get(str(line[f"{of}_team"])) for of in (side, _OTHER[side]))
        lines.append({**_card_line(board, line, side), "match_points": won, "match_points_against": lost})
    result: dict[str, JsonValue] = {"number": participant, "name": name}
    result |= dict.fromkeys(("place", "total", "percentage"))
    standing = standing_of(participant, standings)
    if standing is not None:
        return {"participant": participant, **{name: standing[name] for name in result}, "lines": lines}
    return {"participant": participant, **result, "lines": lines} if lines else None


_OTHER = {"ns": "ew", "ew": "ns"}


def _by_sides(matches: Iterable[Mapping[str, Any]]) -> dict[tuple[Any, ...], dict[str, dict[str, JsonValue]]]:
    """What each board of a match gives each team, by who met when; not where two teams met more than once."""
    found: dict[tuple[Any, ...], dict[str, dict[str, JsonValue]]] = {}
    for match in matches:
        sides = _sides(match.get("session"), match.get("round"), match["home"], match.get("away"))
        for each in match.get("by_board", ()):
            given = found.setdefault(sides, {}).setdefault(each["board"], {})
            for side in ("home", "away"):
                given[match[side]] = None if match[side] in given else each[side]
    return found


def _sides(session: JsonValue, number: JsonValue, left: JsonValue, right: JsonValue) -> tuple[Any, ...]:
    return session, number, frozenset((left, right))


def standing_of(participant: str, standings: Table | None) -> dict[str, JsonValue] | None:
    """The cells of a participant in the first ranking that has it."""
    if standings is None:
        return None
    keys = (f"{ranking['id']}|{participant}" for ranking in standings.meta.get("rankings", ()))
    row = next((standings.rows[key] for key in keys if key in standings.rows), None)
    return None if row is None else dict(zip(standings.columns, row, strict=True))


def _session_and_number(board: Table) -> tuple[Any, Any]:
    return _number(board.meta.get("session", "")), _number(board.meta["board"])


def _number(text: str) -> tuple[int, int, str]:
    return (0, int(text), "") if text.isascii() and text.isdigit() else (1, 0, text)


def _card_line(board: Mapping[str, JsonValue], line: Mapping[str, JsonValue], side: str) -> dict[str, JsonValue]:
    other = _OTHER[side]
    return {
        "board": board["board"],
        "id": board["id"],
        "session": board.get("session"),
        "round": line["round"],
        "table": line["table"],
        "direction": side.upper(),
        "opponents": line[f"{other}_names"],
        "opponents_number": line[other],
        "opponents_team": line[f"{other}_team"],
        "own_team": line[f"{side}_team"],
        "own": line[side],
        "own_names": line[f"{side}_names"],
        "contract": line["contract"],
        "declarer": line["declarer"],
        "lead": line["lead"],
        "tricks": line["tricks"],
        "score": line["score"] if side == "ns" or line["ew_score"] is None else line["ew_score"],
        "unit": board["unit"],
        "points": line[f"{side}_points"],
        "percent": line[f"{side}_percent"],
        "stated": line[f"stated_{side}"],
        "agrees": line["agrees"],
        "vulnerable": board.get("vulnerable"),
    }

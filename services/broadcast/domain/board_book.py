"""The travellers of an event side by side: the list of its boards, and one participant's card."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from decimal import Decimal

from pydantic import JsonValue

from contracts.standings import ScoredBoard, Standings, TravellerLine


def _number(text: str) -> tuple[int, int, str]:
    return (0, int(text), "") if text.isascii() and text.isdigit() else (1, 0, text)


Seat = tuple[ScoredBoard, TravellerLine, str]
"""A line of a traveller, and the side of it that somebody sat on: "NS" or "EW"."""


@dataclass
class EventBook:
    """What is known of one event for requests by HTTP."""

    standings: Standings | None = None
    boards: dict[str, ScoredBoard] = field(default_factory=dict)

    def ordered(self) -> list[ScoredBoard]:
        """The boards that have results, by session and number."""
        live = [board for board in self.boards.values() if board.lines]
        return sorted(live, key=lambda board: (_number(board.session or ""), _number(board.board)))

    def card(self, participant: str) -> dict[str, JsonValue] | None:
        """Every board of one participant, from its own side; of a team the boards of all its pairs.

        Returns:
            None when nobody of that id is in the standings or on a traveller.
        """
        if not participant:
            return None
        lines: list[JsonValue] = []
        name = None
        for board, line, side in self._played(participant, _players) or self._played(participant, _team):
            if name is None and participant == (line.ns if side == "NS" else line.ew):
                name = line.ns_names if side == "NS" else line.ew_names
            lines.append(_card_line(board, line, side))
        rankings = self.standings.rankings if self.standings else ()
        row = next((row for ranking in rankings for row in ranking.rows if row.id == participant), None)
        if row is None and not lines:
            return None
        result: dict[str, JsonValue] = {"number": participant, "name": name}
        result |= dict.fromkeys(("place", "total", "percentage"))
        if row is not None:
            result = row.model_dump(mode="json", include=set(result))
        return {"participant": participant, **result, "lines": lines}

    def _played(self, participant: str, of: Callable[[TravellerLine, str], Collection[str]]) -> list[Seat]:
        return [
            (board, line, side)
            for board in self.ordered()
            for line in board.lines
            for side in ("NS", "EW")
            if participant in of(line, side)
        ]


def _players(line: TravellerLine, side: str) -> Collection[str]:
    return ((line.ns if side == "NS" else line.ew) or "").split("+")


def _team(line: TravellerLine, side: str) -> Collection[str]:
    return ((line.ns_team if side == "NS" else line.ew_team) or "",)


def _text(value: Decimal | None) -> str | None:
    return None if value is None else f"{value:f}"


def _card_line(board: ScoredBoard, line: TravellerLine, side: str) -> dict[str, JsonValue]:
    ns = side == "NS"
    return {
        "board": board.board,
        "id": board.id,
        "session": board.session,
        "round": line.round,
        "table": line.table,
        "direction": side,
        "opponents": line.ew_names if ns else line.ns_names,
        "opponents_number": line.ew if ns else line.ns,
        "opponents_team": line.ew_team if ns else line.ns_team,
        "own_team": line.ns_team if ns else line.ew_team,
        "own": line.ns if ns else line.ew,
        "own_names": line.ns_names if ns else line.ew_names,
        "contract": line.contract,
        "declarer": line.declarer,
        "lead": line.lead,
        "tricks": line.tricks,
        "score": line.score if ns or line.ew_score is None else line.ew_score,
        "unit": board.unit,
        "points": _text(line.ns_points if ns else line.ew_points),
        "percent": _text(line.ns_percent if ns else line.ew_percent),
        "stated": _text(line.stated_ns if ns else line.stated_ew),
        "agrees": line.agrees,
        "vulnerable": board.vulnerable,
    }

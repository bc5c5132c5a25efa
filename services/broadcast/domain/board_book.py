"""The travellers of an event side by side: the list of its boards, and one participant's card."""

from dataclasses import dataclass, field
from decimal import Decimal

from pydantic import JsonValue

from contracts.standings import ScoredBoard, Standings, TravellerLine


def _number(text: str) -> tuple[int, int, str]:
    return (0, int(text), "") if text.isascii() and text.isdigit() else (1, 0, text)


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
        seats = [
            (board, line, side, pair, team)
            for board in self.ordered()
            for line in board.lines
            for side, pair, team in (("NS", line.ns, line.ns_team), ("EW", line.ew, line.ew_team))
        ]
        own = [seat for seat in seats if participant in (seat[3] or "").split("+")]
        for board, line, side, pair, _ in own or [seat for seat in seats if participant == seat[4]]:
            if name is None and participant == pair:
                name = line.ns_names if side == "NS" else line.ew_names
            lines.append(_card_line(board, line, side))
        rankings = self.standings.rankings if self.standings else ()
        row = next((row for ranking in rankings for row in ranking.rows if row.id == participant), None)
        if row is None and not lines:
            return None
        result: dict[str, JsonValue] = {"number": participant, "name": name}
        result |= dict.fromkeys(("place", "total", "percentage"))
        if row is not None:
            result = {name: _cell(getattr(row, name)) for name in result}
        return {"participant": participant, **result, "lines": lines}


def _cell(value: str | Decimal | None) -> str | None:
    return str(value) if isinstance(value, Decimal) else value


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

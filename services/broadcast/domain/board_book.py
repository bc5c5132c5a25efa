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
        """Every board of one participant, from his own side.

        Returns:
            None when nobody of that id is in the standings or on a traveller.
        """
        lines: list[JsonValue] = []
        name = None
        for board in self.ordered():
            for line in board.lines:
                for side in ("NS", "EW"):
                    who = line.ns if side == "NS" else line.ew
                    if who is None or participant not in who.split("+"):
                        continue
                    name = name or (line.ns_names if side == "NS" else line.ew_names)
                    lines.append(_card_line(board, line, side))
        row = self._row(participant)
        if row is None and not lines:
            return None
        return {
            "participant": participant,
            "number": row["number"] if row else participant,
            "name": row["name"] if row else name,
            "place": row["place"] if row else None,
            "total": row["total"] if row else None,
            "percentage": row["percentage"] if row else None,
            "lines": lines,
        }

    def _row(self, participant: str) -> dict[str, JsonValue] | None:
        for ranking in self.standings.rankings if self.standings else ():
            for row in ranking.rows:
                if row.id == participant:
                    values: dict[str, JsonValue] = row.model_dump(
                        mode="json", include={"number", "name", "place", "total", "percentage"}
                    )
                    return values
        return None


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
        "contract": line.contract,
        "declarer": line.declarer,
        "lead": line.lead,
        "tricks": line.tricks,
        "score": line.score if ns or line.ew_score is None else line.ew_score,
        "points": _text(line.ns_points if ns else line.ew_points),
        "percent": _text(line.ns_percent if ns else line.ew_percent),
        "stated": _text(line.stated_ns if ns else line.stated_ew),
        "agrees": line.agrees,
        "vulnerable": board.vulnerable,
    }

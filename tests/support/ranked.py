"""Events of pairs that are ranked from their results, for tests of rankings."""

from typing import Any, Literal

from contracts.base import Direction
from contracts.facts import EventFact, Facts, Participant, ResultFact, StatedTotal
from contracts.findings import Finding
from contracts.standings import Ranking
from services.scoring.domain.boards.board_list import BoardKey, board_of
from services.scoring.domain.boards.line_methods import EBU
from services.scoring.domain.rankings.ranking_lists import Field, computed_rankings
from services.scoring.domain.rankings.scheme import ranked_kind
from services.scoring.domain.rankings.tallies import Tallies
from tests.support.fragments import pair, result

Kind = Literal["player", "pair", "team"]


def total(participant: str, place: str | None = None, *, kind: Kind = "pair", **fields: Any) -> StatedTotal:
    return StatedTotal(participant=participant, kind=kind, place=place, **fields)


def facts(*participants: Participant, totals: tuple[StatedTotal, ...] = (), **more: Any) -> Facts:
    return Facts(events=(more.pop("event", EventFact(kind="pairs")),), participants=participants, totals=totals, **more)


LINES = (
    pair("1", direction=Direction.NS),
    pair("2", direction=Direction.NS),
    pair("11", direction=Direction.EW),
    pair("12", direction=Direction.EW),
)


def computed(
    of: Facts, *results: ResultFact, winners: int = 1, percent_penalties: bool = True, acblscore: bool = False
) -> tuple[tuple[Ranking, ...], list[Finding]]:
    keys = sorted({(r.session or "", r.board) for r in results})
    boards = [
        board_of(
            BoardKey(session or None, None, board),
            [r for r in results if (r.session or "", r.board) == (session, board)],
            None,
            None,
        )
        for session, board in keys
    ]
    tallies = Tallies(acblscore=acblscore)
    tallies.update(boards, {board.key: tuple(EBU.score(board.lines, len(board.lines))) for board in boards})
    kind = ranked_kind(of.event, of.participants)
    field = Field(of, kind, "match_points", winners, percent_penalties=percent_penalties)
    return computed_rankings(field, tallies)


def two_tables(**more: Any) -> list[ResultFact]:
    return [result("1", "1", "11", 420, **more), result("1", "2", "12", 50, **more)]

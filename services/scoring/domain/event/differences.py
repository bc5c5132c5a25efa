"""Where what files state is not what an event comes to, with what explains it first."""

from collections.abc import Sequence

from contracts.facts import Facts
from contracts.findings import Finding
from contracts.standings import ScoredBoard
from services.scoring.domain.boards.board_list import Board
from services.scoring.domain.differences.boards import board_findings
from services.scoring.domain.differences.rankings import TOTALS_AHEAD
from services.scoring.domain.event.report import remarks
from services.scoring.domain.method.event_scores import EventScores
from services.scoring.domain.repairs.event_repair import EventRepair
from services.scoring.domain.repairs.line_repair import repaired
from services.scoring.domain.repairs.match_repair import with_repaired_match
from services.scoring.domain.repairs.value_repair import with_exchanged_values


def differences_of(
    facts: Facts,
    scores: EventScores,
    boards: Sequence[Board],
    travellers: Sequence[ScoredBoard],
    repair: EventRepair | None = None,
) -> list[Finding]:
    """What differs in lines, matches and totals, and remarks on the scoring.

    Args:
        facts: of the event.
        scores: what it comes to.
        boards: with the results that travellers show.
        travellers: as they are published.
        repair: what explains all of it; else a line, a board or a match is looked for.
    """
    of_boards = board_findings(travellers, boards, facts.event, scores.shown_lines) if scores.compared else []
    found = with_exchanged_values(scores.findings, of_boards)
    if scores.compared:
        if repair is None:
            found = repaired(facts, found, of_boards, scores.boards, scores.points)
        found = [*of_boards, *found, *remarks(facts, scores)]
    if repair is None:
        return with_repaired_match(facts, found)
    return [repair.finding, *(finding for finding in found if finding.subject != TOTALS_AHEAD)]

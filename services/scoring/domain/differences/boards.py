"""Points that travellers state for their lines, and stated datums, held against those of the scores."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from contracts.codes import scoring as codes
from contracts.facts import Facts, ResultFact
from contracts.findings import Finding
from contracts.standings import ScoredBoard, TravellerLine
from services.scoring.domain.boards.board_list import Board, BoardKey, published, sides_of
from services.scoring.domain.boards.deleted_results import gone_result, words_of

DIFFERENCES = frozenset(
    code.code
    for code in (
        codes.POINTS_DIFFER,
        codes.TOTAL_DIFFERS,
        codes.PERCENTAGE_DIFFERS,
        codes.PLACE_DIFFERS,
        codes.MATCH_DIFFERS,
    )
)
"""Codes that say that something stated is not what was computed."""


def board_findings(travellers: tuple[ScoredBoard, ...], facts: Facts) -> list[Finding]:
    """One finding for each traveller whose stated points are not those of its scores."""
    differing = [(board, [line for line in board.lines if line.agrees is False]) for board in travellers]
    if not any(wrong for _, wrong in differing):
        return []
    of_line: dict[tuple[object, ...], ResultFact] = {}
    for result in facts.results:
        sides = tuple("+".join(side) or None for side in sides_of(result))
        teams = (result.sides.ns_team, result.sides.ew_team)
        played = (result.table, result.contract, result.declarer, result.tricks)
        of_line.setdefault((result.session, result.board, *sides, *teams, *played), result)
        of_line.setdefault((result.session, result.board, *sides), result)
    findings = []
    for board, wrong in differing:
        if not wrong:
            continue
        first, subject = wrong[0], f"board {board.board}"
        if facts.event.program == "ACBLscore" and (gone := gone_result(board)) is not None:
            text = f"{subject}: the stated points count a result {words_of(gone)} for North-South"
            findings.append(codes.RESULT_GONE.finding(f"{text} that is no longer in the file", subject=subject))
            continue
        key = (first.session, board.board, first.ns, first.ew)
        played = (first.table, first.contract, first.declarer, first.tricks)
        line = of_line.get((*key, first.ns_team, first.ew_team, *played)) or of_line.get(key)
        stated, computed = _compared(first, line)
        # Who met, as far as anybody is named, else with what score.
        ns, ew = first.ns or first.ns_team, first.ew or first.ew_team
        named = f"{ns or '?'} against {ew or '?'}" if ns or ew else f"the score of {first.score}"
        text = f"{subject}: {named} is stated with {stated}, but the scores of the board give {computed}"
        if len(wrong) > 1:
            text += f"; {len(wrong) - 1} more of its {len(board.lines)} results differ too"
        findings.append(
            codes.POINTS_DIFFER.finding(
                text, place=line.at if line is not None else None, subject=subject, stated=stated, computed=computed
            )
        )
    return findings


def _compared(line: TravellerLine, result: ResultFact | None) -> tuple[str, str]:
    """What a line states and what its scores give: in points, in per cent where the points agree or are not stated."""
    points = ((line.stated_ns, line.ns_points), (line.stated_ew, line.ew_points))
    stated = result.stated if result is not None else None
    if stated is None or any(claimed not in (None, computed) for claimed, computed in points):
        return f"{line.stated_ns} / {line.stated_ew}", f"{line.ns_points} / {line.ew_points}"
    return f"{stated.ns_percent}% / {stated.ew_percent}%", f"{line.ns_percent}% / {line.ew_percent}%"


def compare_datums(
    facts: Facts, boards: Sequence[Board], datums: Mapping[BoardKey, Decimal | None]
) -> Iterator[Finding]:
    """Stated datums that are not those of the scores."""
    places = {(fact.session, fact.board): fact.at for fact in facts.boards}
    for board in boards:
        ours, stated = datums.get(board.key), board.datum
        if stated is not None and ours is not None and stated != Fraction(ours):
            subject = f"board {board.key.board}"
            yield codes.DATUM_DIFFERS.finding(
                f"{subject}: the datum is stated as {published(stated)}, the scores give {ours}",
                place=places.get((board.key.session, board.key.board)),
                subject=subject,
                stated=str(published(stated)),
                computed=str(ours),
            )

"""Points that travellers state for their lines, and stated datums, held against those of the scores."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from operator import attrgetter

from contracts.codes import scoring as codes
from contracts.facts import EventFact, Facts, ResultFact
from contracts.findings import Finding
from contracts.standings import ScoredBoard, TravellerLine
from contracts.tables import column_of
from services.scoring.domain.boards.all_boards import traits_of
from services.scoring.domain.boards.board_list import STATES, Board, BoardKey, published, sides_of
from services.scoring.domain.boards.board_scores import fields_of
from services.scoring.domain.boards.deleted_results import gone_result, words_of
from services.scoring.domain.boards.line_methods import LineMethod, MatchpointMethod, adds_up_like_acblscore
from services.scoring.domain.merging.key_order import key_order
from services.scoring.domain.repairs.board_repair import repair_of, told

DIFFERENCES = frozenset(
    code.code
    for code in (
        codes.POINTS_DIFFER,
        codes.TOTAL_DIFFERS,
        codes.PERCENTAGE_DIFFERS,
        codes.PLACE_DIFFERS,
        codes.WINNERS_DIFFER,
        codes.TIES_BROKEN_OTHERWISE,
        codes.MATCH_DIFFERS,
    )
)
"""Codes that say that something stated is not what was computed."""


MOST_REPAIRED = 12
"""Boards of which the line that is wrong is looked for; where more differ, it is not one line of each."""


def board_findings(
    travellers: Sequence[ScoredBoard], boards: Sequence[Board], event: EventFact, lines: LineMethod | None = None
) -> list[Finding]:
    """One finding for each traveller whose stated points are not those of its scores.

    Args:
        travellers: of the boards; their lines may be as filed.
        boards: in the same order, as they stand.
        event: what files say of it.
        lines: compares the lines of a board with each other; None where nothing does.
    """
    differing = [
        (traveller, board, wrong)
        for traveller, board in (zip(travellers, boards, strict=True) if STATES in traits_of(boards) else ())
        if board.states
        and False in column_of(traveller.lines, "agrees")
        and (wrong := [line for line in traveller.lines if line.agrees is False])
    ]
    if not differing:
        return []
    results: dict[tuple[str | None, str], list[ResultFact]] = defaultdict(list)
    for each in boards:
        results[each.key.session, each.key.board] += each.results
    findings = []
    fields = fields_of(boards)
    for board, played, wrong in differing:
        first, subject = wrong[0], f"board {board.board}"
        if event.program == "ACBLscore" and (gone := gone_result(board)) is not None:
            text = f"{subject}: the stated points count a result {words_of(gone)} for North-South"
            findings.append(codes.RESULT_GONE.finding(f"{text} that is no longer in the file", subject=subject))
            continue
        if lines is not None and len(wrong) > 1 and len(differing) <= MOST_REPAIRED:
            field = _field_of(lines, board, fields[played.key.session, played.key.group])
            repair = repair_of(played, lines, field)
            if repair is not None:
                text, line, stated, computed = told(repair, played)
                findings.append(
                    codes.POINTS_DIFFER.finding(
                        f"{subject}: {text}; now {len(wrong)} of its {len(board.lines)} results differ",
                        place=line.at if line is not None else None,
                        subject=subject,
                        stated=stated,
                        computed=computed,
                    )
                )
                continue
        line = _line_of(first, results[first.session, board.board])
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


def _field_of(lines: LineMethod, board: ScoredBoard, field: int) -> int:
    """How many results a board was brought to: by its top where one is stated for more than have come."""
    if isinstance(lines, MatchpointMethod) and adds_up_like_acblscore(lines) and board.top is not None:
        return int(board.top) // lines.scale.value + 1
    return field


def _line_of(line: TravellerLine, results: Iterable[ResultFact]) -> ResultFact | None:
    """The result of a line: the first that was played alike, else the first of the same sides."""
    of_sides = [
        result
        for result in sorted(results, key=lambda result: key_order(result.key))
        if tuple("+".join(side) or None for side in sides_of(result)) == (line.ns, line.ew)
    ]
    played = (line.ns_team, line.ew_team, line.table, line.contract, line.declarer, line.tricks)
    alike = (r for r in of_sides if (r.sides.ns_team, r.sides.ew_team, *_PLAYED(r)) == played)
    return next(chain(alike, of_sides), None)


_PLAYED = attrgetter("table", "contract", "declarer", "tricks")


def _compared(line: TravellerLine, result: ResultFact | None) -> tuple[str, str]:
    """What a line states and what its scores give: in points, in per cent where the points agree or are not stated."""
    points = ((line.stated_ns, line.ns_points), (line.stated_ew, line.ew_points))
    stated = result.stated if result is not None else None
    if stated is None or any(claimed not in (None, computed) for claimed, computed in points):
        claims, computed, unit = (line.stated_ns, line.stated_ew), (line.ns_points, line.ew_points), ""
    else:
        claims, computed, unit = (stated.ns_percent, stated.ew_percent), (line.ns_percent, line.ew_percent), "%"
    # A side of which nothing is stated is not shown.
    of_stated = [number for number, claim in enumerate(claims) if claim is not None]
    told, ours = (" / ".join(f"{values[number]}{unit}" for number in of_stated) for values in (claims, computed))
    return told, ours


def compare_datums(
    facts: Facts, boards: Sequence[Board], datums: Mapping[BoardKey, Decimal | None]
) -> Iterator[Finding]:
    """Stated datums that are not those of the scores."""
    places = {(fact.session, fact.board): fact.at for fact in facts.boards}
    for board in boards if datums else ():
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

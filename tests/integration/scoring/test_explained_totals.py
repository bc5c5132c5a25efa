"""Totals that programs make otherwise than lines say: factored, brought to all boards, with rulings as stated."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from contracts.facts import ResultFact, Score, StatedTotal
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.boards.line_methods import EBU
from services.scoring.domain.boards.lines import board_line
from services.scoring.domain.event.event_state import EventState, Scored
from shared.bridge.boards.matchpoints import FactoringMethod, MatchpointScale, score_board
from tests.support.fragments import fragment, pair, result, stated

POINTS = (420, 170, 50, -50, -100)
MEETINGS = [(board, ns, str(6 + (ns + board) % 5)) for board in range(5) for ns in range(1, 6)]


def evening(left_out: Sequence[tuple[int, int]]) -> list[ResultFact]:
    """Five boards of five tables, without those results that are left out."""
    return [
        result(str(board + 1), str(ns), ew, POINTS[(2 * ns + board) % 5] + 10 * board)
        for board, ns, ew in MEETINGS
        if (board, ns) not in left_out
    ]


def board_points(lines: list[ResultFact], factoring: FactoringMethod) -> dict[tuple[str, str], Fraction]:
    """The points of everybody on every board."""
    found: dict[tuple[str, str], Fraction] = {}
    for board in dict.fromkeys(line.board for line in lines):
        own = [line for line in lines if line.board == board]
        scored = score_board(
            [board_line(line, None)[0] for line in own], expected=5, scale=MatchpointScale.EUROPEAN, factoring=factoring
        )
        for line, worth in zip(own, scored, strict=True):
            found[board, str(line.sides.ns)], found[board, str(line.sides.ew)] = worth.ns or 0, worth.ew or 0
    return found


def scored(lines: list[ResultFact], shown: dict[tuple[str, str], Fraction], totals: dict[str, Fraction]) -> Scored:
    said = [
        line.replace(
            stated=stated(
                str(published(shown[line.board, str(line.sides.ns)])),
                str(published(shown[line.board, str(line.sides.ew)])),
            )
        )
        for line in lines
    ]
    state = EventState("club-pairs-2026-03-07")
    state.apply(
        fragment(
            "evening",
            results=said,
            participants=tuple(pair(str(number)) for number in range(1, 11)),
            totals=tuple(
                StatedTotal(participant=name, kind="pair", total=published(total)) for name, total in totals.items()
            ),
        )
    )
    return state.score()[0]


def summed(points: dict[tuple[str, str], Fraction]) -> dict[str, Fraction]:
    totals: dict[str, Fraction] = {}
    for (_, name), worth in points.items():
        totals[name] = totals.get(name, Fraction(0)) + worth
    return totals


def test_totals_may_be_factored_and_brought_to_all_boards_where_lines_are_not() -> None:
    lines = evening([(0, 1), (0, 2), (3, 4)])
    plain, factored = (board_points(lines, method) for method in (FactoringMethod.NONE, EBU.factoring))
    boards = {name: sum(1 for _, other in factored if other == name) for _, name in factored}
    totals = {name: total * 5 / boards[name] for name, total in summed(factored).items()}
    made = scored(lines, plain, totals)
    method = made.standings.method
    assert (method.factoring, method.totals, method.detected) == ("neuberg-ebu", "per-board", True)
    assert made.standings.differences == 0
    (said,) = (finding for finding in made.every if finding.code == "scoring.totals-factored")
    assert said.message.endswith("(neuberg-ebu), but those of lines are not factored: boards 1, 4")
    top = max(line.ns_points or 0 for board in made.boards if board.board == "1" for line in board.lines)
    assert top == 4, "three results make a top of four on the traveller"


def test_a_ruling_counts_as_stated_where_totals_count_it_so() -> None:
    lines = evening([])
    award = Score(kind="artificial", percent=Decimal(50))
    lines[0] = lines[0].replace(ns_score=award, ew_score=award)
    others = board_points(lines, EBU.factoring)
    ns, ew = str(lines[0].sides.ns), str(lines[0].sides.ew)
    given = {**others, (lines[0].board, ns): Fraction(5), (lines[0].board, ew): Fraction(1)}
    made = scored(lines, given, summed(given))
    assert made.standings.differences == 0
    (said,) = (finding for finding in made.every if finding.code == "scoring.ruling-as-stated")
    assert said.message == f"board 1: {ns} against {ew} has 50%/50%, and is stated with 5 / 1, which the totals count"
    by_award = {**others, (lines[0].board, ns): Fraction(4), (lines[0].board, ew): Fraction(4)}
    plain = scored(lines, by_award, summed(by_award))
    assert not [finding for finding in plain.every if finding.code == "scoring.ruling-as-stated"]

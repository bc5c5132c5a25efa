"""Points, sums of matches and datums as programs print them: rounded, cut, or added up from what was printed."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from services.scoring.domain.event.event_state import Scored
from tests.support import by_hand
from tests.support.by_hand import printed
from tests.support.scored_documents import board, listed_pairs, one_table, pair_match, result, score, tags, wrong

SCORES = (420, 450, -50, 170, 620, -100, 140)
"""North-South's score at each of seven tables; each board turns them by one table more."""


def half_up(value: Fraction) -> Fraction:
    return Fraction((value + Fraction(1, 2)).__floor__())


def half_even(value: Fraction) -> Fraction:
    return Fraction(round(value))


def cut_to_tenths(value: Fraction) -> Fraction:
    return Fraction((10 * value).__floor__(), 10)


def exactly(value: Fraction) -> Fraction:
    return Fraction(printed(value))


def written(value: Fraction) -> str:
    return f"{printed(value).normalize():f}"


def factored(scores: list[int]) -> list[Fraction]:
    """Neuberg to seven results."""
    expected, actual = 7, len(scores)
    return [Fraction(expected, actual) * (won + 1) - 1 for won in by_hand.match_points(scores)]


def evening(
    prints: Callable[[Fraction], Fraction] = exactly,
    *,
    adds_printed: bool = False,
    wrong_line: bool = False,
    sit_out: int | None = None,
) -> Scored:
    """Seven tables and seven boards, all but the first two played at six of them."""
    totals, tops = (dict.fromkeys(map(str, range(1, 15)), Fraction(0)) for _ in "ab")
    boards = []
    for number in range(7):
        tables = [table for table in range(7) if number < 2 or table != number]
        scores = [SCORES[(table + number) % 7] for table in tables]
        lines = []
        for table, won, scored in zip(tables, factored(scores), scores, strict=True):
            ns, ew = str(table + 1), str(8 + (table + number) % 7)
            shown = (prints(won), prints(12 - won))
            for pair, exact, whole in ((ns, won, shown[0]), (ew, 12 - won, shown[1])):
                totals[pair] += whole if adds_printed else exact
                tops[pair] += 12
            if wrong_line and (number, table) == (3, 0):
                shown = (shown[0] + 2, shown[1])
            lines.append(result(ns, ew, scored, tuple(map(written, shown))))
        boards.append(board(number + 1, *lines))
    for name in totals if sit_out is not None else ():
        totals[name] += (84 - tops[name]) * Fraction(sit_out or 0, 100)
        tops[name] = Fraction(84)
    percent = {name: total / tops[name] for name, total in totals.items()}
    place_of = by_hand.places(percent)
    rows = [(name, printed(total), place_of[name]) for name, total in totals.items()]
    return score(tags(WINNER_TYPE=1) + listed_pairs(rows) + "".join(boards))


@pytest.mark.parametrize("adds_printed", [True, False])
@pytest.mark.parametrize("prints", [half_up, half_even, cut_to_tenths])
def test_points_printed_with_fewer_decimals_are_those_of_factored_boards(
    prints: Callable[[Fraction], Fraction], adds_printed: bool
) -> None:
    scored = evening(prints, adds_printed=adds_printed)
    assert wrong(scored) == []
    assert scored.standings.method.factoring == "neuberg-ebu"
    names = {half_up: "printed-0", half_even: "printed-0-even", cut_to_tenths: "cut-1"}
    assert scored.standings.method.rounding == (names[prints] if adds_printed else "exact")
    assert all(line.agrees for of_board in scored.boards for line in of_board.lines)


def test_a_wrong_line_among_whole_numbers_is_the_only_finding() -> None:
    assert wrong(evening(half_up, adds_printed=False, wrong_line=True)) == [("scoring.board-points-differ", "board 4")]


@pytest.mark.parametrize("sit_out", [50, 60])
def test_totals_may_have_a_percentage_for_boards_that_others_have_played(sit_out: int) -> None:
    scored = evening(sit_out=sit_out)
    assert wrong(scored) == []
    assert scored.standings.method.totals == f"sit-out-{sit_out}"
    assert {row.boards for row in scored.standings.rankings[0].rows} == {6, 7}


MEETINGS = ((("1", "2"), ("3", "4"), ("5", "6"), ("7", "8")), (("4", "1"), ("2", "6"), ("3", "7"), ("5", "8")))


@pytest.mark.parametrize("decimals", [1, 2, None])
def test_totals_of_matches_add_exact_scores_or_scores_as_printed(decimals: int | None) -> None:
    """Cross-IMPs of three boards at four tables are thirds."""
    totals = dict.fromkeys("12345678", Fraction(0))
    matches = []
    for number, meetings in enumerate(MEETINGS):
        boards = [[SCORES[(3 * number + table + each * 2) % 7] for table in range(4)] for each in range(3)]
        for table, (ns, ew) in enumerate(meetings):
            won = sum((by_hand.cross_imps(scores)[table] for scores in boards), Fraction(0))
            shown = tuple(printed(side, decimals or 1) for side in (won, -won))
            for name, exact, side in zip((ns, ew), (won, -won), shown, strict=True):
                totals[name] += exact if decimals is None else Fraction(side)
            lines = [board(3 * number + each + 1, one_table(scores[table])) for each, scores in enumerate(boards)]
            matches.append(pair_match(ns, ew, shown, *lines, round_number=number + 1, unit="SCORE"))
    place_of = by_hand.places(totals)
    rows = [(name, printed(total), place_of[name]) for name, total in totals.items()]
    document = tags(BOARD_SCORING_METHOD="CROSS_IMPS", MATCH_SCORING_METHOD="IMPS") + listed_pairs(rows)
    scored = score(document + "".join(matches), event='EVENT_TYPE="SWISS_PAIRS"')
    assert wrong(scored) == []
    assert scored.standings.method.totals == {1: "matches-printed-1", 2: "matches-printed-2", None: None}[decimals]


def test_a_datum_is_cut_towards_zero_where_the_points_say_so() -> None:
    # The means are 247.5, 207.5, -67.5 and 430; cut, they are 240, 200, -60 and 430.
    tables = ((430, 450, -50, 160), (620, -100, 140, 170), (-90, -120, 50, -110), (400, 430, 430, 460))
    boards = []
    for number, (scores, cut) in enumerate(zip(tables, (240, 200, -60, 430), strict=True), 1):
        won = by_hand.butler_imps(scores, cut)
        lines = [
            result(str(table), str(table + 4), scored, (int(imps), -int(imps)), "BUTLER")
            for table, (scored, imps) in enumerate(zip(scores, won, strict=True), 1)
        ]
        boards.append(board(number, *lines))
    scored = score(tags(BOARD_SCORING_METHOD="BUTLER_IMPS") + "".join(boards))
    assert wrong(scored) == []
    assert scored.standings.method.datum == "mean of all scores, cut to a multiple of 10"

"""A score can occur at all, and is that of the contract played."""

from decimal import Decimal

import pytest

from contracts.codes import validation as codes
from contracts.codes.code import Code
from contracts.facts import BoardFact, Detail, EventFact, ResultFact, Score, WeightedPoints
from contracts.findings import Finding
from services.validation.domain import scores
from services.validation.domain.case import Case
from tests.support.clean_event import CleanEvent
from tests.support.fragments import fragment, points, result


def found(*lines: ResultFact, **facts: object) -> list[Finding]:
    case = Case(fragment("f", results=lines, **facts))  # type: ignore[arg-type]
    return [finding for rule in scores.RULES for finding in rule(case)]


def names(*lines: ResultFact, **facts: object) -> list[tuple[str, str | None, str | None]]:
    return [(finding.code, finding.stated, finding.computed) for finding in found(*lines, **facts)]


def played(board: str, contract: str, declarer: str, tricks: int, score: int, ns: str = "1") -> ResultFact:
    return result(board, ns, "2", score, contract=contract, declarer=declarer, tricks=tricks)


@pytest.mark.parametrize(("board", "score"), [("2", 420), ("3", 50), ("1", 100_000), ("1", 10)])
def test_a_score_that_no_contract_gives_at_the_vulnerability_is_found(board: str, score: int) -> None:
    assert names(result(board, "1", "2", score)) == [(codes.SCORE_IMPOSSIBLE.code, str(score), None)]


def test_the_finding_says_what_the_contract_gives() -> None:
    assert names(played("2", "4S", "N", 10, 420)) == [(codes.SCORE_IMPOSSIBLE.code, "420", "620")]
    assert names(played("1", "4S", "N", 10, 400)) == [(codes.SCORE_NOT_OF_CONTRACT.code, "400", "420")]
    assert names(played("1", "4S", "N", 10, 425)) == [(codes.SCORE_NOT_IN_TENS.code, "425", "420")]


def test_a_score_with_the_wrong_sign_is_that_of_another_contract() -> None:
    assert names(played("1", "4S", "E", 10, 420)) == [(codes.SCORE_NOT_OF_CONTRACT.code, "420", "-420")]


def test_what_is_missing_or_unreadable_is_not_compared() -> None:
    lines = [
        result("1", "1", "2", 420, contract="4S", declarer="N"),
        result("1", "3", "4", 420, contract="4S", tricks=9),
        result("1", "5", "6", 420, declarer="N", tricks=9),
        played("1", "9S", "N", 9, 420, ns="7"),
        played("1", "4S", "Q", 9, 420, ns="8"),
        played("1", "4S", "N", 14, 420, ns="9"),
        result("1", "10", "11", None, contract="4S", declarer="N", tricks=9),
    ]
    assert names(*lines) == []


def test_the_vulnerability_that_the_file_states_counts() -> None:
    line = played("1", "4S", "N", 10, 620)
    assert names(line)[0][0] == codes.SCORE_IMPOSSIBLE.code
    assert names(line, boards=(BoardFact(board="1", vulnerable="NS"),)) == []


def test_where_statement_and_number_disagree_the_scores_decide() -> None:
    lines = [played("1", "4S", "N", 10, 420), played("1", "3NT", "N", 9, 400, ns="3")]
    assert names(*lines, boards=(BoardFact(board="1", vulnerable="NS"),)) == []


def test_a_board_whose_scores_all_fit_another_vulnerability_is_one_finding() -> None:
    lines = [played("1", "4S", "N", 10, 620, ns=str(n)) for n in (1, 3)]
    lines += [played("1", "4S", "E", 10, -420, ns="5"), played("1", "3NT", "S", 9, 600, ns="7")]
    assert names(*lines) == [(codes.VULNERABILITY_BY_SCORES.code, "None", "NS")]


def test_two_wrong_scores_are_two_findings_even_when_they_fit_another_vulnerability() -> None:
    lines = [played("1", "4S", "N", 10, 620, ns=str(n)) for n in (1, 3)]
    assert [name for name, _, _ in names(*lines)] == [codes.SCORE_IMPOSSIBLE.code] * 2


def test_a_board_without_number_or_vulnerability_is_not_compared() -> None:
    assert names(played("red", "4S", "N", 10, 10)) == []


def test_a_split_ruling_is_not_compared_with_the_contract_but_each_side_can_be_impossible() -> None:
    line = played("1", "4S", "N", 10, 420)
    assert names(line.replace(ew_score=points(170))) == []
    assert names(line.replace(ew_score=points(30)))[0][:2] == (codes.SCORE_IMPOSSIBLE.code, "30")
    assert names(line.replace(ew_score=points(171)))[0][:2] == (codes.SCORE_NOT_IN_TENS.code, "171")


def test_each_part_of_a_weighted_ruling_is_a_score() -> None:
    def ruling(*values: int) -> ResultFact:
        parts = tuple(WeightedPoints(weight=Decimal("0.5"), points=value) for value in values)
        score = Score(kind="weighted", parts=parts)
        return result("1", "1", "2", 0, ns_score=score, ew_score=score)

    assert names(ruling(420, -50)) == []
    assert names(ruling(420, 30))[0][:2] == (codes.SCORE_IMPOSSIBLE.code, "30")
    assert names(ruling(420, 31))[0][:2] == (codes.SCORE_NOT_IN_TENS.code, "31")


def test_old_doubled_undertricks_are_possible_where_the_event_says_so() -> None:
    line = result("1", "1", "2", -700)
    assert names(line)[0][0] == codes.SCORE_IMPOSSIBLE.code
    old = EventFact(kind="pairs", details=(Detail(name="Scoring", value="MP1;OldMP"),))
    assert names(line, events=(old,)) == []


def test_a_passed_out_board_scores_nothing() -> None:
    assert names(result("1", "1", "2", 0, contract="PASS")) == []
    found = names(result("1", "1", "2", 50, contract="AP"))
    assert found == [(codes.SCORE_OF_PASSED_OUT.code, "50", "0")]


def test_a_board_that_everybody_passed_out_is_pointed_out_from_three_results_on() -> None:
    lines = [result("1", str(n), str(n + 9), 0) for n in range(1, 4)]
    assert names(*lines) == [(codes.PASSED_OUT_BY_ALL.code, "0", None)]
    assert names(*lines[:2]) == []
    assert names(*lines, result("1", "8", "9", 50)) == []


def test_a_result_that_is_not_in_yet_does_not_hide_a_board_passed_out_by_all() -> None:
    lines = [result("1", str(n), str(n + 9), 0) for n in range(1, 4)]
    assert [name for name, _, _ in names(*lines, result("1", "8", "9", None))] == [codes.PASSED_OUT_BY_ALL.code]


@pytest.mark.parametrize(("ns", "ew"), [(60, 40), (60, 60), (40, 40), (50, 50), (60, 50), (100, 0)])
def test_adjusted_scores_of_law_12_are_nothing_unusual(ns: int, ew: int) -> None:
    assert names(_adjusted(ns, ew)) == []


@pytest.mark.parametrize(
    ("ns", "ew", "code"),
    [
        (70, 70, codes.ARTIFICIAL_UNUSUAL),
        (30, 40, codes.ARTIFICIAL_UNUSUAL),
        (101, 0, codes.ARTIFICIAL_IMPOSSIBLE),
        (60, -1, codes.ARTIFICIAL_IMPOSSIBLE),
    ],
)
def test_other_adjusted_scores_are_pointed_out(ns: int, ew: int, code: Code) -> None:
    asked = "80 to 120 together" if code is codes.ARTIFICIAL_UNUSUAL else "0 to 100 each"
    assert names(_adjusted(ns, ew)) == [(code.code, f"{ns}/{ew}", asked)]


def _adjusted(ns: int, ew: int) -> ResultFact:
    sides = [Score(kind="artificial", percent=Decimal(value)) for value in (ns, ew)]
    return result("1", "1", "2", 0, ns_score=sides[0], ew_score=sides[1])


def test_a_percentage_for_one_side_only_is_the_readers_business() -> None:
    line = result("1", "1", "2", 0, ns_score=Score(kind="artificial", percent=Decimal(60)), ew_score=points(100))
    assert names(line) == []


def test_findings_name_the_line_the_board_and_what_was_expected() -> None:
    (odd,) = found(played("1", "4S", "N", 10, 425))
    assert (odd.message, odd.stated, odd.computed) == ("1 against 2 has the score 425 on board 1", "425", "420")
    (impossible,) = found(result("1", "1", "2", 100_000))
    assert impossible.message == "no contract gives 100000 at vulnerability None on board 1 (1 against 2)"
    (other,) = found(played("1", "4S", "N", 10, 450))
    assert other.message == "4S by N with 10 tricks is 420 at vulnerability None, not 450, on board 1 (1 against 2)"
    assert (other.subject, other.stated, other.computed) == ("board 1", "450", "420")
    (passed,) = found(result("1", "1", "2", 90, contract="PASS"))
    assert (passed.message, passed.stated, passed.computed) == ("1 against 2 passed board 1 out and has 90", "90", "0")
    (all_passed,) = found(*(result("1", str(n), str(n + 10), 0) for n in range(3)))
    assert (all_passed.message, all_passed.subject, all_passed.stated) == (
        "all 3 tables passed board 1 out",
        "board 1",
        "0",
    )
    ruled = result("1", "1", "2", ns_score=percent(130), ew_score=percent(40))
    (more,) = found(ruled)
    assert more.message == "1 against 2 has the adjusted score 130/40 on board 1; expected 0 to 100 each"
    assert (more.stated, more.computed) == ("130/40", "0 to 100 each")
    assert [finding.computed for finding in found(ruled.replace(ns_score=percent(90)))] == ["80 to 120 together"]


def percent(value: int) -> Score:
    return Score(kind="artificial", percent=Decimal(value))


def test_a_vulnerability_that_no_score_fits_is_said_with_how_many_do_not() -> None:
    lines = [played("1", "4S", "N", 10, 620, str(n)) for n in range(3)] + [played("1", "4S", "E", 10, -420, "9")]
    (finding,) = found(*lines)
    assert finding.message == "every score of board 1 fits vulnerability NS, 3 of 4 do not fit None"
    assert finding.code == codes.VULNERABILITY_BY_SCORES.code
    assert (finding.subject, finding.stated) == ("board 1", "None")


@pytest.mark.parametrize(("points_", "wrong"), [(0, 0), (10, 1), (5, 0), (15, 0)])
def test_a_passed_out_score_that_is_odd_is_another_rules(points_: int, wrong: int) -> None:
    line = result("1", "1", "2", points_, contract="PASS")
    assert sum(name == codes.SCORE_OF_PASSED_OUT.code for name, *_ in names(line)) == wrong


def exchanged(clean: CleanEvent) -> list[tuple[str, str | None, str | None]]:
    """What is found where boards 1 and 2 have each other's results."""
    whole = clean.fragment()
    other = {"1": "2", "2": "1"}
    results = tuple(line.replace(board=other.get(line.board, line.board)) for line in whole.facts.results)
    case = Case(whole.replace(facts=whole.facts.replace(results=results)))
    return [(each.code, each.stated, each.computed) for each in scores.boards_exchanged(case)]


def test_two_boards_with_exchanged_results_are_named() -> None:
    assert exchanged(CleanEvent(tables=7)) == [(codes.BOARDS_EXCHANGED.code, "1", "2")]
    by_scores = [
        played(board, "4S", "N", 10, score, str(n)) for board, score in (("1", 620), ("2", 420)) for n in (1, 3)
    ]
    assert names(*by_scores)[-1] == (codes.BOARDS_EXCHANGED.code, "1", "2")
    assert list(scores.boards_exchanged(Case(CleanEvent(tables=7).fragment()))) == []


def test_scores_that_fit_several_other_vulnerabilities_are_one_finding() -> None:
    lines = [played("2", "4S", "N", 10, 420, str(number)) for number in range(4)]
    (finding,) = found(*lines)
    assert finding.message == "every score of board 2 fits vulnerability None or EW, 4 of 4 do not fit NS"

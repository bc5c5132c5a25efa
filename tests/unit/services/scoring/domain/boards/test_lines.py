from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import ResultFact, Score, Sides, WeightedPoints
from services.scoring.domain.boards.lines import board_line, from_contract, score_text, side_score
from shared.bridge.boards.artificial_scores import AVERAGE, AVERAGE_MINUS, AVERAGE_PLUS, Artificial
from shared.bridge.boards.board_line import BoardLine, Weighted
from shared.bridge.play.board_cycle import Vulnerability
from tests.support.fragments import points, result


def artificial(percent: str) -> Score:
    return Score(kind="artificial", percent=Decimal(percent))


def weighted(*parts: tuple[str, int]) -> Score:
    return Score(kind="weighted", parts=tuple(WeightedPoints(weight=Decimal(w), points=p) for w, p in parts))


def average(text: str | None = None, percent: str | None = None) -> Score:
    return Score(kind="average", text=text, percent=Decimal(percent) if percent else None)


def blank(**more: Any) -> ResultFact:
    return result("1", "1", "2", None, **more)


def test_points_are_north_souths_and_each_side_sees_them_from_its_own_view() -> None:
    assert (side_score(points(420), ns=True), side_score(points(420), ns=False)) == (420, -420)
    assert side_score(points(0), ns=False) == 0


def test_an_artificial_score_is_its_own_sides_percentage() -> None:
    assert side_score(artificial("60"), ns=True) == Artificial(Fraction(60))
    assert side_score(artificial("37.5"), ns=False) == Artificial(Fraction(75, 2))


@pytest.mark.parametrize("percent", ["-0.01", "100.01", "999"])
def test_what_is_no_percentage_is_no_score(percent: str) -> None:
    assert side_score(artificial(percent), ns=True) is None
    assert side_score(average("Ave+", percent), ns=True) is None


def test_the_weights_of_a_ruling_are_shares_of_their_sum() -> None:
    score = weighted(("60", 420), ("40", -50))
    assert side_score(score, ns=True) == Weighted(((420, Fraction(3, 5)), (-50, Fraction(2, 5))))
    assert side_score(score, ns=False) == Weighted(((-420, Fraction(3, 5)), (50, Fraction(2, 5))))
    assert side_score(weighted(("1", 420), ("2", -50)), ns=True) == Weighted(
        ((420, Fraction(1, 3)), (-50, Fraction(2, 3)))
    )


@pytest.mark.parametrize("score", [weighted(), weighted(("0", 420)), weighted(("2", 420), ("-1", 50))])
def test_a_ruling_without_positive_weights_is_no_score(score: Score) -> None:
    assert side_score(score, ns=True) is None


@pytest.mark.parametrize(
    ("text", "ns", "ew"),
    [
        ("Ave", AVERAGE, AVERAGE),
        ("A+/A-", AVERAGE_PLUS, AVERAGE_MINUS),
        ("Ave- Ave+", AVERAGE_MINUS, AVERAGE_PLUS),
        ("A+=", AVERAGE_PLUS, AVERAGE),
        ("Ave+", AVERAGE_PLUS, AVERAGE_PLUS),
        ("A-", AVERAGE_MINUS, AVERAGE_MINUS),
    ],
)
def test_an_average_is_read_for_the_side_that_it_is_given_to(text: str, ns: Artificial, ew: Artificial) -> None:
    assert side_score(average(text), ns=True) == ns
    assert side_score(average(text), ns=False) == ew


def test_the_percentage_that_a_reader_gives_an_average_counts_more_than_its_text() -> None:
    assert side_score(average("Ave+", "60"), ns=True) == Artificial(Fraction(60))
    assert side_score(average("A+/A-", "40"), ns=False) == Artificial(Fraction(40))


@pytest.mark.parametrize("text", ["", "whatever", "A737", None])
def test_an_average_that_cannot_be_read_is_no_score(text: str | None) -> None:
    assert side_score(average(text), ns=True) is None


@pytest.mark.parametrize("kind", ["late", "not_played", "not_in_play", "unknown", "points", "artificial"])
def test_a_score_without_a_value_is_nothing_to_compare_and_never_zero(kind: str) -> None:
    score = Score(kind=kind)  # type: ignore[arg-type]
    assert side_score(score, ns=True) is None
    assert side_score(score, ns=False) is None


@pytest.mark.parametrize(
    ("contract", "declarer", "tricks", "vulnerability", "expected"),
    [
        ("4S", "N", 10, Vulnerability.NONE, 420),
        ("4S", "N", 10, Vulnerability.NS, 620),
        ("4S", "E", 10, Vulnerability.NS, -420),
        ("4Sx", "E", 9, Vulnerability.EW, 200),
        ("3 nt", "south", 8, Vulnerability.ALL, -100),
        ("PASS", None, None, Vulnerability.ALL, 0),
        ("4S", "N", None, Vulnerability.NONE, None),
        ("4S", None, 10, Vulnerability.NONE, None),
        ("4S", "X", 10, Vulnerability.NONE, None),
        ("8S", "N", 10, Vulnerability.NONE, None),
        ("4S", "N", 14, Vulnerability.NONE, None),
        (None, "N", 10, Vulnerability.NONE, None),
        ("-", "N", 10, Vulnerability.NONE, None),
    ],
)
def test_points_by_contract_are_law_77s_or_nothing(
    contract: str | None, declarer: str | None, tricks: int | None, vulnerability: Vulnerability, expected: int | None
) -> None:
    line = blank(contract=contract, declarer=declarer, tricks=tricks)
    assert from_contract(line, vulnerability) == expected


def test_without_vulnerability_only_what_scores_the_same_either_way_is_worked_out() -> None:
    assert from_contract(blank(contract="4S", declarer="N", tricks=10), None) is None
    assert from_contract(blank(contract="4S", declarer="N", tricks=9), None) is None
    assert from_contract(blank(contract="2S", declarer="W", tricks=8), None) == -110
    assert from_contract(blank(contract="Pass"), None) == 0


def test_a_blank_score_is_worked_out_from_the_contract_and_said_to_be() -> None:
    line, worked_out = board_line(blank(contract="4S", declarer="N", tricks=10), Vulnerability.NONE)
    assert (line, worked_out) == (BoardLine(420, -420), True)


def test_a_stated_score_stands_whatever_the_contract_would_give() -> None:
    stated = result("1", "1", "2", 400, contract="4S", declarer="N", tricks=10)
    assert board_line(stated, Vulnerability.NONE) == (BoardLine(400, -400), False)


@pytest.mark.parametrize("kind", ["late", "not_played", "not_in_play"])
def test_a_score_that_is_said_not_to_be_there_is_not_worked_out(kind: str) -> None:
    score = Score(kind=kind)  # type: ignore[arg-type]
    line = blank(contract="4S", declarer="N", tricks=10).replace(ns_score=score, ew_score=score)
    assert board_line(line, Vulnerability.NONE) == (BoardLine(None, None), False)


def test_a_split_ruling_gives_each_side_its_own_score() -> None:
    split = result("1", "1", "2", 420).replace(ew_score=points(-50))
    assert board_line(split, Vulnerability.NONE)[0] == BoardLine(420, 50)
    half = result("1", "1", "2", 420).replace(ew_score=artificial("40"))
    assert board_line(half, Vulnerability.NONE)[0] == BoardLine(420, Artificial(Fraction(40)))


def test_group_and_number_of_results_go_with_the_line() -> None:
    line = board_line(result("1", "1", "2", 50, foul_group=2, multiplicity=3), Vulnerability.NONE)[0]
    assert (line.group, line.count) == (2, 3)
    worked = board_line(blank(contract="Pass", foul_group=1, multiplicity=2), Vulnerability.NONE)[0]
    assert (worked.group, worked.count) == (1, 2)
    assert board_line(result("1", "1", "2", 50, multiplicity=0), Vulnerability.NONE)[0].count == 1


@pytest.mark.parametrize(
    ("score", "other", "text"),
    [
        (points(-50), points(-50), "-50"),
        (points(0), points(0), "0"),
        (artificial("60"), artificial("40"), "60%/40%"),
        (artificial("100"), artificial("0"), "100%/0%"),
        (artificial("62.50"), artificial("37.5"), "62.5%/37.5%"),
        (artificial("60"), Score(kind="unknown"), "60%/–"),
        (weighted(("60", 420), ("40.0", -50)), points(0), "60% 420, 40% -50"),
        (weighted(("0.125", 420), ("0.875", -50)), points(0), "12.5% 420, 87.5% -50"),
        (weighted(("0", 420)), points(0), "0% 420"),
        (average("Ave+", "60"), average("Ave-", "40"), "Ave+"),
        (average(None, "60"), average(None, "40"), "60%/40%"),
        (average(), average(), ""),
        (Score(kind="late"), Score(kind="late"), "late"),
        (Score(kind="not_played"), Score(kind="not_played"), "not played"),
        (Score(kind="not_played", text="N/P"), Score(kind="not_played"), "N/P"),
        (Score(kind="not_in_play"), Score(kind="not_in_play"), ""),
        (Score(kind="unknown"), Score(kind="unknown"), ""),
        (Score(kind="unknown", text="4oo"), Score(kind="unknown"), "4oo"),
        (Score(kind="points"), points(0), ""),
    ],
)
def test_a_score_is_written_as_on_a_traveller(score: Score, other: Score, text: str) -> None:
    assert score_text(score, other) == text


texts = st.one_of(
    st.none(), st.text(max_size=12), st.sampled_from(["4S", "3NTx", "Pass", "Ave+", "A6040", "N", "7CXX"])
)
numbers = st.decimals(-200, 200, allow_nan=False, allow_infinity=False, places=2)
scores = st.builds(
    Score,
    kind=st.sampled_from(
        ["points", "artificial", "weighted", "average", "late", "not_played", "not_in_play", "unknown"]
    ),
    points=st.none() | st.integers(-9000, 9000),
    percent=st.none() | numbers,
    parts=st.lists(st.builds(WeightedPoints, weight=numbers, points=st.integers(-9000, 9000)), max_size=3).map(tuple),
    text=texts,
)


@given(
    scores,
    scores,
    texts,
    texts,
    st.none() | st.integers(-3, 20),
    st.none() | st.sampled_from(list(Vulnerability)),
    st.integers(-2, 5),
)
def test_no_line_of_a_file_is_too_odd_to_become_a_line_and_a_text(
    ns: Score,
    ew: Score,
    contract: str | None,
    declarer: str | None,
    tricks: int | None,
    vulnerability: Vulnerability | None,
    multiplicity: int,
) -> None:
    odd = ResultFact(
        board="1",
        sides=Sides(ns="1", ew="2"),
        ns_score=ns,
        ew_score=ew,
        contract=contract,
        declarer=declarer,
        tricks=tricks,
        multiplicity=multiplicity,
    )
    line, worked_out = board_line(odd, vulnerability)
    assert line.count >= 1
    assert not worked_out or isinstance(line.ns, int)
    assert isinstance(score_text(ns, ew), str)

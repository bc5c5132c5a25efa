"""The stated points of both sides balance."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.codes import validation as codes
from contracts.facts import EventFact, ResultFact, Score, StatedScore, WeightedPoints
from contracts.findings import Finding
from services.validation.domain import points as rules
from services.validation.domain.case import Case
from shared.bridge.boards.board_line import BoardLine, Weighted, played
from shared.bridge.boards.matchpoints import FactoringMethod, MatchpointScale, score_board
from shared.bridge.rounding import RoundingFamily
from tests.support.fragments import fragment, points, result, stated


def found(*lines: ResultFact, **facts: object) -> list[Finding]:
    case = Case(fragment("f", results=lines, **facts))  # type: ignore[arg-type]
    return [finding for rule in rules.RULES for finding in rule(case)]


def names(*lines: ResultFact, **facts: object) -> list[tuple[str, str | None, str | None]]:
    return [(finding.code, finding.stated, finding.computed) for finding in found(*lines, **facts)]


def board(*pairs: tuple[str, str], **more: object) -> list[ResultFact]:
    return [
        result("1", str(number), str(number + 50), 10 * number, stated=stated(ns, ew), **more)
        for number, (ns, ew) in enumerate(pairs)
    ]


def test_a_line_that_does_not_add_up_to_what_the_others_do_is_found() -> None:
    lines = board(("6", "0"), ("4", "2"), ("2", "5"), ("0", "6"))
    assert names(*lines) == [(codes.POINTS_SUM.code, "2+5=7", "6")]


def test_of_two_lines_the_one_that_adds_up_to_the_top_is_right() -> None:
    assert names(*board(("2", "0"), ("1", "2"))) == [(codes.POINTS_SUM.code, "1+2=3", "2")]
    assert names(*board(("1", "0"), ("1", "1"), ("5", "5"), ("7", "8"))) == []


def test_one_line_alone_says_nothing() -> None:
    assert names(*board(("6", "2"))) == []


def test_a_board_of_a_larger_field_may_have_any_top() -> None:
    assert names(*board(("70", "30"), ("10", "90"), ("55", "45"))) == []


def test_negative_points_are_impossible_even_when_they_add_up() -> None:
    lines = board(("8", "-2"), ("4", "2"), ("2", "4"), ("0", "6"))
    assert names(*lines) == [(codes.POINTS_IMPOSSIBLE.code, "8/-2", "0 to 6")]


def test_a_split_ruling_on_a_board_silences_the_rule_for_that_board() -> None:
    lines = board(("6", "0"), ("4", "2"), ("2", "5"), ("0", "6"))
    split = result("1", "20", "70", 50, ew_score=points(-100), stated=stated("3", "5"))
    one_sided = result("1", "21", "71", 50, ew_score=Score(kind="artificial", percent=Decimal(40)))
    assert names(*lines, split) == []
    assert names(*lines, one_sided) == []


def test_adjusted_scores_of_both_sides_only_leave_themselves_out() -> None:
    lines = board(("6", "0"), ("4", "2"), ("2", "5"), ("0", "6"))
    adjusted = Score(kind="artificial", percent=Decimal(60))
    line = result("1", "20", "70", 0, ns_score=adjusted, ew_score=adjusted, stated=stated("3.6", "3.6"))
    assert names(*lines, line) == [(codes.POINTS_SUM.code, "2+5=7", "6")]


def test_lines_without_a_score_are_left_out() -> None:
    assert names(*board(("6", "0"), ("4", "2"), ("0", "6")), result("1", "9", "8", None, stated=stated("0", "0"))) == []


def test_a_symmetrical_weighted_ruling_balances_like_any_score() -> None:
    ruling = Score(
        kind="weighted",
        parts=(WeightedPoints(weight=Decimal("0.3"), points=420), WeightedPoints(weight=Decimal("0.7"), points=-50)),
    )
    lines = board(("6", "0"), ("4", "2"), ("0", "6"))
    line = result("1", "20", "70", 0, ns_score=ruling, ew_score=ruling, stated=stated("3.1", "2.9"))
    assert names(*lines, line) == []
    assert len(names(*lines, line.replace(stated=stated("3.1", "2")))) == 1
    assert names(*lines, line.replace(stated=stated("6.2", "-0.2"))) == []


def test_sections_and_foul_groups_have_sums_of_their_own() -> None:
    first = board(("6", "0"), ("4", "2"), ("0", "6"), section="A")
    second = board(("4", "0"), ("2", "2"), ("0", "4"), section="B")
    fouled = board(("2", "0"), ("0", "2"), section="A", foul_group=1)
    assert names(*first, *second, *fouled) == []
    assert len(names(*first, *second[:2], second[2].replace(stated=stated("0", "6")))) == 1


def test_a_split_ruling_in_one_section_silences_the_board_in_all() -> None:
    first = board(("6", "0"), ("4", "2"), ("2", "5"), ("0", "6"), section="A")
    split = result("1", "20", "70", 50, ew_score=points(-100), section="B")
    assert names(*first, split) == []


def test_boards_of_two_rounds_of_a_swiss_event_are_apart() -> None:
    swiss = {"events": (EventFact(kind="swiss_pairs"),)}
    lines = [*board(("6", "0"), ("4", "2"), round=1), *board(("4", "0"), ("0", "4"), round=2)]
    assert names(*lines, **swiss) == []


def test_points_that_are_printed_with_decimals_may_be_off_by_the_last_of_them() -> None:
    lines = board(("5.45", "4.55"), ("3.33", "6.66"), ("10", "0"), ("6.67", "3.34"))
    assert names(*lines) == []
    assert len(names(*lines, *board(("5.45", "4.65")))) == 1


def test_factored_points_that_are_printed_whole_may_be_off_by_one() -> None:
    lines = board(("21", "1"), ("12", "11"), ("11", "11"), ("1", "21"))
    assert names(*lines) == []
    assert len(names(*lines, *board(("11", "13")))) == 1


weights = st.sampled_from((1, 2, 3, 4, 5, 6, 7, 8, 9))


@given(
    scores=st.lists(st.integers(-110, 110).map(lambda n: n * 10), min_size=2, max_size=14),
    rulings=st.lists(st.tuples(st.integers(-30, 30), st.integers(-30, 30), weights), max_size=2),
    extra=st.integers(0, 6),
    places=st.sampled_from((0, 1, 2, 4)),
    scale=st.sampled_from(MatchpointScale),
    factoring=st.sampled_from(FactoringMethod),
)
@settings(max_examples=150)
def test_points_by_any_method_printed_with_any_decimals_balance(
    scores: list[int],
    rulings: list[tuple[int, int, int]],
    extra: int,
    places: int,
    scale: MatchpointScale,
    factoring: FactoringMethod,
) -> None:
    lines: list[BoardLine] = [played(score) for score in scores]
    facts = [points(score) for score in scores]
    for one, other, weight in rulings:
        parts = ((one * 10, Fraction(weight, 10)), (other * 10, 1 - Fraction(weight, 10)))
        lines.append(played(Weighted(parts)))
        facts.append(
            Score(
                kind="weighted",
                parts=tuple(
                    WeightedPoints(points=value, weight=Decimal(share.numerator) / share.denominator)
                    for value, share in parts
                ),
            )
        )
    family = RoundingFamily("printed", Fraction(1, 10**places))
    scored = score_board(lines, expected=len(lines) + extra, scale=scale, factoring=factoring, rounding=family)
    results = [
        result(
            "1",
            str(n),
            str(n + 50),
            0,
            ns_score=fact,
            ew_score=fact,
            stated=StatedScore(ns=_decimal(line.ns, places), ew=_decimal(line.ew, places), unit="match_points"),
        )
        for n, (fact, line) in enumerate(zip(facts, scored, strict=True))
    ]
    assert names(*results) == []


def _decimal(value: object, places: int) -> Decimal:
    assert isinstance(value, Fraction)
    return (Decimal(value.numerator) / Decimal(value.denominator)).quantize(Decimal(1).scaleb(-places))


@pytest.mark.parametrize("unit", ["butler_imps", "imps"])
def test_imps_of_one_side_are_the_loss_of_the_other(unit: str) -> None:
    good = result("1", "1", "2", 50, stated=StatedScore(ns=Decimal(3), ew=Decimal(-3), unit=unit))
    bad = result("1", "3", "4", 50, stated=StatedScore(ns=Decimal(3), ew=Decimal(-2), unit=unit))
    assert names(good, bad) == [(codes.POINTS_NOT_OPPOSITE.code, "3/-2", "3/-3")]


def test_cross_imps_may_be_off_by_their_last_decimal() -> None:
    def line(ns: str, ew: str) -> ResultFact:
        return result("1", "1", "2", 50, stated=StatedScore(ns=Decimal(ns), ew=Decimal(ew), unit="cross_imps"))

    assert names(line("1.14", "-1.14"), line("1.13", "-1.14"), line("0.50", "-0.50")) == []
    assert len(names(line("1.14", "-1.16"))) == 1
    assert names(line("1", "0")) == []
    assert len(names(line("2", "0"))) == 1


def test_a_split_ruling_silences_imps_of_the_board() -> None:
    bad = result("1", "3", "4", 50, stated=StatedScore(ns=Decimal(3), ew=Decimal(-2), unit="butler_imps"))
    split = result("1", "20", "70", 50, ew_score=points(-100))
    assert names(bad, split) == []


def test_aggregate_points_may_leave_out_the_last_0() -> None:
    def line(score: int, shown: str, ew: str) -> ResultFact:
        return result("1", "1", "2", score, stated=StatedScore(ns=Decimal(shown), ew=Decimal(ew), unit="aggregate"))

    assert names(line(420, "420", "-420"), line(-50, "-50", "50")) == []
    assert names(line(420, "42", "-42"), line(-50, "-5", "5")) == []
    (wrong,) = names(line(420, "420", "-420"), line(-50, "-5", "5"))
    assert wrong == (codes.POINTS_NOT_SCORE.code, "-5", "-50")


def test_points_of_other_units_are_not_looked_at() -> None:
    for unit in ("vps", None):
        line = result("1", "1", "2", 50, stated=StatedScore(ns=Decimal(3), ew=Decimal(9), unit=unit))
        assert names(line, line) == []

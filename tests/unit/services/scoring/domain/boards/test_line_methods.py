from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.scoring.domain.boards.imp_methods import CROSS_IMPS, AggregateMethod
from services.scoring.domain.boards.line_methods import (
    ACBL,
    EBU,
    MATCH_POINTS,
    BoardSample,
    MatchpointMethod,
    adds_up_like_acblscore,
    agrees,
    is_doubled,
    percent_agrees,
    places_of,
    printed_rounding,
    wrong_points,
)
from services.scoring.domain.method.search import best
from shared.bridge.boards.artificial_scores import Artificial
from shared.bridge.boards.board_line import BoardLine
from shared.bridge.boards.matchpoints import FactoringMethod, LineMatchpoints, MatchpointScale
from shared.bridge.rounding import EXACT, to_decimal
from tests.support.board_lines import played

ADJUSTED = BoardLine(Artificial(Fraction(60)), Artificial(Fraction(40)))
FIELD = 7
BOARDS = (
    tuple(played(score) for score in (420, 420, 450, -50, 170, 400, 100)),
    tuple(played(score) for score in (110, 110, -50, 140, -100)),
    tuple(played(score) for score in (620, -100)),
    (*(played(score) for score in (50, 50, 100, -90)), ADJUSTED),
)
"""A full board, one with fewer results, one with very few, and one with an adjusted score."""


def samples(
    method: MatchpointMethod, places: int, boards: Sequence[tuple[BoardLine, ...]] = BOARDS
) -> list[BoardSample]:
    """The boards as a program that scores by this method states them."""
    field = max(len(lines) for lines in boards)
    made = []
    for lines in boards:
        worth = method.score(lines, field)
        made.append(BoardSample(lines, tuple((printed(p.ns, places), printed(p.ew, places)) for p in worth), field))
    return made


def printed(value: Fraction | None, places: int) -> Decimal | None:
    return None if value is None else to_decimal(value, places)


def misses(method: MatchpointMethod, stated: Sequence[BoardSample]) -> int:
    return sum(wrong_points(method.score(sample.lines, sample.field), sample) for sample in stated)


def line(ns: int | None, ew: int | None) -> LineMatchpoints:
    return LineMatchpoints(
        None if ns is None else Fraction(ns), None if ew is None else Fraction(ew), Fraction(12), Fraction(12)
    )


@pytest.mark.parametrize(
    ("text", "places"), [("12", 0), ("12.0", 1), ("12.50", 2), ("0.000", 3), ("1E+3", 0), ("1.5E-3", 4), (None, 0)]
)
def test_the_places_of_a_number_are_those_it_is_written_with(text: str | None, places: int) -> None:
    assert places_of(None if text is None else Decimal(text)) == places


@pytest.mark.parametrize(
    ("stated", "exact", "places", "expected"),
    [
        ("10.33", Fraction(31, 3), None, True),
        ("10.34", Fraction(31, 3), None, False),
        ("10.3", Fraction(31, 3), None, True),
        ("10.5", Fraction(21, 2), None, True),
        ("10.50", Fraction(21, 2), None, True),
        ("10.12", Fraction(10125, 1000), None, True),
        ("10.13", Fraction(10125, 1000), None, True),
        ("10", Fraction(10), None, True),
        ("10", Fraction(21, 2), None, False),
        ("10", Fraction(101, 10), None, False),
        ("-5", Fraction(-5), None, True),
        ("0", Fraction(0), None, True),
        ("0", Fraction(1), None, False),
    ],
)
def test_a_stated_number_agrees_within_half_a_unit_of_its_last_place(
    stated: str, exact: Fraction, places: int | None, expected: bool
) -> None:
    assert agrees(Decimal(stated), exact, places) is expected


@pytest.mark.parametrize(
    ("stated", "exact", "places", "expected"),
    [
        ("62.5", Fraction(6254, 100), None, True),
        ("62.5", Fraction(6254, 100), 2, False),
        ("62.5", Fraction(62504, 1000), 2, True),
        ("62", Fraction(62004, 1000), 2, True),
        ("62", Fraction(6201, 100), 2, False),
        ("62.504", Fraction(62504, 1000), 2, True),
        ("62.503", Fraction(62504, 1000), 2, False),
    ],
)
def test_a_file_that_drops_zeros_is_held_to_the_places_that_it_writes_elsewhere(
    stated: str, exact: Fraction, places: int | None, expected: bool
) -> None:
    assert agrees(Decimal(stated), exact, places) is expected


def test_the_noise_of_single_precision_is_no_difference() -> None:
    assert agrees(Decimal("62.4999"), Fraction(625, 10)) is True
    assert agrees(Decimal("11.33334"), Fraction(34, 3)) is True
    assert agrees(Decimal("62.4998"), Fraction(625, 10)) is False
    assert agrees(Decimal("62.5"), Fraction(6256, 100), 6) is False
    assert agrees(Decimal("62.5"), Fraction(6254, 100), 6) is True


@pytest.mark.parametrize(("stated", "exact"), [(None, Fraction(1)), (Decimal(1), None), (None, None)])
def test_what_is_not_stated_or_not_scored_neither_agrees_nor_differs(
    stated: Decimal | None, exact: Fraction | None
) -> None:
    assert agrees(stated, exact) is None


@given(st.fractions(min_value=-200, max_value=200, max_denominator=997), st.integers(0, 6))
def test_a_number_agrees_with_its_own_print_unless_the_print_hides_a_fraction(exact: Fraction, places: int) -> None:
    whole = exact.denominator == 1
    assert agrees(to_decimal(exact, places), exact) is (whole or places > 0)


def test_there_are_no_two_candidates_alike() -> None:
    assert len(set(MATCH_POINTS)) == len(MATCH_POINTS)
    assert EBU in MATCH_POINTS
    assert ACBL in MATCH_POINTS


@pytest.mark.parametrize("planted", MATCH_POINTS, ids=str)
def test_every_method_is_found_on_boards_that_tell_it_from_the_others(planted: MatchpointMethod) -> None:
    stated = samples(planted, places=3)
    assert best((EBU, *MATCH_POINTS), lambda method: misses(method, stated)) == planted


boards_with_gaps = st.lists(
    st.lists(
        st.sampled_from([ADJUSTED, *(played(score) for score in (-100, -50, 50, 100, 110, 420, 450))]),
        min_size=1,
        max_size=9,
    ).map(tuple),
    min_size=1,
    max_size=8,
)


@pytest.mark.slow
@settings(max_examples=40)
@given(boards_with_gaps, st.sampled_from(MATCH_POINTS), st.sampled_from([EBU, ACBL]), st.integers(2, 4))
def test_what_is_found_gives_every_stated_point_on_any_boards(
    boards: list[tuple[BoardLine, ...]], planted: MatchpointMethod, default: MatchpointMethod, places: int
) -> None:
    stated = samples(planted, places, boards)
    assert misses(planted, stated) == 0
    found = best((default, *MATCH_POINTS), lambda method: misses(method, stated))
    assert misses(found, stated) == 0
    earlier = (default, *MATCH_POINTS[: MATCH_POINTS.index(found)]) if found != default else ()
    assert all(misses(method, stated) > 0 for method in earlier)


@pytest.mark.slow
@settings(max_examples=30)
@given(boards_with_gaps, st.sampled_from(MATCH_POINTS))
def test_a_wrong_point_here_and_there_does_not_hide_the_method(
    boards: list[tuple[BoardLine, ...]], planted: MatchpointMethod
) -> None:
    stated = samples(planted, 3, [*BOARDS, *boards])
    first = stated[0]
    (_, ew), *others = first.stated
    stated[0] = BoardSample(first.lines, ((Decimal("99.5"), ew), *others), first.field)
    found = best((EBU, *MATCH_POINTS), lambda method: misses(method, stated))
    assert misses(found, stated) <= 1


def test_a_method_says_its_scale_as_people_do() -> None:
    assert (EBU.described().scale, ACBL.described().scale) == ("2-1-0", "1-½-0")


def test_a_board_is_brought_to_the_field_or_keeps_its_own_top() -> None:
    lines = BOARDS[1]
    own = MatchpointMethod(MatchpointScale.EUROPEAN, FactoringMethod.NEUBERG, EXACT, field_top=False)
    assert {worth.top_ns for worth in EBU.score(lines, FIELD)} == {12}
    assert {worth.top_ns for worth in own.score(lines, FIELD)} == {8}


def test_a_board_with_more_results_than_the_field_is_its_own_field() -> None:
    assert {worth.top_ns for worth in EBU.score(BOARDS[0], 3)} == {12}


def test_wrong_points_count_each_side_and_pass_over_what_is_not_stated() -> None:
    sample = BoardSample(
        (played(50), played(60), played(70)), ((Decimal(4), Decimal(9)), (None, Decimal(2)), (Decimal(1), None)), 3
    )
    assert wrong_points([line(4, 0), line(2, 3), line(1, 1)], sample) == 2
    assert wrong_points([line(None, None), line(None, None), line(None, None)], sample) == 0


def test_wrong_points_of_another_number_of_lines_are_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        wrong_points([], BoardSample((played(50),), ((None, None),), 1))


@pytest.mark.parametrize(("decimals", "name"), [((0, None), "printed-0"), ((1, 0), "printed-1"), ((2, 3), "printed-3")])
def test_a_program_that_adds_what_it_prints_rounds_to_what_it_prints(
    decimals: tuple[int | None, ...], name: str
) -> None:
    family = printed_rounding(decimals)
    assert family is not None
    assert family.name == name
    step = Fraction(1, 10 ** int(name[-1]))
    assert family.apply(Fraction(21, 2) + step / 2) == Fraction(21, 2) // step * step + step


def test_points_with_many_decimals_or_none_need_no_rounding() -> None:
    assert printed_rounding([4, 2]) is None
    assert printed_rounding([None]) is None
    assert printed_rounding([]) is None


def test_acblscore_counts_a_factored_board_with_the_top_of_the_section() -> None:
    for field in (FIELD, FIELD + 3):
        points = ACBL.score(BOARDS[1], field)
        assert {worth.top_ns for worth in points if worth.ns is not None} == {field - 1}
        assert {worth.top_ew for worth in points if worth.ew is not None} == {field - 1}


def test_totals_are_acblscores_where_match_points_are_rounded_as_it_does() -> None:
    assert [method for method in MATCH_POINTS if adds_up_like_acblscore(method)] == [ACBL]
    assert not adds_up_like_acblscore(CROSS_IMPS[0])


@pytest.mark.parametrize(
    ("stated", "agreed"),
    [("75", True), ("74", False), ("74.5", False), ("75.9", False), ("76", False), ("75.0", True), ("75.1", False)],
)
def test_a_percentage_is_cut_off_or_rounded_at_its_last_place(stated: str, agreed: bool) -> None:
    assert percent_agrees(Decimal(stated), Fraction(3), Fraction(4)) is agreed


def test_two_thirds_are_66_or_67_per_cent_and_no_number_between() -> None:
    thirds = [text for text in ("65", "66", "66.6", "66.7", "66.8", "67", "68") if _thirds(text)]
    assert thirds == ["66", "66.6", "66.7", "67"]


def _thirds(text: str) -> bool | None:
    return percent_agrees(Decimal(text), Fraction(2), Fraction(3))


def test_a_percentage_that_is_not_stated_or_has_no_top_is_not_compared() -> None:
    assert percent_agrees(None, Fraction(3), Fraction(4)) is None
    assert percent_agrees(Decimal(75), None, Fraction(4)) is None
    assert percent_agrees(Decimal(75), Fraction(3), Fraction(0)) is None


def test_percentages_that_are_wrong_are_counted_beside_points() -> None:
    worth = LineMatchpoints(Fraction(3), Fraction(1), Fraction(4), Fraction(4))
    nothing = (None, None)
    right, wrong = (Decimal(75), Decimal(25)), (Decimal(70), Decimal(30))
    for percents, count in ((right, 0), (wrong, 2), ((right[0], wrong[1]), 1), ((wrong[0], right[1]), 1)):
        assert wrong_points([worth], BoardSample((played(50),), (nothing,), 3, percents=(percents,))) == count


def test_methods_are_described_in_the_words_of_standings() -> None:
    described = ACBL.described()
    assert (described.board_scoring, described.scale) == ("match_points", "1-½-0")
    assert (described.factoring, described.rounding) == (ACBL.factoring.value, ACBL.rounding.name)


def test_only_match_points_of_two_are_doubled() -> None:
    assert (is_doubled(EBU), is_doubled(ACBL), is_doubled(AggregateMethod())) == (True, False, False)

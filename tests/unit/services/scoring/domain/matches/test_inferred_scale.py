from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from services.scoring.domain.matches.inferred_scale import infer_scale


def rows(*seen: tuple[int, int], boards: int = 6) -> list[tuple[int, Fraction, Fraction]]:
    return [(boards, Fraction(margin), Fraction(points)) for margin, points in seen]


def test_a_margin_is_worth_what_its_matches_state() -> None:
    scale = infer_scale(rows((0, 10), (4, 12), (-4, 8), (11, 15)))
    assert [scale.award(Fraction(margin), 6) for margin in (0, 4, -4, 11)] == [10, 12, 8, 15]


def test_a_margin_that_no_match_had_is_not_known() -> None:
    assert infer_scale(rows((0, 10), (4, 12))).award(Fraction(2), 6) is None


def test_each_length_of_match_has_a_scale_of_its_own() -> None:
    scale = infer_scale([*rows((4, 12)), *rows((4, 14), boards=3)])
    assert (scale.award(Fraction(4), 6), scale.award(Fraction(4), 3)) == (12, 14)
    assert scale.award(Fraction(4), 5) is None


def test_the_majority_of_a_margin_counts() -> None:
    assert infer_scale(rows((4, 12), (4, 11), (4, 12))).award(Fraction(4), 6) == 12


def test_a_match_that_states_less_than_smaller_margins_do_is_the_one_that_is_wrong() -> None:
    scale = infer_scale(rows((0, 10), (3, 11), (5, 12), (6, 10), (8, 13), (12, 15)))
    assert scale.award(Fraction(6), 6) is None
    assert [scale.award(Fraction(margin), 6) for margin in (0, 3, 5, 8, 12)] == [10, 11, 12, 13, 15]


def test_a_match_that_states_more_than_greater_margins_do_is_the_one_that_is_wrong() -> None:
    scale = infer_scale(rows((0, 10), (3, 19), (5, 12), (8, 13)))
    assert scale.award(Fraction(3), 6) is None
    assert scale.award(Fraction(8), 6) == 13


def test_neighbouring_margins_may_be_worth_the_same() -> None:
    scale = infer_scale(rows((1, 10), (2, 11), (3, 11), (4, 11)))
    assert [scale.award(Fraction(margin), 6) for margin in (2, 3, 4)] == [11, 11, 11]


def test_nothing_is_read_from_no_matches() -> None:
    assert infer_scale([]).table == {}


@given(st.lists(st.tuples(st.integers(-30, 30), st.integers(0, 20)), max_size=25))
def test_what_is_read_never_falls_and_is_what_some_match_states(seen: list[tuple[int, int]]) -> None:
    table = sorted(infer_scale(rows(*seen)).table.items())
    values = [points for _, points in table]
    assert values == sorted(values)
    assert all((margin, points) in seen for (_, margin), points in table)
    assert table or not seen


@given(st.dictionaries(st.integers(-30, 30), st.integers(0, 20), max_size=12))
def test_as_many_matches_as_can_be_are_kept(seen: dict[int, int]) -> None:
    """The longest rising run, found by trying for each margin every run that ends there."""
    best: dict[int, int] = {}
    for margin in sorted(seen):
        before = [length for other, length in best.items() if seen[other] <= seen[margin]]
        best[margin] = 1 + max(before, default=0)
    assert len(infer_scale(rows(*seen.items())).table) == max(best.values(), default=0)

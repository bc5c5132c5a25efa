"""Points that no game gave."""

from decimal import Decimal

import pytest

from shared.formats.trf.dialects import Dialect
from shared.formats.trf.writer.given_points import given, lent, ranges
from shared.formats.trf.writer.lines import Page
from tests.support.trf_documents import facts_of
from tests.support.trf_golden import compare_written
from tests.support.trf_lines import abnormal, accelerated, player, team

ONE, TWO = (None, Decimal(1)), (None, Decimal(2))


def test_neighbours_with_equal_points_in_consecutive_rounds_are_one_range():
    pairs = {(1, 1): TWO, (1, 2): TWO, (2, 1): TWO, (2, 2): TWO, (3, 1): ONE, (5, 1): ONE, (1, 4): TWO}
    assert ranges(pairs, [1, 2, 3, 4]) == [
        ((1, 1), (4, 4), TWO),
        ((1, 2), (1, 2), TWO),
        ((3, 3), (1, 1), ONE),
        ((5, 5), (1, 1), ONE),
    ]
    assert ranges(pairs, [1, 2, 4])[0] == ((1, 1), (1, 4), TWO)


def written(*lines: str, dialect: Dialect = Dialect.TRF26, is_league: bool = False) -> tuple[list[str], dict[str, int]]:
    base = (team(1, [1]), team(2, [2]), team(3, [3])) if is_league else ()
    facts = facts_of("012 x", "142 5", *base, player(1), player(2), player(3), *lines)
    page = Page(dialect)
    numbers = {"1": 1, "2": 2, "3": 3}
    lent(facts, numbers, page, team=is_league)
    given(facts, numbers, page, team=is_league)
    return page.lines, {item.what: item.count for item in page.losses.items()}


@pytest.mark.parametrize(
    ("line", "is_league"),
    [
        (accelerated("", "1.0", 1, 2, 1, 2), False),
        (accelerated("2.0", "1.0", 1, 3, 1, 2), True),
        (accelerated("2.0", "", 1, 1, 3, 3), True),
        (abnormal("", "", "0.5", 3, 1, 2), False),
        (abnormal("", "-2.0", "-0.5", 3, 2), True),
        (abnormal("F", "1.0", "2.5", 3, 1, 2), True),
        (abnormal("+", "1.0", "", 0), True),
    ],
)
def test_a_record_comes_back_as_it_was(line, is_league):
    assert written(line, is_league=is_league) == ([line.rstrip()], {})


def test_points_of_byes_that_162_does_not_have_are_said_by_299():
    system = "XXS W=3 D=1 L=0 PAB=2 HPB=0.5 ZPB=0 FPB=3 FW=3 FL=-1"
    assert written(system) == ([abnormal("H", "", "0.5", 0).rstrip(), abnormal("-", "", "-1.0", 0).rstrip()], {})
    assert written(system, is_league=True)[0] == []


def test_trf16_has_points_by_player_and_round_and_none_of_299():
    records = (accelerated("", "1.0", 1, 1, 1, 1), accelerated("", "0.5", 3, 3, 1, 1), abnormal("", "", "0.5", 3, 1))
    lines, losses = written(*records, dialect=Dialect.TRF16_XX)
    assert lines == ["XXA    1  1.0  0.0  0.5"]
    assert losses == {"points of record 299": 1}


def test_match_points_of_accelerated_rounds_are_lost_in_trf16():
    assert written(accelerated("2.0", "1.0", 1, 1, 1, 1), dialect=Dialect.TRF16_XX, is_league=True)[1] == {
        "match points of accelerated rounds": 1
    }


def test_what_is_written_of_changed_lines_is_what_the_golden_file_says():
    compare_written("given-points", lambda line: line[:3] in ("250", "299", "XXA"))

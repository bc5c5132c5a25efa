"""Which tables the others wait for: those behind with their boards, and those still to come of the newest round."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import ResultFact, Score
from contracts.standings import ScoredMatch, SlowTable
from services.scoring.domain.progress.lines_to_date import LinesToDate
from services.scoring.domain.progress.slow_tables import slow_matches, slow_tables
from tests.support.fragments import result


def table(number: int, at: int, boards: int = 2, *, blank: int = 0, **more: Any) -> list[ResultFact]:
    """The lines of a table in a round: some with a score, some without."""
    first = number * 10
    return [
        result(str(first + n), f"{at}", f"{at + 20}", 50 if n < boards else None, round=number, table=str(at), **more)
        for n in range(boards + blank)
    ]


def rounds(last: int, tables: int = 4, **more: Any) -> list[ResultFact]:
    return [line for number in range(1, last + 1) for at in range(1, tables + 1) for line in table(number, at, **more)]


def slow(*results: ResultFact) -> list[SlowTable]:
    return list(slow_tables(LinesToDate(results).sections)[0])


def told(*results: ResultFact) -> list[tuple[int, str, bool, int | None, tuple[str, ...]]]:
    return [(one.round, one.table, one.behind, one.missing, one.boards) for one in slow(*results)]


def test_nobody_is_slow_when_every_round_is_in() -> None:
    assert told(*rounds(5)) == []
    assert told() == []


def test_tables_of_which_nothing_of_the_newest_round_is_in_are_still_to_come() -> None:
    assert told(*rounds(2), *table(3, 1), *table(3, 2)) == [(3, "3", False, 2, ()), (3, "4", False, 2, ())]


def test_a_table_that_plays_the_newest_round_is_not_slow() -> None:
    running = [line for at in (2, 3, 4) for line in table(2, at)]
    assert told(*rounds(1), *running, *table(2, 1, boards=1)) == []


def test_a_table_without_an_older_round_is_behind() -> None:
    results = [line for at in (1, 2, 3) for line in table(2, at)]
    assert told(*rounds(1), *results, *table(3, 1)) == [
        (2, "4", True, 2, ()),
        (3, "2", False, 2, ()),
        (3, "3", False, 2, ()),
        (3, "4", False, 2, ()),
    ]


def test_a_board_without_a_score_of_an_older_round_is_named() -> None:
    late = table(1, 4, boards=1, blank=1)
    others = [line for at in (1, 2, 3) for line in table(1, at)]
    newest = [line for at in (1, 2, 3, 4) for line in table(2, at)]
    assert told(*others, *late, *newest) == [(1, "4", True, 1, ("11",))]


def test_a_late_play_is_missing_and_a_table_not_in_play_is_not() -> None:
    (line,) = table(1, 4, boards=1)
    others = [one for at in (1, 2, 3) for one in table(1, at, boards=1)]
    newest = [one for at in (1, 2, 3, 4) for one in table(2, at, boards=1)]
    late = line.replace(ns_score=Score(kind="late"))
    assert told(*others, late, *newest) == [(1, "4", True, 1, ("10",))]
    empty = line.replace(ns_score=Score(kind="not_in_play"))
    assert told(*others, empty, *newest[:3]) == []


def test_with_a_sit_out_that_moves_no_table_is_named_that_nobody_can_tell() -> None:
    three_of_four = [line for n, out in ((1, 4), (2, 3)) for at in {1, 2, 3, 4} - {out} for line in table(n, at)]
    assert told(*three_of_four, *table(3, 1), *table(3, 2)) == []


def test_the_last_round_of_an_earlier_session_is_an_older_round() -> None:
    first = [*rounds(1, session="1"), *table(2, 1, session="1"), *table(2, 2, session="1"), *table(2, 3, session="1")]
    found = slow(*first, *rounds(1, session="2"))
    assert [(one.session, one.round, one.table, one.behind) for one in found] == [("1", 2, "4", True)]


def test_of_a_section_that_has_not_begun_the_round_of_the_other_everybody_is_still_to_come() -> None:
    found = slow(*rounds(2, 2, section="A"), *rounds(1, 2, section="B"))
    assert [(one.section, one.round, one.table, one.behind) for one in found] == [
        ("B", 2, "1", False),
        ("B", 2, "2", False),
    ]


def test_lines_without_a_round_and_a_listed_round_to_come_say_nothing() -> None:
    assert told(result("1", "1", "2", 50)) == []
    assert told(*rounds(1), *table(2, 1, boards=0, blank=2)) == []


lines = st.lists(
    st.builds(
        lambda number, at, score, section: result(
            f"{number}", f"{at}", f"{at + 20}", score, round=number, table=str(at), section=section
        ),
        st.integers(1, 4),
        st.integers(1, 3),
        st.sampled_from([None, 0, 100]),
        st.sampled_from(["A", "B"]),
    ),
    max_size=20,
    unique_by=lambda one: (one.key, one.section),
)


@given(lines, st.randoms(use_true_random=False))
def test_the_order_of_the_results_makes_no_difference(results: list[ResultFact], shuffle: Any) -> None:
    other = list(results)
    shuffle.shuffle(other)
    assert slow(*other) == slow(*results)


def match(number: int, home: str, away: str | None, boards: int, of: int | None = 6, **more: Any) -> ScoredMatch:
    return ScoredMatch(round=number, home=home, away=away, boards=boards, length=of, unit="vps", **more)


def test_matches_are_behind_or_still_to_come() -> None:
    over = [match(1, "1", "2", 6), match(2, "1", "3", 6)]
    waiting = [match(1, "3", "4", 4, table="2"), match(2, "2", "4", 0), match(2, "5", "6", 3), match(3, "1", "4", 0)]
    found, _ = slow_matches([*over, *waiting, match(1, "7", None, 0, None)], over)
    assert [(one.round, one.table, one.behind, one.missing) for one in found] == [
        (1, "2", True, 2),
        (2, "2 – 4", False, 6),
    ]

"""Tables that a round does without, because somebody is away by the director's word."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import UNKNOWN_SCORE, MovementFact, MovementLine, Participant, ResultFact, Sides
from services.scoring.domain.progress.absences import (
    NONE,
    Absences,
    Without,
    absences,
    last_complete,
    movement_of,
    table_of,
)
from tests.support.fragments import pair, result

TABLES = 3
PAIRS = tuple(pair(str(number)) for number in range(1, 2 * TABLES + 1))


def line(number: int, table: int, **more: object) -> ResultFact:
    """North-South sit still, East-West go up by a table."""
    ew = TABLES + 1 + (table - number) % TABLES
    return result(str(10 * number + table), str(table), str(ew), 50, round=number, table=str(table), **more)


def rounds(last: int, *left: tuple[int, int]) -> list[ResultFact]:
    """All tables of the rounds, without those that are left out."""
    return [
        line(number, table)
        for number in range(1, last + 1)
        for table in range(1, TABLES + 1)
        if (number, table) not in left
    ]


MITCHELL = MovementFact(
    id="M",
    kind="pairs",
    tables=TABLES,
    rounds=3,
    lines=tuple(MovementLine(round=one.round or 0, table=one.table or "", sides=one.sides) for one in rounds(TABLES)),
)


def without(
    results: Iterable[ResultFact],
    *gone: str,
    first: int = 1,
    movement: MovementFact | None = MITCHELL,
    participants: tuple[Participant, ...] = PAIRS,
) -> Absences:
    """What is missing when some are away from a round on."""
    plans = () if movement is None else (movement,)
    return absences([*results], plans, participants, lambda _, n: set(gone) if n >= first else set())[0]


def test_nobody_is_missed_where_nobody_is_away() -> None:
    results = rounds(2)
    assert absences(results, (MITCHELL,), PAIRS, lambda *_: frozenset()) == ({}, results)


def test_the_movement_says_which_table_is_not_played() -> None:
    assert without(rounds(2, (2, 2)), "4", first=2) == {(None, None, 2): Without(1, 0, frozenset("2"))}
    both_at_one_table = without(rounds(2, (2, 2)), "4", "2", first=2)
    assert both_at_one_table == {(None, None, 2): Without(1, 0, frozenset("2"))}
    two = without(rounds(2, (2, 2), (2, 3)), "4", "5", first=2)
    assert two == {(None, None, 2): Without(2, 0, frozenset("23"))}


def test_a_table_that_was_played_is_not_missed_whatever_the_director_said() -> None:
    assert without(rounds(2), "4", first=2) == {}


def test_who_never_came_is_missed_at_no_table_since_no_round_has_it() -> None:
    left = [(1, 1), (2, 2), (3, 3)]
    assert without(rounds(3, *left), "4") == {}


def test_who_sits_out_or_meets_a_phantom_is_missed_at_no_table() -> None:
    phantom = (*PAIRS[:1], pair("2", phantom=True), *PAIRS[2:])
    results = [one for one in rounds(2) if "2" not in one.sides.key and (one.round, one.table) != (2, "2")]
    assert without(results, "4", first=2, participants=phantom) == {(None, None, 2): NONE}
    unmarked = [one for one in rounds(2) if "2" not in one.sides.key]
    assert without(unmarked, "4", first=2) == {(None, None, 2): NONE}


def test_without_a_movement_it_is_one_table_where_one_is_away_and_nobody_sits_out() -> None:
    assert without(rounds(2, (2, 2)), "4", first=2, movement=None) == {(None, None, 2): Without(1)}


def test_without_a_movement_several_who_are_away_may_have_been_to_meet_each_other() -> None:
    found = without(rounds(2, (2, 2)), "4", "2", first=2, movement=None)
    assert found == {(None, None, 2): Without(0, 2)}


def test_without_a_movement_nobody_knows_whether_who_is_away_would_have_sat_out() -> None:
    odd = [*rounds(2, (2, 2)), line(3, 1), result("1", "7", "1", 50, round=3, table="2"), line(3, 3)]
    assert without(odd, "4", first=2, movement=None)[None, None, 2] == Without(0, 1)


def test_a_blank_line_says_which_table_it_is_and_is_waited_for_no_more() -> None:
    blank = line(2, 2, ns_score=UNKNOWN_SCORE, ew_score=UNKNOWN_SCORE)
    results = [*rounds(2, (2, 2)), blank]
    found, waited = absences(results, (), PAIRS, lambda _, n: {"4"} if n == 2 else set())
    assert found == {(None, None, 2): Without(1, 0, frozenset("2"))}
    assert [*waited] == results[:-1]


def test_a_blank_line_of_a_table_where_nobody_is_away_is_still_waited_for() -> None:
    results = [
        *rounds(1),
        line(2, 1),
        *(line(2, table, ns_score=UNKNOWN_SCORE, ew_score=UNKNOWN_SCORE) for table in (2, 3)),
    ]
    without_tables, waited = absences(results, (), PAIRS, lambda _, n: {"4"} if n == 2 else set())
    assert without_tables == {(None, None, 2): Without(1, 0, frozenset("2"))}
    assert [each.table for each in waited if each.round == 2] == ["1", "3"]


def test_of_four_who_play_alone_one_who_is_away_stops_a_table() -> None:
    def at(number: int, table: int, *four: str) -> ResultFact:
        north, east, south, west = four
        sides = Sides(north=north, east=east, south=south, west=west)
        return result(f"{number}{table}", "", "", round=number, table=f"{table}").replace(sides=sides)

    results = [at(1, 1, *"1234"), at(1, 2, *"5678"), at(2, 1, *"5274")]
    assert without(results, "3", first=2, movement=None) == {(None, None, 2): Without(1)}


def test_a_section_has_its_own_movement_or_that_of_its_session() -> None:
    own, shared, other = (
        MovementFact(id=name, kind="pairs", session="1", section=section)
        for name, section in (("own", "A"), ("shared", None), ("other", "B"))
    )
    assert movement_of(("1", "A"), (other, shared, own)) == own
    assert movement_of(("1", "C"), (other, shared, own)) == shared
    assert movement_of(("2", "A"), (other, shared, own)) is None


def test_a_table_without_a_number_is_that_of_who_sits_north_south() -> None:
    assert (table_of(line(1, 2)), table_of(result("1", "7", "8"))) == ("2", "7")


@pytest.mark.parametrize(
    ("done", "without_", "last"),
    [
        ({1: 3, 2: 3}, {}, 2),
        ({1: 3, 2: 2}, {}, 1),
        ({1: 3, 2: 2}, {2: Without(1)}, 2),
        ({1: 3, 2: 1}, {2: Without(1)}, 1),
        ({1: 3, 2: 2}, {2: Without(0, 1)}, 1),
        ({1: 3, 2: 2, 3: 2}, {2: Without(0, 1), 3: Without(0, 1)}, 2),
        ({1: 3, 2: 2, 3: 1}, {2: Without(0, 1), 3: Without(0, 1)}, 1),
        ({1: 3}, {2: Without(3)}, 1),
    ],
)
def test_a_round_is_complete_with_the_tables_that_are_left(
    done: dict[int, int], without_: dict[int, Without], last: int
) -> None:
    assert last_complete(done, 3, without_) == last


def test_a_called_round_counts_whatever_is_in() -> None:
    assert last_complete({1: 1}, 3, {}, called=2) == 2


@given(st.sets(st.sampled_from([one.id for one in PAIRS])), st.integers(1, TABLES), st.booleans())
def test_when_all_others_have_played_every_round_is_complete_and_never_before(
    gone: set[str], first: int, planned: bool
) -> None:
    played = [one for one in rounds(TABLES) if (one.round or 0) < first or gone.isdisjoint(one.sides.key)]
    full = max((sum(one.round == n for one in played) for n in range(1, TABLES + 1)), default=0)

    def complete(results: list[ResultFact]) -> int:
        missing = without(results, *gone, first=first, movement=MITCHELL if planned else None)
        done = {n: sum(one.round == n for one in results) for n in range(1, TABLES + 1)}
        return last_complete(done, full, {number: tables for (_, _, number), tables in missing.items()})

    if planned and first > 1 and all(any(one.round == n for one in played) for n in range(1, TABLES + 1)):
        assert complete(played) == TABLES
    last = [one for one in played if one.round == TABLES]
    if last and (planned or len(gone) == 1) and first > 1:
        assert complete([one for one in played if one is not last[-1]]) < TABLES


def test_what_two_sections_do_without_adds_up() -> None:
    red, blue = Without(2, 1, frozenset({"R1"})), Without(3, 4, frozenset({"B1", "B2"}))
    assert red + blue == Without(5, 5, frozenset({"R1", "B1", "B2"}))
    assert red + NONE == NONE + red == red

"""Movements: nobody in two places, and the lines that they have."""

from typing import Any

from contracts.base import Place
from contracts.codes import validation as codes
from contracts.facts import EventFact, MovementFact, MovementLine, ResultFact, Sides
from contracts.findings import Finding
from services.validation.domain import movements
from services.validation.domain.case import Case
from tests.support.fragments import fragment, pair, result

AT = Place(line=3)
PLAN = [
    (number, table, table, 4 + (table - number) % 3, (table + number - 2) % 3)
    for number in (1, 2, 3)
    for table in (1, 2, 3)
]
"""A Mitchell of three tables: round, table, North-South, East-West and the set of two boards."""

PAIRS = tuple(pair(str(number)) for number in range(1, 7))


def movement(plan: Any = PLAN, **more: Any) -> MovementFact:
    lines = tuple(
        MovementLine(
            round=number,
            table=str(table),
            sides=Sides(ns=str(ns), ew=str(ew)),
            first_board=str(2 * boards + 1),
            last_board=str(2 * boards + 2),
        )
        for number, table, ns, ew, boards in plan
    )
    return MovementFact(at=AT, id="M", kind="pairs", winners=1, rounds=3, lines=lines, **more)


def lines(*, without: Any = (), turned: Any = (), rounds: int = 3) -> list[ResultFact]:
    """The results of the plan, without some boards of some rounds, and with some tables of rounds turned."""
    made = []
    for number, table, ns, ew, boards in PLAN:
        sides = (str(ew), str(ns)) if (number, table) in turned else (str(ns), str(ew))
        for board in (2 * boards + 1, 2 * boards + 2):
            if number <= rounds and (number, table, board) not in without:
                made.append(result(str(board), *sides, at=Place(line=board)))
    return made


def found(results: list[ResultFact], plan: MovementFact | None = None, **more: Any) -> list[Finding]:
    facts = {"participants": PAIRS, "movements": (plan or movement(),), **more}
    case = Case(fragment("f", results=results, **facts))
    return [finding for rule in movements.RULES for finding in rule(case)]


def test_the_lines_of_a_movement_give_no_finding() -> None:
    assert found(lines()) == []


def test_a_line_that_is_missing_is_named_with_its_round_and_table() -> None:
    (finding,) = found(lines(without={(2, 1, 3)}))
    assert (finding.code, finding.place, finding.subject) == (codes.LINE_MISSING.code, AT, "board 3")
    assert finding.message == "round 2, table 1: no result of 1 against 6 on board 3"


def test_a_meeting_that_is_missing_is_named_once() -> None:
    (finding,) = found(lines(without={(2, 1, 3), (2, 1, 4)}))
    assert finding.message == "round 2, table 1: no result of 1 against 6 on boards 3, 4"


def test_opponents_who_sit_the_other_way_are_found_once_at_their_line() -> None:
    (finding,) = found(lines(turned={(2, 2)}))
    assert (finding.code, finding.place) == (codes.DIRECTIONS_SWAPPED.code, Place(line=5))
    assert finding.message.startswith("round 2, table 2: 2 sits North-South and 4 East-West by the movement")


def test_a_round_that_is_arrow_switched_is_none_of_these() -> None:
    assert found(lines(turned={(3, 1), (3, 2), (3, 3)})) == []
    switched = [line.replace(arrow_switched=True) for line in lines(turned={(2, 2)})]
    assert found(switched) == []


def test_before_the_last_round_has_begun_nothing_is_missing() -> None:
    assert found(lines(rounds=2, without={(1, 1, 1)})) == []


def test_in_a_running_event_the_last_round_may_lack_lines() -> None:
    running = (EventFact(name="Club pairs", kind="pairs", results="to_date"),)
    assert found(lines(without={(3, 1, 5)}), events=running) == []
    assert len(found(lines(without={(3, 1, 5)}))) == 1
    assert len(found(lines(without={(1, 1, 1)}), events=running)) == 1


def test_a_pair_that_went_home_and_a_board_that_was_taken_out_lack_nothing() -> None:
    home = {(number, table, board) for number, table, ns, _, _ in PLAN if ns == 1 and number > 1 for board in range(7)}
    assert found(lines(without=home)) == []
    assert found(lines(without={(number, table, 6) for number in (1, 2, 3) for table in (1, 2, 3)})) == []


def test_numbers_of_two_fields_are_told_apart_by_their_side() -> None:
    ids = {str(number): f"{number}NS" if number < 4 else f"{number - 3}EW" for number in range(1, 7)}
    two = movement([(number, table, ns, ew - 3, boards) for number, table, ns, ew, boards in PLAN]).replace(winners=2)
    pairs = tuple(pair(name) for name in ids.values())

    def named(results: list[ResultFact]) -> list[ResultFact]:
        return [line.replace(sides=Sides(ns=ids[str(line.sides.ns)], ew=ids[str(line.sides.ew)])) for line in results]

    assert found(named(lines()), two, participants=pairs) == []
    (finding,) = found(named(lines(without={(2, 1, 3)})), two, participants=pairs)
    assert finding.message == "round 2, table 1: no result of 1NS against 3EW on board 3"


def test_results_of_several_sessions_are_not_those_of_a_movement_of_none() -> None:
    again = [line.replace(session="2") for line in lines(without={(1, 1, 1)})]
    assert found([*lines(), *again]) == []
    assert len(found([*lines(), *again], movement(session="2"))) == 1


def test_a_pair_at_two_tables_in_one_round_of_a_movement_is_found() -> None:
    plan = [line if line[:2] != (2, 3) else (2, 3, 3, 4, 1) for line in PLAN]
    (finding,) = [one for one in found([], movement(plan)) if one.code == codes.TWICE_AT_ONCE.code]
    assert finding.message == "4 sits at table 2 and at table 3 in round 2 of the movement M"
    assert (finding.stated, finding.computed, finding.place) == ("3", "2", AT)


def test_one_number_on_both_sides_may_be_two_pairs() -> None:
    two = movement([(1, 1, 1, 2, 0), (1, 2, 2, 1, 1)])
    assert len(found([], two)) == 2
    assert found([], two.replace(winners=2), participants=()) == []

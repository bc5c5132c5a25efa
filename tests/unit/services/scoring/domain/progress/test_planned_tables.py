"""Rounds and slow tables by the movement, of lines that do not say their rounds."""

from contracts.facts import EventFact, MovementFact, MovementLine, Participant, ResultFact, Score, Sides
from contracts.standings import Progress
from services.scoring.domain.progress.event_progress import progress_of
from services.scoring.domain.progress.planned_tables import by_movement
from tests.support.fragments import pair, points
from tests.support.played_movements import results_of

SEATS = (
    (1, "1", "1", "4", 1),
    (1, "2", "2", "5", 3),
    (1, "3", "3", "6", 5),
    (2, "1", "1", "6", 3),
    (2, "2", "2", "4", 5),
    (2, "3", "3", "5", 1),
    (3, "1", "1", "5", 5),
    (3, "2", "2", "6", 1),
    (3, "3", "3", "4", 3),
)
PLAN = MovementFact(
    id="M",
    kind="pairs",
    lines=tuple(
        MovementLine(round=n, table=table, sides=Sides(ns=ns, ew=ew), first_board=str(board), last_board=str(board + 1))
        for n, table, ns, ew, board in SEATS
    ),
)
PAIRS = tuple(map(pair, "123456"))


def played(last: int, *without: tuple[str, str]) -> list[ResultFact]:
    """Bare lines up to a round, without those of some North-South pairs on some boards."""
    return [line for line in results_of(PLAN, last, bare=True) if (line.sides.ns, line.board) not in without]


def progress(
    *results: ResultFact, plan: MovementFact = PLAN, participants: tuple[Participant, ...] = PAIRS
) -> Progress:
    return progress_of(EventFact(), (), results, movements=(plan,), participants=participants)


def slow(of: Progress) -> list[tuple[int | None, str, bool, int | None, tuple[str, ...]]]:
    return [(each.round, each.table, each.behind, each.missing, each.boards) for each in of.slow]


def test_lines_have_the_round_and_table_of_their_meeting_in_either_direction() -> None:
    turned = [line.replace(sides=line.sides.replace(ns=line.sides.ew, ew=line.sides.ns)) for line in played(3)]
    placed = by_movement(turned, (PLAN,), PAIRS)
    assert placed is not None
    assert [(line.round, line.table) for line in placed.results] == [
        (line.round, line.table) for line in results_of(PLAN)
    ]


def test_rounds_are_complete_and_nobody_is_slow_when_everything_is_in() -> None:
    of = progress(*played(3))
    assert (of.rounds_complete, of.text, of.slow) == (3, "after round 3", ())


def test_a_table_without_a_line_in_an_older_round_is_behind_with_its_boards() -> None:
    of = progress(*played(2, ("2", "3"), ("2", "4")))
    assert slow(of) == [(1, "2", True, 2, ("3", "4"))]
    assert of.text == "2 of 3 tables of round 1, 3 of 3 tables of round 2"


def test_a_board_that_is_missing_at_a_table_is_named() -> None:
    assert slow(progress(*played(2, ("3", "6")))) == [(1, "3", True, 1, ("6",))]
    everywhere = played(2, ("1", "2"), ("2", "4"), ("3", "6"))
    assert [each[1] for each in slow(progress(*everywhere))] == ["1", "2", "3"]


def test_in_the_newest_round_a_table_without_any_line_is_still_to_come() -> None:
    assert slow(progress(*played(1, ("1", "1"), ("1", "2"), ("2", "4")))) == [(1, "1", False, 2, ("1", "2"))]


def test_who_is_a_phantom_or_has_never_come_is_not_waited_for() -> None:
    without_six = [line for line in played(2) if line.sides.ew != "6"]
    assert progress(*without_six).slow == ()
    phantom = tuple(each.replace(phantom=each.id == "6") for each in PAIRS)
    of_one_round = [line for line in played(1) if line.sides.ew != "6"]
    assert progress(*of_one_round, participants=phantom).slow == ()
    assert [each.table for each in progress(*of_one_round).slow] == ["3"]


def test_sides_that_meet_twice_or_never_have_no_round_unless_the_boards_say_it() -> None:
    again = PLAN.lines[0].replace(round=4, first_board="7", last_board="8")
    twice = PLAN.replace(lines=(*PLAN.lines, again))
    without_boards = twice.replace(lines=tuple(line.replace(first_board=None, last_board=None) for line in twice.lines))

    def round_of(plan: MovementFact, sides: Sides) -> int | None:
        last = ResultFact(board="8", sides=sides, ns_score=points(50), ew_score=points(50))
        placed = by_movement([*played(1), last], (plan,), PAIRS)
        assert placed is not None
        return placed.results[-1].round

    assert round_of(twice, Sides(ns="1", ew="4")) == 4
    assert round_of(without_boards, Sides(ns="1", ew="4")) is None
    assert round_of(twice, Sides(ns="1", ew="2")) is None


def test_lines_that_say_their_rounds_and_other_names_of_tables_are_left_alone() -> None:
    assert by_movement(results_of(PLAN), (PLAN,), PAIRS) is None
    assert by_movement(played(1), (), PAIRS) is None
    assert by_movement(played(1), (PLAN.replace(lines=()),), PAIRS) is None


def test_a_line_without_a_score_is_still_to_come() -> None:
    lines = played(2)
    late = Score(kind="late")
    blank = [
        line.replace(ns_score=late, ew_score=late) if (line.sides.ns, line.board) == ("2", "3") else line
        for line in lines
    ]
    assert slow(progress(*blank)) == [(1, "2", True, 1, ("3",))]
    assert progress(*blank).results == 11

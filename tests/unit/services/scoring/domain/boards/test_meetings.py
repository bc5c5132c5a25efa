from random import Random

from contracts.base import Direction
from contracts.facts import ResultFact
from services.scoring.domain.boards.meetings import Meetings
from tests.support.fragments import result

LINES = [result(str(board), str(ns), str(ew), 50) for board in range(3) for ns in (1, 2) for ew in (3, 4)]


def met(*results: ResultFact) -> Meetings:
    meetings = Meetings()
    meetings.update(results)
    return meetings


def test_each_has_opponents_and_the_lines_in_which_it_sat() -> None:
    meetings = met(result("1", "1", "2", 50), result("2", "3", "1", 50))
    assert meetings.met == {"1": {"2", "3"}, "2": {"1"}, "3": {"1"}}
    assert meetings.seats["1"] == {Direction.NS, Direction.EW}


def test_results_that_come_and_go_leave_the_meetings_of_those_that_are_there() -> None:
    chance, meetings = Random(7), Meetings()
    for _ in range(30):
        results = chance.sample(LINES, chance.randrange(len(LINES)))
        meetings.update(results)
        alone = met(*results)
        assert (meetings.seats, meetings.lines, meetings.met) == (alone.seats, alone.lines, alone.met)

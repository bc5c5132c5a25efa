"""Which boards every table has played: by the movement, by stated tables, by matches; and where nobody can tell."""

import pytest

from contracts.facts import (
    EventFact,
    Facts,
    MatchFact,
    MovementFact,
    MovementLine,
    Participant,
    Score,
    SectionFact,
    Sides,
)
from services.scoring.domain.progress.complete_boards import all_have_met, complete_boards
from tests.support.fragments import pair, points, result

SEATS = ((1, "1", "1", "3", "1"), (1, "2", "2", "4", "2"), (2, "1", "1", "3", "2"), (2, "2", "2", "4", "1"))
"""Round, table, both pairs, board."""

LINES = [result(board, ns, ew, round=number, table=at, section="A") for number, at, ns, ew, board in SEATS]

STATED = SectionFact(id="A", tables=2, rounds=2, boards=2, boards_per_round=1)


def movement(*seats, **more):
    lines = tuple(
        MovementLine(round=number, table=at, sides=Sides(ns=ns, ew=ew), first_board=board, last_board=board)
        for number, at, ns, ew, board in seats or SEATS
    )
    return MovementFact(id="m", section="A", kind="pairs", lines=lines, **more)


def by_movement(*results, plan=None, **more):
    return complete_boards(Facts(results=results, movements=(plan or movement(),), **more))


def by_tables(*results, section=STATED, **more):
    return complete_boards(Facts(results=results, sections=(section,), **more))


@pytest.mark.parametrize("of", [by_movement, by_tables])
def test_a_board_is_complete_when_all_its_tables_have_played_it(of):
    assert of(*LINES[:3]) == {(None, "1"): False, (None, "2"): True}
    assert of(*LINES) == {(None, "1"): True, (None, "2"): True}


@pytest.mark.parametrize("of", [by_movement, by_tables])
def test_a_correction_makes_it_incomplete_again(of):
    late = LINES[3].replace(ns_score=Score(kind="late"), ew_score=Score(kind="late"))
    assert of(*LINES[:3], late)[None, "1"] is False
    assert of(*LINES[1:])[None, "1"] is False


def test_who_is_not_there_is_waited_for_and_a_phantom_is_not():
    assert by_movement(*LINES[1:3])[None, "2"] is True
    assert by_movement(LINES[1], plan=movement())[None, "2"] is False
    phantom = pair("4", phantom=True)
    rest = [line for line in LINES if line.sides.ew == "3"]
    assert by_movement(*rest, participants=(pair("1"), pair("2"), pair("3"), phantom)) == {
        (None, "1"): True,
        (None, "2"): True,
    }


def test_a_movement_tells_nothing_that_is_not_whole_or_not_the_one_that_is_played():
    assert by_movement(*LINES, plan=movement(rounds=3)) == {}
    assert by_movement(*LINES, plan=movement(*((*seat[:4], None) for seat in SEATS))) == {}
    assert by_movement(*LINES, result("1", "5", "6", section="A")) == {}
    assert by_movement(*LINES, result("9", "1", "3", section="A")) == {}


@pytest.mark.parametrize(
    "stated", [{"tables": None}, {"boards": 4}, {"boards": None}, {"boards_per_round": None}, {"rounds": 3}]
)
def test_tables_tell_nothing_unless_every_pair_plays_every_board(stated):
    assert by_tables(*LINES, section=STATED.replace(**stated)) == {}


def test_more_tables_may_be_seen_than_are_stated():
    third = result("3", "5", "6", round=1, table="3", section="A")
    assert by_tables(*LINES, third)[None, "1"] is False


def test_the_same_pair_twice_is_no_other_table():
    again = LINES[0].replace(part=1)
    assert by_tables(LINES[0], again)[None, "1"] is False


def test_every_section_of_the_session_has_to_have_played():
    assert by_tables(*LINES, result("1", "11", "12", section="B")) == {}
    other = SectionFact(id="B", tables=1, rounds=2, boards=2, boards_per_round=1)
    both = Facts(results=tuple(LINES), sections=(STATED, other))
    assert complete_boards(both) == {(None, "1"): False, (None, "2"): False}
    whole = both.replace(results=(*LINES, result("1", "11", "12", section="B")))
    assert complete_boards(whole) == {(None, "1"): True, (None, "2"): False}


def test_sessions_are_by_themselves():
    second = result("1", "1", "3", session="2", section="A")
    assert by_tables(*LINES, second) == {(None, "1"): True, (None, "2"): True}


def test_where_nothing_is_stated_nothing_is_said():
    assert complete_boards(Facts(results=tuple(LINES), events=(EventFact(results="to_date", boards_played=2),))) == {}


def room(board, ns, ew, number=1):
    return result(board, "", "", round=number).replace(sides=Sides(ns_team=ns, ew_team=ew))


def teams(*results, names="abcd", matches=("ab", "cd"), **more):
    listed = tuple(MatchFact(kind="teams", round=1, home=m[0], away=m[1] if m[1:] else None) for m in matches)
    people = tuple(Participant(id=name, kind="team") for name in names)
    return complete_boards(Facts(results=results, matches=listed, participants=people, **more))


ROOMS = [room("1", *sides) for sides in ("ab", "ba", "cd", "dc")]


def test_every_match_has_played_the_board_in_both_rooms():
    assert teams(*ROOMS) == {(None, "1"): True}
    assert teams(*ROOMS[:3], room("1", "c", "d").replace(part=1)) == {(None, "1"): False}


def test_matches_tell_nothing_unless_all_teams_are_in_one():
    assert teams(*ROOMS[:2], matches=("ab",)) == {}
    assert teams(*ROOMS, names="abcde") == teams(*ROOMS, names="abcde", matches=("ab", "cd", "e")) == teams(*ROOMS)
    assert teams(*ROOMS, names="abcdef") == teams(*ROOMS, matches=()) == {}
    assert teams(*ROOMS, room("1", "a", "c", number=2)) == {}


def test_teams_of_eight_have_four_tables():
    of_eight = (EventFact(team_size=8),)
    assert teams(*ROOMS, events=of_eight) == {(None, "1"): False}
    more = [line.replace(part=1, ns_score=points(50)) for line in ROOMS]
    assert teams(*ROOMS, *more, events=of_eight) == {(None, "1"): True}


def howell(pairs, boards_each=2):
    """All results of a whole Howell: each pair meets each other one, and plays each board once."""
    circle = [str(number) for number in range(1, pairs)]
    for number in range(pairs - 1):
        ring = circle[number:] + circle[:number]
        meetings = [(str(pairs), ring[0]), *((ring[at], ring[-at]) for at in range(1, pairs // 2))]
        for ns, ew in meetings:
            for board in range(1, boards_each + 1):
                yield result(str(boards_each * number + board), ns, ew, round=number + 1)


LISTED = tuple(pair(str(number)) for number in range(1, 9))
FULL = list(howell(8))


def listed(*results, people=LISTED, **more):
    return complete_boards(Facts(results=results, participants=people, **more))


def test_a_board_that_everybody_has_played_is_complete_where_nothing_is_stated():
    assert len(FULL) == 56
    assert listed(*FULL) == {(None, str(board)): True for board in range(1, 15)}
    # The last of the results of a board is missing, or was taken back.
    short = FULL[:-1]
    assert listed(*short) == {(None, str(board)): True for board in range(1, 15) if str(board) != FULL[-1].board}
    late = FULL[-1].replace(ns_score=Score(kind="late"), ew_score=Score(kind="late"))
    assert (None, late.board) not in listed(*short, late)


def test_nothing_is_said_while_somebody_is_still_to_play_or_nobody_is_listed():
    assert listed(*FULL[:2]) == listed(*FULL[:6]) == {}
    assert complete_boards(Facts(results=tuple(FULL))) == {}
    assert listed(*FULL, people=(*LISTED, pair("9"))) == {}
    assert listed(*FULL, people=LISTED[:7]) == {}
    assert listed(FULL[0], people=LISTED[:2]) == {}


def test_all_have_met_in_a_whole_howell_or_mitchell_and_not_before():
    facts = Facts(results=tuple(FULL), participants=LISTED)
    assert all_have_met(facts, complete_boards(facts))
    for results in (FULL[:8], FULL[:-2], FULL[:-1]):
        part = Facts(results=tuple(results), participants=LISTED)
        assert not all_have_met(part, complete_boards(part))
    mitchell = [result(str(1 + (ns + ew) % 3), str(ns), str(10 + ew)) for ns in range(3) for ew in range(3)]
    people = tuple(pair(str(number)) for number in (0, 1, 2, 10, 11, 12))
    whole = Facts(results=tuple(mitchell), participants=people)
    assert all_have_met(whole, complete_boards(whole))
    assert not all_have_met(Facts(), {})

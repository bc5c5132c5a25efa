"""What an event has when it is over."""

from contracts.facts import EventFact, SectionFact, Sides
from services.scoring.domain.progress.event_progress import boards_expected, results_expected, rounds_stated
from services.scoring.domain.progress.lines_to_date import LinesToDate
from tests.support.fragments import result

PAIRS = LinesToDate([result("1", "1", "2"), result("1", "3", "4")])


def test_two_pairs_make_a_line_of_every_board() -> None:
    assert results_expected(EventFact(boards_played=24), PAIRS) == 48


def test_four_players_of_a_team_make_half_a_line_and_eight_a_whole_one() -> None:
    meeting = LinesToDate([result("1", "", "", sides=Sides(ns="1", ew="2", ns_team="1", ew_team="2"))])
    assert results_expected(EventFact(boards_played=24), meeting) == 48
    assert results_expected(EventFact(boards_played=24, team_size=8), meeting) == 96


def test_nothing_is_expected_where_no_file_says_how_many_boards() -> None:
    assert results_expected(EventFact(), PAIRS) is None
    assert results_expected(EventFact(boards_played=24), LinesToDate()) is None
    assert boards_expected([]) is None
    assert boards_expected([SectionFact(id="A", boards=24), SectionFact(id="B")]) is None
    assert rounds_stated([SectionFact(id="A")]) is None


def test_sections_of_a_session_play_side_by_side_and_sessions_one_after_the_other() -> None:
    sections = [
        SectionFact(id="A", session="1", boards=24, rounds=8),
        SectionFact(id="B", session="1", boards=26, rounds=13),
        SectionFact(id="C", session="2", boards=20, rounds=10),
    ]
    assert boards_expected(sections) == 46
    assert rounds_stated(sections) == 23

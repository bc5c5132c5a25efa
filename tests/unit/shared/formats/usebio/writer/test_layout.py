"""What goes where."""

import pytest

from contracts.facts import Facts, Participant, SeatFact, SectionFact, SessionFact
from shared.formats.usebio.writer.layout import Layout, lay_out
from tests.support.usebio_documents import board, document, fixture, line, pair, people, read_one
from tests.support.usebio_expected import WrittenAsExpected


def layout(data: bytes, listed: set[tuple[str, str]] | None = None) -> Layout:
    return lay_out(read_one(data).facts, listed or set())


def names(found: Layout) -> dict[tuple[str | None, str | None], list[str]]:
    return {block: [participant.id for participant in listed] for block, listed in found.participants.items()}


def test_an_event_without_sessions_is_one_block() -> None:
    found = layout(document(people(pair("1"), pair("2")) + board(line())))
    assert (found.sessions, names(found)) == ((None,), {(None, None): ["1", "2"]})
    assert len(found.results[None, None]) == 1


def test_sections_list_their_own_participants() -> None:
    found = layout(fixture("sections-same-numbers.xml"))
    assert found.sections == {None: ("Green", "Red")}
    assert names(found) == {(None, "Green"): ["Green-1", "Green-2"], (None, "Red"): ["Red-1", "Red-2"]}


def test_sessions_list_who_played_and_the_event_who_has_an_overall_value() -> None:
    found = layout(fixture("pairs-two-sessions-1.4.xml"), {("pair", "1")})
    assert found.sessions == ("SAT", "SUN")
    assert names(found)["SUN", None] == ["1", "3"]
    assert names(found)["SAT", None] == ["1", "2", "3", "4"]
    assert "1" in names(found)[None, None]


def test_results_of_a_match_stand_in_the_match() -> None:
    found = layout(fixture("teams-1.4.xml"))
    assert found.matches == {(None, None): [0, 1, 2]}
    assert {index: len(results) for index, results in found.in_match.items()} == {0: 3}
    assert found.results == {}


def test_pairs_of_a_team_are_listed_with_it() -> None:
    assert names(layout(fixture("teams-1.4.xml"))) == {(None, None): ["1", "2", "3"]}


def test_a_result_outside_the_boards_of_a_match_stands_by_itself() -> None:
    match = "<MATCH><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM><START_BOARD_NUMBER>1</START_BOARD_NUMBER>"
    inside = board("<TRAVELLER_LINE><DIRECTION>NS</DIRECTION><SCORE>0</SCORE></TRAVELLER_LINE>", number="9")
    data = document(f"{match}<END_BOARD_NUMBER>4</END_BOARD_NUMBER>{inside}</MATCH>", event='EVENT_TYPE="TEAMS"')
    assert layout(data).in_match == {}


def test_a_participant_of_a_lone_session_is_listed_in_it() -> None:
    inside = f'<SESSION SESSION_ID="1">{people(pair("1"))}{board(line())}</SESSION>'
    assert names(layout(document(inside))) == {("1", None): ["1"]}


def test_a_section_of_several_sessions_puts_nobody_beside_them() -> None:
    section = '<SESSION SESSION_ID="{}"><SECTION SECTION_ID="A">{}{}</SECTION></SESSION>'
    inside = people(pair("1", "<PLACE>1</PLACE>"), pair("2")), board(line())
    facts = read_one(document(section.format("SAT", *inside) + section.format("SUN", *inside))).facts
    assert {block for block, listed in lay_out(facts, set()).participants.items() if listed} == {
        ("SAT", "A"),
        ("SUN", "A"),
    }


def test_who_has_a_seat_in_a_session_is_listed_there() -> None:
    facts = read_one(fixture("pairs-two-sessions-1.4.xml")).facts
    seat = SeatFact(participant="2", session="SUN", stage="next", round=2, table="1", direction="NS")
    found = lay_out(facts.replace(seats=(seat,)), set())
    assert names(found)["SUN", None] == ["1", "2", "3"]


def test_a_list_outside_a_lone_session_is_overall_only_where_it_states_a_value() -> None:
    session = '<SESSION SESSION_ID="1"></SESSION>'
    assert names(layout(document(people(pair("1", "<PLACE>1</PLACE>")) + session))) == {(None, None): ["1"]}
    assert names(layout(document(people(pair("1")) + session))) == {("1", None): ["1"]}
    two = session + '<SESSION SESSION_ID="2"></SESSION>'
    assert names(layout(document(people(pair("1")) + two))) == {(None, None): ["1"]}


def test_results_of_two_matches_of_the_same_sides_stand_each_in_its_own() -> None:
    def match(*boards: str, played: str) -> str:
        sides = "<EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER>"
        lines = "".join(board(line(), number=number) for number in boards)
        return f"<MATCH><ROUND_NUMBER>{played}</ROUND_NUMBER>{sides}{lines}</MATCH>"

    same_round = layout(document(match("1", played="1") + match("1", "2", played="1")))
    rounds = layout(document(match("1", played="1") + match("1", "2", played="2")))
    for placed in (same_round, rounds):
        boards = {index: [result.board for result in results] for index, results in placed.in_match.items()}
        assert boards == {0: ["1"], 1: ["1", "2"]}


@pytest.mark.parametrize(("number", "inside"), [("1", True), ("4", True), ("5", False), ("x", True)])
def test_a_board_belongs_to_a_match_within_its_first_and_last_board(number: str, inside: bool) -> None:
    match = "<MATCH><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER>"
    boards = "<START_BOARD_NUMBER>1</START_BOARD_NUMBER><END_BOARD_NUMBER>4</END_BOARD_NUMBER></MATCH>"
    facts = read_one(document(match + boards + board(line(), number=number))).facts
    assert bool(lay_out(facts, set()).in_match) is inside


def test_who_has_not_played_is_listed_in_the_section_that_the_participant_names() -> None:
    sections = (SectionFact(id="A"), SectionFact(id="B"))
    people = (Participant(id="1", kind="pair", section="B"), Participant(id="2", kind="pair"))
    assert names(lay_out(Facts(sections=sections, participants=people), set())) == {
        (None, "B"): ["1"],
        (None, None): ["2"],
    }
    sessions = (SessionFact(id="SAT"), SessionFact(id="SUN"))
    in_sessions = tuple(section.replace(session="SAT") for section in sections)
    placed = (*people, Participant(id="3", kind="pair", session="SUN"))
    found = lay_out(Facts(sessions=sessions, sections=in_sessions, participants=placed), set())
    assert names(found) == {(None, None): ["1", "2"], ("SUN", None): ["3"]}


class TestOddDocuments(WrittenAsExpected):
    """Every odd document."""

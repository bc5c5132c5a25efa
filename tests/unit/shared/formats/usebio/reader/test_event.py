"""EVENT, SESSION, SECTION and CLUB."""

import pytest

from contracts.facts import Detail, EventFact
from shared.formats.usebio.reader.parse import parse
from tests.support.usebio_documents import board, codes, document, fixture, line, read_one
from tests.support.usebio_expected import ReadAsExpected

FACTS = read_one(fixture("pairs-two-sessions-1.4.xml")).facts


def event(inside: str = "", **how: str) -> EventFact:
    return read_one(document(inside, **how)).facts.event


def details(fact: EventFact) -> dict[str, str]:
    return {detail.name: detail.value for detail in fact.details}


def test_the_event_of_1_4_is_read_into_its_fields() -> None:
    found = FACTS.event
    assert (found.name, found.external_id, found.start_date, found.end_date) == (
        "Spring Pairs & Friends",
        "SPR31",
        "2031-05-03",
        "2031-05-04",
    )
    assert (found.tournament, found.tournament_id, found.city) == ("Spring Congress", "T-2031", "Lindenholm")
    assert (found.kind, found.board_scoring, found.winners, found.results) == ("pairs", "match_points", 1, "complete")
    assert (found.boards_played, found.boards_per_round, found.arrow_switch) == (4, 2, "ANTICLOCKWISE")
    assert (found.program, found.program_version, found.format_version) == ("Made-up Scorer", "0.9.1", "1.4")
    assert found.label_names == ("FLIGHT", "CATEGORY")
    assert found.organiser.name == "Lindenholm Bridge Club"


def test_everything_else_of_the_event_is_a_detail_under_its_newest_name() -> None:
    found = details(FACTS.event)
    assert found["EVENT_RATING"] == "Regional"
    assert found["@RATEABLE"] == "Y"
    assert found["CONTACT/ADDRESS/POSTCODE"] == "NW0 0NW"
    assert found["ACBL_SESSION_ID"] == "17"
    old = read_one(fixture("pairs-1.0.xml")).facts.event
    assert (details(old)["EVENT_RATING"], details(old)["EBU_CHARGE_CODE"]) == ("Club", "1")
    assert (old.external_id, old.name, old.start_date) == ("9999", "Regular Tuesday", "2030-12-31")
    assert "TITLE" not in details(old)


@pytest.mark.parametrize(
    ("stated", "kind", "scoring"),
    [
        ("INDIVIDUAL", "individual", None),
        ("PAIRS", "pairs", "match_points"),
        ("SWISS_PAIRS", "swiss_pairs", "match_points"),
        ("TEAMS", "teams", "imps"),
        ("SWISS_TEAMS", "swiss_teams", "imps"),
        ("MP_PAIRS", "pairs", "match_points"),
        ("BUTLER_PAIRS", "pairs", "butler_imps"),
        ("CROSS_IMP", "pairs", "cross_imps"),
        ("AGGREGATE", "pairs", "aggregate"),
        ("SWISS_PAIRS_CROSS_IMPS", "swiss_pairs", "cross_imps"),
        ("SWISS_PAIRS_BUTLER_IMPS", "swiss_pairs", "butler_imps"),
        ("TEAMS_OF_FOUR", "teams", "imps"),
        ("KO", "knockout", "imps"),
        ("LADDER", "ladder", None),
        ("swiss pairs", "swiss_pairs", "match_points"),
    ],
)
def test_every_type_of_event_is_known(stated: str, kind: str, scoring: str | None) -> None:
    data = document("", event=f'EVENT_TYPE="{stated}"')
    assert parse(data).findings == ()
    found = read_one(data).facts.event
    assert (found.kind, found.board_scoring) == (kind, scoring)


def test_a_type_that_is_not_usebios_is_reported() -> None:
    parsed = parse(document("", event='EVENT_TYPE="PICNIC"'))
    assert codes(parsed) == ["usebio.bad-value"]
    assert parsed.events[0].facts.event.kind is None


@pytest.mark.parametrize(
    ("inside", "scoring"),
    [
        ("<BOARD_SCORING_METHOD>CROSS_IMPS</BOARD_SCORING_METHOD>", "cross_imps"),
        ("<BOARD_SCORING_METHOD>PAB</BOARD_SCORING_METHOD>", "pab"),
        ("<SCORING_METHOD>AGGREGATE</SCORING_METHOD>", "aggregate"),
        (board(line(more="<NS_BUTLER_POINTS>3</NS_BUTLER_POINTS>")), "butler_imps"),
        (board(line()), "match_points"),
        (board(line(more="<NS_MATCH_POINTS>4</NS_MATCH_POINTS>")), "match_points"),
        (board(line(more="<NS_MATCH_POINTS>-4</NS_MATCH_POINTS>")), "imps"),
        ("<BOARD_SCORING_METHOD>MP_PAIRS</BOARD_SCORING_METHOD>", "match_points"),
    ],
)
def test_board_scoring_is_stated_or_seen_in_the_lines_or_the_default(inside: str, scoring: str) -> None:
    assert event(inside).board_scoring == scoring


def test_points_of_lines_correct_a_type_of_match_points() -> None:
    points = board(line(more="<NS_CROSS_IMP_POINTS>4</NS_CROSS_IMP_POINTS>"))
    assert event(points, event='EVENT_TYPE="MP_PAIRS"').board_scoring == "cross_imps"
    both = board(line(more="<NS_CROSS_IMP_POINTS>4</NS_CROSS_IMP_POINTS><NS_MATCH_POINTS>2</NS_MATCH_POINTS>"))
    assert event(both, event='EVENT_TYPE="MP_PAIRS"').board_scoring == "match_points"


@pytest.mark.parametrize(
    ("text", "scoring"),
    [
        ("VPS", "vps"),
        ("VP", "vps"),
        ("IMP", "imps"),
        ("Aggregate", "aggregate"),
        ("IMP_THEN_ADD", "imp_then_add"),
        ("ADD_THEN_MOD_IMP", "add_then_mod_imp"),
        ("XIMPS", "ximps"),
        ("PAB", "pab"),
        ("HYBRID", "hybrid"),
    ],
)
def test_match_scoring_is_read_under_both_names(text: str, scoring: str) -> None:
    for name in ("MATCH_SCORING_METHOD", "SCORING_METHOD"):
        assert event(f"<{name}>{text}</{name}>", event='EVENT_TYPE="TEAMS"').match_scoring == scoring


def test_two_names_that_say_the_same_are_one_statement() -> None:
    both = "<MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD><SCORING_METHOD>{}</SCORING_METHOD>"
    assert details(event(both.format("VP"), event='EVENT_TYPE="TEAMS"')) == {}
    assert details(event(both.format("IMPS"), event='EVENT_TYPE="TEAMS"')) == {"SCORING_METHOD": "IMPS"}


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("NONE", "none"),
        ("COMPLETE", "complete"),
        ("SESSION_ONLY", "session_only"),
        ("SESSION ONLY", "session_only"),
        ("TO_DATE", "to_date"),
    ],
)
def test_overall_results_have_four_cases(text: str, results: str) -> None:
    assert event(f"<OVERALL_RESULTS>{text}</OVERALL_RESULTS>").results == results


def test_a_value_that_the_document_does_not_list_is_kept_and_reported() -> None:
    parsed = parse(document("<OVERALL_RESULTS>SOME</OVERALL_RESULTS><WINNER_TYPE>3</WINNER_TYPE>"))
    assert sorted(codes(parsed)) == ["usebio.bad-value", "usebio.bad-value"]
    assert (parsed.events[0].facts.event.results, parsed.events[0].facts.event.winners) == ("SOME", None)


def test_an_ambiguous_date_is_kept_as_written_beside_its_reading() -> None:
    found = event("<DATE>04/05/2031</DATE>")
    assert found.start_date == "2031-05-04"
    assert found.details == (Detail(name="DATE", value="04/05/2031"),)


def test_a_session_has_its_own_date_times_and_details() -> None:
    saturday, sunday = FACTS.sessions
    assert (saturday.id, saturday.number, saturday.date, saturday.start_time) == (
        "SAT",
        None,
        "2031-05-03",
        "13:00+02:00",
    )
    assert (saturday.results_type, saturday.hand_record_id) == ("CONSOLATION", "HR-SAT")
    assert [detail.name for detail in saturday.details] == ["PLAYING_ENVIRONMENT", "ONLINE_PLATFORM", "SESSION_URL"]
    assert (sunday.id, sunday.date) == ("SUN", "2031-05-04")
    assert read_one(document('<SESSION SESSION_ID="2"/>')).facts.sessions[0].number == 2


def test_a_session_without_id_gets_its_number_and_is_reported() -> None:
    parsed = parse(document("<SESSION/><SESSION/>"))
    assert codes(parsed) == ["usebio.missing-required"] * 2
    assert [session.id for session in parsed.events[0].facts.sessions] == ["1", "2"]


def test_a_section_has_what_1_0_says_of_it() -> None:
    green, red = read_one(fixture("sections-same-numbers.xml")).facts.sections
    assert (green.id, green.session, green.boards_per_round) == ("Green", None, 8)
    assert {detail.name: detail.value for detail in green.details} == {
        "PLAYERS": "4",
        "MASTER_POINTS_PER_WIN": "24",
        "TOP_BONUS": "96",
        "BONUS_DIFFERENTIAL": "25",
        "@CURRENT_ROUND_ASSIGN": "TRUE",
    }
    assert red.details == (Detail(name="NOTES", value="by the window"),)


def test_the_club_of_1_0_has_an_address_and_members() -> None:
    facts = read_one(fixture("pairs-1.0.xml")).facts
    found = [(detail.name, detail.value) for detail in facts.event.organiser.details]
    assert found[:4] == [
        ("VENUE", "Old mill"),
        ("NATIONAL_ID_NUMBER", "345"),
        ("NOTES", "founded long ago"),
        ("ADDRESS/LINE", "Name of hall"),
    ]
    assert ("CONTACT/ROLE", "Secretary") in found
    (member,) = facts.extensions
    assert (member.owner, member.name) == ("/USEBIO/CLUB", "MEMBER")
    assert "<SURNAME>Kowalczyk</SURNAME>" in member.value


@pytest.mark.parametrize("method", ["MATCH_POINTS", "Matchpoints", "BUTLER_IMPS", "VPS"])
def test_a_pairs_event_may_say_by_scoring_method_how_its_boards_are_scored(method: str) -> None:
    assert codes(parse(document(f"<SCORING_METHOD>{method}</SCORING_METHOD>{board(line())}"))) == []


def test_teams_have_no_match_by_a_method_of_boards() -> None:
    data = document("<SCORING_METHOD>BUTLER_IMPS</SCORING_METHOD>", event='EVENT_TYPE="TEAMS"')
    assert codes(parse(data)) == ["usebio.bad-value"]


class TestOddDocuments(ReadAsExpected):
    parts = ("events", "sessions", "sections")


@pytest.mark.parametrize(
    ("method", "points", "scoring"),
    [
        ("XIMPS", "", "cross_imps"),
        ("IMPS", "CROSS_IMP", "cross_imps"),
        ("IMPS", "BUTLER", "butler_imps"),
        ("IMPS", "MATCH", "imps"),
    ],
)
def test_points_of_lines_say_how_imps_of_pairs_are_won(method: str, points: str, scoring: str) -> None:
    more = f"<NS_{points}_POINTS>2</NS_{points}_POINTS>" if points else ""
    head = f"<BOARD_SCORING_METHOD>{method}</BOARD_SCORING_METHOD>"
    assert event(head + board(line(more=more))).board_scoring == scoring


def test_pairs_in_matches_have_a_scoring_of_matches() -> None:
    head = "<MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>"
    north_south = "<NS_SCORE>12</NS_SCORE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER>"
    east_west = "<EW_SCORE>8</EW_SCORE><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER>"
    match = f"<MATCH>{north_south}{east_west}</MATCH>"
    assert event(head + match).match_scoring == "vps"
    assert event(head).match_scoring is None

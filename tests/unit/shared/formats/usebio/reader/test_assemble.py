"""Facts put together: identity, scope and time."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from contracts.facts import Scope
from shared.formats.usebio.reader.parse import parse
from tests.support.usebio_documents import board, codes, document, fixture, line, pair, people, read_one
from tests.support.usebio_expected import ReadAsExpected


def test_the_identity_is_club_name_number_and_date() -> None:
    inside = "<EVENT_DESCRIPTION>Open Pairs</EVENT_DESCRIPTION><EVENT_ID>7</EVENT_ID><DATE>2031-05-04</DATE>"
    assert read_one(document(inside)).event == "test-club-open-pairs-7-2031-05-04"


def test_an_event_that_nothing_names_is_named_by_its_bytes_and_reported() -> None:
    one, other = (parse(f"<USEBIO><EVENT><NOTES>{text}</NOTES></EVENT></USEBIO>".encode()) for text in "ab")
    assert codes(one) == ["usebio.no-identity"]
    assert one.events[0].event.startswith("usebio-")
    assert one.events[0].event != other.events[0].event


def test_a_file_with_boards_is_the_whole_of_what_it_covers() -> None:
    assert read_one(document(board(line()))).scope == Scope(whole=True, boards=("1",))
    sessions = read_one(fixture("pairs-two-sessions-1.4.xml"))
    assert (sessions.scope.whole, sessions.scope.sessions) == (True, ("SAT", "SUN"))
    assert sessions.scope.boards == tuple(dict.fromkeys(result.board for result in sessions.facts.results))
    assert read_one(fixture("sections-same-numbers.xml")).scope.sections == ("Green", "Red")


def test_a_file_of_some_boards_says_nothing_about_the_others() -> None:
    scope = read_one(document(board(line(), number="3") + board(line(), number="4"))).scope
    assert scope == Scope(whole=True, boards=("3", "4"))


def test_a_file_that_numbers_the_round_of_every_line_covers_those_rounds() -> None:
    second = board(line(more="<ROUND_NUMBER>2</ROUND_NUMBER>"))
    assert read_one(document(second)).scope == Scope(whole=True, rounds=(2,), boards=("1",))
    assert read_one(document(second + board(line(), number="2"))).scope.rounds is None


def test_boards_beside_the_sections_widen_the_scope() -> None:
    section = f'<SECTION SECTION_ID="A">{board(line())}</SECTION>'
    assert read_one(document(section + board(line(), number="2"))).scope == Scope(whole=True, boards=("1", "2"))


def test_a_file_without_boards_withdraws_nothing() -> None:
    overall = "<OVERALL_RESULTS>TO_DATE</OVERALL_RESULTS>" + people(pair("1", "<PLACE>1</PLACE>"))
    event = read_one(document(overall))
    assert event.scope == Scope(whole=False)
    assert event.facts.event.results == "to_date"


def test_an_in_play_file_covers_what_its_instruction_says() -> None:
    event = read_one(fixture("in-play-round-2.xml"))
    assert event.scope == Scope(whole=True, rounds=(1, 2), boards=("1", "2", "3", "4"))
    assert event.stated_at == (datetime(2031, 5, 4, 20, 15, tzinfo=timezone(timedelta(hours=1))), "stated")
    assert [(s.participant, s.stage, s.round, s.table, s.direction) for s in event.facts.seats] == [
        ("1", "next", None, "2", "NS"),
        ("2", "next", None, "1", "EW"),
    ]
    named = read_one(fixture("in-play-round-2.xml").replace(b'rounds="1-2"', b'rounds="1-2" next-round="3"'))
    assert [(s.round, s.table) for s in named.facts.seats] == [(3, "2"), (3, "1")]


def test_an_instruction_in_a_file_with_sessions_covers_these_sessions() -> None:
    inside = f'<?kibitz-in-play rounds="1"?><SESSION SESSION_ID="S">{board(line())}</SESSION>'
    assert read_one(document(inside)).scope == Scope(whole=True, sessions=("S",), rounds=(1,))


@pytest.mark.parametrize(
    ("more", "name"),
    [
        ("<START_TIME>13:00</START_TIME>", "2031-05-04T13:00"),
        ("<ACBL_SESSION_ID>17</ACBL_SESSION_ID>", "17"),
        ("", "2031-05-04"),
    ],
)
def test_a_file_of_one_session_of_several_names_the_session(more: str, name: str) -> None:
    head = f"<OVERALL_RESULTS>SESSION_ONLY</OVERALL_RESULTS><DATE>2031-05-04</DATE>{more}"
    event = read_one(document(head + people(pair("1", "<PLACE>1</PLACE>")) + board(line())))
    assert [session.id for session in event.facts.sessions] == [name]
    assert event.facts.results[0].session == name
    assert event.facts.totals[0].session == name
    assert event.scope == Scope(whole=True, sessions=(name,), boards=("1",))


def test_a_file_of_one_session_that_nothing_names_is_left_as_it_is() -> None:
    event = read_one(document("<OVERALL_RESULTS>SESSION_ONLY</OVERALL_RESULTS>" + board(line())))
    assert (event.facts.sessions, event.facts.results[0].session) == ((), None)


def test_the_latest_end_of_a_session_is_when_the_file_was_true() -> None:
    event = read_one(fixture("pairs-two-sessions-1.4.xml"))
    assert event.stated_at == (datetime(2031, 5, 4, 15, 30, tzinfo=UTC), "end_time")


def test_an_end_in_local_time_is_no_moment() -> None:
    assert read_one(document("<DATE>2031-05-04</DATE><END_TIME>17:00</END_TIME>")).stated_at is None


def test_totals_of_a_lone_session_name_it() -> None:
    inside = f'<SESSION SESSION_ID="1">{people(pair("1", "<PLACE>1</PLACE>"))}</SESSION>'
    (total,) = read_one(document(inside)).facts.totals
    assert total.session == "1"


@pytest.mark.parametrize(("winners", "ids"), [("1", {"1"}), ("2", {"1NS", "1EW"})])
def test_two_pairs_of_one_number_are_told_apart_where_the_event_has_two_winners(winners: str, ids: set[str]) -> None:
    pairs = [pair("1", f"<PLAYER><PLAYER_NAME>{name}</PLAYER_NAME></PLAYER>") for name in ("Ann", "Bea")]
    facts = read_one(document(f"<WINNER_TYPE>{winners}</WINNER_TYPE>{people(*pairs)}")).facts
    assert {participant.id for participant in facts.participants} == ids


def test_a_line_names_its_teams_by_their_ids_however_its_match_writes_their_numbers() -> None:
    written = fixture("teams-1.0.xml").replace(b"<OPPOSING_TEAM>2<", b"<OPPOSING_TEAM>02<")
    facts = read_one(written).facts
    assert {(r.sides.ns_team, r.sides.ew_team) for r in facts.results} == {("1", "2"), ("2", "1")}


def test_the_latest_end_of_several_sessions_counts_on_the_day_of_its_session() -> None:
    def stated_at(*sessions: str) -> object:
        event = read_one(document(f"<DATE>2031-05-04</DATE>{''.join(sessions)}"))
        return event.stated_at

    first, second, dated = (
        f"<SESSION SESSION_ID='{number}'>{date}<END_TIME>{end:02}:00:00Z</END_TIME></SESSION>"
        for number, date, end in ((1, "", 16), (2, "", 22), (3, "<DATE>2031-05-05</DATE>", 9))
    )
    assert stated_at(first, second) == (datetime(2031, 5, 4, 22, tzinfo=UTC), "end_time")
    assert stated_at(first, dated, second) == (datetime(2031, 5, 5, 9, tzinfo=UTC), "end_time")
    assert stated_at() is None


def test_an_event_in_play_has_results_to_date_unless_it_says_which() -> None:
    instruction = '<?kibitz-in-play calculated-at="2031-05-04T20:00:00Z"?>'
    said = "<OVERALL_RESULTS>SESSION_ONLY</OVERALL_RESULTS>"
    results = [read_one(document(head + board(line()))).facts.event.results for head in (instruction, "")]
    assert results == ["to_date", None]
    stated = read_one(document(instruction + said + board(line()))).facts.event.results
    assert stated == read_one(document(said + board(line()))).facts.event.results != "to_date"


def test_hands_and_movements_outside_belong_to_each_event_once_and_alone_are_one() -> None:
    hands = "<HANDSET><BOARD><BOARD_NUMBER>1</BOARD_NUMBER></BOARD></HANDSET>"
    movement = "<MOVEMENT><MOVEMENT_NAME>M</MOVEMENT_NAME></MOVEMENT>"
    events = "".join(f"<EVENT><EVENT_DESCRIPTION>{name}</EVENT_DESCRIPTION></EVENT>" for name in "AB")
    for inside, count in ((events, 2), ("", 1)):
        parsed = parse(f"<USEBIO>{hands}{movement}{inside}</USEBIO>".encode())
        assert [len(event.facts.deals) for event in parsed.events] == [1] * count
        assert [len(event.facts.movements) for event in parsed.events] == [1] * count


def test_results_that_every_session_of_an_older_file_repeats_are_those_of_the_event() -> None:
    listed = people(*(pair(number, f"<PLACE>{number}</PLACE>") for number in "123"))
    sessions = "".join(f'<SESSION SESSION_ID="{name}">{listed}</SESSION>' for name in ("SAT", "SUN"))
    for version, named in (("1.2", {None}), ("1.4", {"SAT", "SUN"})):
        assert {total.session for total in read_one(document(sessions, version=version)).facts.totals} == named


def test_lines_and_matches_name_their_pairs_as_the_list_does_however_they_write_the_numbers() -> None:
    listed = people(pair("1"), pair("2"))
    (played,) = read_one(document(listed + board(line(ns="01", ew="02")))).facts.results
    assert (played.sides.ns, played.sides.ew) == ("1", "2")
    sides = "<NS_PAIR_NUMBER>01</NS_PAIR_NUMBER><EW_PAIR_NUMBER>02</EW_PAIR_NUMBER>"
    (match,) = read_one(document(f"{listed}<MATCH>{sides}</MATCH>", event='EVENT_TYPE="SWISS_PAIRS"')).facts.matches
    assert (match.kind, match.home, match.away) == ("pairs", "1", "2")


class TestOddDocuments(ReadAsExpected):
    parts = (
        "event",
        "scope",
        "stated_at",
        "events",
        "sessions",
        "results",
        "matches",
        "board_points",
        "deals",
        "auctions",
        "seats",
    )

"""Which event a file is about, and of which of its sessions it is."""

import pytest

from tests.support.usebio_documents import board, codes, document, line, pair, people, read_one
from tests.support.usebio_documents import parse as parsed
from tests.support.usebio_expected import ReadAsExpected

RESULTS = board(line())
NUMBER = "<EVENT_ID>7</EVENT_ID>"
PART = "<OVERALL_RESULTS>SESSION_ONLY</OVERALL_RESULTS>"
LIST = people(pair("1", "<PLACE>1</PLACE>"))


def day(text: str) -> str:
    return f"<DATE>{text}</DATE>"


def name(*parts: str, version: str = "1.4") -> str:
    return read_one(document("".join(parts), version=version)).event


def test_the_identity_is_club_name_number_and_day() -> None:
    assert name(NUMBER, day("2031-05-04"), RESULTS) == "test-club-test-7-2031-05-04"


def test_the_day_on_which_an_event_begins_comes_before_that_of_a_session() -> None:
    began = "<ACBL_START_DATE>2031-05-03</ACBL_START_DATE>"
    assert name(day("2031-05-04"), began, RESULTS) == "test-club-test-2031-05-03"
    assert name(NUMBER, day("2031-05-04"), began, PART, RESULTS) == "test-club-test-7-2031-05-03"


@pytest.mark.parametrize("part", [PART, "<RESULTS_TYPE>SESSION_IN_SERIES</RESULTS_TYPE>"])
def test_sessions_of_different_days_are_one_event_by_their_number(part: str) -> None:
    first, second = (name(NUMBER, day(on), part, RESULTS) for on in ("2031-05-04", "2031-05-05"))
    assert first == second == "test-club-test-7-2031"


@pytest.mark.parametrize(
    "total",
    [
        "<SESSION_COUNT>2</SESSION_COUNT>",
        "<RESULTS_TYPE>OVERALL RESULTS</RESULTS_TYPE>",
        "<OVERALL_RESULTS>COMPLETE</OVERALL_RESULTS>",
    ],
)
def test_the_overall_results_of_several_sessions_find_them(total: str) -> None:
    assert name(NUMBER, day("2031-05-05"), total, LIST) == "test-club-test-7-2031"


@pytest.mark.parametrize(
    "parts",
    [
        (NUMBER, RESULTS),
        (NUMBER, LIST),
        (NUMBER, "<SESSION_COUNT>1</SESSION_COUNT>", LIST),
        (NUMBER, "<SESSION_COUNT>2</SESSION_COUNT>", RESULTS),
        (NUMBER, "<OVERALL_RESULTS>TO_DATE</OVERALL_RESULTS>", LIST),
        (NUMBER, "<OVERALL_RESULTS>COMPLETE</OVERALL_RESULTS>", RESULTS),
        (NUMBER, "<OVERALL_RESULTS>COMPLETE</OVERALL_RESULTS>", "<SESSION_COUNT>1</SESSION_COUNT>", LIST),
        (NUMBER, "<OVERALL_RESULTS>NONE</OVERALL_RESULTS>", "<RESULTS_TYPE>SESSION_IN_SERIES</RESULTS_TYPE>", RESULTS),
        (NUMBER, "<SESSION_COUNT>2</SESSION_COUNT>", '<SESSION SESSION_ID="1"></SESSION>', LIST),
    ],
)
def test_evenings_that_do_not_call_themselves_parts_stay_apart_under_one_number(parts: tuple[str, ...]) -> None:
    assert name(day("2031-05-04"), *parts) != name(day("2031-05-11"), *parts)


def test_the_same_number_in_another_year_is_another_event() -> None:
    assert name(NUMBER, day("2031-05-04"), PART, RESULTS) != name(NUMBER, day("2032-05-04"), PART, RESULTS)


def test_a_session_that_names_no_event_keeps_its_day_and_says_so() -> None:
    data = document(f"{day('2031-05-04')}{PART}{RESULTS}")
    assert read_one(data).event == "test-club-test-2031-05-04"
    assert codes(parsed(data)) == ["usebio.session-without-number"]
    assert codes(parsed(document(f"{NUMBER}{day('2031-05-04')}{PART}{RESULTS}"))) == []


def session(*parts: str) -> tuple[str, str | None]:
    (found,) = read_one(document("".join((*parts, RESULTS)))).facts.sessions
    return found.id, found.date


def test_a_session_is_called_by_when_it_was_played() -> None:
    assert session(PART, day("2031-05-04")) == ("2031-05-04", "2031-05-04")
    assert session(PART, day("2031-05-04"), "<START_TIME>19:30</START_TIME>") == ("2031-05-04T19:30", "2031-05-04")


def test_a_start_with_its_own_day_is_of_that_day_and_the_date_that_of_the_event() -> None:
    started = "<START_TIME>2031-05-05T13:00+01:00</START_TIME>"
    assert session(PART, day("2031-05-04"), started) == ("2031-05-05T13:00+01:00", "2031-05-05")


def test_a_session_of_1_3_is_told_by_the_type_of_its_results() -> None:
    one = document(f"{day('2031-05-04')}<RESULTS_TYPE>SESSION_IN_SERIES</RESULTS_TYPE>{RESULTS}", version="1.3")
    assert [result.session for result in read_one(one).facts.results] == ["2031-05-04"]


class TestOddDocuments(ReadAsExpected):
    parts = ("event", "sessions")

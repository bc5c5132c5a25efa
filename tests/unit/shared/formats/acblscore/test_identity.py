"""Which event a game belongs to."""

import pytest

from shared.formats.acblscore.identity import Naming, identity, iso_date, long_date, time_of_day, without_session


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("May 4, 2031", "2031-05-04"),
        ("Sept. 14, 2030", "2030-09-14"),
        ("December 1 2029", "2029-12-01"),
        ("Sunday, May 4th, 2031", "2031-05-04"),
        ("5/4/2031", "2031-05-04"),
        ("February 30, 2031", None),
        ("soon", None),
    ],
)
def test_dates_are_read_as_the_program_writes_them(text, date):
    assert iso_date(text) == date


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("Tuesday Eve", "eve"),
        ("Sat Morn", "morn"),
        ("Fri Afternoon", "aft"),
        ("Evening Pairs", "eve"),
        ("Eveline Cup", None),
        ("10 AM", "morn"),
        ("Open Pairs", None),
    ],
)
def test_the_time_of_day_is_a_word_of_its_own(text, time):
    assert time_of_day(text) == time


@pytest.mark.parametrize(
    ("name", "rest"),
    [
        ("Sat Morn Flt X", "Flt X"),
        ("Sat Aft Flt X", "Flt X"),
        ("Open Pairs Session 2", "Open Pairs"),
        ("Mixed Pairs - 1st session", "Mixed Pairs"),
        ("Sunday Swiss", "Swiss"),
        ("Flt 2", "Flt 2"),
    ],
)
def test_what_names_the_session_is_left_out_of_an_event_of_several(name, rest):
    assert without_session(name) == rest


CLUB = Naming(club="Lighthouse Bridge Club", club_number="000123", name="Open Pairs", day="2031-05-04")


def test_morning_and_afternoon_of_a_club_are_two_events():
    names = {
        identity(Naming(**{**vars(CLUB), "session_name": session}), several=False)
        for session in ("Sunday Morn", "Sunday Aft", "")
    }
    assert names == {
        "lighthouse-bridge-club-open-pairs-morn-2031-05-04",
        "lighthouse-bridge-club-open-pairs-aft-2031-05-04",
        "lighthouse-bridge-club-open-pairs-2031-05-04",
    }


def test_a_time_of_day_in_the_name_is_not_said_twice():
    naming = Naming(**{**vars(CLUB), "name": "Eve Open", "session_name": "Sunday Eve"})
    assert identity(naming, several=False) == "lighthouse-bridge-club-eve-open-2031-05-04"


def test_sessions_of_an_event_share_their_identity():
    first = Naming("Unit Nine", "", "U9", "77", "Sat Morn Flt X", "Saturday Morn", "2031-05-03")
    second = Naming("Unit Nine", "", "U9", "77", "Sun Aft Flt X", "Sunday Aft", "2031-05-04")
    other = Naming("Unit Nine", "", "U9", "77", "Sun Aft Flt Y", "Sunday Aft", "2031-05-04")
    assert identity(first, several=True) == identity(second, several=True) == "unit-nine-flt-x-u9-77-2031"
    assert identity(other, several=True) != identity(second, several=True)


def test_without_a_sanction_the_day_stays():
    assert identity(CLUB, several=True) == "lighthouse-bridge-club-open-pairs-2031-05-04"


@pytest.mark.parametrize(
    ("naming", "name"),
    [
        (Naming(sanction="R77", name="Pairs"), "r77-pairs"),
        (Naming(club_number="000123", name="Pairs"), "000123-pairs"),
        (Naming(day="2031-05-04"), None),
        (Naming(name="Sunday", club="C"), "c-sunday"),
    ],
)
def test_sanction_and_number_stand_in_for_a_club_without_a_name(naming, name):
    assert identity(naming, several=naming.name == "Sunday") == name


def test_a_date_is_written_as_it_is_read() -> None:
    assert long_date("2031-05-04") == "May 4, 2031"
    assert iso_date(long_date("2031-12-24")) == "2031-12-24"
    assert long_date("some day in the spring of 2031") == "some day in the spr"

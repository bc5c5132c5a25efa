"""Parameters of requests are read strictly."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from services.intake.domain.request import LISTED, BadParameter, read_digits, read_limit, read_upload


@pytest.mark.parametrize("digits", ["0123", "ABCD12", "f" * 64, "0123456789abcdef"])
def test_a_digest_may_be_shortened(digits):
    assert read_digits(digits) == digits.lower()


@pytest.mark.parametrize("text", ["", "012", "f" * 65, "wxyz", "12 4"])
def test_what_is_no_digest_is_refused(text):
    with pytest.raises(BadParameter, match="64 hexadecimal digits"):
        read_digits(text)


def test_an_upload_needs_nothing_but_a_name():
    wanted = read_upload("x.xml", {}, {})
    assert (wanted.name, wanted.event, wanted.written_at) == ("x.xml", None, None)


def test_the_event_may_stand_in_the_address_or_in_the_header():
    assert read_upload("x", {"event": "club-night"}, {}).event == "club-night"
    assert read_upload("x", {}, {"x-kibitz-event": "club-night"}).event == "club-night"
    assert read_upload("x", {"event": "a"}, {"x-kibitz-event": "a"}).event == "a"


@pytest.mark.parametrize("event", ["", "Club Night", "a--b", "-a", "a" * 97, "a.b", "é", "a>b"])
def test_an_event_that_is_no_slug_is_refused(event):
    with pytest.raises(BadParameter, match="event"):
        read_upload("x", {"event": event}, {})


def test_two_different_events_are_refused():
    with pytest.raises(BadParameter, match="different"):
        read_upload("x", {"event": "a"}, {"x-kibitz-event": "b"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-11-21T19:30:00Z", datetime(2026, 11, 21, 19, 30, tzinfo=UTC)),
        ("2026-11-21T19:30:00+02:00", datetime(2026, 11, 21, 19, 30, tzinfo=timezone(timedelta(hours=2)))),
        ("2026-11-21T19:30:00 02:00", datetime(2026, 11, 21, 19, 30, tzinfo=timezone(timedelta(hours=2)))),
    ],
)
def test_the_time_stamp_is_a_moment_with_its_offset(text, expected):
    assert read_upload("x", {"written_at": text}, {}).written_at == expected


@pytest.mark.parametrize("text", ["", "yesterday", "2026-11-21T19:30:00", "2026-11-21", "99999-01-01T00:00:00Z"])
def test_another_time_stamp_is_refused(text):
    with pytest.raises(BadParameter, match="written_at"):
        read_upload("x", {"written_at": text}, {})


@pytest.mark.parametrize("headers", [{"content-encoding": "gzip"}, {"content-type": "multipart/form-data; boundary=x"}])
def test_a_packed_body_is_refused_as_a_media_type(headers):
    with pytest.raises(BadParameter) as error:
        read_upload("x", {}, headers)
    assert error.value.status == 415


def test_the_limit_of_a_list_is_a_number_in_its_range():
    assert read_limit(None) == LISTED
    assert read_limit("7") == 7
    for text in ("0", "501", "-1", "x", "", "1e3", "٣"):
        with pytest.raises(BadParameter, match="limit"):
            read_limit(text)


def test_the_ends_of_what_is_allowed_are_allowed():
    assert (read_limit(None), read_limit("1"), read_limit("500")) == (50, 1, 500)
    assert read_upload("x", {"event": f" {'a' * 96} "}, {}).event == "a" * 96
    for headers in ({"content-encoding": " Identity"}, {"content-encoding": ""}, {"content-type": "text/xml"}):
        assert read_upload("x", {}, headers).name == "x"


def test_a_bad_parameter_is_a_bad_request():
    with pytest.raises(BadParameter) as error:
        read_limit("0")
    assert (error.value.status, str(error.value)) == (400, "limit: a number from 1 to 500 is expected")

"""Times on the desk."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from services.broadcast.adapters.site.local_times import local_time, local_times

VIENNA = ZoneInfo("Europe/Vienna")
EVENING = datetime(2031, 10, 3, 19, 5, tzinfo=UTC)


def test_a_moment_is_shown_in_a_named_zone_and_in_utc_for_machines() -> None:
    assert local_time(EVENING, VIENNA) == '<time datetime="2031-10-03T19:05:00Z">2031-10-03 21:05 CEST</time>'
    assert 'datetime="2031-10-03T19:05:00Z"' in local_time(EVENING.astimezone(VIENNA))


def test_each_moment_of_a_sentence_is_shown_so_and_the_rest_is_escaped() -> None:
    text = "<b> decided at 2031-10-03 19:05 UTC, until 2031-12-03 22:30 UTC: late & loud"
    assert local_times(text, VIENNA) == (
        '&lt;b&gt; decided at <time datetime="2031-10-03T19:05:00Z">2031-10-03 21:05 CEST</time>, '
        'until <time datetime="2031-12-03T22:30:00Z">2031-12-03 23:30 CET</time>: late &amp; loud'
    )
    assert local_times("on 2031-99-99 19:05 UTC & 2031-10-03 19:05") == "on 2031-99-99 19:05 UTC &amp; 2031-10-03 19:05"

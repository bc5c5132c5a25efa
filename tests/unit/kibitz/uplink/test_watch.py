"""Both ends on real servers: tests/integration/kibitz/uplink."""

from datetime import UTC, datetime, timedelta

from kibitz.uplink.settings import PublicSide, new_token, read_address, read_line
from kibitz.uplink.watch import TOLD, _is_news, _report

NOW = datetime(2026, 3, 7, 19, 5, tzinfo=UTC)
PUBLIC = PublicSide(
    hall="old-town", token=new_token(), address=read_address("wss://live.club.example"), host="127.0.0.1", port=8090
)
HALL = read_line(PUBLIC.line, ["queries"])


def test_a_report_names_the_other_side_and_since_when_it_is_there_or_away() -> None:
    first = _report(HALL, 3, 3, None, NOW)
    assert (first.side, first.other, first.standing, first.behind) == ("hall", "wss://live.club.example:443", True, 3)
    assert first.allows == ("queries",)
    later = _report(HALL, 0, 0, first, NOW + timedelta(seconds=1))
    assert (later.since, later.at) == (NOW, NOW + timedelta(seconds=1))
    away = _report(HALL, None, 5, later, NOW + timedelta(seconds=2))
    assert (away.standing, away.since, away.behind) == (False, NOW + timedelta(seconds=2), 5)
    assert _report(PUBLIC, 0, 0, None, NOW).other == "old-town"


def test_what_was_told_is_told_again_when_it_changes_or_is_old() -> None:
    told = _report(HALL, 0, 0, None, NOW)
    assert not _is_news(told, _report(HALL, 0, 0, told, NOW + timedelta(seconds=1)))
    assert _is_news(told, _report(HALL, 1, 1, told, NOW + timedelta(seconds=1)))
    assert _is_news(told, _report(HALL, None, 0, told, NOW + timedelta(seconds=1)))
    assert _is_news(told, _report(HALL, 0, 0, told, NOW + TOLD))

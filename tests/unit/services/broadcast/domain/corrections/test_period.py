"""Correction periods: when they are over, and of which standings they are."""

from datetime import UTC, datetime, timedelta

from contracts.standings import Declaration
from services.broadcast.domain.corrections.period import Period, end_of, is_over, period_of

AT = datetime(2031, 10, 3, 22, tzinfo=UTC)
UNTIL = AT + timedelta(minutes=30)
DECLARED = Declaration(at=AT, corrections_until=UNTIL)
OUTCOME = "ab" * 32


def test_only_provisional_standings_with_an_end_have_a_period():
    assert period_of("provisional", DECLARED, OUTCOME) == Period(UNTIL, OUTCOME)
    for status in ("live", "official", "corrected"):
        assert period_of(status, DECLARED, OUTCOME) is None
    assert period_of("provisional", Declaration(at=AT), OUTCOME) is None
    assert period_of("provisional", None, OUTCOME) is None


def test_the_end_is_read_from_the_meta_of_public_standings():
    meta = {"status": "provisional", "declared": {"corrections_until": "2031-10-03T22:30:00Z"}}
    assert end_of(meta) == UNTIL
    assert end_of({**meta, "status": "official"}) is None
    assert end_of({"status": "provisional", "declared": None}) is None
    assert end_of({"status": "provisional", "declared": {}}) is None


def test_a_period_is_over_at_its_end_unless_a_query_waits():
    period = Period(UNTIL, OUTCOME)
    assert not is_over(period, UNTIL - timedelta(microseconds=1), waiting=False)
    assert is_over(period, UNTIL, waiting=False)
    assert not is_over(period, UNTIL + timedelta(days=1), waiting=True)

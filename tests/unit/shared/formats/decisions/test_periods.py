"""How long corrections are taken, as people write it."""

from datetime import timedelta

import pytest

from shared.formats.decisions.periods import UnclearPeriod, correction_period


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("30m", timedelta(minutes=30)),
        (" 48H ", timedelta(hours=48)),
        ("7d", timedelta(days=7)),
        ("5s", timedelta(seconds=5)),
        ("PT1H30M", timedelta(minutes=90)),
        ("p31d", timedelta(days=31)),
        ("20 minutes", timedelta(minutes=20)),
        ("1 hour", timedelta(hours=1)),
        ("2 Days", timedelta(days=2)),
        ("90 min", timedelta(minutes=90)),
    ],
)
def test_a_period_is_read_in_short_and_as_iso_8601_has_it(text, period):
    assert correction_period(text) == period


@pytest.mark.parametrize(
    "text", ["", "30", "0m", "-PT5M", "32d", "99999h", "P", "soon", "20 moons", "1 hours ago", "PT5M extra", "٣m"]
)
def test_what_is_no_period_or_too_long_is_refused(text):
    with pytest.raises(UnclearPeriod, match="30m, 48h or 7d"):
        correction_period(text)

"""What is being played is told by the clock of whoever looks: files seldom say that they are the last."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

pytestmark = pytest.mark.browser

NOW = datetime.fromisoformat("2031-10-14T21:00:00+01:00")


@pytest.mark.parametrize(
    ("event", "shown"),
    [
        ({"date": "2031-10-14", "updated": "2031-10-14T20:59:00+01:00"}, "live"),
        ({"date": "2031-10-14", "calculated_at": "2031-10-14T09:01:00+01:00"}, "live"),
        ({"date": "2031-09-02", "updated": "2031-10-14T20:59:00+01:00"}, "live"),
        ({"updated": "2031-10-14T20:59:00+01:00"}, "live"),
        ({"date": "when the tide is out"}, "live"),
        ({"date": "2031-10-14", "updated": "2031-10-14T08:59:00+01:00"}, "to_date"),
        ({"date": "2031-10-14", "calculated_at": "2031-10-14T08:59:00+01:00"}, "to_date"),
        ({"date": "2009-05-13", "updated": "2031-10-14T20:59:00+01:00"}, "to_date"),
        ({"status": "provisional", "date": "2009-05-13"}, "provisional"),
        ({"status": "official", "updated": "2009-05-13T08:59:00Z"}, "official"),
    ],
)
def test_what_is_silent_for_half_a_day_or_began_long_ago_is_so_far_and_no_more(
    run: Callable[..., Any], event: dict[str, str], shown: str
) -> None:
    assert (
        run("parts/progress.js", "m.shownStatus(...a)", [{"status": "live", **event}, NOW.timestamp() * 1000]) == shown
    )

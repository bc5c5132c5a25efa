"""A hall that feeds a public server; `python -m bench uplink` cuts the line fifty times, and for long."""

from datetime import UTC, datetime
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from contracts.facts import AsOf
from kibitz.replay.made_up import Size, made_up_file
from kibitz_client.sending import send
from tests.support.hall_and_world import EVENT, Follower, HallAndWorld, files, hall_and_world
from tests.support.stack import Stack, kibitz, wait_until

SAME = (f"/v1/events/{EVENT}/standings", f"/v1/events/{EVENT}/standings?after_round=1", f"/e/{EVENT}", "/v1/events")


def is_connected(stack: Stack, other: str) -> bool:
    said = str(stack.get("/healthz")["uplink"])
    return said.startswith(other) and "has been connected" in said and "up to date" in said


def test_a_hall_feeds_a_public_server_over_a_line_that_is_cut(tmp_path: Path) -> None:
    with hall_and_world(tmp_path) as both:
        sending = files()
        next(sending)(both.hall)
        both.wait_until_same(*SAME)
        with Follower(both.hall.feed) as here, Follower(both.world.feed) as there:
            wait_until(lambda: here.position == there.position >= 0)
            for _ in range(2):
                mend = both.cut()
                for _ in range(3):
                    next(sending)(both.hall)
                before = there.position
                wait_until(lambda before=before: here.position > before)  # type: ignore[misc]
                assert there.position == before
                mend()
                wait_until(lambda: there.position == here.position)
            both.wait_until_same(*SAME)
            assert not there.gaps
            assert not there.restarts
            assert there.seen.keys() >= set(range(before, there.position + 1))
        for stack, other in ((both.world, "the hall old-town"), (both.hall, "the public server ws://127.0.0.1")):
            wait_until(lambda stack=stack, other=other: is_connected(stack, other))  # type: ignore[misc]
        _hides_new_events(both)
        with pytest.raises(HTTPError) as refused:
            urlopen(f"{both.world.page}/desk")
        assert b"The desk is in the hall" in refused.value.read()


def _hides_new_events(both: HallAndWorld) -> None:
    """What the hall hides of new events is hidden on the public server, until the hall releases it."""
    event, hidden = "hidden-night", "/v1/events/hidden-night/standings"
    kibitz(both.hall, "decide", "new-events", "--ranking", "hidden")
    data = made_up_file(Size(4, 3, 2), AsOf(at=datetime(2026, 3, 7, 19, tzinfo=UTC), source="stated"), 1)
    assert send(both.hall.intake, "new.xml", data, event=event).taken
    wait_until(lambda: event in both.world.get("/v1/events")["rows"])
    assert both.world.get(hidden)["rows"] == both.hall.get(hidden)["rows"] == {}
    assert both.hall.get(f"/desk/e/{event}/tables/standings")["rows"]
    kibitz(both.hall, "decide", "public", event, "--release")
    wait_until(lambda: bool(both.world.get(hidden)["rows"]))

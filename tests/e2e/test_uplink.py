"""A hall that feeds a public server; `python -m bench uplink` cuts the line fifty times, and for long."""

from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.support.hall_and_world import EVENT, Follower, files, hall_and_world
from tests.support.stack import Stack, wait_until

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
        with pytest.raises(HTTPError) as refused:
            urlopen(f"{both.world.page}/desk")
        assert b"The desk is in the hall" in refused.value.read()

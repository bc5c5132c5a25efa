"""A disk that fills and is emptied under a running `kibitz up`: nothing is lost, health is right, and it goes on."""

import os
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.support.small_disk import fill, small_disk
from tests.support.stack import Stack, wait_until
from tests.support.time_limits import scaled

FILE = (Path(__file__).parents[1] / "data/usebio/pairs-1.0.xml").read_bytes()


def put(stack: Stack, number: int) -> int:
    """Send a file, of which no two are alike and each has a quarter of a megabyte; its status, 0 for no answer."""
    data = FILE.rstrip() + b"\n<!-- " + os.urandom(60_000).hex().encode() + b" -->\n"
    address = f"{stack.intake}/v1/files/evening-{number}.xml?event=evening-{number}"
    return status(urllib.request.Request(address, data=data, method="PUT"))


def status(request: urllib.request.Request | str) -> int:
    try:
        with urllib.request.urlopen(request, timeout=scaled(10)) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def test_no_file_is_taken_when_little_is_left_and_all_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "400m") as folder, Stack(folder) as stack:
        assert put(stack, 1) == 201
        ballast = fill(folder, left=200_000_000)
        assert put(stack, 2) == 507
        assert status(f"{stack.intake}/healthz") == 503
        ballast.unlink()
        assert put(stack, 2) == 201
        assert status(f"{stack.intake}/healthz") == 200


def test_a_disk_that_others_fill_stops_and_goes_on_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_INTAKE_LOW_WATER", "0")
    monkeypatch.setenv("KIBITZ_NATS_PUBLISH_TIMEOUT", "1")
    monkeypatch.setenv("KIBITZ_NATS_PUBLISH_PATIENCE", "3")
    with small_disk(tmp_path / "disk", "120m") as folder, Stack(folder) as stack:
        assert put(stack, 1) == 201
        events = ["evening-1"]
        for begin in (10, 20):
            ballast = fill(folder, left=200_000)
            refused = next(begin + number for number in range(8) if put(stack, begin + number) != 201)
            assert status(f"{stack.intake}/healthz") == 503
            ballast.unlink()
            wait_until(lambda refused=refused: put(stack, refused) in (200, 201), 10)
            events.append(f"evening-{refused}")
        for event in events:
            wait_until(lambda event=event: status(f"{stack.page}/v1/events/{event}/standings") == 200)

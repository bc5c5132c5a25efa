"""A player whose page is closed is told of the round within seconds of its file, through the whole server, and once."""

import asyncio
import json
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from contracts.facts import AsOf
from kibitz.commands.live.replay import play
from kibitz.replay.cut import cut
from kibitz.replay.made_up import Size, made_up_file
from tests.support.ports import free_ports
from tests.support.push_service import Browser, PushService
from tests.support.scoreboard_stage import LoopThread
from tests.support.stack import Stack, wait_until
from tests.support.time_limits import scaled

pytestmark = pytest.mark.connected

EVENT = "told-evening"
EVENING = AsOf(at=datetime(2026, 3, 7, 19, 0, tzinfo=UTC), source="stated")


@pytest.fixture
def push() -> Iterator[PushService]:
    thread, service, port = LoopThread(), PushService(), free_ports(1)[0]
    service.origin = f"http://127.0.0.1:{port}"
    thread.run(asyncio.start_server(service.serve, "127.0.0.1", port))
    yield service
    thread.stop()


def notices(stack: Stack, method: str, **body: Any) -> Any:
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(f"{stack.page}/v1/events/{EVENT}/notices", data, method=method)
    with urllib.request.urlopen(request, timeout=scaled(10)) as answer:
        return json.load(answer)


def test_a_player_is_told_of_the_seat_and_the_result_of_each_round(
    tmp_path: Path, push: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_NOTIFICATION_PUSH_SERVICES", push.origin)
    parts = cut(made_up_file(Size(7, 6, 2), EVENING, 5), "evening.xml", EVENING.at)
    browser, other = Browser(push.origin, "a"), Browser(push.origin, "b")
    with Stack(tmp_path) as stack:
        play(parts[:2], stack.intake, event=EVENT, every=0)
        wait_until(lambda: stack.get(f"/v1/events/{EVENT}/seats")["meta"].get("round") == 3)
        assert notices(stack, "POST", participant="3NS", address=browser.address.model_dump())["key"]
        notices(stack, "POST", participant="4NS", address=other.address.model_dump())
        assert notices(stack, "DELETE", address=other.address.model_dump())["participant"] is None
        begun = monotonic()
        play([parts[2]], stack.intake, event=EVENT, every=0)
        wait_until(lambda: len(push.taken.get("a", [])) == 2)
        assert monotonic() - begun < scaled(5)
        play([parts[2]], stack.intake, event=EVENT, every=0)
        play(parts[3:], stack.intake, event=EVENT, every=0)
        wait_until(lambda: "final" in {browser.read(body)["kind"] for body in push.taken["a"]})
    told = [browser.read(body) for body in push.taken["a"]]
    assert sorted(one["kind"] for one in told[:2]) == ["result", "seat"]
    assert {one["participant"] for one in told} == {"3NS"}
    assert len({one["id"] for one in told}) == len(told)
    assert push.taken.keys() == {"a"}
    [seat] = [one for one in told[:2] if one["kind"] == "seat"]
    assert (seat["round"], seat["side"], seat["title"] != "") == (4, "NS", True)

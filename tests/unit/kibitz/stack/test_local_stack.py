import asyncio
import socket
from pathlib import Path

import pytest

from kibitz.stack import local_stack as stack
from kibitz.stack.layout import Layout
from kibitz.stack.local_stack import LocalStack, Plan
from shared.errors import OperationFailed
from tests.support.answering import Answers, answering


def test_page_feed_and_intake_are_next_to_each_other_on_this_machine_alone() -> None:
    plan = Plan(Path("data"), 9000)
    assert (plan.page, plan.feed, plan.intake) == (
        "http://127.0.0.1:9000/",
        "ws://127.0.0.1:9000/v1/feed",
        "http://127.0.0.1:9001",
    )


async def test_a_server_that_was_not_started_does_not_run_and_stops_at_once(tmp_path: Path) -> None:
    made = LocalStack(Plan(tmp_path / "data"), print)
    with pytest.raises(OperationFailed, match="not been started"):
        await made.run(asyncio.Event())
    (tmp_path / "data").mkdir()
    await made.stop()
    assert list((tmp_path / "data").iterdir()) == []


async def test_a_server_that_did_not_come_to_run_leaves_the_addresses_of_the_one_that_runs(tmp_path: Path) -> None:
    Layout(tmp_path).prepare()
    Layout(tmp_path).write_state({"pid": 1})
    await LocalStack(Plan(tmp_path), print).stop()
    assert Layout(tmp_path).read_state() == {"pid": 1}


class Health(Answers):
    def do_GET(self) -> None:
        self.answer(200 if self.path == "/healthz" else 503)


def test_only_a_service_that_is_well_answers() -> None:
    with answering(Health) as address:
        assert stack._answers(f"{address}/healthz")
        assert not stack._answers(f"{address}/starting")
    assert not stack._answers(f"{address}/healthz")


async def test_a_server_that_does_not_answer_in_time_says_where_to_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    monkeypatch.setattr(stack, "START_PATIENCE", 0.05)
    monkeypatch.setattr(stack, "_answers", lambda _: False)
    with pytest.raises(OperationFailed, match="logs"):
        await LocalStack(Plan(tmp_path, port), print)._wait_until_ready()

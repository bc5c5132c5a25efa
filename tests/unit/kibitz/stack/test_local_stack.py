import asyncio
import os
import socket
from pathlib import Path

import pytest

from kibitz.stack import local_stack as stack
from kibitz.stack.layout import SERVICES, Layout
from kibitz.stack.local_stack import LocalStack, Plan
from kibitz.stack.nats_server.binary import ExternalServer
from kibitz.stack.supervisor import Child
from shared.errors import OperationFailed
from tests.support.answering import Answers, NotHttp, answering
from tests.support.time_limits import scaled


def test_page_feed_and_intake_are_next_to_each_other_on_this_machine_alone() -> None:
    plan = Plan(Path("data"), 9000)
    assert (plan.page, plan.feed, plan.intake) == (
        "http://127.0.0.1:9000/",
        "ws://127.0.0.1:9000/v1/feed",
        "http://127.0.0.1:9001",
    )


def test_each_process_has_a_port_of_its_own_for_metrics_where_they_are_wanted() -> None:
    assert Plan(Path("data")).measured() == {}
    assert Plan(Path("data"), metrics=9100).measured() == {"services": "http://127.0.0.1:9100/metrics"}
    apart = Plan(Path("data"), metrics=9100, processes=True).measured()
    assert [*apart] == [*SERVICES]
    assert apart["broadcast"] == f"http://127.0.0.1:{9100 + len(SERVICES) - 1}/metrics"


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
        self.answer(200 if self.path == "/healthz" else 503, f'{{"status":"{self.path[1:]}"}}'.encode())


def test_only_a_service_that_is_well_answers() -> None:
    with answering(Health) as address:
        assert stack._answers(f"{address}/healthz")
        assert not stack._answers(f"{address}/starting")
        # It will take files as soon as there is room.
        assert stack._answers(f"{address}/full")
    assert not stack._answers(f"{address}/healthz")
    with answering(NotHttp) as address:
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


class Children:
    """A supervisor of children that start and stop at once."""

    def __init__(self, children: list[Child], report: object) -> None:
        self.children = children
        self.turns = 0
        self.running: dict[str, int] = {}

    def start(self) -> None:
        self.running = {child.name: number for number, child in enumerate(self.children, 100)}

    def turn(self, now: float) -> None:
        self.turns += 1

    def pids(self) -> dict[str, int]:
        return dict(self.running)

    async def run(self, stop: asyncio.Event) -> None:
        self.running["services"] = 7
        await stop.wait()

    def stop(self) -> None:
        self.running.clear()


@pytest.fixture
def beside_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stack, "find_server", lambda: ExternalServer("nats://elsewhere:4222"))
    monkeypatch.setattr(stack, "Supervisor", Children)
    monkeypatch.setattr(stack, "_answers", lambda _: True)


@pytest.mark.usefixtures("beside_a_server")
async def test_a_server_records_what_runs_until_it_stops(tmp_path: Path) -> None:
    watched = tmp_path / "results" / "today"
    made = LocalStack(Plan(tmp_path / "data", 9000, watched), print)
    await made.start()
    state = Layout(tmp_path / "data").read_state()
    assert (state["ready"], state["nats"], state["watch"]) == (True, "nats://elsewhere:4222", str(watched))
    assert (state["page"], state["feed"], state["intake"]) == (made.plan.page, made.plan.feed, made.plan.intake)
    assert (state["pid"], state["pids"]) == (os.getpid(), {"services": 100})
    assert watched.is_dir()
    await made.stop()
    assert isinstance(made._supervisor, Children)
    assert made._supervisor.running == {}
    assert Layout(tmp_path / "data").read_state() == {}


@pytest.mark.usefixtures("beside_a_server")
async def test_the_processes_of_services_that_were_started_again_are_recorded(tmp_path: Path) -> None:
    made = LocalStack(Plan(tmp_path, 9000), print)
    await made.start()
    stop = asyncio.Event()
    running = asyncio.create_task(made.run(stop))
    async with asyncio.timeout(scaled(10)):
        while Layout(tmp_path).read_state()["pids"] != {"services": 7}:
            await asyncio.sleep(0.01)
    assert Layout(tmp_path).read_state()["ready"] is True
    stop.set()
    await running


@pytest.mark.usefixtures("beside_a_server")
@pytest.mark.parametrize("processes", [False, True])
async def test_services_share_a_process_unless_each_shall_have_its_own(tmp_path: Path, *, processes: bool) -> None:
    made = LocalStack(Plan(tmp_path, 9000, processes=processes), print)
    await made.start()
    assert isinstance(made._supervisor, Children)
    names = [child.name for child in made._supervisor.children]
    assert names == (list(SERVICES) if processes else ["services"])
    assert made._supervisor.children[0].log == tmp_path / "logs" / f"{names[0]}.log"
    assert made._supervisor.turns == 1


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OperationFailed, match="file cannot be used as a folder"):
        await LocalStack(Plan(tmp_path / "data", watch=tmp_path / "file"), print).start()

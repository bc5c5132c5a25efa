"""A running server as its operator sees it: one trace for a file, something for every query, a dead service missed.

`make alerts` kills every service in turn; otherwise one is, of those that are started soonest again.
"""

import json
import os
import signal
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from contracts.facts import AsOf
from kibitz.replay.cut import cut
from kibitz.replay.made_up import Size, made_up_file
from kibitz.stack.layout import SERVICES
from kibitz_client.sending import send
from tests.support.disturbed import Follower
from tests.support.observe import Prometheus, panels, prometheus, rules, selectors
from tests.support.ports import free_ports
from tests.support.stack import Stack, kibitz, wait_until
from tests.support.trace_store import TraceStore, loose_ends, trace_store

pytestmark = pytest.mark.connected

EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
PARTS = cut(made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"), 1), "evening.xml", EVENING)
FIRED = {
    **{service: {("KibitzServiceDown", service)} for service in SERVICES},
    "nats": {("KibitzBusAway", service) for service in SERVICES},
}
"""What fires when a process is killed."""
KILLED = [*FIRED] if os.environ.get("KIBITZ_ALERTS") == "all" else ["scoring"]


@pytest.fixture(scope="module")
def store() -> Iterator[TraceStore]:
    with trace_store() as running:
        yield running


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory, store: TraceStore) -> Iterator[Stack]:
    folder = tmp_path_factory.mktemp("observed")
    port = free_ports(len(SERVICES))[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIBITZ_TRACES", store.address)
        patch.setenv("OTEL_BSP_SCHEDULE_DELAY", "200")
        with Stack(folder, "--metrics", str(port), processes=True, watch=folder / "inbox") as running:
            yield running


@pytest.fixture(scope="module")
def follower(stack: Stack) -> Iterator[Follower]:
    """Somebody who follows the standings of an evening while its files come in."""
    send(stack.intake, "evening.xml", PARTS[0].data)
    event = wait_until(lambda: next(iter(stack.get("/v1/events")["rows"]), None))
    follower = Follower(stack.feed, event)
    follower.start()
    wait_until(lambda: follower.replica.rows)
    yield follower
    assert follower.end(stack) == []


@pytest.fixture(scope="module")
def observed(stack: Stack) -> Iterator[Prometheus]:
    addresses = stack.state()["metrics"]
    assert [*addresses] == [*SERVICES]
    with prometheus(stack.folder / "prometheus", addresses) as running:
        yield running


def silent(running: Prometheus) -> list[str]:
    """The queries of dashboards that give nothing, and what alerts read that is not there."""
    asked = {query for queries in panels().values() for query in queries}
    asked |= {selector for rule in rules() for selector in selectors(rule["expr"])}
    return sorted(query for query in asked if not running.values(query))


WAY = (
    "intake watch",
    "usebio_parser intake.file.received.v1",
    "validation parser.fragment.parsed.v1",
    "scoring validation.fragment.accepted.v1",
    "broadcast scoring.standings.published.v1",
    "broadcast frame of standings",
)
"""What the trace of a file has at least, in this order."""


def test_one_dropped_file_is_one_trace_from_its_arrival_to_the_frame_that_shows_it(
    stack: Stack, store: TraceStore, follower: Follower
) -> None:
    (stack.folder / "inbox" / "evening.xml").write_bytes(PARTS[1].data)

    def whole() -> list[Span] | None:
        traces = [spans for spans in store.of("intake watch") if {*WAY} <= {span.name for span in spans}]
        return traces[0] if traces and loose_ends(traces[0]) == ["intake watch"] else None

    trace = wait_until(whole)
    began = {name: min(span.start_time_unix_nano for span in trace if span.name == name) for name in WAY}
    assert sorted(WAY, key=began.__getitem__) == [*WAY]
    # Nothing in it is about people or events.
    assert follower.event not in str(trace)


def test_every_query_of_dashboards_and_alerts_gives_something_from_a_running_server(
    stack: Stack, observed: Prometheus, follower: Follower
) -> None:
    for part in PARTS[2:]:
        send(stack.intake, "evening.xml", part.data)
    try:
        wait_until(lambda: not silent(observed), pause=0.5)
    except TimeoutError:
        assert silent(observed) == []
    assert observed.values("sum(kibitz_file_to_screen_seconds_count)")[0] >= 1
    assert observed.values('kibitz_events{age="5m"}') == [1]
    assert observed.values('kibitz_readers{state="live"}') == [1]
    wait_until(lambda: observed.firing() == set())
    checks = {check["part"]: check for check in json.loads(kibitz(stack, "doctor", "--json"))}
    assert checks["readers"]["report"].startswith("1 follow the feed")
    assert checks["events"]["report"].startswith("1 with news in five minutes")
    assert "timed)" in checks["file to screen"]["report"]


@pytest.mark.parametrize("process", KILLED)
def test_a_process_that_is_killed_is_missed_by_its_name_and_nothing_else_is(
    stack: Stack, observed: Prometheus, process: str
) -> None:
    wait_until(lambda: observed.firing() == set())
    supervisor, killed = stack.process, stack.pids()[process]
    assert supervisor is not None
    os.kill(supervisor.pid, signal.SIGSTOP)
    try:
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: observed.firing() == FIRED[process])
        for alert in observed.ask("alerts")["alerts"]:
            assert alert["labels"]["service"] in alert["annotations"]["summary"]
    finally:
        os.kill(supervisor.pid, signal.SIGCONT)
    wait_until(lambda: observed.firing() == set(), patience=40)

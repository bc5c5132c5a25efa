"""One set of images for all container tests, and the same made-up event for every stack."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from contracts.facts import AsOf
from kibitz.replay.cut import Part, cut
from kibitz.replay.made_up import Size, made_up_file
from tests.support.compose_stack import Shown, Stack, until

Start = Callable[..., AbstractContextManager[Stack]]

EVENT_END = datetime(2026, 10, 3, 22, 0, tzinfo=UTC)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.containers)


@pytest.fixture(scope="session")
def images(tmp_path_factory) -> None:
    """The one image, built once."""
    if os.environ.get("KIBITZ_CONTAINERS") != "1":
        pytest.skip("needs a Docker engine: deploy/lab/containers.sh starts one and sets KIBITZ_CONTAINERS=1")
    stack = Stack("kibitz-build", tmp_path_factory.mktemp("build"), {})
    stack.compose("build", patience=900)


@pytest.fixture(scope="session")
def start(images, tmp_path_factory) -> Start:
    """Bring a stack up, healthy, and take it down again."""

    @contextmanager
    def started(project: str, overlays: tuple[str, ...] = (), **environment: str) -> Iterator[Stack]:
        with Stack(project, tmp_path_factory.mktemp(project), environment, overlays) as stack:
            yield stack

    return started


@pytest.fixture(scope="session")
def parts() -> list[Part]:
    """A made-up event of eight tables, as the files of its rounds."""
    finished = made_up_file(Size(tables=8, rounds=7, boards=2), AsOf(at=EVENT_END, source="stated"))
    return cut(finished, "lanternlight.xml", EVENT_END)


@pytest.fixture(scope="session")
def one_server(start) -> Iterator[Stack]:
    """The default: one NATS server, two of each service that carries the load."""
    with start("kibitz-one") as stack:
        yield stack


@pytest.fixture(scope="session")
def expected(one_server, parts) -> Shown:
    """What the standings are when nothing goes wrong: every round dropped into the folder of the default stack."""
    return play(one_server, parts)


def denied(stack: Stack) -> list[str]:
    """What services were refused by the server, line by line."""
    services = {item["Config"]["Labels"]["com.docker.compose.service"] for item in stack.containers().values()}
    logged = [line for service in services for line in stack.logs(service).splitlines()]
    return [line for line in logged if "the server denies" in line]


def play(stack: Stack, parts: list[Part], between: Callable[[int], None] = lambda _: None) -> Shown:
    """Drop the files of an event one after the other; the standings after the last.

    Args:
        stack: to play on.
        parts: the files.
        between: called after each file with its number from 1.
    """
    for number, part in enumerate(parts, 1):
        stack.drop(part.name, part.data, EVENT_END - timedelta(minutes=len(parts) - number))
        between(number)
    [event] = until(stack.events, "an event in the feed", 90, stack.report)

    def final() -> Shown | None:
        shown = stack.standings(event)
        return shown if shown is not None and shown.sources == {parts[-1].name} else None

    return until(final, "standings that rest on the last file, a version of all others", 120, stack.report)

"""A nursery forks processes that behave as if they had been started by a command."""

import gc
import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz.stack.nursery import AVAILABLE, ForkedProcess, Nursery
from tests.support.stack import ROOT, wait_until
from tests.support.time_limits import scaled

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="only Linux has what a nursery needs")

# A bus where nobody is: the service waits for it, and can be stopped.
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": str(ROOT),
    "KIBITZ_NATS_URL": "nats://127.0.0.1:1",
    "KIBITZ_STOP_WITH_PARENT": "1",
}


@pytest.fixture
def nursery(tmp_path: Path) -> Iterator[Nursery]:
    made = Nursery(["validation"], ENVIRONMENT, tmp_path / "nursery.log")
    yield made
    made.stop()


def start(nursery: Nursery, tmp_path: Path) -> ForkedProcess:
    return nursery.start(["validation"], {**ENVIRONMENT, "KIBITZ_LOG_FORMAT": "json"}, tmp_path / "validation.log")


@pytest.mark.slow
def test_what_examples_of_messages_and_files_make_once_is_made_before_a_fork() -> None:
    code = (
        "from kibitz.stack.nursery import warm_up; warm_up()\n"
        "import sys; from contracts.tables import _adapters\n"
        "print(_adapters.cache_info().currsize, 'shared.formats.pbn.reader.parse' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    tables, read = done.stdout.split()
    assert int(tables) > 1
    assert read == "True"


@pytest.mark.slow
def test_a_forked_process_has_its_environment_and_its_log_and_stops_when_asked(
    nursery: Nursery, tmp_path: Path
) -> None:
    process = start(nursery, tmp_path)
    assert process.poll() is None
    wait_until(lambda: os.getsid(process.pid) == process.pid)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.01)
    process.terminate()
    process.wait(scaled(20))
    assert process.poll() is not None
    assert all(line.startswith("{") for line in (tmp_path / "validation.log").read_text().splitlines())
    process.terminate()  # of what has gone, nothing comes


@pytest.mark.slow
def test_a_forked_process_goes_with_its_standard_input_and_outlives_its_nursery(
    nursery: Nursery, tmp_path: Path
) -> None:
    process = start(nursery, tmp_path)
    nursery.stop()
    assert process.poll() is None
    process.stdin.close()
    process.wait(scaled(20))


@pytest.mark.slow
def test_a_nursery_that_was_killed_is_started_again(nursery: Nursery, tmp_path: Path) -> None:
    first = start(nursery, tmp_path)
    assert nursery.pid is not None
    os.kill(nursery.pid, signal.SIGKILL)
    nursery._process.wait()  # type: ignore[union-attr]
    second = start(nursery, tmp_path)
    assert first.pid != second.pid
    for process in (first, second):
        process.kill()
        process.wait(scaled(20))


@pytest.mark.slow
def test_a_nursery_that_cannot_import_its_services_is_an_error(tmp_path: Path) -> None:
    broken = Nursery(["no_such_service"], ENVIRONMENT, tmp_path / "nursery.log")
    with pytest.raises(OSError, match=r"nursery|reset"):
        start(broken, tmp_path)
    assert "no_such_service" in (tmp_path / "nursery.log").read_text()
    broken.stop()


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_a_process_that_has_gone_already_is_an_error_and_leaves_nothing_behind() -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    with pytest.raises(ProcessLookupError):
        ForkedProcess(gone.pid, io.BytesIO())
    gc.collect()

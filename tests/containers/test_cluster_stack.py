"""The cluster profile: three servers, one of them killed in the middle of play, and the same standings at the end."""

import signal
import time
import warnings
from pathlib import Path

from tests.containers.conftest import denied, play
from tests.support.compose_stack import until

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = dict(
    line.split("=", 1) for line in (ROOT / "deploy/cluster.env").read_text("utf-8").splitlines() if line[:1] not in "#"
)


def test_a_server_killed_in_the_middle_of_play_changes_nothing_in_the_standings(start, parts, expected):
    with start("kibitz-three", **SETTINGS) as stack:
        assert stack.containers("nats") == {}
        assert [len(stack.containers(f"nats-{number}")) for number in (1, 2, 3)] == [1, 1, 1]

        def kill(after: int) -> None:
            time.sleep(1)
            if after == len(parts) // 2:
                # Without a word to anybody, and for good: a container that its user kills is not started again.
                stack.compose("kill", "nats-2")

        shown = play(stack, parts, kill)
        assert stack.one("nats-2")["State"]["ExitCode"] == 128 + signal.SIGKILL
        assert shown == expected
        assert denied(stack) == []
        # Allowed, because state is on the bus, but it should not be needed: connections go over to another server.
        for name in stack.restarted():
            warnings.warn(f"{name} ended and was started again:\n{stack.logs_of(name)[-2000:]}", stacklevel=1)

        stack.compose("start", "nats-2")
        stack.all_healthy()
        until(lambda: "Server is ready" in stack.logs("nats-2"), "the third server back")
        [event] = stack.events()
        assert stack.standings(event) == expected

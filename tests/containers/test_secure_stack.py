"""The TLS and accounts overlay: every service works with what its user may do, and a stranger is shut out."""

import subprocess
import sys
from pathlib import Path

import nats
import pytest

from tests.containers.conftest import play
from tests.support.compose_stack import Stack, until
from tests.support.time_limits import scaled

ROOT = Path(__file__).resolve().parents[2]
OVERLAY = ("deploy/compose.secure.yml",)


@pytest.fixture(scope="module")
def secrets(tmp_path_factory) -> dict[str, str]:
    """Certificates and passwords, made as the documentation says."""
    tls = tmp_path_factory.mktemp("tls")
    subprocess.run(
        [str(ROOT / "deploy/nats/certificates.sh"), str(tls)], check=True, capture_output=True, timeout=scaled(60)
    )
    tls.chmod(0o755)
    printed = subprocess.run(
        [sys.executable, str(ROOT / "deploy/nats/render.py"), "--passwords"],
        env={"PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
        text=True,
        timeout=scaled(60),
    ).stdout
    return {"KIBITZ_TLS": str(tls), **dict(line.split("=", 1) for line in printed.splitlines())}


def denied(stack: Stack) -> list[str]:
    """What services were refused by the server, line by line."""
    services = {item["Config"]["Labels"]["com.docker.compose.service"] for item in stack.containers().values()}
    logged = [line for service in services for line in stack.logs(service).splitlines()]
    return [line for line in logged if "the server denies" in line]


async def test_every_service_works_with_its_own_user_over_tls_and_a_stranger_is_shut_out(
    start, parts, expected, secrets
):
    with start("kibitz-secure", OVERLAY, **secrets) as stack:
        assert play(stack, parts) == expected
        assert denied(stack) == []

        async def ignore(_: Exception) -> None:
            return

        with pytest.raises((nats.errors.Error, OSError)):
            await nats.connect(
                f"nats://{stack.address('nats', 4222)}",
                error_cb=ignore,
                allow_reconnect=False,
                max_reconnect_attempts=1,
                connect_timeout=5,
            )


def test_a_cluster_with_users_and_tls_plays_on_when_one_of_its_servers_is_killed(start, parts, expected, secrets):
    # The settings of the cluster as docs/operations.md has them made for TLS.
    lines = (ROOT / "deploy/cluster.env").read_text("utf-8").replace("nats://", "tls://").splitlines()
    cluster = dict(line.split("=", 1) for line in lines if line[:1] not in "#")
    with start("kibitz-secure-three", OVERLAY, **secrets, **cluster) as stack:
        assert stack.containers("nats") == {}

        def kill(after: int) -> None:
            if after == len(parts) // 2:
                stack.compose("kill", "nats-3")

        assert play(stack, parts, kill) == expected
        assert denied(stack) == []
        stack.compose("start", "nats-3")
        stack.all_healthy()
        until(lambda: "Server is ready" in stack.logs("nats-3"), "the third server back")

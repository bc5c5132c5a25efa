"""The TLS and accounts overlay: every service works with what its user may do, and a stranger is shut out."""

import subprocess
import sys
from pathlib import Path

import nats
import pytest

from tests.containers.conftest import play

ROOT = Path(__file__).resolve().parents[2]


async def test_every_service_works_with_its_own_user_over_tls_and_a_stranger_is_shut_out(
    start, parts, expected, tmp_path_factory
):
    tls = tmp_path_factory.mktemp("tls")
    subprocess.run([str(ROOT / "deploy/nats/certificates.sh"), str(tls)], check=True, capture_output=True, timeout=60)
    tls.chmod(0o755)
    printed = subprocess.run(
        [sys.executable, str(ROOT / "deploy/nats/render.py"), "--passwords"],
        env={"PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    ).stdout
    passwords = dict(line.split("=", 1) for line in printed.splitlines())
    with start("kibitz-secure", ("deploy/compose.secure.yml",), KIBITZ_TLS=str(tls), **passwords) as stack:
        assert play(stack, parts) == expected
        services = {item["Config"]["Labels"]["com.docker.compose.service"] for item in stack.containers().values()}
        logged = [line for service in services for line in stack.logs(service).splitlines()]
        assert [line for line in logged if "the server denies" in line] == []

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

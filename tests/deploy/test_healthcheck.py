"""The health check of the image, against a server that answers well, badly, slowly or not at all."""

import socket
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.answering import Answers, answering
from tests.support.time_limits import scaled

SCRIPT = Path(__file__).resolve().parents[2] / "deploy/healthcheck.py"


def check(port: int) -> subprocess.CompletedProcess:
    """Run the check the way the image does: isolated, without site-packages."""
    command = [sys.executable, "-I", "-S", str(SCRIPT)]
    surroundings = {"KIBITZ_HEALTH_PORT": str(port), "http_proxy": "http://127.0.0.1:9"}
    return subprocess.run(command, env=surroundings, capture_output=True, text=True, timeout=scaled(10), check=False)


@contextmanager
def serving(status: int, body: bytes = b"said"):
    """The port of a service whose /servez answers like this."""

    class Service(Answers):
        def do_GET(self):
            self.answer(status if self.path == "/servez" else 404, body)

    with answering(Service) as address:
        yield int(address.rpartition(":")[2])


def test_a_service_at_work_is_healthy_whatever_proxy_is_set():
    with serving(200) as port:
        answer = check(port)
    assert (answer.returncode, answer.stdout) == (0, "200 said\n")


@pytest.mark.parametrize("status", [503, 500, 404])
def test_a_service_that_does_not_work_is_unhealthy_and_says_why(status):
    with serving(status, b"not connected") as port:
        answer = check(port)
    assert (answer.returncode, answer.stdout) == (1, f"{status} not connected\n")


def test_no_answer_is_unhealthy():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    answer = check(port)
    assert answer.returncode == 1
    assert "no answer" in answer.stdout


def test_an_answer_that_is_not_http_is_unhealthy():
    with socket.create_server(("127.0.0.1", 0)) as server:

        def babble():
            peer, _ = server.accept()
            with peer:
                peer.recv(1000)
                peer.sendall(b"\x00\x01\x02 not http\r\n\r\n")

        thread = threading.Thread(target=babble)
        thread.start()
        answer = check(server.getsockname()[1])
        thread.join()
    assert answer.returncode == 1
    assert "Traceback" not in answer.stderr


def test_where_no_port_is_set_the_page_is_asked():
    command = [sys.executable, "-I", "-S", str(SCRIPT)]
    answer = subprocess.run(command, env={}, capture_output=True, text=True, timeout=scaled(10), check=False)
    assert answer.stdout.startswith("no answer on port 8080") or answer.stdout[:3].isdigit()

"""The health check of the image, against a server that answers well, badly, slowly or not at all."""

import socket
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "deploy/healthcheck.py"


def check(port: int) -> subprocess.CompletedProcess:
    """Run the check the way the image does: isolated, without site-packages."""
    command = [sys.executable, "-I", "-S", str(SCRIPT)]
    surroundings = {"KIBITZ_HEALTH_PORT": str(port), "http_proxy": "http://127.0.0.1:9"}
    return subprocess.run(command, env=surroundings, capture_output=True, text=True, timeout=10, check=False)


@contextmanager
def answering(status: int, body: bytes = b"said"):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status if self.path == "/readyz" else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            return

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_ready_service_is_healthy_whatever_proxy_is_set():
    with answering(200) as port:
        answer = check(port)
    assert (answer.returncode, answer.stdout) == (0, "200 said\n")


@pytest.mark.parametrize("status", [503, 500, 404])
def test_a_service_that_is_not_ready_is_unhealthy_and_says_why(status):
    with answering(status, b"not connected") as port:
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

"""An HTTP server of a few lines, for tests of what asks one."""

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer


class Answers(BaseHTTPRequestHandler):
    """What a test answers: a subclass with `do_GET`, …, each of which calls `answer`; nothing is logged."""

    def answer(self, status: int, body: bytes | dict[str, object] = b"") -> None:
        """Answer with these bytes, or with this document as JSON."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        return


class NotHttp(Answers):
    """Says the request itself, as a connection does that met itself, or another program that is no web server."""

    def do_GET(self) -> None:
        self.wfile.write(self.raw_requestline)


class Taking(Answers):
    """Takes every file and says that it is scored; a subclass has a list of its own for what it took."""

    taken: list[bytes] = []

    def do_PUT(self) -> None:
        data = self.rfile.read(int(self.headers["Content-Length"]))
        self.taken.append(data)
        self.answer(201, {"sha256": hashlib.sha256(data).hexdigest(), "state": "scored"})


class Intake(Answers):
    """Takes every file whose name does not begin with "bad", and says that it is scored, or whatever `state` says."""

    taken: list[tuple[str, bytes]] = []
    state = "scored"
    findings: list[dict[str, object]] = []
    fragments: list[dict[str, object]] = []

    def do_PUT(self) -> None:
        name, data = (
            self.path.partition("?")[0].rpartition("/")[2],
            self.rfile.read(int(self.headers["Content-Length"])),
        )
        if name.startswith("bad"):
            self.answer(415, {"code": "intake.unknown-format", "message": "no results", "advice": "Send results."})
            return
        self.taken.append((name, data))
        self.answer(201, {"sha256": hashlib.sha256(data).hexdigest(), "state": "received"})

    def do_GET(self) -> None:
        reason = "no event" if self.state == "rejected" else None
        self.answer(
            200, {"state": self.state, "reason": reason, "findings": self.findings, "fragments": self.fragments}
        )


@contextmanager
def answering(answers: type[Answers]) -> Iterator[str]:
    """The address of a server on a free port of this machine, for as long as the context is open."""
    server = HTTPServer(("127.0.0.1", 0), answers)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

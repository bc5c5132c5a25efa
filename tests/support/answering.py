"""An HTTP server of a few lines, for tests of what asks one."""

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

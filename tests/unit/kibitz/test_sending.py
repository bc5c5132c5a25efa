import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from kibitz.sending import NotReached, send, status


class Desk(BaseHTTPRequestHandler):
    def do_PUT(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        good = self.headers.get("Authorization") == "Bearer right"
        self.answer(201 if good else 401, {"path": self.path, "bytes": len(body), "sha256": "ab"})

    def do_GET(self) -> None:
        self.answer(200, {"state": "scored"})

    def answer(self, code: int, document: dict[str, object]) -> None:
        self.send_response(code)
        self.end_headers()
        self.wfile.write(json.dumps(document).encode())

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def desk() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Desk)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_name_with_special_characters_is_one_component_of_the_address(desk: str) -> None:
    answer = send(desk, "../a b/ü.xml", b"xyz", token="right", event="club-2026")
    assert answer.taken
    assert answer.body["path"] == "/v1/files/..%2Fa%20b%2F%C3%BC.xml?event=club-2026"
    assert answer.body["bytes"] == 3


def test_a_refusal_is_an_answer_and_not_an_error(desk: str) -> None:
    answer = send(desk, "a.xml", b"x", token="wrong")
    assert (answer.status, answer.taken) == (401, False)


def test_the_status_of_a_file_is_asked_by_its_digest(desk: str) -> None:
    assert status(desk, "ab").body == {"state": "scored"}


def test_nobody_there_is_said_as_such() -> None:
    with pytest.raises(NotReached):
        send("http://127.0.0.1:9", "a.xml", b"x", timeout=2)

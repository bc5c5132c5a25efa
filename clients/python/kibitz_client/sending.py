"""Sending files to the intake over HTTP, the way any scoring program would; decisions of a director are files, too."""

import http.client
import json
import logging
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Timer
from typing import Any

from kibitz_client.errors import NotReached

logger = logging.getLogger("kibitz_client")

QUIET = 2.5
"""Seconds without an answer after which this is said, as a warning of the logger `kibitz_client`."""

CONNECTING = 5.0
"""Seconds for a connection, whatever a request may take: its first packet is sent three times within them."""


@dataclass(frozen=True)
class Answer:
    """What the intake said: its JSON, with HTTP's status: 201 new, 200 known already, 4xx refused."""

    status: int
    body: dict[str, Any]

    @property
    def taken(self) -> bool:
        """Whether the file is in."""
        return self.status in (200, 201)

    @property
    def sha256(self) -> str:
        """The file's identity; empty when it was refused."""
        return str(self.body.get("sha256", ""))


class _Connecting(http.client.HTTPConnection):
    """A connection that is there within `CONNECTING`, and has its own patience afterwards."""

    def connect(self) -> None:
        patience = self.timeout
        self.timeout = CONNECTING if patience is None else min(patience, CONNECTING)
        super().connect()
        self.sock.settimeout(patience)


class _Encrypted(_Connecting, http.client.HTTPSConnection):
    """The same over TLS."""


class _Http(urllib.request.HTTPHandler):
    def http_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_Connecting, request)


class _Https(urllib.request.HTTPSHandler):
    def https_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_Encrypted, request)


@contextmanager
def _not_in_silence(address: str) -> Iterator[None]:
    """Say so when an answer takes long."""
    timer = Timer(QUIET, logger.warning, ("no answer yet from %s", address))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _call(request: urllib.request.Request, timeout: float) -> Answer:
    address = f"{request.type}://{request.host}"
    opener = urllib.request.build_opener(_Http, _Https)
    try:
        with _not_in_silence(address), opener.open(request, timeout=timeout) as response:
            return Answer(response.status, _json(response.read()))
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, _json(error.read()))
    except (OSError, http.client.HTTPException) as error:
        reason = str(getattr(error, "reason", error)) or type(error).__name__
        raise NotReached(address, reason) from error


def _json(body: bytes) -> dict[str, Any]:
    try:
        document = json.loads(body)
    except ValueError:
        return {"message": body[:200].decode("utf-8", "replace")}
    return document if isinstance(document, dict) else {"answer": document}


def send(
    intake: str,
    name: str,
    data: bytes,
    *,
    token: str | None = None,
    event: str | None = None,
    written_at: datetime | None = None,
    timeout: float = 30.0,
) -> Answer:
    """Send a file to the intake at this base address; NotReached when nobody answers, after 5 seconds if all is silent.

    What is connected has the `timeout`, in seconds, for each step of the answer.
    An `event` takes the place of the one derived from the file.
    """
    given = {"event": event, "written_at": written_at.isoformat() if written_at else None}
    query = urllib.parse.urlencode({key: value for key, value in given.items() if value})
    address = f"{intake.rstrip('/')}/v1/files/{urllib.parse.quote(name, safe='')}{'?' if query else ''}{query}"
    headers = {"Content-Type": "application/octet-stream"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(address, data=data, headers=headers, method="PUT")  # noqa: S310 - as above
    return _call(request, timeout)


def send_decisions(
    intake: str,
    event: str,
    decisions: Sequence[Mapping[str, Any]],
    *,
    by: str = "",
    at: datetime | None = None,
    token: str | None = None,
    timeout: float = 30.0,
) -> Answer:
    """Send what a director decides about an event: `{"decision": "status", "status": "official"}` and the like.

    Args:
        intake: base address.
        event: identity of the event.
        decisions: as the page "Decisions" of the documentation has them; what is wrong with one is in its status.
        by: who decides.
        at: when it was decided; now.
        token: of somebody who may.
        timeout: seconds.

    Raises:
        NotReached: nobody answers.
    """
    moment = at or datetime.now(UTC)
    document = {
        "kibitz": "decisions",
        "version": 1,
        "event": event,
        "at": moment.isoformat(),
        "by": by,
        "decisions": list(decisions),
    }
    data = json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n"
    return send(intake, f"{event}-{moment:%Y%m%dT%H%M%S%f}.json", data, token=token, timeout=timeout)


def fetch(address: str, *, token: str | None = None, timeout: float = 10.0) -> Answer:
    """What stands at an address; NotReached when nobody answers."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return _call(urllib.request.Request(address, headers=headers), timeout)  # noqa: S310 - as above


def status(intake: str, sha256: str, *, token: str | None = None, timeout: float = 10.0) -> Answer:
    """Where a file stands."""
    return fetch(f"{intake.rstrip('/')}/v1/files/{sha256}", token=token, timeout=timeout)

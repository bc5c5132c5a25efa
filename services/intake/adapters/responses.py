"""Answers on the wire: JSON that nobody caches, and refusals that even a simple client gets to read."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress

from pydantic import BaseModel
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

LINGER = 5.0
"""Seconds in which what a refused client still sends is read and thrown away, so that it comes to read the answer."""

LINGER_LARGE = 60.0
"""The same for a sender who may send and whose file is too large: there is much to throw away."""

RETRY_AFTER = {"Retry-After": "5"}

_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


class Answer(Response):
    """A value as JSON; what is None is left out."""

    media_type = "application/json"

    def __init__(self, value: BaseModel, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        """Encode the value."""
        super().__init__(value.model_dump_json(exclude_none=True), status, {**_HEADERS, **(headers or {})})


class Refusal(Answer):
    """An answer to a request whose body was not read to its end.

    A client that writes its whole file before it reads would find the connection reset and never see why. So the
    answer is sent first, then the rest of the body is thrown away for some seconds, then the connection ends. A client
    that waits for "100 Continue" sends nothing, and is not waited for.
    """

    def __init__(
        self, value: BaseModel, status: int, headers: Mapping[str, str] | None = None, linger: float = LINGER
    ) -> None:
        """Encode the value, and say that the connection ends; `linger` is in seconds."""
        super().__init__(value, status, {"Connection": "close", **(headers or {})})
        self._linger = linger

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer, then let the client finish."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": True})
        if not any(name == b"expect" for name, _ in scope["headers"]):
            with suppress(TimeoutError):
                async with asyncio.timeout(self._linger):
                    while (message := await receive())["type"] == "http.request" and message.get("more_body", False):
                        pass
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class Refused(Exception):
    """The request ends here with the answer `response`."""

    def __init__(self, response: Response) -> None:
        super().__init__()
        self.response = response

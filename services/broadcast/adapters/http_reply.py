"""Answers of HTTP: refusals, and what a reader has already."""

from collections.abc import Callable, Mapping
from typing import TypeVar
from urllib.parse import parse_qs

import orjson
from starlette.exceptions import HTTPException
from starlette.responses import Response

from contracts.feed import CloseCode
from shared.bus.errors import Unanswered
from shared.errors import OperationFailed

_STATUS = {"busy": 503, "absent": 503, "late": 504, "too-large": 507, "misunderstood": 500, "failed": 500}

PACK_FROM = 1024
"""Bytes from which an answer is compressed for whoever takes it so."""

T = TypeVar("T")


def conditional(headers: Mapping[str, str], fields: Mapping[str, str], body: bytes, packed: bytes | None) -> Response:
    """An answer, with gzip for readers that unpack it; or that the reader has it already."""
    if matches(headers.get("if-none-match"), fields["ETag"]):
        return Response(status_code=304, headers=fields)
    if packed and takes_gzip(headers):
        return Response(packed, headers={**fields, "Content-Encoding": "gzip"})
    return Response(body, headers=fields)


def matches(if_none_match: str | None, etag: str) -> bool:
    """Whether the reader has it already (RFC 9110, section 13.1.2: weak comparison)."""
    if if_none_match is None:
        return False
    known = [tag.strip().removeprefix("W/") for tag in if_none_match.split(",")]
    return "*" in known or etag in known


def takes_gzip(headers: Mapping[str, str]) -> bool:
    """Whether the reader unpacks gzip (RFC 9110, section 12.5.3)."""
    for offer in headers.get("accept-encoding", "").split(","):
        name, _, parameters = offer.partition(";")
        if name.strip().lower() == "gzip":
            return parameters.replace(" ", "") not in ("q=0", "q=0.0")
    return False


def json_answer(document: object, status: int = 200, headers: Mapping[str, str] = {}) -> Response:
    """A document as JSON, to be asked for again each time."""
    fields = {"Content-Type": "application/json", "Cache-Control": "no-cache", **headers}
    return Response(orjson.dumps(document), status, fields)


def problem(status: int, code: int, message: str, headers: Mapping[str, str] = {}) -> Response:
    """A refusal, with a code of the feed or of HTTP."""
    return json_answer({"code": int(code), "message": message}, status, {"Cache-Control": "no-store", **headers})


def later(status: int, message: str) -> Response:
    """A refusal of what may be asked for again in a few seconds."""
    return problem(status, CloseCode.OVERLOAD, message, {"Retry-After": "5"})


def unanswered(error: OperationFailed) -> Response:
    """The refusal of what another service was asked for and did not give."""
    status = _STATUS[error.why] if isinstance(error, Unanswered) else 503
    return later(status, f"{error}: ask again in a few seconds, or look at /readyz of the service that is asked")


def no_channel() -> Response:
    """The refusal of a channel that does not exist."""
    return problem(404, CloseCode.NO_SUCH_CHANNEL, CloseCode.NO_SUCH_CHANNEL.meaning)


NOT_SHOWN = "the organiser does not show this now"


def held_back() -> Response:
    """What is asked for is there, and the organiser does not show it now."""
    return problem(403, CloseCode.FORBIDDEN, NOT_SHOWN, {"Cache-Control": "no-store"})


def not_now() -> Response:
    """What is asked for exists, and cannot be read from the bus at the moment."""
    return later(503, "it cannot be read at the moment: ask again")


def query_of(text: str) -> dict[str, str]:
    """The last value of each name in a query; ValueError where there are too many."""
    return {name: values[-1] for name, values in parse_qs(text, max_num_fields=32).items()}


def understood(read: Callable[[], T]) -> T:
    """What a request asks for; the answer to what it cannot mean is 400 with the reason."""
    try:
        return read()
    except ValueError as error:  # pydantic's ValidationError is one
        raise HTTPException(400, str(error).splitlines()[0][:200]) from None

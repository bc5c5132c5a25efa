"""Answers of HTTP: files, refusals, and what a reader has already."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qs

import orjson

from contracts.feed import CloseCode
from services.broadcast.adapters import static_files
from services.broadcast.adapters.static_files import StaticFile
from shared.bus.errors import Unanswered
from shared.errors import OperationFailed

LASTING = "public, max-age=31536000, immutable"
"""For an address whose content never changes (RFC 8246)."""

_STATUS = {"busy": 503, "absent": 503, "late": 504, "too-large": 507, "misunderstood": 500, "failed": 500}

PACK_FROM = 1024
"""Bytes from which an answer is compressed for whoever takes it so."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer of HTTP."""

    status: int
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


def file_reply(file: StaticFile, headers: Mapping[str, str]) -> Reply:
    """A file of the scoreboard, or that the reader has it already."""
    fields = {
        "Content-Type": file.media_type,
        "ETag": file.etag,
        "Cache-Control": LASTING if file.lasting else "no-cache",
        "Content-Security-Policy": static_files.CONTENT_SECURITY_POLICY,
        "Vary": "Accept-Encoding",
    }
    return conditional(headers, fields, file.body, file.packed)


def conditional(headers: Mapping[str, str], fields: Mapping[str, str], body: bytes, packed: bytes | None) -> Reply:
    """An answer, with gzip for readers that unpack it; or that the reader has it already."""
    if matches(headers.get("if-none-match"), fields["ETag"]):
        return Reply(304, b"", fields)
    if packed and takes_gzip(headers):
        return Reply(200, packed, {**fields, "Content-Encoding": "gzip"})
    return Reply(200, body, fields)


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


def problem(status: int, code: int, message: str, headers: Mapping[str, str] = {}) -> Reply:
    """A refusal, with a code of the feed or of HTTP."""
    body = orjson.dumps({"code": int(code), "message": message})
    return Reply(status, body, {"Content-Type": "application/json", "Cache-Control": "no-store", **headers})


def later(status: int, message: str) -> Reply:
    """A refusal of what may be asked for again in a few seconds."""
    return problem(status, CloseCode.OVERLOAD, message, {"Retry-After": "5"})


def unanswered(error: OperationFailed) -> Reply:
    """The refusal of what another service was asked for and did not give."""
    status = _STATUS[error.why] if isinstance(error, Unanswered) else 503
    return later(status, f"{error}: ask again in a few seconds, or look at /readyz of the service that is asked")


def no_channel() -> Reply:
    """The refusal of a channel that does not exist."""
    return problem(404, CloseCode.NO_SUCH_CHANNEL, CloseCode.NO_SUCH_CHANNEL.meaning)


def not_now() -> Reply:
    """What is asked for exists, and cannot be read from the bus at the moment."""
    return later(503, "it cannot be read at the moment: ask again")


def query_of(text: str) -> dict[str, str]:
    """The last value of each name in a query; ValueError where there are too many."""
    return {name: values[-1] for name, values in parse_qs(text, max_num_fields=32).items()}

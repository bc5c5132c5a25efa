"""Messages as bytes and headers: pure functions, the same on every side of the bus.

A message is JSON in UTF-8 with CloudEvents 1.0 headers (binary mode). Fields that are None are left out. A body that
does not fit lies in the object store, and the message carries its name and digest in `Kibitz-Body`.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar, get_args

import orjson
from pydantic import ValidationError

from contracts.base import Contract, Excerpt, Unread
from contracts.findings import Finding
from contracts.messages import Message
from contracts.registry import registry_entry
from contracts.tables import written
from shared.bus.errors import Unreadable
from shared.bus.topology import REPLACED, body_bucket

M = TypeVar("M", bound=Contract)

BODY = "Kibitz-Body"
MSG_ID = "Nats-Msg-Id"
EXPECT_LAST = "Nats-Expected-Last-Subject-Sequence"

MARGIN = 64 * 1024
"""Bytes kept free under the server's limit: the server counts headers, nats-py does not, and cuts the connection."""

_PRINTABLE = re.compile(r"[!-~](?:[ -~]*[!-~])?")


def encode(message: Contract) -> bytes:
    """A message, a question or an answer as JSON; None is left out, everything else is there."""
    return written(message)


@cache
def _passes_on(kind: object) -> bool:
    """Whether an excerpt passes fields on as JSON has them."""
    parts: Iterable[Any] = get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Excerpt):
        parts = [field.annotation for field in kind.model_fields.values()]
    return kind is Unread or any(map(_passes_on, parts))


class _Findings(Contract):
    findings: tuple[Finding, ...] = ()


def with_findings(body: bytes, before: tuple[Finding, ...], now: tuple[Finding, ...]) -> bytes | None:
    """A message that ends with its findings, with others in their place; None where it does not end with those.

    What comes before them is passed on as it came: to write a fragment takes as long as to read it.
    """
    old, new = (b"," + encode(_Findings(findings=findings))[1:] for findings in (before, now))
    return body.removesuffix(old) + new if body.endswith(old) else None


def decode(model: type[M], body: bytes) -> M:
    """A message from its JSON.

    Raises:
        Unreadable: it is not a message of this class; the reason names the first three fields that are wrong.
    """
    try:
        if _passes_on(model):
            # What an excerpt leaves unread costs a fifth where it is not made a second time for the model.
            return model.model_validate(orjson.loads(body))
        return model.model_validate_json(body)
    except orjson.JSONDecodeError as error:
        raise Unreadable(f"not a {model.__name__}: {error}") from None
    except ValidationError as error:
        wrong = "; ".join(
            f"{'.'.join(str(part) for part in item['loc']) or 'body'}: {item['msg']}"
            for item in error.errors(include_url=False, include_context=False, include_input=False)[:3]
        )
        raise Unreadable(f"not a {model.__name__}: {wrong[:500]}") from None


def message_id(identity: str) -> str:
    """The identity as a header value: itself where it is plain ASCII of moderate length, else a digest of it."""
    if len(identity) <= 200 and _PRINTABLE.fullmatch(identity):
        return identity
    return f"sha256:{hashlib.sha256(identity.encode()).hexdigest()}"


def headers(subject: str, message: Message, service: str) -> dict[str, str]:
    """Headers that depend on the message alone, so that publishing again sends the same."""
    identity = message_id(message.identity)
    return {
        MSG_ID: identity,
        "content-type": "application/json",
        "ce-specversion": "1.0",
        "ce-id": identity,
        "ce-source": f"/kibitz/{service}",
        "ce-type": registry_entry(subject).name,
    }


def fits(body: bytes, values: Mapping[str, str], max_payload: int) -> bool:
    """Whether body and headers pass the server's limit with a margin (half the limit where that is small)."""
    head = len("NATS/1.0\r\n\r\n") + sum(len(f"{name}: {value}\r\n".encode()) for name, value in values.items())
    return len(body) + head + min(MARGIN, max_payload // 2) <= max_payload


@dataclass(frozen=True)
class BodyRef:
    """Where a body lies that did not fit into its message; only the name of a state's body is not its digest alone."""

    bucket: str
    name: str
    sha256: str

    @property
    def header(self) -> str:
        """The value of `Kibitz-Body`."""
        return f"{self.bucket}/{self.name};sha256={self.sha256}"

    @staticmethod
    def parse(value: str) -> "BodyRef":
        """Read the value of `Kibitz-Body`; one of another form is Unreadable."""
        match = re.fullmatch(r"([A-Za-z0-9_-]{1,64})/([A-Za-z0-9._-]{1,512});sha256=([0-9a-f]{64})", value)
        if match is None:
            raise Unreadable(f"header {BODY} cannot be read: {value[:200]!r}")
        return BodyRef(*match.groups())


def body_ref(subject: str, body: bytes, service: str) -> BodyRef:
    """Where a service puts a body of this subject: by content, with its subject where only the newest counts.

    A writer whose message is refused has then put nothing in the place of a body that stands.
    """
    digest = hashlib.sha256(body).hexdigest()
    name = f"{subject}.{digest}" if registry_entry(subject).stream in REPLACED else digest
    return BodyRef(body_bucket(subject, service), name, digest)

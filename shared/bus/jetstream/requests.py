"""Asking another service: request and reply of core NATS, which no stream keeps.

Whoever asks gets an answer or an error within the patience that it names; nothing is tried again behind its back. The
answering side is `middlewares/request_reply.py`.
"""

import gzip
import io
from typing import TypeVar

import nats.errors
from pydantic import ValidationError

from contracts.base import Contract
from contracts.registry import question_entry
from shared.bus.errors import Unanswered, Why
from shared.bus.jetstream.connection import PermissionDenied
from shared.bus.jetstream.session import Session
from shared.telemetry import inject

A = TypeVar("A", bound=Contract)

PATIENCE = "Kibitz-Patience"
ERROR = "Nats-Service-Error"
ERROR_CODE = "Nats-Service-Error-Code"
"""The headers by which services of NATS say that they do not answer, and why."""

UNPACKED_LIMIT = 512 * 1024 * 1024
"""Bytes of the largest answer that is unpacked."""

_WHY: dict[str, Why] = {"400": "misunderstood", "413": "too-large", "429": "busy", "500": "failed", "503": "absent"}


class Requests(Session):
    """Asks over the connection of a service."""

    async def ask(self, subject: str, question: Contract, answer: type[A], *, patience: float) -> A:
        """Ask the service that the registry names, and wait for its answer; neither is kept.

        Raises:
            Unanswered: nobody is there, too many ask, or it took longer than `patience` seconds.
        """
        entry = question_entry(subject)
        if not isinstance(question, entry.question) or answer is not entry.answer:
            raise TypeError(f"{subject} asks {entry.question.__name__} and is answered {entry.answer.__name__}")
        headers = {"content-type": "application/json", PATIENCE: f"{patience:g}"}
        inject(headers)
        body = question.model_dump_json(exclude_none=True).encode()
        try:
            if not self.client.is_connected:
                raise Unanswered("absent", f"{subject}: not connected")
            reply = await self.client.request(subject, body, timeout=patience, headers=headers)
        except nats.errors.TimeoutError:
            raise Unanswered("late", f"{subject}: no answer in {patience:g} s") from None
        except PermissionDenied as error:
            raise Unanswered("failed", f"{subject}: the server denies it to {self.service}: {error}") from None
        except nats.errors.Error as error:
            raise Unanswered("absent", f"{subject}: {str(error) or type(error).__name__}") from error
        values = reply.headers or {}
        if code := values.get(ERROR_CODE):
            raise Unanswered(_WHY.get(code, "failed"), f"{subject}: {values.get(ERROR, code)}")
        try:
            data = reply.data
            if values.get("content-encoding") == "gzip":
                # What is larger ends too early, and cannot be read.
                data = gzip.GzipFile(fileobj=io.BytesIO(data)).read(UNPACKED_LIMIT)
            return answer.model_validate_json(data)
        except (ValidationError, OSError, EOFError) as error:
            raise Unanswered("failed", f"{subject}: the answer cannot be read: {error}") from None

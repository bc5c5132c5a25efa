"""Trying again: nats-py never does, and an election or a restart takes seconds."""

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import nats.errors
from nats.js.errors import APIError, NoStreamResponseError, NotFoundError, ServerError

from shared.bus.errors import Conflict, PayloadTooLarge, Refused
from shared.bus.jetstream.connection import TRANSIENT, BusClient, PermissionDenied
from shared.errors import OperationFailed

T = TypeVar("T")

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0

WRONG_LAST_SEQUENCE = frozenset({10071, 10164})

PASSING = frozenset({10118, 10119, 10158})
"""The server's codes for what passes: the stream is offline, or a cluster is still storing a message with this id."""


def is_transient(error: Exception) -> bool:
    """Whether the same request may succeed later."""
    if isinstance(error, APIError) and error.err_code in PASSING:
        return True
    return isinstance(error, (*TRANSIENT, NoStreamResponseError, ServerError, json.JSONDecodeError))


async def with_retry(
    client: BusClient, what: str, operation: Callable[[], Awaitable[T]], patience: float, expected: int | None = None
) -> T:
    """Do an operation, again after every passing failure, for at most `patience` seconds.

    The operation has to be one that may be repeated: a read, or a write with an id or an expected sequence.

    Raises:
        Conflict: the expected sequence is not the last one.
        PayloadTooLarge: the server's limit.
        Refused: the server refuses it.
        OperationFailed: not allowed, or not done in time.
        nats.js.errors.NotFoundError: as it came.
    """
    deadline = time.monotonic() + patience
    attempt = 0
    while True:
        attempt += 1
        try:
            if not client.is_connected and not await client.until_connected(max(0.0, deadline - time.monotonic())):
                raise nats.errors.TimeoutError
            return await operation()
        except NotFoundError:
            raise
        except nats.errors.MaxPayloadError:
            raise PayloadTooLarge(f"{what}: larger than the server's limit of {client.max_payload} bytes") from None
        except PermissionDenied as error:
            raise OperationFailed(f"{what}: the server denies it to {client.service}: {error}") from None
        except (nats.errors.Error, json.JSONDecodeError) as error:
            if not is_transient(error):
                if not isinstance(error, APIError):
                    raise
                if error.err_code in WRONG_LAST_SEQUENCE:
                    raise Conflict(f"{what}: {error.description}", expected) from None
                raise Refused(f"{what}: {error.description} ({error.err_code})", error.err_code or 0) from error
            pause = min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE) * random.uniform(0.8, 1.2)  # noqa: S311 - jitter
            if time.monotonic() + pause >= deadline:
                text = str(error) or type(error).__name__
                raise OperationFailed(f"{what}: not done after {attempt} attempts in {patience:g} s: {text}") from error
        await asyncio.sleep(pause)

"""Trying again: nats-py never does, and an election or a restart takes seconds."""

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import nats.errors
from nats.js.errors import APIError, BadRequestError, NoStreamResponseError, ServerError

from shared.bus.errors import Conflict, PayloadTooLarge
from shared.bus.jetstream.connection import TRANSIENT, BusClient, PermissionDenied
from shared.errors import OperationFailed

T = TypeVar("T")

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0

WRONG_LAST_SEQUENCE = frozenset({10071, 10164})
IN_PROCESS = frozenset({10158})
"""A message with the same id is being stored by a cluster; its answer is to come."""
STREAM_OFFLINE = frozenset({10118, 10119})


def is_transient(error: Exception) -> bool:
    """Whether the same request may succeed later."""
    if isinstance(error, APIError) and error.err_code in IN_PROCESS | STREAM_OFFLINE:
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
        OperationFailed: refused, or not done in time.
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
        except nats.errors.MaxPayloadError:
            raise PayloadTooLarge(f"{what}: larger than the server's limit of {client.max_payload} bytes") from None
        except PermissionDenied as error:
            raise OperationFailed(f"{what}: the server denies it to {client.service}: {error}") from None
        except (nats.errors.Error, json.JSONDecodeError) as error:
            if isinstance(error, APIError) and error.err_code in WRONG_LAST_SEQUENCE:
                raise Conflict(f"{what}: {error.description}", expected) from None
            if isinstance(error, BadRequestError) and not is_transient(error):
                raise OperationFailed(f"{what}: {error.description} ({error.err_code})") from error
            if not is_transient(error):
                raise
            pause = min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE) * random.uniform(0.8, 1.2)  # noqa: S311 - jitter
            if time.monotonic() + pause >= deadline:
                text = str(error) or type(error).__name__
                raise OperationFailed(f"{what}: not done after {attempt} attempts in {patience:g} s: {text}") from error
        await asyncio.sleep(pause)

"""Getting the body of a stored message, wherever it lies."""

from collections.abc import Mapping

from shared.bus.jetstream.objects import ObjectMissing, Objects
from shared.bus.wire import BODY, BodyRef
from shared.errors import OperationFailed, Superseded

LIMIT = 512 * 1024 * 1024
"""Bytes of the largest body that is read."""


async def body_of(objects: Objects, headers: Mapping[str, str] | None, data: bytes) -> bytes:
    """The body of a message: its own bytes, or those that it refers to.

    Raises:
        Superseded: a newer body has taken its place.
        OperationFailed: the object is missing or damaged.
        Unreadable: the reference has another form.
    """
    value = (headers or {}).get(BODY)
    if not value:
        return data
    ref = BodyRef.parse(value)
    newer = f"a newer body has taken the place of {ref.bucket}/{ref.name}"
    info = await objects.has_object(ref.bucket, ref.name)
    if info is None and not ref.replaced:
        raise OperationFailed(f"the body {ref.bucket}/{ref.name} of the message is missing")
    if info is None or info.sha256 != ref.sha256:
        if ref.replaced:
            raise Superseded(newer)
        raise OperationFailed(f"object {ref.bucket}/{ref.name} is not the body that the message names")
    try:
        return await objects.get_object(ref.bucket, ref.name, limit=LIMIT)
    except ObjectMissing:
        if ref.replaced:
            raise Superseded(newer) from None
        raise

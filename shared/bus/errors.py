"""Errors of the bus, all of them `OperationFailed`: ours or the world's.

Whatever talks to the server raises OperationFailed when it is not connected, not allowed, or not answered in time, or
when the stream does not exist. A docstring names only what else it raises.
"""

from typing import Literal

from shared.errors import OperationFailed


class Conflict(OperationFailed):
    """Somebody else wrote first; the state has to be read again."""


class PayloadTooLarge(OperationFailed):
    """Larger than the limit of the place where it is put or read."""


class NotStored(OperationFailed):
    """The server did not store something in the time that it had, as when its disk is full; that is no fault of it."""


class StorageFull(NotStored):
    """The server has no room for what is to be stored; it is worth another try when there is some."""


class ProvisioningRefused(OperationFailed):
    """What exists on the server differs in a way that is not changed automatically; the message names the field."""


class NotProvisioned(OperationFailed):
    """Something is missing or differs that the operator can make or change; it is worth waiting for."""


Why = Literal["absent", "busy", "late", "too-large", "misunderstood", "failed"]
"""Why a question was not answered: nobody is there, too many ask, it took too long, …"""


class Unanswered(OperationFailed):
    """A question got no answer; `why` in one word."""

    def __init__(self, why: Why, message: str) -> None:
        super().__init__(message)
        self.why = why


class Unreadable(OperationFailed):
    """Stored bytes are not a message of the declared class; trying again cannot help."""


class SetAside(OperationFailed):
    """The event of a message waits for another try of an earlier one; the message is handled after that."""

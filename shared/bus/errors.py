"""Errors of the bus, all of them `OperationFailed`: ours or the world's.

OperationFailed
├── Conflict          somebody else wrote first: read again and decide again
├── PayloadTooLarge   does not fit where it is put, and nothing can carry it in its place
├── ProvisioningRefused   what exists on the server cannot safely be made into what is declared
├── Refused           the server refuses a request, with a code
├── Unanswered        a question got no answer, and why
└── Unreadable        stored bytes are not a message of the declared class
"""

from typing import Literal

from shared.errors import OperationFailed


class Conflict(OperationFailed):
    """Somebody else wrote first; the state has to be read again."""


class PayloadTooLarge(OperationFailed):
    """Larger than the limit of the place where it is put or read."""


class ProvisioningRefused(OperationFailed):
    """What exists on the server differs in a way that is not changed automatically; the message names the field."""


class Refused(OperationFailed):
    """The server refuses a request; `code` is its own number for the reason."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


Why = Literal["absent", "busy", "late", "too-large", "misunderstood", "failed"]
"""Why a question was not answered: nobody is there, too many ask, it took too long, …"""


class Unanswered(OperationFailed):
    """A question got no answer; `why` in one word."""

    def __init__(self, why: Why, message: str) -> None:
        super().__init__(message)
        self.why = why


class Unreadable(OperationFailed):
    """Stored bytes are not a message of the declared class; trying again cannot help."""

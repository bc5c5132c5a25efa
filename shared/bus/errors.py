"""Errors of the bus, all of them `OperationFailed`: ours or the world's.

OperationFailed
├── Conflict          somebody else wrote first: read again and decide again
├── PayloadTooLarge   does not fit where it is put, and nothing can carry it in its place
├── ProvisioningRefused   what exists on the server cannot safely be made into what is declared
├── Unanswered        a question got no answer, and why
└── Unreadable        stored bytes are not a message of the declared class
"""

from typing import Literal

from shared.errors import OperationFailed


class Conflict(OperationFailed):
    """Somebody else wrote first; the state has to be read again.

    Attributes:
        expected: revision or sequence that the writer expected.
    """

    def __init__(self, message: str, expected: int | None = None) -> None:
        """Say what was expected."""
        super().__init__(message)
        self.expected = expected


class PayloadTooLarge(OperationFailed):
    """Larger than the limit of the place where it is put or read."""


class ProvisioningRefused(OperationFailed):
    """What exists on the server differs in a way that is not changed automatically.

    Attributes:
        entity: for example "stream SCORED".
        field: of its configuration.
    """

    def __init__(self, message: str, entity: str, field: str) -> None:
        """Name the entity and the field."""
        super().__init__(message)
        self.entity = entity
        self.field = field


Why = Literal["absent", "busy", "late", "too-large", "misunderstood", "failed"]
"""Why a question was not answered: nobody is there, too many ask, it took too long, …"""


class Unanswered(OperationFailed):
    """A question got no answer.

    Attributes:
        why: in one word.
    """

    def __init__(self, why: Why, message: str) -> None:
        """Say why."""
        super().__init__(message)
        self.why = why


class Unreadable(OperationFailed):
    """Stored bytes are not a message of the declared class; trying again cannot help."""

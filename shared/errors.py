"""The tree of errors; whose fault it is stands in the type.

KibitzError
├── InputRejected        the sender's fault: report it, acknowledge, never retry
│   ├── FormatError          the bytes are not what the format allows
│   └── UnsupportedFeature   correct, but not read by this version
└── OperationFailed      ours or the world's: retry with delay, then dead letter
    └── Superseded           a newer state has taken this one's place: acknowledge, nothing to do
"""

from contracts.base import Place
from contracts.codes import Code
from contracts.findings import Finding


class KibitzError(Exception):
    """The root of all errors that Kibitz raises on purpose."""


class InputRejected(KibitzError):
    """The input cannot be used; its findings are everything that was found up to the reason, which is among them."""

    def __init__(
        self, code: Code, message: str, place: Place | None = None, findings: tuple[Finding, ...] = ()
    ) -> None:
        """Reject with a code, a sentence and a place; the reason itself is added to the findings."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.place = place
        self.findings = (*findings, code.finding(message, place=place))


class FormatError(InputRejected):
    """The bytes are not what the format allows."""


class UnsupportedFeature(InputRejected):
    """Correct, but not read by this version."""


class OperationFailed(KibitzError):
    """Something of ours or of the world failed; trying again later may help."""


class Superseded(OperationFailed):
    """A newer state has taken this one's place; there is nothing left to do."""

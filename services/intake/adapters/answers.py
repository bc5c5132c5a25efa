"""What the intake answers over HTTP, as values; `openapi.py` describes them from here."""

from typing import Literal

from pydantic import Field

from contracts.base import Contract, FileFormat, Name, Place, Sha256, Slug, Text
from contracts.codes import Code
from contracts.findings import Finding
from contracts.questions import FileState


class Receipt(Contract):
    """A file was taken in, now or before."""

    sha256: Sha256
    name: Name = Field(description="the name that was given, as far as it is harmless")
    size: int
    format: FileFormat
    state: FileState
    event: Slug | None = Field(default=None, description="the identity that the sender gave to the event")
    url: Name = Field(description="where the status and the findings are")


class Problem(Contract):
    """Why a request was not answered as it asked."""

    code: Name = Field(description="stable name of the reason, see docs/findings.md")
    message: Text
    advice: Text
    place: Place | None = None
    sha256: Sha256 | None = Field(default=None, description="of the file that was refused, when it was read to its end")


class Health(Contract):
    """Whether the intake takes files; "full": it would, if there were room on the disk."""

    status: Literal["ok", "full", "unhealthy"]
    problems: tuple[Text, ...] = ()


def problem(code: Code, message: str, place: Place | None = None, sha256: str | None = None) -> Problem:
    """The answer with this code."""
    return Problem(code=code.code, message=message[:2000], advice=code.advice, place=place, sha256=sha256)


def problem_of(finding: Finding, sha256: str) -> Problem:
    """The answer about a file that was refused with this finding."""
    return Problem(
        code=finding.code, message=finding.message, advice=finding.advice or "", place=finding.place, sha256=sha256
    )

"""What is to be done with a file that has arrived, given what is already known of it; the shell carries it out.

Rules kept here:

1. The same bytes twice are one file: what was received, under the same event's identity, is not announced again.
2. A file that a reader refused, or that a service has given up, is announced again when its sender sends it again, and
   only then: another version may read it. A watched folder never sends again by itself.
3. A refusal is reported once.
"""

from dataclasses import dataclass
from datetime import datetime

from contracts.base import FileRef
from contracts.findings import Finding
from contracts.messages import FileReceived, FileRejected
from services.intake.domain.content import Content
from services.intake.domain.names import clean_name
from services.intake.domain.recognise import Recognition, recognise
from services.intake.domain.status import FileRecord, State, state_of

REPLACED = ("replaced", "older")
"""Verdicts of a file instead of which a newer one counts."""


@dataclass(frozen=True)
class Sending:
    """How a file came.

    Attributes:
        name: as the sender calls it, not yet cleaned.
        sender: the name of a token, or of a watched folder.
        received_at: now.
        written_at: the file's own time stamp.
        event: identity given by the sender.
        again: the sender asks on purpose, so that a refused file is to be read again.
    """

    name: str
    sender: str
    received_at: datetime
    written_at: datetime | None = None
    event: str | None = None
    again: bool = False


@dataclass(frozen=True)
class Keep:
    """Keep the bytes and announce the file."""

    message: FileReceived


@dataclass(frozen=True)
class Refuse:
    """Keep nothing; report the refusal unless it was reported before."""

    message: FileRejected
    reported: bool


@dataclass(frozen=True)
class Known:
    """Nothing is to be done: these bytes were received before, as `file`, and newer ones may have replaced them."""

    file: FileRef
    state: State
    replaced: bool = False


Plan = Keep | Refuse | Known


def admit(content: Content, sending: Sending, record: FileRecord | None) -> Plan:
    """Decide about a file that was read to its end."""
    seen = recognise(content.sample)
    file = reference(content.sha256, content.size, sending, seen)
    if seen.code is not None:
        return refuse(file, seen, record)
    if record is not None and (sending.event or "") in record.received and not (sending.again and _failed(record)):
        replaced = any(part.verdict and part.verdict.verdict in REPLACED for part in record.fragments)
        return Known(record.file or file, state_of(record), replaced)
    return Keep(FileReceived(file=file))


def refuse(file: FileRef, seen: Recognition, record: FileRecord | None) -> Refuse:
    """The report of a refusal for the reason that `seen` gives."""
    finding = finding_of(seen).replace(file=file.sha256)
    message = FileRejected(file=file, code=finding.code, reason=seen.reason, findings=(finding,))
    known = record is not None and record.refusal is not None and record.refusal.code == finding.code
    return Refuse(message, reported=known)


def reference(sha256: str, size: int, sending: Sending, seen: Recognition) -> FileRef:
    """The file as Kibitz knows it from now on."""
    return FileRef(
        sha256=sha256,
        name=clean_name(sending.name),
        size=size,
        format=seen.format,
        sender=sending.sender,
        received_at=sending.received_at,
        written_at=sending.written_at,
        event=sending.event,
    )


def finding_of(seen: Recognition) -> Finding:
    """The finding that a recognition with a code amounts to."""
    if seen.code is None:
        raise ValueError("a file that is recognised is not refused")
    finding = seen.code.finding(seen.reason)
    return finding.replace(advice=seen.advice) if seen.advice else finding


def _failed(record: FileRecord) -> bool:
    """Whether a reader refused the file, or a service has given it up."""
    state = state_of(record)
    if state == "rejected":
        return record.refusal is not None and record.refusal.stage == "parser"
    return state != "scored" and bool(record.given_up)

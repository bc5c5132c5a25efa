"""What a dead letter tells about a file: that a service could not process what the file says, and why.

Rules kept here:

1. Letters about the way of a file count: its arrival, its fragments, and those that were accepted. What is made of
   whole events is of no one file.
2. A letter of the intake is about its own keeping of records and says nothing of the file, but for files of a
   format that the intake reads.
3. A body that is no message of its subject names no file.
"""

from pydantic import ValidationError

from contracts import registry
from contracts.base import FileRef, Sha256
from contracts.codes.intake import NOT_PROCESSED
from contracts.messages import DeadLetter, FileReceived, FragmentAccepted, FragmentParsed
from services.intake.domain.status import FileRecord
from shared.formats.registry import formats

_OF_FILES = (FileReceived, FragmentParsed, FragmentAccepted)


def records_of_letter(letter: DeadLetter, body: bytes) -> dict[Sha256, FileRecord]:
    """What a letter, with the body of the message that died, says of the message's file, by digest; or nothing."""
    entry = next((entry for entry in registry.SUBJECTS if letter.subject.startswith(f"{entry.name}.")), None)
    if entry is None or entry.message not in _OF_FILES:
        return {}
    try:
        message = entry.message.model_validate_json(body)
    except ValidationError:
        return {}
    file: FileRef = message.file if isinstance(message, FileReceived) else message.fragment.file
    read_here = any(form.name == file.format and form.in_intake for form in formats())
    if letter.service == "intake" and not read_here:
        return {}
    finding = NOT_PROCESSED.finding(
        f"{letter.service} could not process it: {letter.reason}"[:300], subject=letter.service, file=file.sha256
    )
    return {file.sha256: FileRecord(file=file, given_up=(finding,))}

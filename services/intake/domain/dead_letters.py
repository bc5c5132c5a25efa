"""What a dead letter says of a file: that a service has given up what the file says, and why.

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
    """What a letter says of the file that its message is about, by digest; empty where it is about none.

    Args:
        letter: of any service.
        body: of the message that died.
    """
    file = _file_of(letter, body)
    if file is None or (letter.service == "intake" and not _is_read_here(file)):
        return {}
    finding = NOT_PROCESSED.finding(
        f"{letter.service} could not process it: {letter.reason}"[:300], subject=letter.service, file=file.sha256
    )
    return {file.sha256: FileRecord(file=file, given_up=(finding,))}


def _is_read_here(file: FileRef) -> bool:
    return any(form.name == file.format and form.in_intake for form in formats())


def _file_of(letter: DeadLetter, body: bytes) -> FileRef | None:
    entry = next((one for one in registry.SUBJECTS if letter.subject.startswith(f"{one.name}.")), None)
    if entry is None or entry.message not in _OF_FILES:
        return None
    try:
        message = entry.message.model_validate_json(body)
    except ValidationError:
        return None
    return message.file if isinstance(message, FileReceived) else message.fragment.file

"""Read a file of decisions into facts, and write one.

Rules kept here:

1. A file is understood in whole or refused: nobody should have to guess which half of a ruling is followed.
2. Adjustments of several files add up: each has a number of its own, made from the bytes of its file.
"""

import zlib

from pydantic import ValidationError

from contracts.base import Place
from contracts.codes.decisions import DECIDED, UNREADABLE
from contracts.decisions import Decisions
from contracts.facts import Scope
from shared.errors import FormatError
from shared.formats.decisions.facts import facts_of
from shared.formats.decisions.sentences import sentence, subject_of
from shared.formats.parsed import Parsed, ParsedEvent

NUMBERS = 10_000
"""Numbers that one file keeps for its adjustments, more than it can have."""


def written(decisions: Decisions) -> bytes:
    """The bytes of a file of decisions; the same decisions give the same bytes."""
    return decisions.model_dump_json(indent=1, exclude_none=True).encode("utf-8") + b"\n"


def parse(data: bytes) -> Parsed:
    """Read a file of decisions.

    Raises:
        FormatError: it is no JSON, or a field is wrong; the place is that of the first fault.
    """
    try:
        file = Decisions.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        path = "/" + "/".join(str(part) for part in first["loc"])
        raise FormatError(UNREADABLE, f"{path}: {first['msg']}", Place(path=path[:200])) from None
    findings = tuple(
        DECIDED.finding(
            sentence(file, decision), place=Place(path=f"/decisions/{number}"), subject=subject_of(file.event, decision)
        )
        for number, decision in enumerate(file.decisions)
    )
    event = ParsedEvent(
        event=file.event,
        facts=facts_of(file, zlib.crc32(data) * NUMBERS),
        scope=Scope(),
        stated_at=(file.at, "stated"),
        findings=findings,
    )
    return Parsed((event,), findings)

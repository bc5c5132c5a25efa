"""A file against the schema of USEBIO 1.4, and against what it requires that a schema cannot say."""

from __future__ import annotations

from contracts.findings import Finding
from shared.formats.parsed import Parsed
from shared.formats.usebio.required import required_by_values
from shared.formats.usebio.structure import VERSION, check_structure


def check_schema(data: bytes, parsed: Parsed | None) -> tuple[Finding, ...]:
    """Compare a file with the schema.

    Args:
        data: the file.
        parsed: what the reader made of it; None when it could not be read.
    """
    found = check_structure(data)
    for event in parsed.events if parsed is not None else ():
        if event.facts.event.format_version == VERSION:
            found = (*found, *required_by_values(event.facts))
    return found

"""From a file that was read to the messages about it: pure, so that reading it again says the same.

Rules kept here:

1. A fragment is called `<first 12 digits of the file's digest>.<number of the event in the file>`.
2. A fragment is as of the moment that the file states; else of the file's own time stamp; else of its arrival. A time
   stamp later than the arrival comes from a clock that is wrong, so the arrival stands in its place.
3. The identity that a sender gave replaces the derived one. In a file of several events the first one has it, and the
   others have it with "-2", "-3" and so on, so that an event that is added to the file leaves the first one alone.
4. Findings of the reader always go with the file, and with the fragment of the event that they are about. What a file
   of one event is found to be is about that event; in a file of several, the reader says which event it is.
"""

from typing import Literal, cast

from contracts.base import SLUG_LENGTH, FileRef
from contracts.codes.intake import MORE_FINDINGS
from contracts.facts import AsOf
from contracts.findings import Finding
from contracts.messages import FileParsed, Fragment, FragmentParsed
from shared.formats.format import Parse
from shared.formats.parsed import Parsed, ParsedEvent
from shared.gc_control import gc_paused

FINDINGS = 1_000
"""How many findings of one file travel with its messages; what is more is counted."""


def parse_file(parse: Parse, file: FileRef, data: bytes) -> tuple[Parsed, list[FragmentParsed]]:
    """Read a file and make its fragments; InputRejected when it is not what its format allows."""
    with gc_paused():
        parsed = parse(data)
        return parsed, fragments(file, parsed)


def fragments(file: FileRef, parsed: Parsed) -> list[FragmentParsed]:
    """One message for each event of the file, in the file's order."""
    alone = len(parsed.events) == 1
    return [
        FragmentParsed(
            fragment=Fragment(
                id=f"{file.sha256[:12]}.{ordinal}",
                event=_event(file.event, event.event, ordinal),
                file=file,
                ordinal=ordinal,
                as_of=_as_of(file, event),
                scope=event.scope,
                facts=event.facts,
            ),
            findings=with_file(parsed.findings if alone else event.findings, file),
        )
        for ordinal, event in enumerate(parsed.events)
    ]


def file_parsed(file: FileRef, parsed: Parsed, made: list[FragmentParsed]) -> FileParsed:
    """The message that the file was read to its end, with its fragments and their events side by side."""
    return FileParsed(
        file=file,
        fragments=tuple(message.fragment.id for message in made),
        events=tuple(message.fragment.event for message in made),
        findings=with_file(parsed.findings, file),
    )


def with_file(findings: tuple[Finding, ...], file: FileRef) -> tuple[Finding, ...]:
    """The findings of a reader, each with the file that it was found in, at most `FINDINGS` of them."""
    listed = tuple(finding.replace(file=file.sha256) for finding in findings[:FINDINGS])
    more = len(findings) - len(listed)
    if not more:
        return listed
    return (*listed, MORE_FINDINGS.finding(f"{more} more findings are not listed", file=file.sha256))


def _event(given: str | None, derived: str, ordinal: int) -> str:
    if given is None:
        return derived
    if ordinal == 0:
        return given
    suffix = f"-{ordinal + 1}"
    return given[: SLUG_LENGTH - len(suffix)].rstrip("-") + suffix


def _as_of(file: FileRef, event: ParsedEvent) -> AsOf:
    if event.stated_at is not None:
        moment, source = event.stated_at
        return AsOf(at=moment, source=cast(Literal["stated", "modified", "end_time"], source))
    if file.own_time is not None:
        return AsOf(at=file.own_time, source="file_time")
    return AsOf(at=file.made_at, source="arrival")

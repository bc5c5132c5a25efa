"""Subjects of the bus, built by functions and never typed by hand.

Grammar: `<context>.<entity>.<past participle>.v<major>.<filters…>`, broad to narrow. An event's partition keeps its
messages in order: each partition is consumed with one message in flight, by any number of replicas.
"""

import zlib

from contracts.base import FileFormat

PARTITIONS = 16
"""How many partitions there are; changing it needs an empty bus, because it decides where an event's order is kept."""

ANY = "*"
REST = ">"


def partition(event: str) -> int:
    """The partition of an event: CRC-32 of its id, modulo `PARTITIONS`; the same in every process and version."""
    return zlib.crc32(event.encode("ascii")) % PARTITIONS


def file_received(file_format: FileFormat, sha256: str) -> str:
    """The new file of this format with this digest."""
    return f"intake.file.received.v1.{file_format}.{sha256}"


def file_rejected(file_format: FileFormat) -> str:
    """A file of this format was refused."""
    return f"intake.file.rejected.v1.{file_format}"


def file_parsed(file_format: FileFormat) -> str:
    """A file of this format was read to its end."""
    return f"parser.file.parsed.v1.{file_format}"


def file_offered(sender: str) -> str:
    """A file that this sender has for the intake."""
    return f"intake.file.offered.v1.{sender}"


def fragment_parsed(event: str) -> str:
    """One fragment of this event."""
    return f"parser.fragment.parsed.v1.{partition(event)}.{event}"


def fragment_accepted(event: str) -> str:
    """One fragment of this event may be scored."""
    return f"validation.fragment.accepted.v1.{partition(event)}.{event}"


def fragment_rejected(event: str) -> str:
    """One fragment of this event was refused."""
    return f"validation.fragment.rejected.v1.{event}"


def standings_published(event: str) -> str:
    """The standings of this event."""
    return f"scoring.standings.published.v1.{event}"


def standings_asked(event: str) -> str:
    """How the standings of this event were."""
    return f"scoring.standings.asked.v1.{event}"


def explanation_asked(event: str) -> str:
    """Why somebody in this event has a total."""
    return f"scoring.explanation.asked.v1.{event}"


def findings_asked(event: str) -> str:
    """Everything that was found about this event."""
    return f"scoring.findings.asked.v1.{event}"


def event_asked(event: str) -> str:
    """This event as merged and scored, now."""
    return f"scoring.event.asked.v1.{event}"


def event_of(subject: str) -> str:
    """The event of a subject of standings, travellers, analyses or seats."""
    return subject.split(".")[4]


def board_scored(event: str, board: str) -> str:
    """A traveller of this event."""
    return f"scoring.board.scored.v1.{event}.{board}"


def round_scored(event: str, number: str) -> str:
    """A round of this event of chess."""
    return f"scoring.round.scored.v1.{event}.{number}"


def deal_analysed(event: str, board: str) -> str:
    """The double-dummy analysis of a board of this event."""
    return f"scoring.deal.analysed.v1.{event}.{board}"


def event_merged(event: str) -> str:
    """This event as merged and scored."""
    return f"scoring.event.merged.v1.{event}"


def event_folded(event: str) -> str:
    """What this event was folded from, as it counts."""
    return f"scoring.event.folded.v1.{event}"


def event_described(day: str, line: str, event: str) -> str:
    """What this event of this day, with this smallest number of a line, is recognised by."""
    return f"scoring.event.described.v1.{day}.{line}.{event}"


def round_assigned(event: str) -> str:
    """Seats of this event."""
    return f"seating.round.assigned.v1.{event}"


def file_rendered(file_format: str, event: str) -> str:
    """This event in another format."""
    return f"export.file.rendered.v1.{file_format}.{event}"


def files_asked() -> str:
    """Which files arrived last."""
    return "intake.files.asked.v1"


def folders_asked() -> str:
    """How the watched folders are."""
    return "intake.folders.asked.v1"


def file_status_asked() -> str:
    """Where a file stands, and what was found in it."""
    return "intake.status.asked.v1"


def file_asked(event: str) -> str:
    """This event in another format, or the formats that hold it."""
    return f"export.file.asked.v1.{event}"


def notices_asked(event: str) -> str:
    """Whether somebody is to be told of news of this event."""
    return f"notification.notices.asked.v1.{event}"


def table_changed(event: str, table: str) -> str:
    """A table of this event changed, as the public sees it."""
    return f"notification.table.changed.v1.{event}.{table}"


def dead(service: str) -> str:
    """What this service could not process."""
    return f"dead.{service}"

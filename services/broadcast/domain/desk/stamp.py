"""Whether what a page of the desk shows has moved: a short text that changes with it."""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from contracts.corrections.queries import EventQueries
from contracts.questions import FileLine, FolderReport
from services.broadcast.domain.channel import Channel

LENGTH = 16
"""Digits of a stamp."""

NO_QUERIES = EventQueries()


def stamp(
    tables: Mapping[str, Channel],
    files: Sequence[FileLine],
    queries: EventQueries = NO_QUERIES,
    folders: Sequence[FolderReport] = (),
) -> str:
    """The stamp of a page that shows these: the same as long as none of them moves, and nothing else is wrong."""
    positions = [(name, table.epoch, table.seq) for name, table in sorted(tables.items())]
    wrong = [(folder.name, folder.findings) for folder in folders]
    return sha256(repr((positions, files, queries, wrong)).encode()).hexdigest()[:LENGTH]

"""Events of real files that are written in a format, read again and written once more."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from contracts.facts import Detail, Facts
from contracts.findings import Severity
from contracts.messages import EventMerged
from contracts.records import Record
from contracts.tables import Table
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from services.export.domain.formats import exported
from shared.formats.format import Values
from shared.formats.losses import name_of
from shared.formats.parsed import Rendered
from tests.support.objects import fields_of
from tests.support.real_files import real_files

READ_AT = datetime(2031, 10, 3, 23, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Written:
    """An event that is written in a format and read again.

    Attributes:
        source: the events of its file.
        read: the events of what was written.
        again: the only one of them, scored.
    """

    event: EventMerged
    source: Pipeline
    rendered: Rendered
    read: Pipeline
    again: EventMerged


def pipeline_of(data: bytes, name: str) -> Pipeline:
    """What the command line makes of a file."""
    return Pipeline([read_bytes(data, name, Path(name), READ_AT)])


@cache
def events_of(path: Path) -> tuple[Pipeline, tuple[EventMerged, ...]]:
    """A real file with its events, scored."""
    source = pipeline_of(path.read_bytes(), path.name)
    return source, tuple(event.score()[1] for event in source.events.values())


def files_held(name: str) -> list[Path]:
    """The real files of which a format can hold an event."""
    form = exported()[name]
    every = (path for kind in ("usebio", "pbn", "acblscore", "lin", "trf") for path in real_files(kind))
    return [path for path in every if any(form.holds(event) for event in events_of(path)[1])]


@cache
def written(name: str, path: Path, values: Values = "computed") -> tuple[Written, ...]:
    """The events of a file that a format can hold, written anew in it."""
    form = exported()[name]
    source, events = events_of(path)
    every = []
    for event in events:
        if form.holds(event):
            rendered = form.render(event, values)
            read = pipeline_of(rendered.data, rendered.name)
            (again,) = (each.score()[1] for each in read.events.values())
            every.append(Written(event, source, rendered, read, again))
    return tuple(every)


def errors(pipeline: Pipeline) -> Counter[str]:
    """How often each error is found."""
    every = [*pipeline.findings(), *(finding for file in pipeline.rejected for finding in file.findings)]
    return Counter(finding.code for finding in every if finding.severity is Severity.ERROR)


def gone(before: Facts, after: Facts) -> Counter[str]:
    """How many values have not come back, by the path of their field; names of things by which facts name each other
    and places in files are left out.
    """
    values = Counter(values_of(before))
    values.subtract(Counter(values_of(after)))
    paths: Counter[str] = Counter()
    for (path, _), count in values.items():
        if count > 0:
            paths[path] += count
    return paths


def unexplained(paths: Mapping[str, int], losses: Mapping[str, tuple[str, ...]], what: set[str]) -> list[str]:
    """The paths that none of the losses names.

    Args:
        paths: of what has not come back.
        losses: for each pattern of paths the beginnings of the losses that name it.
        what: the losses there are.
    """
    return [
        path
        for path in sorted(paths)
        if not any(
            any(loss.startswith(name) for name in names for loss in what)
            for pattern, names in (*losses.items(), (re.escape(path), (_loss_of(path),)))
            if re.fullmatch(pattern, path)
        )
    ]


def _loss_of(path: str) -> str:
    """What a field is called that no format has a place for: "first board of matches"."""
    *_, things, field = ("", *path.split("."))
    return name_of(field, things)


_NAMES = re.compile(
    r"(at|id|index|owner|participant|session|section|home|away|ns|ew|ns_team|ew_team|north|east|south|west|members"
    r"|scored_with|ranked_with|opponent|team|kind)"
)


def values_of(facts: Facts) -> Iterator[tuple[str, str]]:
    """What facts state, as paths of fields with their values."""
    for name in Facts.FIELDS:
        for fact in getattr(facts, name):
            yield from _fields(fact, name)


def _fields(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Detail):
        yield f"{path} {value.name}", value.value
    elif isinstance(value, BaseModel | Record):
        for name in fields_of(type(value)):
            if not _NAMES.fullmatch(name):
                yield from _fields(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, tuple | list | Table):
        for inner in value:
            yield from _fields(inner, path)
    elif value is not None and value is not False and value != "":
        yield path, f"{value.normalize():f}" if isinstance(value, Decimal) else str(value)

"""Exports of real events into every format, read back: what is said of them, and what has not come back."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from contracts.facts import Detail, Extension, Facts
from contracts.messages import LossItem
from contracts.records import Record
from contracts.tables import Table
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from shared.formats.parsed import Rendered
from tests.support.objects import fields_of

READ_AT = datetime(2031, 10, 3, 23, 0, tzinfo=UTC)


def read_back(rendered: Rendered) -> Pipeline:
    """What the command line makes of a file that was written."""
    return Pipeline([read_bytes(rendered.data, rendered.name, Path(rendered.name), READ_AT)])


def errors(pipeline: Pipeline) -> Counter[str]:
    """How often each code of an error is found."""
    return Counter(finding.code for finding in pipeline.findings() if finding.severity == "error")


def values_of(facts: Facts, *, computed: bool) -> Counter[tuple[str, str]]:
    """What facts state, as paths of fields with their values, places left out; of names, that there is one."""

    def is_of_presence(path: str) -> bool:
        return bool(NAMES.fullmatch(path) or (computed and COMPUTED.fullmatch(path)))

    found: Counter[tuple[str, str]] = Counter()
    for name in Facts.FIELDS:
        for fact in getattr(facts, name):
            found.update((path, "" if is_of_presence(path) else value) for path, value in _fields(fact, name))
    return found


def _fields(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Extension):
        yield f"extensions {value.kind} {value.name}".strip(), value.value
    elif isinstance(value, Detail):
        named = path.endswith(("details", "scoring_system"))
        yield f"{path} {value.name}" if named else path, f"{value.name} {value.value}"
    elif isinstance(value, BaseModel | Record):
        for name in fields_of(type(value)):
            if name not in ("at", "index", "owner", "part", "source", "order"):
                yield from _fields(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, tuple | list | Table):
        for inner in value:
            yield from _fields(inner, path)
    elif value not in (None, "", "unknown"):
        yield path, f"{value.normalize():f}" if hasattr(value, "normalize") else str(value)


NAMES = re.compile(
    r"[^ ]+\.(id|set_id|participant|member|members|person|number|session|section|board|table|player|team|\w+_board"
    r"|\w+_with"
    r"|sub_match|home|away|opponent|ns|ew|ns_team|ew_team|north|east|south|west)|extensions record 80[12]"
)
"""By which facts refer to each other, and records of TRF that say what others do: it counts whether there is one."""

COMPUTED = re.compile(
    r"(totals\.(?!details|places)|results\.stated\.)\w+|matches\.(\w+_(score|imps|game_points)|unit)|board_points\.\w+"
)
"""What is as we have computed it, and not as it was stated: the same."""

RESPELLED = re.compile(
    r"results\.(contract|tricks)|events\.(format_version|scoring_system [-+WBDLFHUZA]+)|\w+\.session"
)
"""What says the same in other words, and the only session of an event, which may have no name."""


def misnamed(
    source: Facts, copies: list[Facts], losses: Iterable[LossItem], *, computed: bool = True
) -> tuple[set[str], set[str]]:
    """The fields that do not come back and are named by no loss, and those that a loss names and that come back."""
    back = sum((values_of(copy, computed=computed) for copy in copies), Counter[tuple[str, str]]())
    gone = {path for path, _ in values_of(source, computed=computed) - back}
    fewer = {
        name for name in Facts.FIELDS if len(getattr(source, name)) > sum(len(getattr(copy, name)) for copy in copies)
    }
    named = {field for loss in losses for field in loss.fields}
    unnamed = {path for path in gone - named if path.split(".")[0] not in named and not RESPELLED.fullmatch(path)}
    return unnamed, named - gone - fewer

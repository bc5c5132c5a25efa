"""Exports of real events into every format, read back: what is said of them, and what has not come back."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from contracts.facts import Facts
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


def values_of(facts: Facts) -> Counter[tuple[str, str]]:
    """What facts state, as paths of fields with their values, places left out."""
    found: Counter[tuple[str, str]] = Counter()
    for name in Facts.FIELDS:
        for fact in getattr(facts, name):
            found.update(_fields(fact, name))
    return found


def _fields(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, BaseModel | Record):
        if path.rsplit(".", 1)[-1] in ("details", "places", "double_dummy", "scoring_system"):
            yield f"{path} {value.name}", str(value.value)
            return
        for name in fields_of(type(value)):
            if name not in ("at", "index", "owner"):
                yield from _fields(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, tuple | list | Table):
        for inner in value:
            yield from _fields(inner, path)
    elif value is not None and value is not False:
        yield path, f"{value.normalize():f}" if hasattr(value, "normalize") else str(value)


WORKED_OUT = re.compile(
    r"totals\.(place|total|percentage|boards_played|wins|section_place|stratum_place|section)|results\.stated\."
    r"|matches\.unit|adjustments\.(counted|unit|amount)|events\.(format_version|program|results|board_scoring|boards_played|start_date)"
    r"|extensions|(auctions|plays|results|matches|deals|boards)\.(board|table|session|section|source|contract|tricks)"
)
"""What a new file states in its own way: what is computed, of which format it is, and how tables are called."""


def unnamed(source: Facts, copies: list[Facts], losses: tuple[LossItem, ...]) -> set[str]:
    """The fields of which some value has not come back, and which no loss names."""
    back: Counter[tuple[str, str]] = Counter()
    for copy in copies:
        back += values_of(copy)
    said = " | ".join(loss.what for loss in losses).casefold()
    respelled = "characters" in said
    lost = {
        path
        for path, value in values_of(source) - back
        if not (WORKED_OUT.match(path) or (respelled and max(value, default="") > "\xff"))
    }
    return {path for path in lost if not any(word in said for word in _words(path))}


def _words(path: str) -> Iterator[str]:
    """What a loss may call a field: its list, its own name, or that of what it is in."""
    name, _, detail = path.partition(" ")
    yield from (part.replace("_", " ").removesuffix("s") for part in name.split("."))
    yield name.rpartition("_")[2]
    if detail:
        yield detail.casefold()

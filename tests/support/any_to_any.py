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
from shared.chess.points import points_of
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


BY_RECORD = {
    r"events\.(tie_breaks|details 202)": "tie-breaks",
    r"events\.details (172|182|192|222)": "records 172",
    r"events\.details 260": "rounds of banned pairs",
    r"events\.(details 352|team_size)": "colours of boards",
    r"events\.scoring_system T[WDL]": "points of a match",
    r"events\.scoring_system TUG?": "teams left over",
    r"events\.scoring_system 299": "points of record 299",
    r"events\.scoring_system": "points by result",
    r"participants\.players\.details": "national records",
    r"participants\.(rating|nickname)|totals\.": "nickname, strength, points and rank of teams",
    r"matches\.|games\.board": "byes of teams|forfeited matches|line-ups|teams left over",
    r"games\.result": "results without an opponent",
    r"seats\.": "byes of teams|byes of later rounds|teams left over",
    r"adjustments\.": "match points of accelerated rounds|points of record 299",
    r"extensions": "comments|records that did not count",
}
"""The losses that name what TRF does not carry; it says its records, and not the fields of facts."""


def unnamed_by_record(source: Facts, copy: Facts, losses: tuple[LossItem, ...]) -> set[str]:
    """The fields of which some value has not come back from TRF, and which no loss of their record names."""
    said = {loss.what for loss in losses}
    lost = {path for path, _ in values_of(source) - values_of(copy) if not WORKED_OUT.match(path)}
    ours, theirs = (points_of(facts.event.scoring_system) for facts in (source, copy))
    same = all(ours.game(letter) == theirs.game(letter) for letter in "WDL+-FHUZ")
    lost -= {path for path in lost if same and path[-1] in "ZHF+-" and "scoring_system " in path}
    kept, back = ({(each.name, each.value) for each in facts.extensions} for facts in (source, copy))
    lost |= {"extensions" for name, _ in kept - back if name not in ("801", "802")}
    return {path for path in lost if not any(re.match(names, what) for names in _losses_of(path) for what in said)}


def _losses_of(path: str) -> Iterator[str]:
    yield from (what for field, what in BY_RECORD.items() if re.match(field, path))


def _words(path: str) -> Iterator[str]:
    """What a loss may call a field: its list, its own name, or that of what it is in."""
    name, _, detail = path.partition(" ")
    yield from (part.replace("_", " ").removesuffix("s") for part in name.split("."))
    yield name.rpartition("_")[2]
    if detail:
        yield detail.casefold()

"""Single structures of a game file, made from values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shared.formats.acblscore.file.fields import Layout
from shared.formats.acblscore.file.game_layouts import MASTER
from shared.formats.acblscore.file.packing import pack
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.report import Report


def record(layout: Layout, values: Mapping[str, Any], rest: bytes = b"", name: str = "thing") -> tuple[Record, Report]:
    """A record with these values behind an empty master table, and the report that it writes to."""
    report = Report()
    data = bytes(MASTER.size) + pack(layout, values) + rest
    return Record(data, report, layout, MASTER.size, len(data), name), report

"""The made-up files of USEBIO with single elements changed, for the golden files of the reader."""

import difflib
from collections.abc import Collection, Iterable, Iterator
from decimal import Decimal
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

from contracts.facts import Facts, Score, WeightedPoints
from contracts.messages import EventMerged
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from services.export.domain.formats import exported
from shared.formats.usebio.reader.parse import parse
from shared.formats.usebio.writer.render import render
from tests.support.golden import MOST, Changed, changed_elements, compare, read, report, report_written, seed_of
from tests.support.objects import fields_of

FOLDER = Path(__file__).parents[1] / "data/usebio"


def _documents() -> list[tuple[str, str]]:
    paths = sorted(path for path in FOLDER.glob("*.xml") if path.stem != "undeclared-windows-1252")
    return [(path.stem, path.read_text(encoding="utf-8")) for path in paths]


def compare_changes(name: str, elements: Collection[str], count: int = 20) -> None:
    """Change elements of these names, all without any, in every file, and compare with the golden file."""
    text = []
    for title, document in _documents():
        changed = list(_changed(document, elements, count, name))
        if changed:
            text.append(f"== {title}\n{report(partial(read, parse), document, changed)}")
    compare(f"usebio/{name}", "\n".join(text))


def compare_written(format_name: str, name: str, elements: Collection[str], count: int = 5) -> None:
    """Change elements in every file, score what was read and write it in a format; compare with the golden file."""
    form = exported()[format_name]

    def write(data: bytes) -> list[str]:
        lines = []
        for event in Pipeline([read_bytes(data, "evening.xml", Path("evening.xml"))]).events.values():
            rendered = form.render(event.score()[1])
            lines += rendered.data.decode("iso-8859-1" if format_name == "pbn" else "utf-8").splitlines()
            lines += [f"loses {loss.what} ({loss.why}) x {loss.count}" for loss in rendered.losses]
        return lines

    text = []
    for title, document in _documents():
        changed = list(_changed(document, elements, count, f"{format_name}-{name}"))
        if changed:
            text.append(f"== {title}\n{report_written(write, document, changed, whole=name == 'render')}")
    compare(f"{format_name}/written-{name}", "\n".join(text))


def _changed(document: str, elements: Collection[str], count: int, name: str) -> Iterable[Changed]:
    return changed_elements(document, lambda tag: not elements or tag in elements, count, seed_of(name))


def compare_written_facts(name: str, fields: Collection[str], count: int) -> None:
    """Change facts of these lists in every file, write them, and compare with the golden file.

    Each change is written in one of both versions, with computed or with stated values.
    """
    random = Random(seed_of(name))
    text = []
    for title, merged in _scored():
        text.append(f"== {title}")
        for _ in range(count):
            version, values = random.choice(["1.4", "1.2"]), random.choice(["computed", "stated"])
            for what, facts in _changed_facts(merged.facts, fields, random):
                text.append(f"{version} {values}: {what}")
                text += _differing(
                    _written(merged, version, values), _written(merged.replace(facts=facts), version, values)
                )
    compare(f"usebio/facts-{name}", "\n".join([*text, ""]))


@cache
def _scored() -> list[tuple[str, EventMerged]]:
    """Every made-up file, the odd ones among them, as the scoring publishes its events."""
    odd = [(path.stem, path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("odd/*.xml"))]
    return [
        (title, event.score()[1])
        for title, document in [*_documents(), *odd]
        for event in Pipeline([read_bytes(document.encode(), "evening.xml", Path("evening.xml"))]).events.values()
    ]


def _written(merged: EventMerged, version: str, values: Any) -> list[str]:
    rendered = render(merged, version=version, values=values)
    return rendered.data.decode().splitlines() + [
        f"loses {loss.what} ({loss.why}) x {loss.count}" for loss in rendered.losses
    ]


def _differing(before: list[str], after: list[str]) -> list[str]:
    changed = [*difflib.unified_diff(before, after, lineterm="", n=0)][2:]
    lines = [f"  {line[0]} {line[1:].strip()}" for line in changed if line[0] in "+-"]
    return [*lines[: 2 * MOST], *([f"  and {len(lines) - 2 * MOST} more"] if len(lines) > 2 * MOST else [])] or [
        "  nothing differs"
    ]


_ODD: dict[str, tuple[Any, ...]] = {
    "ns_score": (
        Score(kind="weighted", parts=(WeightedPoints(weight=Decimal(1), points=50),)),
        Score(kind="artificial", percent=Decimal("47.5")),
        *(Score(kind=kind) for kind in ("average", "late", "not_played", "not_in_play", "unknown")),
    ),
    "counted": (True, False),
    "unit": ("percent", "match_points", "imps", "vps"),
    "resigned": (True,),
    "foul_group": (1,),
    "arrow_switched": (True, False),
    "multiplicity": (2,),
    "standing": (False,),
    "phantom": (True,),
    "round": (1, 2),
    "session": ("1", "2", "X"),
    "section": ("A", "X"),
}
"""Values of fields that few files have."""
_ODD["ew_score"] = _ODD["ns_score"]


def _changed_facts(facts: Facts, fields: Collection[str], random: Random) -> Iterator[tuple[str, Facts]]:
    """The facts with one of them left out, given again, or with another value in a field; none where there is none."""
    names = [name for name in facts.FIELDS if name in fields and getattr(facts, name)]
    if not names:
        return
    name = random.choice(names)
    rows = list(getattr(facts, name))
    at = random.randrange(len(rows))
    row = rows[at]
    title = f"{name} {' '.join(str(part) for part in row.key if part not in (None, ''))}".rstrip()
    field = random.choice([field for field in fields_of(type(row)) if field != "at"])
    pool = [
        *(getattr(other, field) for _, merged in _scored() for other in getattr(merged.facts, name)),
        *_ODD.get(field, ()),
    ]
    values = list(dict.fromkeys(value for value in pool if value != getattr(row, field)))
    if random.random() < 0.1:
        rows.pop(at)
        what = "left out"
    elif values:
        value = random.choice(values)
        rows[at] = row.replace(**{field: value})
        what = f"{field} {str(value)[:60]!r}"
    else:
        return
    yield f"{title}: {what}", facts.replace(**{name: tuple(rows)})

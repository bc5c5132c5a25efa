"""Golden files of the odd documents of USEBIO: what is read, found and written again, a file for each part of it.

They are written anew as those of `tests/support/golden.py` are.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from contracts.messages import LossItem
from shared.formats.usebio.reader.parse import parse
from shared.formats.usebio.schema_check.structure import check_schema
from shared.formats.usebio.writer.render import render
from tests.support.golden import compare, finding_text
from tests.support.objects import as_object
from tests.support.usebio_documents import FOLDER, merged

DOCUMENTS = sorted(FOLDER.glob("odd/*.xml"))


def _loss(loss: LossItem) -> str:
    return f"loses {loss.what} ({loss.why}) x {loss.count}"


@cache
def _parts(path: Path) -> dict[str, list[str]]:
    """Everything that comes of a document, as lines by part: "events", "results", "findings", "written" and so on."""
    parsed = parse(path.read_bytes())
    parts: dict[str, list[str]] = {}

    def add(part: str, *lines: Any) -> None:
        parts.setdefault(part, []).extend(
            line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines
        )

    for event in parsed.events:
        add("event", f"{event.event}, stated at {event.stated_at}, with {len(event.findings)} findings of its own")
        add("scope", event.scope.model_dump(mode="json", exclude_defaults=True))
        for name in event.facts.FIELDS:
            add(name, *(as_object(fact) for fact in getattr(event.facts, name)))
        for version in ("1.4", "1.2"):
            rendered = render(merged(event), version=version, values="stated")
            add("written", *rendered.data.decode().splitlines(), *map(_loss, rendered.losses))
    add("findings", *map(finding_text, parsed.findings))
    newest = path.read_bytes().replace(b'Version="1.', b'Version="1.4" Was="', 1)
    add("schema", *map(finding_text, check_schema(newest, parse(newest))))
    return parts


class _AsExpected:
    parts: tuple[str, ...] = ()

    @pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
    def test_an_odd_document_gives_what_its_golden_files_say(self, path: Path) -> None:
        for part in self.parts:
            compare(f"usebio/{path.stem}/{part}", "\n".join([*_parts(path).get(part, []), ""]))


class ReadAsExpected(_AsExpected):
    """For the tests of a module of the reader; `parts` are the facts that it has a hand in, beside the findings."""

    def __init_subclass__(cls) -> None:
        cls.parts = (*cls.parts, "findings")


class WrittenAsExpected(_AsExpected):
    """For the tests of a module of the writer."""

    parts = ("written",)


class CheckedAsExpected(_AsExpected):
    """For the tests of a module of the schema check."""

    parts = ("schema",)

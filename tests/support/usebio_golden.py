"""Golden files of USEBIO: what the made-up documents state, what is found in them, and how they are written again.

`python -m tests.support.usebio_golden` writes them anew; review the difference.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from contracts.findings import Finding
from shared.formats.usebio.reader.parse import parse
from shared.formats.usebio.schema_check.structure import check_schema
from shared.formats.usebio.writer.render import render
from tests.support.usebio_documents import FIXTURES, FOLDER, merged

EXPECTED = FOLDER / "expected"
DOCUMENTS = [*FIXTURES, *sorted(FOLDER.glob("odd/*.xml"))]


def _finding(finding: Finding) -> str:
    where = f"{finding.code} at {finding.place}: {finding.message} | {finding.subject}"
    return f"{where} | {finding.stated} | {finding.computed}"


@cache
def state(path: Path) -> dict[str, Any]:
    """Everything that comes of a document."""
    data = path.read_bytes()
    parsed = parse(data)
    events, written = [], {}
    for event in parsed.events:
        facts = {
            name: [fact.model_dump(mode="json", exclude_defaults=True) for fact in getattr(event.facts, name)]
            for name in event.facts.FIELDS
        }
        events.append(
            {
                "event": event.event,
                "scope": event.scope.model_dump(mode="json", exclude_defaults=True),
                "stated_at": str(event.stated_at),
                "own findings": len(event.findings),
                **{name: rows for name, rows in facts.items() if rows},
            }
        )
        for version in ("1.4", "1.2"):
            rendered = render(merged(event), version=version, values="stated")
            losses = [f"{loss.what}: {loss.why} ({loss.count})" for loss in rendered.losses]
            written[f"{event.event} {version}"] = [*rendered.data.decode().splitlines(), *losses]
    schema = check_schema(data.replace(b'Version="1.', b'Version="1.4" Was="', 1), parsed)
    return {
        "events": events,
        "findings": [_finding(finding) for finding in parsed.findings],
        "schema": [_finding(finding) for finding in schema],
        "written": written,
    }


def _expected(path: Path) -> Any:
    return json.loads((EXPECTED / f"{path.stem}.json").read_text(encoding="utf-8"))


class ReadAsExpected:
    """For the tests of a module of the reader: every made-up document is read as its golden file says."""

    parts: tuple[str, ...] = ()
    """Which facts and other parts of an event the module has a hand in."""

    @pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
    def test_a_made_up_document_is_read_as_its_golden_file_says(self, path: Path) -> None:
        now, expected = state(path), _expected(path)
        for event, before in zip(now["events"], expected["events"], strict=True):
            for part in self.parts:
                assert event.get(part) == before.get(part)
        assert now["findings"] == expected["findings"]


class WrittenAsExpected:
    """For the tests of a module of the writer: every made-up document is written again as its golden file says."""

    @pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
    def test_a_made_up_document_is_written_as_its_golden_file_says(self, path: Path) -> None:
        assert state(path)["written"] == _expected(path)["written"]


class CheckedAsExpected:
    """For the tests of a module of the schema check: every made-up document has the faults of its golden file."""

    @pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
    def test_a_made_up_document_has_the_faults_that_its_golden_file_says(self, path: Path) -> None:
        assert state(path)["schema"] == _expected(path)["schema"]


def main() -> None:
    """Write the golden files."""
    EXPECTED.mkdir(exist_ok=True)
    for path in DOCUMENTS:
        text = json.dumps(state(path), ensure_ascii=False, indent=1)
        (EXPECTED / f"{path.stem}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

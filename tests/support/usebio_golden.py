"""The made-up files of USEBIO with single elements changed, for the golden files of the reader."""

from collections.abc import Collection, Iterable
from functools import partial
from pathlib import Path

from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from services.export.domain.formats import exported
from shared.formats.usebio.reader.parse import parse
from tests.support.golden import Changed, changed_elements, compare, read, report, report_written, seed_of

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

"""The made-up files of USEBIO with single elements changed, for the golden files of the reader."""

from collections.abc import Collection
from pathlib import Path

from shared.formats.usebio.reader.parse import parse
from tests.support.golden import changed_elements, compare, report, seed_of

FOLDER = Path(__file__).parents[1] / "data/usebio"


def compare_changes(name: str, elements: Collection[str], count: int = 20) -> None:
    """Change elements of these names, all without any, in every file, and compare with the golden file."""
    text = []
    for path in sorted(FOLDER.glob("*.xml")):
        if path.stem == "undeclared-windows-1252":
            continue
        document = path.read_text(encoding="utf-8")
        changed = list(changed_elements(document, lambda tag: not elements or tag in elements, count, seed_of(name)))
        if changed:
            text.append(f"== {path.stem}\n{report(parse, document, changed)}")
    compare(f"usebio/{name}", "\n".join(text))

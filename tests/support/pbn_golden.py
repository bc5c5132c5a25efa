"""The made-up files of PBN with single lines changed, for the golden files of the reader."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from shared.formats.pbn.reader.parse import parse
from tests.support.golden import changed_lines, compare, read, report, seed_of

FOLDER = Path(__file__).parents[1] / "data/pbn"


def compare_changes(name: str, chosen: Callable[[str], bool], count: int = 20) -> None:
    """Change such lines in every file that has any, and compare with the golden file."""
    text = []
    for path in sorted(FOLDER.glob("*.pbn")):
        document = path.read_text(encoding="iso-8859-1")
        lines = document.splitlines()
        if any(line and chosen(line) for line in lines):
            changed = changed_lines(lines, lambda line: bool(line.strip()) and chosen(line), count, seed_of(name))
            text.append(f"== {path.stem}\n{report(partial(read, parse), document, changed, 'iso-8859-1')}")
    compare(f"pbn/{name}", "\n".join(text))


def tags(*names: str) -> Callable[[str], bool]:
    """Lines of tags of these names."""
    return lambda line: line.startswith(tuple(f"[{name} " for name in names))


def sections(*names: str) -> Callable[[str], bool]:
    """Lines of tags of these names, and lines of sections, whatever section they are of."""
    return lambda line: not line.startswith("[") or tags(*names)(line)

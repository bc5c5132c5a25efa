"""A format is one folder and one line of the registry: nobody else knows it, and formats do not know each other."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from contracts.registry import PARSERS
from shared.formats import registry
from tests.architecture.source import ROOT, files, relative, tree, write

READ_INSIDE = {("usebio", "pbn"), ("usebio", "lin"), ("pbn", "lin")}
"""Play in a file of the first may be a game of the second (USEBIO 1.4, 3.1.4; PBN 2.1, 3.5)."""

WITHOUT_NAMES = ("services/intake", "services/export/handlers.py", "kibitz")
"""Code that asks the registry, and would have to be changed for a new format if it named one."""

_NAMED = re.compile(r"usebio|pbn|acblscore|trf|\blin\b", re.IGNORECASE)


def folders(root: Path) -> set[str]:
    """The formats by their folders."""
    return {path.parent.name for path in (root / "shared/formats").glob("*/__init__.py")}


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def dependent(root: Path) -> list[str]:
    """Modules of `shared` that import a format: another than their own, or any from outside of the formats."""
    known = folders(root)
    faults = []
    for path in files(root, ".py", below=("shared",)):
        name = relative(root, path)
        inside = re.match(r"shared/formats/(\w+)/", name)
        own = inside[1] if inside else ""
        imported = {part[1] for module in _imported(path) if (part := re.match(r"shared\.formats\.(\w+)", module))}
        faults += [f"{name} imports {other}" for other in imported & known - {own} if (own, other) not in READ_INSIDE]
    return sorted(faults)


def naming(root: Path) -> list[str]:
    """Lines of code that name a format where the registry is to be asked."""
    return [
        f"{relative(root, path)}:{number}: {line.strip()}"
        for place in WITHOUT_NAMES
        for path in ([root / place] if place.endswith(".py") else files(root, ".py", below=(place,)))
        if path.exists()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if _NAMED.search(line)
    ]


def test_every_folder_is_in_the_registry_and_every_entry_has_a_folder() -> None:
    assert folders(ROOT) == set(registry.NAMES)


def test_formats_are_independent_of_each_other() -> None:
    assert dependent(ROOT) == []


@pytest.mark.parametrize(
    ("file", "text", "fault"),
    [
        (
            "shared/formats/pbn/read.py",
            "import shared.formats.usebio.reader.values",
            ["shared/formats/pbn/read.py imports usebio"],
        ),
        ("shared/formats/trf/read.py", "from shared.formats import lin", ["shared/formats/trf/read.py imports lin"]),
        ("shared/formats/report.py", "from shared.formats.pbn import FORMAT", ["shared/formats/report.py imports pbn"]),
        ("shared/bridge/rule.py", "from shared.formats.lin.reader import read", ["shared/bridge/rule.py imports lin"]),
        ("shared/formats/pbn/read.py", "from shared.formats import lin, report", []),
        ("shared/formats/pbn/read.py", "from shared.formats.pbn.values import x", []),
    ],
)
def test_a_format_that_knows_another_is_noticed(tmp_path: Path, file: str, text: str, fault: list[str]) -> None:
    for name in ("pbn", "trf", "usebio", "lin"):
        write(tmp_path, f"shared/formats/{name}/__init__.py")
    write(tmp_path, file, text)
    assert dependent(tmp_path) == fault


def test_no_format_is_named_where_the_registry_is_asked() -> None:
    assert naming(ROOT) == []


def test_a_format_that_is_named_is_noticed(tmp_path: Path) -> None:
    write(tmp_path, "kibitz/commands/files.py", 'if suffix == ".TRF":\n    lines = outlines()\n')
    write(tmp_path, "services/export/handlers.py", "form = registry.by_name(name)\n")
    write(tmp_path, "services/intake/domain/recognise.py", "def _is_usebio(head): ...\n\n\nlin = 1\n")
    assert naming(tmp_path) == [
        "services/intake/domain/recognise.py:1: def _is_usebio(head): ...",
        "services/intake/domain/recognise.py:4: lin = 1",
        'kibitz/commands/files.py:1: if suffix == ".TRF":',
    ]


def test_every_format_of_scoring_programs_has_a_page_of_documentation() -> None:
    pages = {path.stem for path in (ROOT / "docs/formats").glob("*.md")}
    assert {form.name for form in registry.readable() if not form.in_intake} <= pages


def test_every_format_that_the_intake_does_not_read_has_a_parser_of_its_name() -> None:
    read = [form.name for form in registry.readable() if not form.in_intake]
    assert sorted(PARSERS) == sorted(f"{name}_parser" for name in read)

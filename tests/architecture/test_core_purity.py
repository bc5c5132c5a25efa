"""The core has no clock, no chance, no environment, no bus and no files: values in, values out."""

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.architecture.source import CORE, ROOT, files, relative, tree, write

OUTSIDE_THE_CORE: Mapping[str, str] = {
    "contracts/generate/__main__.py": "writes files: it is run by a developer and by CI, and no process imports it"
}

_FORBIDDEN_MODULES = {
    "asyncio", "concurrent", "contextvars", "ftplib", "glob", "http", "logging", "multiprocessing", "os", "pathlib",
    "pickle", "random", "secrets", "selectors", "shelve", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess",
    "sys", "tempfile", "threading", "time", "urllib.request", "uuid",
}  # fmt: skip
_FORBIDDEN_CALLS = {"open", "input", "print", "exec", "eval", "__import__", "breakpoint"}
_FORBIDDEN_METHODS = {
    ("datetime", "now"),
    ("datetime", "utcnow"),
    ("datetime", "today"),
    ("date", "today"),
    ("time", "time"),
}

_THIRD_PARTIES: Mapping[str, frozenset[str]] = {
    "contracts": frozenset({"pydantic", "pydantic_core"}),
    "shared/formats": frozenset({"pydantic", "lxml", "orjson"}),
    "shared": frozenset({"pydantic"}),
    "services/seating": frozenset({"pydantic", "networkx"}),
    "services/broadcast": frozenset({"pydantic", "orjson", "babel"}),
    "services": frozenset({"pydantic", "orjson"}),
}
"""What else the core may import, by where it is; the first that fits decides."""

_HOUSE = {"contracts", "shared", "services"}


def impurities(root: Path) -> list[str]:
    """Where the core reaches outside, with file and line."""
    found = []
    for path in files(root, ".py", below=CORE):
        name = relative(root, path)
        if name not in OUTSIDE_THE_CORE:
            found += [f"{name}:{line}: {complaint}" for line, complaint in _of_file(name, tree(path))]
    return found


def _of_file(name: str, module: ast.Module) -> Iterator[tuple[int, str]]:
    allowed = next(names for start, names in _THIRD_PARTIES.items() if name.startswith(f"{start}/"))
    for node in ast.walk(module):
        for imported in _imported(node):
            top = imported.split(".")[0]
            if {top, imported} & _FORBIDDEN_MODULES:
                yield node.lineno, f"imports {imported}"  # type: ignore[attr-defined]
            elif top not in _HOUSE | allowed and top not in sys.stdlib_module_names:
                yield node.lineno, f"imports {imported}, which the core does without"  # type: ignore[attr-defined]
        if isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name) and called.id in _FORBIDDEN_CALLS:
                yield node.lineno, f"calls {called.id}()"
            if isinstance(called, ast.Attribute) and (_last_name(called.value), called.attr) in _FORBIDDEN_METHODS:
                yield node.lineno, f"asks the clock: {_last_name(called.value)}.{called.attr}()"
        if isinstance(node, ast.AsyncFunctionDef | ast.Await | ast.AsyncFor | ast.AsyncWith):
            yield node.lineno, "waits: the core is not asynchronous"


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return [node.module]
    return []


def _last_name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def test_the_core_is_pure() -> None:
    assert impurities(ROOT) == []


def test_what_is_outside_the_core_exists() -> None:
    assert [name for name in OUTSIDE_THE_CORE if not (ROOT / name).exists()] == []


@pytest.mark.parametrize(
    "place", ["contracts", "shared/bridge", "shared/chess", "shared/formats/pbn", "services/x/domain"]
)
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("from datetime import datetime\nNOW = datetime.now()\n", "asks the clock: datetime.now()"),
        ("import datetime\nTODAY = datetime.date.today()\n", "asks the clock: date.today()"),
        ("import time\n", "imports time"),
        ("import urllib.request\n", "imports urllib.request"),
        ("from random import shuffle\n", "imports random"),
        ("from os import environ\n", "imports os"),
        ("import os.path\n", "imports os.path"),
        ("def f():\n    import asyncio\n", "imports asyncio"),
        ("def f(p):\n    return open(p).read()\n", "calls open()"),
        ("from pathlib import Path\n", "imports pathlib"),
        ("async def f():\n    pass\n", "waits"),
        ("import nats\n", "imports nats, which the core does without"),
        ("from faststream.nats import NatsBroker\n", "imports faststream.nats"),
        ("def f(x):\n    print(x)\n", "calls print()"),
    ],
)
def test_an_impure_core_is_noticed(tmp_path: Path, place: str, text: str, complaint: str) -> None:
    write(tmp_path, f"{place}/rule.py", text)
    found = impurities(tmp_path)
    assert any(line.startswith(f"{place}/rule.py:") and complaint in line for line in found), found


def test_lxml_belongs_to_the_formats_alone(tmp_path: Path) -> None:
    write(tmp_path, "shared/formats/usebio/read.py", "from lxml import etree\n")
    write(tmp_path, "shared/bridge/rule.py", "from lxml import etree\n")
    assert [line.split(":")[0] for line in impurities(tmp_path)] == ["shared/bridge/rule.py"]


def test_a_pure_core_passes(tmp_path: Path) -> None:
    write(tmp_path, "shared/bridge/rule.py", "from fractions import Fraction\nHALF = Fraction(1, 2)\n")
    write(tmp_path, "shared/bus/bus.py", "import asyncio, os, time\n")
    assert impurities(tmp_path) == []

"""No floats where scores live: integers in the smallest unit, `Fraction` or `Decimal`."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.architecture.source import ROOT, files, relative, tree, write

WHERE_SCORES_LIVE = ("contracts", "shared/bridge", "shared/chess", "services/scoring/domain", "services/seating/domain")

ALLOWED: Mapping[str, str] = {
    "contracts/feed/__init__.py Subscribe.max_rate": "messages a second, a wish of the client; no score is made from it"
}
"""By file and name of the definition; each must still be there."""

_EXACT_MATH = {"ceil", "comb", "factorial", "floor", "gcd", "isqrt", "lcm", "perm", "prod"}


def inexact(root: Path) -> dict[str, str]:
    """Every float: "file name" of the definition it stands in, to "line: what"."""
    found: dict[str, str] = {}
    for path in files(root, ".py", below=WHERE_SCORES_LIVE):
        for name, node, complaint in _floats(tree(path), ""):
            found[f"{relative(root, path)} {name}".strip()] = f"{node.lineno}: {complaint}"
    return found


def _floats(node: ast.AST, scope: str) -> Iterator[tuple[str, ast.expr, str]]:
    for child in ast.iter_child_nodes(node):
        inside = scope
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            inside = f"{scope}.{child.name}".lstrip(".")
        elif isinstance(child, ast.AnnAssign) and isinstance(child.target, ast.Name):
            inside = f"{scope}.{child.target.id}".lstrip(".")
        if isinstance(child, ast.Name) and child.id == "float":
            yield scope, child, "float"
        elif isinstance(child, ast.Constant) and isinstance(child.value, float):
            yield scope, child, f"the binary fraction {child.value}"
        elif isinstance(child, ast.Attribute) and isinstance(child.value, ast.Name) and child.value.id == "math":
            if child.attr not in _EXACT_MATH:
                yield scope, child, f"math.{child.attr} gives a binary fraction"
        elif isinstance(child, ast.ImportFrom) and child.module == "math":
            for alias in child.names:
                if alias.name not in _EXACT_MATH:
                    yield scope, child, f"math.{alias.name} gives a binary fraction"  # type: ignore[misc]
        yield from _floats(child, inside)


def test_no_float_lives_among_the_scores() -> None:
    found = inexact(ROOT)
    assert {name: text for name, text in found.items() if name not in ALLOWED} == {}


def test_no_exception_is_stale() -> None:
    found = inexact(ROOT)
    assert [name for name in ALLOWED if name not in found] == []


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("def percentage(won, top):\n    return float(won) / top\n", "float"),
        ("def f(x: float) -> int:\n    return int(x)\n", "float"),
        ("def f(x) -> dict[str, float]:\n    return {}\n", "float"),
        ("HALF = 0.5\n", "0.5"),
        ("class Row:\n    total: float | None = None\n", "float"),
        ("import math\ndef f(x):\n    return math.sqrt(x)\n", "math.sqrt"),
        ("from math import log\n", "math.log"),
    ],
)
def test_a_float_is_noticed(tmp_path: Path, text: str, complaint: str) -> None:
    write(tmp_path, "shared/bridge/rule.py", text)
    found = inexact(tmp_path)
    assert any(complaint in line for line in found.values()), found


def test_exact_numbers_pass_and_other_rooms_may_measure(tmp_path: Path) -> None:
    write(
        tmp_path,
        "shared/bridge/rule.py",
        "from math import floor\nfrom fractions import Fraction\nX = Fraction(1, 3)\n",
    )
    write(tmp_path, "shared/bus/bus.py", "TIMEOUT = 5.0\n")
    assert inexact(tmp_path) == {}

"""The shape of the code: short functions, small folders, no import circles, and a formatter that decides every layout.

A folder holds what one person can keep in mind; a function does one thing. Files have no limit of lines: a file holds
one concept, whole.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import networkx
import pytest

from tests.architecture.source import CODE, PACKAGES, ROOT, files, relative, tree, write

FUNCTION_LINES = 60
FOLDER_MODULES = 15
UNFORMATTED_TABLES = 80
"""Tables of data in the packages whose own layout is easier to read than the formatter's."""

_Definition = ast.FunctionDef | ast.AsyncFunctionDef


def long_functions(root: Path) -> list[str]:
    """Functions of more than `FUNCTION_LINES` lines, decorators left out."""
    return [
        f"{relative(root, path)}:{node.lineno} {node.name}: {lines} lines"
        for path in files(root, ".py", below=PACKAGES)
        for node in ast.walk(tree(path))
        if isinstance(node, _Definition)
        and (lines := (node.end_lineno or node.lineno) - node.lineno + 1) > FUNCTION_LINES
    ]


def full_folders(root: Path) -> list[str]:
    """Folders with more than `FOLDER_MODULES` modules, `__init__.py` and `__main__.py` left out."""
    modules: dict[str, int] = {}
    for path in files(root, ".py", below=PACKAGES):
        if not path.name.startswith("__"):
            folder = relative(root, path.parent)
            modules[folder] = modules.get(folder, 0) + 1
    return [f"{folder}: {count} modules" for folder, count in modules.items() if count > FOLDER_MODULES]


def _imports(path: Path) -> Iterator[str]:
    """What a module imports, at its head, inside functions and for type checkers alone."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                yield node.module
                yield f"{node.module}.{alias.name}"


def import_circles(root: Path) -> list[list[str]]:
    """Modules that import each other, in a circle of any length."""
    paths = {
        relative(root, path).removesuffix(".py").removesuffix("/__init__").replace("/", "."): path
        for path in files(root, ".py", below=PACKAGES)
    }
    graph = networkx.DiGraph()
    for module, path in paths.items():
        imported = set(_imports(path)) & paths.keys()
        # `from package import module` needs the module; that its package is loaded first is no tie between the two.
        packages = {name for name in imported if any(other.startswith(f"{name}.") for other in imported)}
        graph.add_edges_from((module, name) for name in imported - packages)
    return sorted(sorted(circle) for circle in networkx.strongly_connected_components(graph) if len(circle) > 1)


def _is_table(node: ast.stmt) -> bool:
    """Whether a statement gives a name to a literal of several entries."""
    value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
    if isinstance(value, ast.Call) and len(value.args) == 1:
        value = value.args[0]
    return isinstance(value, ast.Dict | ast.List | ast.Set | ast.Tuple)


def unformatted(root: Path) -> list[str]:
    """Where the formatter is switched off outside a table at the head of a module."""
    places = []
    for path in files(root, ".py", below=CODE):
        text = path.read_text(encoding="utf-8")
        if "# fmt: " not in text:
            continue
        tables = {node.end_lineno for node in tree(path).body if _is_table(node)}
        comments = [
            (n, line.partition("# fmt: ")[2]) for n, line in enumerate(text.splitlines(), 1) if "# fmt: " in line
        ]
        places += [
            f"{relative(root, path)}:{number}"
            for number, option in comments
            if (number not in tables or option != "skip") and '"# fmt: ' not in text.splitlines()[number - 1]
        ]
    return places


def tables_without_formatter(root: Path) -> int:
    """How many tables of the packages keep a layout of their own."""
    return sum(path.read_text(encoding="utf-8").count("# fmt: skip") for path in files(root, ".py", below=PACKAGES))


def untyped_copies(root: Path) -> list[str]:
    """Copies of models with fields by name, which no type checker reads: `model_copy(update={"field": …})`."""
    return [
        f"{relative(root, path)}:{node.lineno}"
        for path in files(root, ".py", below=PACKAGES)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "model_copy"
        and any(
            isinstance(key, ast.Constant) for keyword in node.keywords for key in getattr(keyword.value, "keys", ())
        )
    ]


def test_functions_are_short() -> None:
    assert long_functions(ROOT) == []


def test_a_long_function_is_noticed(tmp_path: Path) -> None:
    body = "    x = 1\n" * FUNCTION_LINES
    write(tmp_path, "shared/long.py", f"def f():\n{body}")
    write(tmp_path, "shared/short.py", f"def f():\n{body[: -len('    x = 1' + chr(10))]}")
    assert long_functions(tmp_path) == ["shared/long.py:1 f: 61 lines"]


def test_folders_hold_what_one_can_keep_in_mind() -> None:
    assert full_folders(ROOT) == []


def test_a_full_folder_is_noticed(tmp_path: Path) -> None:
    for number in range(FOLDER_MODULES + 1):
        write(tmp_path, f"shared/full/m{number}.py")
        write(tmp_path, f"shared/enough/m{number}.py") if number else write(tmp_path, "shared/enough/__init__.py")
    assert full_folders(tmp_path) == ["shared/full: 16 modules"]


def test_no_modules_import_each_other() -> None:
    assert import_circles(ROOT) == []


@pytest.mark.parametrize(
    "second",
    [
        "from shared import a\n",
        "import shared.a\n",
        "from shared.a import X\n",
        "def f():\n    from shared import a\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from shared.a import X\n",
    ],
)
def test_a_circle_is_noticed(tmp_path: Path, second: str) -> None:
    write(tmp_path, "shared/__init__.py")
    write(tmp_path, "shared/a.py", "from shared.b import Y\nX = 1\n")
    write(tmp_path, "shared/b.py", second)
    write(tmp_path, "shared/c.py", "from shared import a, b\n")
    assert import_circles(tmp_path) == [["shared.a", "shared.b"]]


def test_the_formatter_is_off_in_tables_alone() -> None:
    assert unformatted(ROOT) == []
    assert tables_without_formatter(ROOT) <= UNFORMATTED_TABLES


def test_a_layout_by_hand_is_noticed(tmp_path: Path) -> None:
    off = "# fmt: " + "skip"
    write(tmp_path, "shared/table.py", f"T = {{\n  1: 2, 3: 4,\n}}  {off}\nU = frozenset([\n  1, 2])  {off}\n")
    write(tmp_path, "shared/call.py", f"def f():\n    return g(1,\n        2)  {off}\n")
    write(tmp_path, "tests/unit/test_off.py", "# fmt: " + "off\nX = 1\n")
    assert unformatted(tmp_path) == ["shared/call.py:3", "tests/unit/test_off.py:1"]
    assert tables_without_formatter(tmp_path) == 3


def test_fields_are_copied_with_their_types() -> None:
    assert untyped_copies(ROOT) == []


def test_an_untyped_copy_is_noticed(tmp_path: Path) -> None:
    write(tmp_path, "shared/copy.py", 'x = m.model_copy(update={"sesion": 3})\ny = m.model_copy(update=changes)\n')
    assert untyped_copies(tmp_path) == ["shared/copy.py:1"]

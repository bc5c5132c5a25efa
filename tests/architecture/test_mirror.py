"""Every module that defines something has a test file that mirrors it, or is named here with a reason."""

import ast
from collections.abc import Mapping
from pathlib import Path

from tests.architecture.source import CLIENT, PACKAGES, ROOT, files, relative, tree, write

MIRRORED = ("contracts", "shared", "services/*/domain", "kibitz", CLIENT)

SHELL = ("shared/bus", "shared/telemetry", "shared/parsing")
"""Shared code that is not core: its tests may need a server, and then stand in tests/integration."""

WITHOUT_OWN_TEST: Mapping[str, str] = {
    f"{CLIENT}/rows.py": "made from contracts/feed/rows.py, and checked with it",
    f"{CLIENT}/codes.py": "made from contracts/feed, and checked with it",
    "contracts/findings.py": "fields only; tests/contract/generate/test_json_schema.py has them in every example",
    "contracts/changes.py": "fields only; tests/contract/generate/test_json_schema.py reads and writes an example",
    **dict.fromkeys(
        ("contracts/explanation/parts.py", "contracts/explanation/totals.py"),
        "fields only; tests/contract/generate/test_json_schema.py reads and writes an example",
    ),
    "contracts/seating.py": "fields only; tests/contract/generate/test_json_schema.py reads and writes an example",
    "contracts/standings_changes/change.py": "fields only; the tests of rows.py and tables.py write them",
    "kibitz/__init__.py": "the version; tests/architecture/test_documentation.py compares it",
    "kibitz/commands/options.py": "options only; the tests of the commands give each of them",
    **dict.fromkeys(
        ("services/broadcast/domain/desk/forms/form.py", "services/broadcast/domain/desk/pages/shown.py"),
        "fields only; the tests of every form and page of the desk fill them",
    ),
    "services/broadcast/domain/desk/pages/tabs.py": "a table; adapters/desk/test_desk.py opens each page",
    "services/broadcast/domain/limits.py": "fields with defaults; the tests of hub, session and dialogue use each",
    "shared/formats/parsed.py": "fields only; the tests of every format read them",
    "shared/formats/usebio/reader/draft.py": "fields only; filled by the reader, read by assemble.py and its tests",
    "shared/parsing/settings.py": "two fields; tests/unit/shared/parsing/test_parser.py sets them",
    "shared/bus/annotations.py": "names for handlers; tests/integration/bus/middlewares use them",
    "shared/bus/middlewares/tracing.py": "tests/integration/bus/middlewares/test_acknowledgement.py follows a trace",
    **{
        f"shared/formats/{name}/__init__.py": "the value of the format; tests/unit/shared/formats/test_registry.py"
        for name in ("decisions", "pbn", "pgn", "trf", "usebio")
    },
}
"""By path; tables of codes (tests/contract/test_codes.py), `__init__.py` of imports and `__main__.py` need none."""


def without_test(root: Path) -> list[str]:
    """Modules that no test file mirrors."""
    return [
        relative(root, path)
        for path in files(root, ".py", below=MIRRORED)
        if _says_something(root, path) and not any((root / name).exists() for name in mirrors(relative(root, path)))
    ]


def mirrors(module: str) -> list[str]:
    """Where the tests of a module may be: contracts and what needs a real bus have folders of their own."""
    folder, _, name = module.rpartition("/")
    if name == "__init__.py":
        return [f"tests/unit/{folder}/test_init.py", f"tests/unit/{'/test_'.join(folder.rsplit('/', 1))}.py"]
    places = [f"tests/unit/{folder}/test_{name}"]
    if folder.split("/")[0] == "contracts":
        places.append(f"tests/contract{folder.removeprefix('contracts')}/test_{name}")
    if folder.split("/")[0] == "kibitz" or folder.startswith(SHELL):
        places.append(f"tests/integration/{folder.removeprefix('shared/')}/test_{name}")
    return places


def _says_something(root: Path, path: Path) -> bool:
    """Whether a module defines anything, be it a constant; entry points and tables of codes are tested elsewhere."""
    name = relative(root, path)
    if path.name == "__main__.py" or (name.startswith("contracts/codes/") and path.name != "code.py"):
        return False
    return not all(_only_brings_in(node) for node in tree(path).body)


def _only_brings_in(node: ast.stmt) -> bool:
    """A docstring, an import or a list of names."""
    if isinstance(node, ast.Assign):
        return [ast.unparse(target) for target in node.targets] == ["__all__"]
    return isinstance(node, ast.Import | ast.ImportFrom | ast.Expr)


def test_every_module_has_a_mirrored_test_or_a_reason() -> None:
    assert [name for name in without_test(ROOT) if name not in WITHOUT_OWN_TEST] == []


def test_no_reason_is_stale() -> None:
    missing = set(without_test(ROOT))
    assert [name for name in WITHOUT_OWN_TEST if name not in missing] == []


def left_over_tests(root: Path) -> list[str]:
    """Unit tests of nothing: neither `test_<module>.py` nor `test_<module>_<aspect>.py` of a module that exists."""
    known = {
        mirror for path in files(root, ".py", below=(*PACKAGES, "bench")) for mirror in mirrors(relative(root, path))
    }
    return [
        name
        for name in (relative(root, path) for path in files(root, ".py", below=("tests/unit",)))
        if name.rpartition("/")[2].startswith("test_") and not known & set(_whole_or_aspect(name))
    ]


def _whole_or_aspect(name: str) -> list[str]:
    words = name.removesuffix(".py").split("_")
    return ["_".join(words[:count]) + ".py" for count in range(len(words), 1, -1)]


def test_every_unit_test_mirrors_a_module() -> None:
    assert left_over_tests(ROOT) == []


def test_a_test_of_nothing_is_noticed(tmp_path: Path) -> None:
    write(tmp_path, "shared/bridge/imps.py", "def imps():\n    return 1\n")
    write(tmp_path, "tests/unit/shared/bridge/test_imps.py")
    write(tmp_path, "tests/unit/shared/bridge/test_imps_of_eight.py")
    write(tmp_path, "tests/unit/shared/bridge/test_imp.py")
    write(tmp_path, "tests/unit/shared/test_imps.py")
    assert left_over_tests(tmp_path) == ["tests/unit/shared/bridge/test_imp.py", "tests/unit/shared/test_imps.py"]


def test_a_module_without_test_is_noticed(tmp_path: Path) -> None:
    rule = "def rule():\n    return 1\n"
    write(tmp_path, "shared/bridge/tested.py", rule)
    write(tmp_path, "tests/unit/shared/bridge/test_tested.py")
    write(tmp_path, "shared/bridge/untested.py", rule)
    write(tmp_path, "services/scoring/domain/untested.py", rule)
    write(tmp_path, "services/scoring/app.py", rule)
    write(tmp_path, "shared/bridge/__init__.py", '"""A table."""\n')
    write(tmp_path, "shared/formats/pbn/__init__.py", rule)
    write(tmp_path, "contracts/base.py", rule)
    write(tmp_path, "tests/contract/test_base.py")
    write(tmp_path, "kibitz/__main__.py", rule)
    write(tmp_path, "kibitz/names.py", "NAMES = (1,)\n")
    assert without_test(tmp_path) == [
        "shared/bridge/untested.py",
        "shared/formats/pbn/__init__.py",
        "services/scoring/domain/untested.py",
        "kibitz/names.py",
    ]
    write(tmp_path, "tests/unit/shared/formats/pbn/test_init.py")
    assert "shared/formats/pbn/__init__.py" not in without_test(tmp_path)

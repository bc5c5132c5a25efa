"""Where the source is, for the tests that read it."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

CLIENT = "clients/python/kibitz_client"
PACKAGES = ("contracts", "shared", "services", "kibitz", CLIENT)
CODE = (*PACKAGES, "bench", "deploy", "tests")

CORE = ("contracts", "shared/bridge", "shared/chess", "shared/formats", "services/*/domain")
"""The functional core: values in, values out."""

_NOT_OURS = {"__pycache__", "node_modules", "build", "dist", "htmlcov"}
_FROM_OUTSIDE = ("tests/data/",)
"""Files of other programs, kept as they came."""


def files(root: Path, *suffixes: str, below: tuple[str, ...] = ("",)) -> Iterator[Path]:
    """Every file of the project with one of these suffixes ("" for all), below folders that may hold wildcards."""
    for start in below:
        for folder in sorted(root.glob(start)) if start else [root]:
            yield from _walk(root, folder, suffixes)


def _walk(root: Path, folder: Path, suffixes: tuple[str, ...]) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        name = relative(root, path)
        if path.is_symlink() or name.startswith(_FROM_OUTSIDE):
            continue
        if path.is_dir():
            if path.name not in _NOT_OURS and (not path.name.startswith(".") or path.name in (".ci", ".github")):
                yield from _walk(root, path, suffixes)
        elif path.name != ".git" and (not suffixes or path.suffix in suffixes):  # a file in a linked work tree
            yield path


def relative(root: Path, path: Path) -> str:
    """The path below the root, with slashes."""
    return path.relative_to(root).as_posix()


def tree(path: Path) -> ast.Module:
    """The syntax tree of a Python file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def write(root: Path, name: str, text: str = "") -> Path:
    """Make a file below a root, for the tests that show a guard a bad case."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path

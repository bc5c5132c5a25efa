"""How many small faults the tests notice: `python -m bench.mutants [--count 300] [--seed 1] [--below FOLDER]…`.

Each mutant is one change of one place of a module, run against the mirror tests of that module alone
(`tests/unit/…/test_<module>*.py`, and where `tests/architecture/test_mirror.py` says). One that passes them has
survived: a test is missing, or the change means nothing. Places are drawn from all modules alike, by a seed. The work
tree is copied, so nothing of it is touched.
"""

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import Queue

from tests.architecture.source import PACKAGES, ROOT, files, relative
from tests.architecture.test_mirror import mirrors

SECONDS = 180
"""For the tests of one mutant; one that needs longer is noticed: it never ends."""

_COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


@dataclass(frozen=True)
class Mutant:
    """One change.

    Attributes:
        module: path below the root.
        line: of the place.
        number: of the change among those of its module.
        change: what it was and what it is now.
    """

    module: str
    line: int
    number: int
    change: str


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant: "killed", "survived" or "endless"."""

    mutant: Mutant
    outcome: str


def _places(tree: ast.Module) -> Iterator[tuple[ast.AST, str, ast.AST]]:
    """Every place with what it becomes: the node, its field, and the node that takes its place."""
    for node in _executed(tree):
        if isinstance(node, ast.Compare):
            for index, operator in enumerate(node.ops):
                if other := _COMPARISONS.get(type(operator)):
                    operators = [*node.ops[:index], other(), *node.ops[index + 1 :]]
                    yield node, "compare", ast.Compare(node.left, operators, node.comparators)
        elif isinstance(node, ast.BoolOp):
            yield node, "bool", ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, "not", node.operand
        elif isinstance(node, ast.BinOp) and (swapped := _OPERATORS.get(type(node.op))):
            yield node, "operator", ast.BinOp(node.left, swapped(), node.right)
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield node, "constant", ast.Constant(node.value + 1)
        elif isinstance(node, ast.IfExp):
            yield node, "branch", node.body
            yield node, "branch", node.orelse
        elif isinstance(node, ast.If):
            yield node.test, "branch", ast.Constant(False)
            yield node.test, "branch", ast.Constant(True)
        elif (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)) or isinstance(node, ast.AugAssign):
            yield node, "dropped", ast.Pass()


def _executed(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a tree that run: no types, no imports for type checkers, no declarations of fields."""
    declared = node.returns if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else None
    for child in ast.iter_child_nodes(node):
        if child is declared or isinstance(child, ast.arg) or _is_for_types(child):
            continue
        if isinstance(child, ast.AnnAssign):
            if child.value is not None and not isinstance(node, ast.ClassDef):
                yield child.value
                yield from _executed(child.value)
            continue
        yield child
        yield from _executed(child)


def _is_for_types(node: ast.AST) -> bool:
    """Whether a node is read by type checkers alone: their imports, and names of unions of types."""
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    value = node.value if isinstance(node, ast.Assign) else None
    return isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr)


def mutants_of(root: Path, module: str) -> list[Mutant]:
    """All mutants of a module."""
    tree = ast.parse((root / module).read_text(encoding="utf-8"))
    return [
        Mutant(module, getattr(node, "lineno", 0), number, f"{ast.unparse(node)[:80]} -> {ast.unparse(new)[:80]}")
        for number, (node, _, new) in enumerate(_places(tree))
    ]


def mutated(source: str, number: int) -> str:
    """The source with one of its places changed."""
    tree = ast.parse(source)
    place, _, new = next(entry for index, entry in enumerate(_places(tree)) if index == number)

    class Put(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return ast.copy_location(new, node) if node is place else self.generic_visit(node)

    return ast.unparse(ast.fix_missing_locations(Put().visit(tree)))


def mirror_tests(root: Path, module: str) -> list[str]:
    """The test files of a module, with those of an aspect of it that is no module of its own."""
    siblings = {path.stem for path in (root / module).parent.glob("*.py")} - {Path(module).stem}
    return [
        relative(root, path)
        for mirror in mirrors(module)
        for path in sorted((root / mirror).parent.glob(f"{Path(mirror).stem}*.py"))
        if _is_of(path.stem, Path(mirror).stem) and not any(_is_nearer(path.stem, mirror, name) for name in siblings)
    ]


def _is_of(test: str, mirror: str) -> bool:
    """Whether a test file is the mirror, or an aspect of it."""
    return test == mirror or test.startswith(f"{mirror}_")


def _is_nearer(test: str, mirror: str, sibling: str) -> bool:
    """Whether a test file belongs to a sibling whose name goes on where that of the module ends."""
    return len(f"test_{sibling}") > len(Path(mirror).stem) and _is_of(test, f"test_{sibling}")


def drawn(root: Path, count: int, seed: int, below: Sequence[str]) -> list[Mutant]:
    """As many mutants of modules with tests of their own, by chance."""
    everything = [
        mutant
        for path in files(root, ".py", below=tuple(below))
        if mirror_tests(root, relative(root, path))
        for mutant in mutants_of(root, relative(root, path))
    ]
    return random.Random(seed).sample(everything, min(count, len(everything)))


def run(copy: Path, mutant: Mutant) -> Outcome:
    """Run the tests of a mutant in a copy of the work tree, and put the module back."""
    module = copy / mutant.module
    source = module.read_text(encoding="utf-8")
    tests = mirror_tests(copy, mutant.module)
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not containers"]
    try:
        module.write_text(mutated(source, mutant.number), encoding="utf-8")
        ended = subprocess.run(
            [*command, *tests],
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outcome(mutant, "endless")
    finally:
        module.write_text(source, encoding="utf-8")
    return Outcome(mutant, "survived" if ended.returncode == 0 else "killed")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.mutants", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--below", nargs="+", default=list(PACKAGES))
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results" / "mutants.json")
    options = parser.parse_args()
    mutants = drawn(ROOT, options.count, options.seed, options.below)
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory(prefix="kibitz-mutants-") as folder:
        copies: Queue[Path] = Queue()
        for number in range(options.jobs):
            copy = Path(folder) / str(number) / "tree"
            shutil.copytree(
                ROOT, copy, ignore=shutil.ignore_patterns(".venv", ".git", "__pycache__", ".*_cache", "node_modules")
            )
            copies.put(copy)

        def in_a_copy(mutant: Mutant) -> Outcome:
            copy = copies.get()
            try:
                return run(copy, mutant)
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(options.jobs) as pool:
            for outcome in pool.map(in_a_copy, mutants):
                outcomes.append(outcome)
                if outcome.outcome == "survived":
                    print(f"{outcome.mutant.module}:{outcome.mutant.line}  {outcome.mutant.change}", flush=True)
    survived = sum(outcome.outcome == "survived" for outcome in outcomes)
    print(f"{len(outcomes) - survived} of {len(outcomes)} noticed")
    options.out.parent.mkdir(exist_ok=True)
    options.out.write_text(json.dumps([asdict(outcome) for outcome in outcomes], indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()

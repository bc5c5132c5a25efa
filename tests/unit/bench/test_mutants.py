"""The program that counts mutants: which places it finds, what it makes of them, and whose tests it runs."""

from pathlib import Path

from bench.mutants import drawn, mirror_tests, mutants_of, mutated
from tests.architecture.source import write

SOURCE = """from typing import TYPE_CHECKING

LIMIT: int = 3

if TYPE_CHECKING:
    from a import B


Number = int | None


def f(x: int, y: "list[int]") -> int | None:
    if x < LIMIT and not y:
        g(x)
        return x + 1
    return 0
"""


def test_every_place_that_runs_is_changed_and_no_annotation(tmp_path: Path) -> None:
    write(tmp_path, "shared/rule.py", SOURCE)
    assert [(mutant.line, mutant.change) for mutant in mutants_of(tmp_path, "shared/rule.py")] == [
        (3, "3 -> 4"),
        (13, "x < LIMIT and (not y) -> False"),
        (13, "x < LIMIT and (not y) -> True"),
        (13, "x < LIMIT and (not y) -> x < LIMIT or not y"),
        (13, "x < LIMIT -> x <= LIMIT"),
        (13, "not y -> y"),
        (14, "g(x) -> pass"),
        (15, "x + 1 -> x - 1"),
        (15, "1 -> 2"),
        (16, "0 -> 1"),
    ]


def test_a_mutant_differs_in_one_place(tmp_path: Path) -> None:
    write(tmp_path, "shared/rule.py", SOURCE)
    texts = {mutated(SOURCE, mutant.number) for mutant in mutants_of(tmp_path, "shared/rule.py")}
    assert len(texts) == 10
    assert "if x <= LIMIT and (not y):" in "\n".join(texts)


def test_the_tests_of_a_module_are_its_mirror_and_its_aspects(tmp_path: Path) -> None:
    for name in ("match", "match_row"):
        write(tmp_path, f"shared/{name}.py", SOURCE)
    for name in ("match", "match_awkward", "match_row", "match_row_of_teams", "matches"):
        write(tmp_path, f"tests/unit/shared/test_{name}.py")
    assert mirror_tests(tmp_path, "shared/match.py") == [
        "tests/unit/shared/test_match.py",
        "tests/unit/shared/test_match_awkward.py",
    ]
    assert mirror_tests(tmp_path, "shared/match_row.py") == [
        "tests/unit/shared/test_match_row.py",
        "tests/unit/shared/test_match_row_of_teams.py",
    ]


def test_the_same_seed_draws_the_same_mutants(tmp_path: Path) -> None:
    write(tmp_path, "shared/rule.py", SOURCE)
    write(tmp_path, "shared/untested.py", SOURCE)
    write(tmp_path, "tests/unit/shared/test_rule.py")
    first, again, other = (drawn(tmp_path, 4, seed, ["shared"]) for seed in (1, 1, 2))
    assert first == again != other
    assert {mutant.module for mutant in first} == {"shared/rule.py"}

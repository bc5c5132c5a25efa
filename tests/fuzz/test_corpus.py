"""Inputs that were taken wrongly once, each named after its target; and the fuzzing itself, shown to bite."""

import time
from pathlib import Path
from random import Random

import pytest

from tests.fuzz.run import CORPUS, SECONDS, run, tried
from tests.fuzz.targets import TARGETS, Depth, Target, changed


@pytest.mark.parametrize("file", sorted(CORPUS.iterdir()), ids=lambda path: path.name)
def test_what_was_taken_wrongly_once_is_not_any_more(file: Path) -> None:
    target = TARGETS[file.name.partition("-")[0]]
    # Beside other tests a processor takes several times as long as alone, where the fuzzing measures.
    assert tried(target, file.read_bytes(), seconds=5 * SECONDS) is None


@pytest.mark.parametrize("name", TARGETS)
def test_every_target_has_good_inputs_and_changes_them(name: str) -> None:
    target, chance = TARGETS[name], Random(1)
    seeds = target.seeds()
    made = {changed(target, seeds, chance) for _ in range(20)}
    assert len(made - set(seeds)) > 10
    assert {tried(target, seeds[0])} == {None}


def test_an_exception_that_is_not_ours_and_time_that_is_not_allowed_are_faults() -> None:
    def slow(_: bytes, _depth: Depth) -> None:
        until = time.thread_time() + 1.1 * SECONDS
        while time.thread_time() < until:
            pass

    def broken(_: bytes, _depth: Depth) -> None:
        raise ZeroDivisionError("no boards")

    for fault, said in ((slow, " s"), (broken, "ZeroDivisionError 'no boards' at test_corpus.py")):
        wrong = tried(Target(list, lambda _c, data, _o: data, fault), b"")
        assert wrong is not None
        assert said in wrong


def test_a_run_says_what_it_has_tried(tmp_path: Path) -> None:
    tallies = run(["commands"], 1, 1.0, tmp_path, 1)
    assert tallies["commands"].inputs > 10
    assert not tallies["commands"].faults

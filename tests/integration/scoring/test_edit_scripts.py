"""Made-up files, corrected again and again: whatever order the versions come in, the last one alone stands.

`KIBITZ_TESTS_EDIT_SCRIPTS` runs more scripts of each format than CI does.
"""

from pathlib import Path
from random import Random

import pytest

from kibitz.pipeline import Pipeline
from services.scoring.domain.merging.versions import Versions
from tests.support.edit_scripts import (
    EDITS,
    assert_all_end_in_the_last_version,
    fresh_seed,
    make_script,
    run,
    run_all,
    scripts_wanted,
)
from tests.support.edits import usebio
from tests.support.single_faults import CLEAN, SUFFIXES, clean_files

HELD = 0.05
"""Share of the events that may be held: edits are small."""


def kinds(how: str) -> list[str]:
    return [kind for kind, (_, to) in CLEAN.items() if to == how.removesuffix("-written")]


@pytest.mark.parametrize("how", EDITS)
@pytest.mark.parametrize("seed", ["fixed", "fresh"])
def test_versions_in_any_order_end_in_the_last_one_alone(how: str, seed: str, tmp_path: Path) -> None:
    files = [(f"{kind}.{SUFFIXES[CLEAN[kind][1]]}", lambda kind=kind: clean_files(kind)[0]) for kind in kinds(how)]
    chosen = seed if seed == "fixed" else fresh_seed()
    assert_all_end_in_the_last_version(*run_all(files, how, scripts_wanted(3), chosen, tmp_path), HELD)


def test_without_versions_a_pair_that_was_renumbered_stands_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def renumber(data: bytes, dice: Random) -> tuple[str, bytes]:
        return "renumber", usebio.renumber(data.decode(), dice).encode()

    script = make_script("pairs.xml", clean_files("pairs")[0], renumber, "fixed", tmp_path)
    assert script is not None
    assert {came for came, _ in run(script, Random(1))} == {"equal"}
    monkeypatch.setattr(Versions, "counting", lambda self: list(self.verdicts))
    assert {came for came, _ in run(script, Random(1))} == {"failed"}
    (event,) = Pipeline(script.versions).events.values()
    (alone,) = Pipeline(script.versions[-1:]).events.values()
    rows, expected = (sum(len(r.rows) for r in e.score()[0].standings.rankings) for e in (event, alone))
    assert rows > expected

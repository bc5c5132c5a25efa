"""Real files, corrected again and again: whatever order the versions come in, the last one alone stands.

`KIBITZ_TESTS_EDIT_SCRIPTS` runs more scripts of each format than CI does, where exports are compared now and then only.
"""

from pathlib import Path

import pytest

from kibitz.file_reading import read_file
from tests.support.edit_scripts import (
    EDITS,
    assert_all_end_in_the_last_version,
    fresh_seed,
    run_all,
    scripts_wanted,
    written_anew,
)
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

HELD = 0.05
"""Share of the events that may be held: edits are small."""

ONE_EXPORT_OF = 5
"""Of so many scripts one compares exports, which take seconds for a large file."""


def whole(how: str) -> list[Path]:
    """The files that are the whole of their events; others only add to what is known."""
    read = [read_file(path) for path in real_files(how.removesuffix("-written"))]
    return [file.path for file in read if file.fragments and all(part.fragment.scope.whole for part in file.fragments)]


@pytest.mark.parametrize("how", EDITS)
@pytest.mark.parametrize(("seed", "usual"), [("fixed", 2), ("fresh", 1)])
def test_versions_in_any_order_end_in_the_last_one_alone(how: str, seed: str, usual: int, tmp_path: Path) -> None:
    def data(path: Path) -> bytes:
        return written_anew(path.read_bytes()) if how.endswith("-written") else path.read_bytes()

    files = [(path.name, lambda path=path: data(path)) for path in whole(how)]
    chosen = seed if seed == "fixed" else fresh_seed()
    counts, told = run_all(files, how, scripts_wanted(usual), chosen, tmp_path, every_export=ONE_EXPORT_OF)
    assert_all_end_in_the_last_version(counts, told, HELD)

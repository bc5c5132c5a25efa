"""Real files cut into partial files: every part counts or is replaced, in whatever order they come; none is held.

With `KIBITZ_TESTS_EDIT_SCRIPTS` all files are cut, and not the small ones alone.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from contracts.messages import Fragment
from kibitz.file_reading import read_bytes, read_file
from kibitz.replay.cut import Part, cut
from kibitz.replay.disorder import Disorder, disorderly
from services.scoring.domain.merging.merge import MergeState
from tests.support.edit_scripts import everything_wanted
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

ARRIVAL = datetime(2031, 10, 3, 23, 0, tzinfo=UTC)
SMALL = 8_500
"""Bytes of a file that CI has time to cut."""

FILES = [
    path
    for kind in ("usebio", "pbn", "acblscore", "trf")
    for path in real_files(kind)
    if everything_wanted() or path.stat().st_size < SMALL
]


def fragments_of(part: Part) -> list[Fragment]:
    read = read_bytes(part.data, part.name, Path(part.name), part.written_at or ARRIVAL)
    return [
        parsed.fragment.replace(event=part.event) if part.event is not None else parsed.fragment
        for parsed in read.fragments
    ]


def states_of(parts: Iterable[Part], fragments: dict[Part, list[Fragment]]) -> dict[str, list[str]]:
    """What came of every fragment, by event."""
    merges: dict[str, MergeState] = {}
    for part in parts:
        for fragment in fragments[part]:
            merges.setdefault(fragment.event, MergeState()).apply(fragment)
    return {
        event: [verdict.state for _, verdict in sorted(merge.versions.verdicts.items())]
        for event, merge in merges.items()
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_part_of_a_file_is_held(path: Path) -> None:
    if read_file(path).rejected is not None:
        pytest.skip("the file cannot be read")
    parts = cut(path.read_bytes(), path.name, ARRIVAL - timedelta(hours=1))
    fragments = {part: fragments_of(part) for part in parts}
    in_order = states_of(parts, fragments)
    assert not [event for event, states in in_order.items() if "held" in states]
    again = Random(1).choices(parts, k=len(parts) // 2)
    for sent in ([*parts, *again], parts[::-1], *(disorderly(parts, Disorder(True, 30), seed) for seed in range(3))):
        assert states_of(sent, fragments) == in_order

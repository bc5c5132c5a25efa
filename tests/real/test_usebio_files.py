"""Real USEBIO files: all of them read without an error, and come back from our own documents as they were."""

from collections import Counter
from pathlib import Path

import pytest

from contracts.findings import Severity
from shared.formats.usebio.reader import parse
from shared.formats.usebio.writer.render import render
from tests.support.real_files import needs_real_files, real_files
from tests.support.usebio_documents import merged, plain

pytestmark = needs_real_files

FILES = real_files("usebio", "*.xml")
by_name = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)

EXPLAINED: dict[str, dict[str, int]] = {"lin-data-realbridge": {"usebio.newer-than-version": 1}}
"""By file: how many findings of which code; each is explained in docs/formats/usebio.md."""

HELD = {
    "butler-howell-compscore": {"participants": 8, "boards": 35, "results": 140, "deals": 35},
    "cross-imp-pairs-pianola": {"participants": 17, "results": 192},
    "individual-1.1": {"participants": 12, "results": 132},
    "lin-data-realbridge": {"participants": 16, "results": 168, "deals": 21, "auctions": 168, "plays": 168},
    "mp-howell-1.0-brian": {"participants": 13, "results": 144},
    "mp-howell-scorebridge": {"participants": 17, "results": 176},
    "mp-mitchell-adjusted-compscore": {"participants": 42, "results": 567, "deals": 27},
    "mp-pairs-two-winner-pairsscorer": {"participants": 22, "results": 242, "deals": 28, "sections": 1},
    "multiple-teams-vp-teamsscorer": {"participants": 30, "results": 240, "matches": 40, "board_points": 120},
    "two-sections-ebuscore": {"participants": 35, "results": 305, "deals": 28, "sections": 2},
}


@by_name
def test_a_real_file_reads_without_error_and_without_an_unexplained_finding(path: Path) -> None:
    findings = parse(path.read_bytes()).findings
    assert [finding for finding in findings if finding.severity is Severity.ERROR] == []
    assert Counter(finding.code for finding in findings) == EXPLAINED.get(path.stem, {})


@by_name
def test_a_real_file_holds_what_was_counted_by_hand(path: Path) -> None:
    (event,) = parse(path.read_bytes()).events
    for name, count in HELD.get(path.stem, {}).items():
        assert len(getattr(event.facts, name)) == count, name
    assert event.scope.whole


@by_name
def test_a_real_file_written_by_us_says_the_same_and_stays_the_same_bytes(path: Path) -> None:
    (event,) = parse(path.read_bytes()).events
    first = render(merged(event), values="stated")
    (again,) = parse(first.data).events
    here, there = plain(event.facts), plain(again.facts)
    for facts in (here, there):
        facts.pop("adjustments")  # what the totals include depends on the version
    assert there == here
    assert render(merged(again), values="stated").data == first.data
    assert first.losses == ()


@needs_real_files
def test_every_line_of_a_real_file_names_pairs_of_its_list() -> None:
    for path in FILES:
        if path.stem == "individual-1.1":
            continue  # its own comment says that the numbers of its players are examples only
        (event,) = parse(path.read_bytes()).events
        known = {participant.id for participant in event.facts.participants}
        used = {name for result in event.facts.results for name in (result.sides.ns, result.sides.ew)}
        assert used <= known, path.stem

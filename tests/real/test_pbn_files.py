"""Real PBN files, the format's own verification files among them."""

from collections import Counter
from pathlib import Path

import pytest

from contracts.facts import Facts
from contracts.findings import Severity
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from services.validation.domain.check import check
from shared.formats.acblscore.reader.parse import parse as parse_acblscore
from shared.formats.pbn.reader.parse import parse
from shared.formats.pbn.writer.render import render
from shared.formats.usebio.reader.parse import parse as parse_usebio
from tests.support.real_files import needs_real_files, real_files
from tests.support.usebio_documents import merged

pytestmark = needs_real_files

FILES = real_files("pbn", "*.pbn")
by_name = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)

FAULTS = {
    7: "unknown-scoring", 10: "bad-value", 15: "rubber-history", 19: "rubber-history", 23: "rubber-history",
    27: "rubber-history", 40: "after-to-be-continued", 53: "after-to-be-continued", 66: "after-to-be-continued",
    79: "after-to-be-continued", 92: "after-to-be-continued", 97: "table-columns", 100: "table-columns",
    103: "table-columns", 108: "table-comment", 113: "table-character", 117: "table-character",
    121: "table-character", 125: "table-character", 129: "table-character", 143: "table-incomplete",
    158: "table-order", 174: "table-order",
}  # fmt: skip
"""What the error file says is wrong, by the line that is wrong: one for each of its 23 games."""

EXPLAINED: dict[str, dict[str, int]] = {
    "auction-and-play-299-boards": {"encoding": 1, "unknown-tag": 1, "read-as": 3, "not-export": 7},
    "bridgecomposer": {"unknown-tag": 2, "not-export": 4},
    "bridgewebs-hands-for-brian": {"unknown-tag": 1, "table-value": 2, "not-export": 3},
    "deals-emkael": {"unknown-tag": 2, "no-identity": 1},
    "example1": {"not-export": 3},
    "ruter-pairs": {"unknown-tag": 1, "not-export": 3},
    "ruter-teams": {"line-too-long": 36, "read-as": 1, "unknown-scoring": 1, "not-export": 2},
    "teams-two-rooms": {"stray-text": 1, "read-as": 2, "note-broken": 2},
    "verifier-correct-2.0": {},
}
"""By file: how many findings of which code; each is explained in docs/formats/pbn.md."""

HELD = {
    "auction-and-play-299-boards": [{"participants": 90, "results": 299, "matches": 15, "deals": 10, "auctions": 279}],
    "bridgecomposer": [{"deals": 15}],
    "bridgewebs-hands-for-brian": [{"participants": 13, "results": 144, "deals": 24}],
    "deals-emkael": [{"deals": 16}],
    "example1": [{"participants": 6, "results": 2, "matches": 1, "deals": 1, "auctions": 2, "plays": 2}],
    "ruter-pairs": [{"participants": 36, "results": 1188, "deals": 66, "totals": 36}],
    "ruter-teams": [{"participants": 37, "matches": 30, "totals": 6}],
    "teams-two-rooms": [{"results": 1, "matches": 1}, {"results": 1}, {"results": 1, "matches": 1}],
    "verifier-correct-2.0": [{"deals": 15}, {"results": 1}, {"results": 1}, {"results": 26, "totals": 10}],
}


def test_every_fault_of_the_error_file_is_found_at_its_line() -> None:
    (path,) = [path for path in FILES if path.stem == "verifier-errors-2.0"]
    found = {(finding.place.line, finding.code) for finding in parse(path.read_bytes()).findings if finding.place}
    assert [line for line, code in FAULTS.items() if (line, f"pbn.{code}") not in found] == []


def test_checking_the_error_file_names_every_fault_and_each_error_is_one_of_them() -> None:
    (path,) = [path for path in FILES if path.stem == "verifier-errors-2.0"]
    findings = Pipeline([read_bytes(path.read_bytes(), path.name, path)]).findings()
    errors = {finding.place.line for finding in findings if finding.place and finding.severity is Severity.ERROR}
    # Line 7 has a method that PBN leaves open; line 93 goes on with the fault of line 92.
    assert errors == FAULTS.keys() - {7} | {93}
    assert 7 in {finding.place.line for finding in findings if finding.place}


def test_the_faultless_file_gives_no_finding_at_all() -> None:
    (path,) = [path for path in FILES if path.stem == "verifier-correct-2.0"]
    assert parse(path.read_bytes()).findings == ()


def test_the_faultless_file_passes_the_checks_of_every_format_without_an_error() -> None:
    (path,) = [path for path in FILES if path.stem == "verifier-correct-2.0"]
    read = read_bytes(path.read_bytes(), path.name, path)
    findings = [finding for parsed in read.fragments for finding in check(parsed.fragment).findings]
    assert [finding for finding in findings if finding.severity is Severity.ERROR] == []


@by_name
def test_a_real_file_gives_only_findings_that_are_explained(path: Path) -> None:
    findings = parse(path.read_bytes()).findings
    if path.stem in EXPLAINED:
        assert Counter(finding.code.removeprefix("pbn.") for finding in findings) == EXPLAINED[path.stem]
    assert path.stem in EXPLAINED or "errors" in path.stem


@by_name
def test_a_real_file_holds_what_was_counted_by_hand(path: Path) -> None:
    events = parse(path.read_bytes()).events
    for event, counts in zip(events, HELD.get(path.stem, []), strict=False):
        for name, count in counts.items():
            assert len(getattr(event.facts, name)) == count, name


@by_name
def test_every_finding_of_a_real_file_has_a_place(path: Path) -> None:
    findings = parse(path.read_bytes()).findings
    assert [f for f in findings if f.severity is not Severity.INFO and f.place is None] == []


def test_the_hands_of_a_session_have_the_identity_and_the_pairs_of_its_results() -> None:
    (results,) = real_files("usebio", "mp-howell-1.0-brian.xml")
    (hands,) = [path for path in FILES if path.stem == "bridgewebs-hands-for-brian"]
    (one,), (other,) = parse_usebio(results.read_bytes()).events, parse(hands.read_bytes()).events
    assert one.event == other.event
    assert {p.id for p in one.facts.participants} == {p.id for p in other.facts.participants}
    assert {result.key for result in one.facts.results} == {result.key for result in other.facts.results}
    tricks = {result.key: (result.contract, result.tricks) for result in one.facts.results if result.contract}
    assert [r.key for r in other.facts.results if r.tricks is not None and tricks[r.key][1] != r.tricks] == []


@needs_real_files
@pytest.mark.parametrize("path", real_files("usebio", "*.xml"), ids=lambda path: path.stem)
def test_a_session_of_another_format_becomes_pbn_with_the_same_results(path: Path) -> None:
    (event,) = parse_usebio(path.read_bytes()).events
    first = render(merged(event), values="stated")
    parsed = parse(first.data)
    assert [finding.code for finding in parsed.findings if finding.severity is Severity.ERROR] == []
    (again,) = parsed.events

    def told(facts: Facts) -> list[tuple[object, ...]]:
        rows = [(str(r.board), r.ns_score.points, r.tricks or None, r.declarer) for r in facts.results]
        return sorted(rows, key=str)

    assert told(again.facts) == told(event.facts)
    assert {result.sides for result in again.facts.results} == {result.sides for result in event.facts.results}
    hands = {(deal.board, deal.north, deal.south) for deal in event.facts.deals}
    assert {(deal.board, deal.north, deal.south) for deal in again.facts.deals} == hands
    totals = [total for total in event.facts.totals if total.total is not None or total.percentage is not None]
    assert len(again.facts.totals) == len({(total.kind, total.participant) for total in totals})
    assert "pbn.not-export" not in {finding.code for finding in parsed.findings}


@needs_real_files
@pytest.mark.parametrize("path", real_files("acblscore", "*.[Aa][Cc]*"), ids=lambda path: path.stem)
def test_a_game_file_becomes_pbn_with_the_same_scores_for_both_sides(path: Path) -> None:
    for event in parse_acblscore(path.read_bytes()).events:
        parsed = parse(render(merged(event), values="stated").data)
        assert [finding.code for finding in parsed.findings if finding.severity is not Severity.INFO] == []
        (again,) = parsed.events

        def told(facts: Facts) -> Counter[tuple[object, ...]]:
            scores = ((result.board, result.ns_score, result.ew_score) for result in facts.results)
            # A board that was not played has no word in PBN, and is counted as a loss.
            return Counter(
                (board, *(part for one in both for part in (one.points, one.percent, one.kind in _NO_SCORE)))
                for board, *both in scores
            )

        assert told(again.facts) == told(event.facts)


_NO_SCORE = frozenset({"unknown", "not_played", "late", "not_in_play"})

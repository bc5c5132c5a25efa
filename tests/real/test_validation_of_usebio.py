"""What validation says about real USEBIO files: nothing that is not so (docs/formats/usebio.md explains each)."""

from collections import Counter

import pytest

from contracts.findings import Finding
from kibitz.local import read_bytes
from services.validation.domain.check import check
from tests.support.real_files import needs_real_files, real_files

KNOWN: dict[str, dict[str, int]] = {
    "butler-howell-compscore.xml": {},
    "cross-imp-pairs-pianola.xml": {"validation.contract-unreadable": 1},
    "individual-1.1.xml": {"validation.unknown-participant": 1},
    "lin-data-realbridge.xml": {"validation.lead-not-held": 1},
    "mp-howell-1.0-brian.xml": {},
    "mp-howell-scorebridge.xml": {},
    "mp-mitchell-adjusted-compscore.xml": {"validation.lead-not-held": 36},
    "mp-pairs-two-winner-pairsscorer.xml": {"validation.lead-not-held": 12},
    "multiple-teams-vp-teamsscorer.xml": {},
    "two-sections-ebuscore.xml": {},
}
"""How often each code occurs; every one of them was looked up in the file."""


def findings(name: str) -> list[Finding]:
    (path,) = real_files("usebio", name)
    read = read_bytes(path.read_bytes(), path.name, path)
    return [finding for parsed in read.fragments for finding in check(parsed.fragment).findings]


@needs_real_files
def test_every_real_file_is_known() -> None:
    assert {path.name for path in real_files("usebio", "*.xml")} == set(KNOWN)


@needs_real_files
@pytest.mark.parametrize("name", KNOWN)
def test_a_real_file_has_the_findings_that_were_looked_up(name: str) -> None:
    assert Counter(finding.code for finding in findings(name)) == KNOWN[name]
    assert all(finding.place is not None and finding.subject for finding in findings(name))


@needs_real_files
def test_a_contract_with_a_digit_for_its_strain_is_found_where_it_stands() -> None:
    (finding,) = findings("cross-imp-pairs-pianola.xml")
    assert (finding.stated, finding.subject) == ("42", "board 1")


@needs_real_files
def test_the_numbers_that_a_file_calls_examples_are_one_finding() -> None:
    (finding,) = findings("individual-1.1.xml")
    assert finding.message.startswith("21 of the 33 numbers in results are not among the participants")


@needs_real_files
def test_a_lead_by_the_side_that_declared_in_the_ruling_is_found() -> None:
    (finding,) = findings("lin-data-realbridge.xml")
    assert finding.message == "East leads CJ on board 12 against N, but South holds it"

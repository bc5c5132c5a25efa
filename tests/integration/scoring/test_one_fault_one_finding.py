"""300 single faults of 59 kinds in clean events of bridge and chess: each gives one finding, at its place.

What follows from a fault (points, totals and places that differ because a result is wrong) may be a remark.
"""

from collections import Counter

import pytest

from contracts.findings import Severity
from tests.support.single_faults import (
    CLEAN,
    KINDS,
    SUFFIXES,
    Fault,
    clean_files,
    faults,
    findings,
    findings_above_info,
)

FAULTS = tuple(faults(300))


@pytest.mark.parametrize("clean", CLEAN)
def test_nothing_is_found_in_a_clean_file(clean: str) -> None:
    for data in clean_files(clean):
        assert findings_above_info(data, f"clean.{SUFFIXES[CLEAN[clean][1]]}") == []


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_one_fault_gives_one_finding_that_names_it_at_its_place(fault: Fault) -> None:
    found = findings_above_info(fault.data, f"broken.{SUFFIXES[fault.format]}")
    assert [(finding.code, finding.message) for finding in found] == [(found[0].code, found[0].message)]
    assert found[0].code in fault.kind.codes
    assert fault.stands_at(found[0])
    assert found[0].advice


def test_the_faults_are_of_many_kinds_and_each_is_in_a_file_of_its_own() -> None:
    assert len(KINDS) >= 50
    assert len({fault.data for fault in FAULTS}) > 290
    assert min(Counter(fault.kind.name for fault in FAULTS).values()) >= 5


def test_what_follows_from_a_fault_is_a_remark_that_names_the_cause() -> None:
    fault = next(fault for fault in FAULTS if fault.kind.name == "score of another contract")
    every = findings(fault.data, f"broken.{SUFFIXES[fault.format]}")
    (cause,) = (finding for finding in every if finding.severity is not Severity.INFO)
    remarks = [finding for finding in every if finding.code.startswith("scoring.total-differs")]
    assert remarks
    assert all(cause.message in (remark.advice or "") for remark in remarks)

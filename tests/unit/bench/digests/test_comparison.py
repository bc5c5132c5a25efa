"""The comparison of two folders of digests, each with one difference."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.digests.cases import Case, canonical
from bench.digests.comparison import compare
from bench.digests.renames import Renames
from bench.digests.results import Result, digest, write, write_digests

DATA = Path(__file__).resolve().parents[3] / "data"
TWO_SESSIONS = DATA / "usebio/pairs-two-sessions-1.4.xml"
NAME = "data/pairs.xml"


@pytest.fixture(scope="module")
def result() -> Result:
    return digest(Case(NAME, (TWO_SESSIONS,)))


Compare = Callable[..., tuple[str, bool]]


@pytest.fixture
def compared(tmp_path: Path, result: Result) -> Compare:
    """Compares the result with a changed copy of it: the report, and whether they are the same."""

    def compare_with(changed: Result, **renames: Any) -> tuple[str, bool]:
        for folder, each in (("old", result), ("new", changed)):
            write_digests(tmp_path / folder, {NAME: write(tmp_path / folder, NAME, each)})
        (tmp_path / "renames.json").write_text(json.dumps(renames))
        report = compare(tmp_path / "old", tmp_path / "new", Renames.read(tmp_path / "renames.json"))
        return str(report), report.same

    return compare_with


def changed_copy(result: Result, section: str) -> tuple[Result, Any]:
    """A copy of a result, and the document of a section in it."""
    changed = copy.deepcopy(result)
    return changed, changed.documents[section]


def first_event(document: dict[str, Any]) -> Any:
    return next(iter(document.values()))


def renamed(document: Any, old: str, new: str) -> Any:
    """A document in which a name of fields, or a value, is another."""
    return json.loads(canonical(document).replace(f'"{old}"', f'"{new}"'))


def test_two_runs_give_the_same_digests(compared: Compare) -> None:
    report, same = compared(digest(Case(NAME, (TWO_SESSIONS,))))
    assert same
    assert "1 equal" in report
    assert "differ" not in report


def test_a_changed_total_is_noticed(result: Result, compared: Compare) -> None:
    changed, standings = changed_copy(result, "standings")
    first_event(standings)["rankings"][0]["rows"][0]["total"] = "0.5"
    report, same = compared(changed)
    assert not same
    assert f"{NAME}  standings: 1 differences" in report
    assert ".rankings[*].rows[*].total: 1" in report
    assert '+      "total": "0.5"' in report


def test_a_row_that_has_gone_is_noticed(result: Result, compared: Compare) -> None:
    changed, standings = changed_copy(result, "standings")
    del first_event(standings)["rankings"][0]["rows"][0]
    report, same = compared(changed)
    assert not same
    assert ".rankings[*].rows[ids]: 1" in report


def test_a_lost_finding_is_noticed(result: Result, compared: Compare) -> None:
    changed, findings = changed_copy(result, "findings")
    lost = findings["check"].pop()
    report, same = compared(changed)
    assert not same
    assert f"check: -{lost['code']}: 1" in report


def test_another_wording_of_a_finding_is_counted_but_is_no_difference(result: Result, compared: Compare) -> None:
    changed, findings = changed_copy(result, "findings")
    findings["check"][0]["message"] = "In plain English."
    report, same = compared(changed)
    assert same
    assert f"check: message and advice of {findings['check'][0]['code']}: 1" in report


def test_a_changed_byte_of_an_export_is_noticed(result: Result, compared: Compare) -> None:
    changed, exports = changed_copy(result, "exports")
    head = first_event(exports)["usebio 1.4 computed"]
    data = changed.exports[head["stored"]].replace(b"<PAIR_NUMBER>", b"<PAIR_NUMBER> ", 1)
    head |= {"sha256": "0" * 64, "stored": "changed.usebio"}
    changed.exports["changed.usebio"] = data
    report, same = compared(changed)
    assert not same
    assert "usebio 1.4 computed: lines: 1" in report


def test_a_format_that_is_no_longer_written_is_noticed(result: Result, compared: Compare) -> None:
    changed, exports = changed_copy(result, "exports")
    del first_event(exports)["pbn computed"]
    report, same = compared(changed)
    assert not same
    assert "pbn computed: only in the old: 1" in report


def test_a_renamed_code_counts_as_equal_when_it_is_in_the_mapping(result: Result, compared: Compare) -> None:
    changed, findings = changed_copy(result, "findings")
    old = findings["check"][0]["code"]
    changed.documents["findings"] = renamed(findings, old, "scoring.new-name")
    assert not compared(changed)[1]
    report, same = compared(changed, codes={old: "scoring.new-name"})
    assert same
    assert "findings: 1 equal after renames" in report


def test_a_renamed_field_counts_as_equal_when_it_is_in_the_mapping(result: Result, compared: Compare) -> None:
    changed, standings = changed_copy(result, "standings")
    changed.documents["standings"] = renamed(standings, "rankings", "lists")
    assert not compared(changed)[1]
    assert compared(changed, fields={"rankings": "lists"})[1]


def test_a_removed_code_is_passed_over_when_it_is_in_the_mapping(result: Result, compared: Compare) -> None:
    changed, findings = changed_copy(result, "findings")
    code = findings["check"][0]["code"]
    findings["check"] = [finding for finding in findings["check"] if finding["code"] != code]
    for event in findings["events"].values():
        event["standings"] = [finding for finding in event["standings"] if finding["code"] != code]
        event["counts"]["total"] = len(event["standings"])
    assert not compared(changed)[1]
    assert compared(changed, removed_codes=[code])[1]


def test_a_mapping_does_not_hide_other_differences(result: Result, compared: Compare) -> None:
    changed, standings = changed_copy(result, "standings")
    first_event(standings)["rankings"][0]["rows"][0]["place"] = "99"
    assert not compared(changed, fields={"total": "score"})[1]


def test_a_rename_in_exported_json_counts_as_equal_when_it_is_in_the_mapping(result: Result, compared: Compare) -> None:
    changed, exports = changed_copy(result, "exports")
    head = first_event(exports)["json computed"]
    data = changed.exports[head["stored"]].replace(b'"rankings"', b'"lists"')
    head |= {"sha256": "0" * 64, "stored": "changed.json"}
    changed.exports["changed.json"] = data
    assert not compared(changed)[1]
    assert compared(changed, fields={"rankings": "lists"})[1]


def test_a_misspelt_key_of_the_mapping_is_refused(tmp_path: Path) -> None:
    (tmp_path / "renames.json").write_text('{"code": {}}')
    with pytest.raises(TypeError):
        Renames.read(tmp_path / "renames.json")


def test_a_case_that_is_only_in_one_folder_is_noticed(tmp_path: Path, result: Result) -> None:
    for folder, names in (("old", [NAME, "data/lost.xml"]), ("new", [NAME])):
        write_digests(tmp_path / folder, {name: write(tmp_path / folder, name, result) for name in names})
    report = compare(tmp_path / "old", tmp_path / "new", Renames())
    assert not report.same
    assert "only in the old: data/lost.xml" in str(report)

"""Documents made to do harm end in a finding, in little memory, and cost no other file."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from contracts.findings import Finding
from kibitz.cli import app
from shared.formats.report import FINDINGS_PER_CODE
from shared.formats.usebio.schema_check.structure import check_structure
from tests.support.hostile import Outcome, measured, told_by
from tests.support.hostile_usebio import DOCUMENTS, END, START
from tests.support.usebio_documents import FIXTURES, document

MOST_MEGABYTES = 256
OF_1_4 = [path for path in FIXTURES if b'Version="1.4"' in path.read_bytes()]


@pytest.fixture(scope="module")
def outcomes() -> dict[str, Outcome]:
    return told_by("tests.support.hostile_usebio")


@measured
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_hostile_document_ends_in_a_finding_and_in_little_memory(outcomes: dict[str, Outcome], name: str) -> None:
    outcome = outcomes[name]
    assert outcome is not None, "the process was ended: it took half a minute of the processor"
    assert outcome["parse"] == DOCUMENTS[name][1]
    assert str(outcome["check"]).startswith("usebio.")
    assert outcome["findings"] <= 3 * FINDINGS_PER_CODE
    assert outcome["megabytes"] < MOST_MEGABYTES


def test_what_is_hostile_costs_no_other_file(tmp_path: Path) -> None:
    names = ("billion laughs", "a million nested elements", "64 attributes on each", "60,000 attributes on one element")
    paths = [tmp_path / f"{number}.xml" for number in range(len(names))]
    for path, name in zip(paths, names, strict=True):
        path.write_bytes(DOCUMENTS[name][0]())
    good = tmp_path / "good.xml"
    good.write_bytes(document("<WEATHER>fine</WEATHER>"))
    result = CliRunner().invoke(app, ["check", "--xsd", "--json", str(paths[0]), str(good), *map(str, paths[1:])])
    assert result.exit_code == 2
    stated = {finding.get("stated") for finding in json.loads(result.stdout)["findings"]}
    assert "fine" in stated


def test_a_file_too_large_to_be_read_is_not_taken_into_memory(tmp_path: Path) -> None:
    large = tmp_path / "large.xml"
    with large.open("wb") as file:
        file.write(START)
        file.truncate(70 * 1024 * 1024)
    result = CliRunner().invoke(app, ["check", "--xsd", str(large)])
    assert result.exit_code == 2
    assert "70" in result.stdout or "73,400,320" in result.stdout


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_file_cut_anywhere_is_compared_and_said_to_be_broken(data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from(OF_1_4)).read_bytes()
    cut = whole[: data.draw(st.integers(0, whole.rindex(b">")))]
    assert check_structure(cut)[-1].code in ("usebio.not-well-formed", "usebio.no-event")


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_any_changed_bytes_are_compared_to_the_end(data: st.DataObject) -> None:
    changed = bytearray(data.draw(st.sampled_from(OF_1_4)).read_bytes())
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(changed) - 1))
        changed[at] = data.draw(st.one_of(st.integers(0, 255), st.sampled_from(b"<>&;\"'/=0- \n")))
    assert all(isinstance(finding, Finding) for finding in check_structure(bytes(changed)))


@given(st.binary(max_size=300))
def test_any_bytes_get_an_answer(data: bytes) -> None:
    assert check_structure(data)
    assert isinstance(check_structure(START + data + END), tuple)

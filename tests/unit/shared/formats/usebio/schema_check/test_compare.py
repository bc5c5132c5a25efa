"""Parts against the schema: large ones in slices, with the same findings."""

import pytest
from lxml import etree

from contracts.findings import Finding
from shared.errors import FormatError
from shared.formats.usebio.report import Report
from shared.formats.usebio.schema_check import compare
from shared.formats.usebio.schema_check import compare as module
from shared.formats.usebio.schema_check.compare import MOST_TEXT, Comparison, EnoughFaults
from tests.support.usebio_documents import bound
from tests.support.usebio_expected import CheckedAsExpected

AROUND = ("USEBIO", "EVENT")
PAIRS = "<NS_PAIR_NUMBER>14</NS_PAIR_NUMBER><EW_PAIR_NUMBER>6</EW_PAIR_NUMBER>"
LINE = f"<TRAVELLER_LINE>{PAIRS}<SCORE>{{}}</SCORE></TRAVELLER_LINE>"


def board(*scores: str, more: str = "") -> str:
    return (
        f"<BOARD><BOARD_NUMBER>7</BOARD_NUMBER>{more}" + "\n".join(LINE.format(score) for score in scores) + "</BOARD>"
    )


def compared(*texts: str, around: tuple[str, ...] = AROUND) -> list[Finding]:
    report = Report()
    comparison = Comparison(report)
    for number, text in enumerate(texts, 1):
        element = etree.fromstring(text)
        comparison.compare(element, f"/USEBIO/EVENT[1]/{element.tag}[{number}]", around)
    comparison.finish()
    return report.findings


def places(findings: list[Finding]) -> list[tuple[int | None, str | None, str]]:
    return sorted((finding.place.line, finding.place.path, finding.message) for finding in findings)


FAULTY = board("100", *["x"] * 3, *["-50"] * 40, "y", more="<X/><DATUM>z</DATUM>")


def test_slices_find_what_the_whole_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = places(compared(FAULTY))
    assert len(whole) == 6
    for most in (5, 20, 60):
        monkeypatch.setattr(compare, "MOST_AT_ONCE", most)
        assert places(compared(FAULTY)) == whole


def test_the_path_is_that_of_the_document_and_not_of_the_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "MOST_AT_ONCE", 10)
    (finding,) = compared(board(*["100"] * 30, "x"))
    assert finding.place.path == "/USEBIO/EVENT[1]/BOARD[1]/TRAVELLER_LINE[31]/SCORE[1]"
    assert finding.place.line == 31


def test_parts_that_wait_for_each_other_keep_their_own_paths() -> None:
    found = compared(board("100"), board("x"), board("y"), "<LADDER_ENTRY/>")
    assert [finding.place.path for finding in found] == [
        "/USEBIO/EVENT[1]/BOARD[2]/TRAVELLER_LINE[1]/SCORE[1]",
        "/USEBIO/EVENT[1]/BOARD[3]/TRAVELLER_LINE[1]/SCORE[1]",
        "/USEBIO/EVENT[1]/LADDER_ENTRY[4]",
    ]


def test_a_part_where_it_does_not_belong_is_one_fault() -> None:
    (finding,) = compared("<PAIR><PLACE>x</PLACE></PAIR>")
    assert finding.message == "PAIR does not belong in EVENT; its place is in PARTICIPANTS, TEAM"


def test_very_long_texts_are_cut_before_they_are_copied() -> None:
    element = etree.fromstring(board("100", more=f"<NOTES>{'x' * 200_000}</NOTES>"))
    Comparison(Report()).compare(element, "/USEBIO/EVENT[1]/BOARD[1]", AROUND)
    assert len(element.findtext("NOTES") or "") == MOST_TEXT


@pytest.mark.parametrize(
    "text",
    [
        "<BOARD " + " ".join(f"a{number}=''" for number in range(65)) + "/>",
        "<BOARD>" + "<X/>" * compare.MOST_IN_A_PART + "</BOARD>",
        "<BOARD>" + "<X/>" * (compare.MOST_AT_ONCE + 1) + "</BOARD>",
    ],
)
def test_floods_are_refused(text: str) -> None:
    with pytest.raises(FormatError) as refused:
        compared(text)
    assert refused.value.code.code == "usebio.too-large"


def test_enough_is_enough() -> None:
    with pytest.raises(EnoughFaults):
        compared(*[board(*["x"] * 30)] * 40)


def test_a_reference_to_an_entity_that_is_declared_nowhere_does_not_stop_the_comparison() -> None:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    document = '<!DOCTYPE EVENT SYSTEM "file:///nowhere.dtd"><EVENT><NOTES>a &trap; b</NOTES><X/></EVENT>'
    report = Report()
    comparison = Comparison(report)
    for number, element in enumerate(etree.fromstring(document, parser), 1):
        comparison.compare(element, f"/USEBIO/EVENT[1]/{element.tag}[{number}]", AROUND)
    comparison.finish()
    assert [finding.place.path for finding in report.findings if finding.place] == ["/USEBIO/EVENT[1]/X[2]"]


def test_the_bounds_are_those_that_the_documentation_gives() -> None:
    assert bound("faults of structure that are listed") == module.MOST_FAULTS
    assert bound("elements that are compared with the schema at once") == module.MOST_AT_ONCE
    assert bound("elements of a part that is compared with the schema") == module.MOST_IN_A_PART
    assert bound("characters of a text that is compared with the schema") == module.MOST_TEXT


def test_a_child_that_is_large_itself_is_compared_in_slices_too(monkeypatch: pytest.MonkeyPatch) -> None:
    large = LINE.format("x").replace("</TRAVELLER_LINE>", "<X><X/><X/></X></TRAVELLER_LINE>")
    text = board("100", "90").replace("</BOARD>", f"{large}</BOARD>")
    whole = places(compared(text))
    assert [path and path.rpartition("/")[2] for _, path, _ in whole] == ["SCORE[1]", "X[1]"]
    monkeypatch.setattr(compare, "MOST_AT_ONCE", 5)
    assert places(compared(text)) == whole


def test_a_large_part_where_it_does_not_belong_is_one_fault_too(monkeypatch: pytest.MonkeyPatch) -> None:
    players = "".join(f"<PLAYER><PLAYER_NAME>{name}</PLAYER_NAME><X/></PLAYER>" for name in "abcdef")
    monkeypatch.setattr(compare, "MOST_AT_ONCE", 5)
    (finding,) = compared(f"<PAIR>{players}</PAIR>")
    assert finding.message == "PAIR does not belong in EVENT; its place is in PARTICIPANTS, TEAM"


def test_a_part_where_it_does_not_belong_hides_nothing_of_those_behind_it() -> None:
    assert [finding.place.path for finding in compared("<PAIR/>", board("x"), board("100"), "<PAIR/>")] == [
        "/USEBIO/EVENT[1]/PAIR[1]",
        "/USEBIO/EVENT[1]/PAIR[4]",
        "/USEBIO/EVENT[1]/BOARD[2]/TRAVELLER_LINE[1]/SCORE[1]",
    ]


class TestOddDocuments(CheckedAsExpected):
    """Every odd document."""

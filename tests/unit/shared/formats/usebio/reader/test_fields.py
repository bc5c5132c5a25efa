"""What an element holds."""

import pytest
from lxml import etree

from contracts.facts import Detail
from shared.formats.report import Extensions, Unknown
from shared.formats.usebio.reader.fields import Fields, predicate
from shared.formats.usebio.report import Report
from tests.support.usebio_expected import ReadAsExpected


def fields() -> Fields:
    inner = Fields("ADDRESS", "/C/ADDRESS[1]", 5, texts={"LINE": [("a", 6), ("b", 7)]}, attributes={"kind": "post"})
    return Fields("C", "/C", 1, texts={"OLD": [("1", 2)], "NEW": [("2", 3)]}, groups=[("ADDRESS", inner)])


def test_the_first_name_that_has_a_text_counts() -> None:
    assert fields().text("NEW", "OLD") == "2"
    assert fields().text("MISSING", "OLD") == "1"
    assert fields().text("MISSING") is None


def test_the_place_is_that_of_the_leaf_or_of_the_element() -> None:
    assert (fields().place("OLD").line, fields().place("OLD").path) == (2, "/C/OLD")
    assert (fields().place("MISSING").line, fields().place().path) == (1, "/C")


def test_details_come_in_the_order_of_the_table_under_its_names() -> None:
    assert fields().details(Report(), {"NEW": "N", "OLD": "O"}) == (
        Detail(name="N", value="2"),
        Detail(name="O", value="1"),
    )


def test_groups_are_flattened_to_ways() -> None:
    assert [(detail.name, detail.value) for detail in fields().flattened(Report(), "C/")] == [
        ("C/OLD", "1"),
        ("C/NEW", "2"),
        ("C/ADDRESS/@kind", "post"),
        ("C/ADDRESS/LINE", "a"),
        ("C/ADDRESS/LINE", "b"),
    ]


def test_what_is_unknown_inside_is_kept_under_its_own_owner() -> None:
    outer = fields()
    outer.groups[0][1].unknown.append(Unknown("comment", "#comment", "hm", outer.place()))
    extensions = Extensions()
    outer.keep_unknown(extensions, "/USEBIO/C")
    assert extensions.facts[0].owner == "/USEBIO/C/ADDRESS[1]"


def test_a_long_name_is_cut() -> None:
    report = Report()
    assert len(Fields("A", "/A", 1, texts={"N": [("x" * 2000, 1)]}).name(report, "N") or "") == 1024
    assert report.findings[0].code == "usebio.text-cut"


def test_a_text_that_is_kept_as_written_stands_no_longer_among_the_texts() -> None:
    both = Fields("A", "/A", 1, texts={"N": [("x", 2), ("7", 3)]})
    both.keep_as_written("N", 0, Report())
    assert both.texts == {"N": [("7", 3)]}
    both.keep_as_written("N", 0, Report())
    assert both.texts == {}
    assert [(unknown.value, str(unknown.place)) for unknown in both.unknown] == [
        ("<N>x</N>", "line 2, /A/N"),
        ("<N>7</N>", "line 3, /A/N"),
    ]


@pytest.mark.parametrize("value", ["1", "O'Brien", 'the "A" team', "both ' and \""])
def test_a_predicate_is_always_xpath(value: str) -> None:
    root = etree.fromstring("<R><P/></R>")
    etree.SubElement(root[0], "N").text = value
    found = root.xpath(f"/R/P{predicate('N', value)}")
    assert len(found) == (0 if "both" in value else 1)


class TestOddDocuments(ReadAsExpected):
    parts = ("events", "extensions")

"""Faults in words; the ordinary ones are in test_structure.py, each with what libxml2 says."""

from lxml import etree

from shared.formats.usebio.schema_check.faults import tell
from tests.support.usebio_expected import CheckedAsExpected

TYPES = etree.ErrorTypes


def test_an_error_that_nobody_told_again_keeps_its_words() -> None:
    fault = tell(TYPES.SCHEMAV_CVC_AU, "something odd", etree.fromstring("<PAIR/>"))
    assert fault is not None
    assert (fault.code.code, fault.message) == ("usebio.schema-value", "something odd")


def test_what_only_repeats_another_error_is_not_told() -> None:
    line = etree.fromstring("<TRAVELLER_LINE><SCORE>x</SCORE></TRAVELLER_LINE>")
    words = "Element 'SCORE': Warning: No precomputed value available"
    assert tell(TYPES.SCHEMAV_CVC_IDC, words, line[0]) is None
    missing = "Element 'TRAVELLER_LINE': Not all fields of key identity-constraint 'Line.SCORE' evaluate to a node."
    assert tell(TYPES.SCHEMAV_CVC_IDC, missing, line) is None


def test_what_may_be_meant_is_a_name_of_the_same_place() -> None:
    pair = etree.fromstring("<PAIR><PAIR_NUMER/><BORD_NUMBER/></PAIR>")
    said = [tell(TYPES.SCHEMAV_ELEMENT_CONTENT, "This element is not expected.", node) for node in pair]
    assert [fault.message for fault in said if fault] == [
        "USEBIO 1.4 has no element PAIR_NUMER; is PAIR_NUMBER meant?",
        "USEBIO 1.4 has no element BORD_NUMBER",
    ]


def test_a_direction_is_a_line_of_the_table_or_a_seat_by_where_it_stands() -> None:
    hand = etree.fromstring("<HAND><DIRECTION>Up</DIRECTION></HAND>")
    line = etree.fromstring("<TRAVELLER_LINE><DIRECTION>Up</DIRECTION></TRAVELLER_LINE>")
    said = [tell(TYPES.SCHEMAV_CVC_ENUMERATION_VALID, "", parent[0]) for parent in (hand, line)]
    assert [fault.message for fault in said if fault] == [
        "DIRECTION has 'Up'; expected North, East, South or West (a part of 1.0)",
        "DIRECTION has 'Up'; expected NS or EW",
    ]


def test_a_long_value_is_shortened() -> None:
    fault = tell(TYPES.SCHEMAV_CVC_PATTERN_VALID, "", etree.fromstring(f"<PLACE>{'9x' * 500}</PLACE>"))
    assert fault is not None
    assert len(fault.message) < 200


class TestOddDocuments(CheckedAsExpected):
    """Every odd document."""

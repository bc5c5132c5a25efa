"""Rows of calls and cards, and tables."""

import pytest

from shared.formats.pbn.tables import Column
from shared.formats.pbn.writer.sections import Piece, element, write_items, write_table
from shared.formats.pbn.writer.sheet import Sheet
from tests.unit.shared.formats.pbn.writer.test_sheet import lines


def test_four_items_stand_in_a_line_notes_before_nags():
    sheet = Sheet()
    write_items([Piece("1C", note=1, glyphs=(25, 3)), Piece("1D", "I"), Piece("X"), Piece("XX"), Piece("AP")], sheet)
    assert lines(sheet) == ["1C =1= $3 $25 ^I 1D X XX", "AP"]


def test_elements_are_quoted_where_they_have_to_be():
    assert [element(text) for text in (None, "4S", "A B", "", "x;y", "50%")] == [
        ("?", False),
        ("4S", False),
        ("A B", True),
        ("", True),
        ("x;y", True),
        ("50%", True),
    ]


def test_a_table_that_is_too_wide_gives_up_its_widths():
    sheet = Sheet()
    columns = [Column("A", "-", 200, "L"), Column("B", "", 200, "R")]
    write_table("Mine", columns, [[("a", False), ('b "c"', True)]], sheet)
    assert lines(sheet) == ['[Mine "-A\\200L;B\\200R"]', 'a "b \\"c\\""']
    sheet = Sheet()
    many = [Column(f"Column{number}", "", 3, "R") for number in range(25)]
    write_table("Mine", many, [[("a", False)] * 25], sheet)
    assert "\\" not in lines(sheet)[0]


def test_a_row_that_no_line_can_bear_has_its_longest_texts_cut_and_that_is_counted():
    sheet = Sheet()
    row = [("12", False), ("N" * 200 + " x", True), ("E" * 150 + " y", True), ("4S", False)]
    write_table("Mine", [Column("A"), Column("B"), Column("C"), Column("D")], [row], sheet)
    cut = lines(sheet)[-1]
    assert len(cut) <= 253
    assert cut.startswith('12 "NNN')
    assert cut.endswith('EEE" 4S')
    assert min(cut.count("N"), cut.count("E")) > 80
    assert [(loss.what, loss.count) for loss in sheet.losses.items()] == [("long rows", 1)]


def test_a_row_of_more_elements_than_a_line_can_bear_stays_whole():
    sheet = Sheet()
    write_table("Mine", [Column(f"{number}") for number in range(130)], [[("ab", False)] * 130], sheet)
    assert lines(sheet)[-1] == " ".join(["ab"] * 130)
    assert "lines of 255 characters" in {loss.what for loss in sheet.losses.items()}


def test_a_row_is_padded_to_its_columns_and_cut_when_it_has_to_be():
    sheet = Sheet()
    columns = [Column("A", "", 4, "L"), Column("B", "", 4, "R"), Column("C")]
    rows = [[("a", False), ("b", False), ("c d", True)], [("a", False), ("b", False), ("", False)]]
    write_table("Mine", columns, rows, sheet)
    assert lines(sheet)[1:] == ['a       b "c d"', "a       b"]


def test_a_description_that_fits_keeps_its_widths():
    for length, fits in ((241, True), (242, False)):
        sheet = Sheet()
        write_table("Mine", [Column("A" * length, "", 3, "R")], [], sheet)
        (line,) = lines(sheet)
        assert (line.endswith('\\3R"]'), len(line)) == (fits, 253 if fits else 251)


@pytest.mark.parametrize(("length", "lost"), [(253, 0), (254, 1)])
def test_a_row_is_shortened_only_when_it_is_too_long(length, lost):
    sheet = Sheet()
    write_table("Mine", [Column("A"), Column("B")], [[("a", False), ("b" * (length - 2), False)]], sheet)
    assert len(lines(sheet)[1]) == 253
    assert len(sheet.losses.items()) == lost


def test_no_text_is_cut_to_nothing():
    sheet = Sheet()
    write_table("Mine", [Column(f"{number}") for number in range(126)], [[("ab", False)] * 126], sheet)
    assert {len(word) for word in lines(sheet)[-1].split()} == {1, 2}

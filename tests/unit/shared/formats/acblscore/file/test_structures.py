"""A list of structures becomes layouts: fields, series, parts, and rows that several structures share."""

import pytest

from shared.formats.acblscore.file.fields import U8, U16, char, fixed, string
from shared.formats.acblscore.file.structures import layouts_of, structure

HEAD = "thing: 9 bytes, at least 2\n0x00 first u16\n0x03 name string 2"


def test_a_structure_has_its_size_and_fields_and_names_what_lies_between():
    thing = layouts_of(HEAD)["thing"]
    assert (thing.name, thing.size, thing.least) == ("thing", 9, 2)
    assert (thing.fields["first"], thing.fields["name"]) == ((0, U16), (3, string(2)))
    assert thing.gaps == ("unknown_0002", "unknown_0006")


def test_a_series_counts_its_fields_from_1_one_after_the_other_or_further_apart():
    fields = layouts_of("thing: 20 bytes\n0x00 share 2 of cents\n0x08 seat 2 of char 1 every 6")["thing"].fields
    assert (fields["share_1"], fields["share_2"]) == ((0, fixed(U16, 2)), (2, fixed(U16, 2)))
    assert (fields["seat_1"], fields["seat_2"]) == ((8, char()), (14, char()))


def test_a_part_is_a_structure_that_stands_before_and_rows_can_be_like_those_of_another():
    text = "rows:\n0x00 first u8\n\ninner: 2 bytes\nlike rows\n\nouter: 6 bytes\nlike rows\n0x02 parts 2 of inner"
    layouts = layouts_of(text)
    assert layouts.keys() == {"inner", "outer"}
    part = layouts["outer"].parts["parts"]
    assert (part.offset, part.count, part.layout) == (2, 2, layouts["inner"])
    assert layouts["outer"].fields["first"] == (0, U8)


@pytest.mark.parametrize("line", ["first u8", "0x00 first", "thing"])
def test_a_line_that_is_no_row_is_refused(line):
    with pytest.raises(ValueError, match="no row"):
        layouts_of(f"{HEAD}\n{line}")


def test_an_unknown_type_or_structure_is_refused():
    with pytest.raises(KeyError):
        layouts_of("thing: 1 bytes\n0x00 first u9")
    with pytest.raises(KeyError):
        structure("made up")

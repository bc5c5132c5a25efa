"""Types of fields, and layouts that know every byte of their structure."""

import struct
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.formats.acblscore.file.fields import (
    U8,
    U16,
    Part,
    char,
    decode,
    encode,
    fixed,
    layout,
    opaque,
    plain_text,
    real48,
    string,
)


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("000000000000", Fraction(0)),
        ("810000000000", Fraction(1)),
        ("800000000000", Fraction(1, 2)),
        ("820000000080", Fraction(-2)),
        ("830000000020", Fraction(5)),
        ("84000000c0b0", Fraction(-707, 64)),
    ],
)
def test_a_pascal_real_is_read_exactly(raw, value):
    assert real48(bytes.fromhex(raw)) == value


def test_a_layout_reads_its_fields_in_one_step_and_names_its_gaps():
    made = layout("thing", 12, ("second", 0x04, U16), ("first", 0x01, U8), ("name", 0x07, string(2)))
    assert made.names == ("unknown_0000", "first", "unknown_0002", "second", "unknown_0006", "name", "unknown_000a")
    assert made.gaps == ("unknown_0000", "unknown_0002", "unknown_0006", "unknown_000a")
    assert made.reader.size == 12
    raw = bytes(range(12))
    assert b"".join(v if isinstance(v, bytes) else b"" for v in made.reader.unpack(raw)) == bytes(
        [0, 2, 3, 6, 7, 8, 9, 10, 11]
    )
    assert made.reader.unpack(raw)[1] == 1
    assert made.reader.unpack(raw)[3] == struct.unpack_from("<H", raw, 4)[0]


def test_a_part_is_left_to_its_own_layout():
    inner = layout("inner", 3, ("a", 0, U8))
    outer = layout("outer", 8, Part("rows", 1, inner, 2))
    assert outer.parts["rows"].count == 2
    assert outer.gaps == ("unknown_0000", "unknown_0007")


def test_rows_that_overlap_or_end_beyond_the_structure_are_refused():
    with pytest.raises(ValueError, match="begins before"):
        layout("thing", 8, ("a", 0, U16), ("b", 1, U8))
    with pytest.raises(ValueError, match="beyond"):
        layout("thing", 2, ("a", 1, U16))


def test_types_have_the_size_that_they_take():
    assert [t.size for t in (string(5), char(), char(2), opaque(7), fixed(U16, 2))] == [6, 1, 2, 7, 2]
    assert fixed(U16, 4).digits == 4


@given(st.binary(max_size=40))
def test_every_byte_has_a_character_and_comes_back(raw):
    assert encode(decode(raw)) == raw


def test_text_beyond_ascii_is_windows_1252():
    assert decode(b"S\xfcleyman\x81") == "Süleyman\x81"
    assert encode("ö€") == b"\xf6\x80"
    assert encode("名") is None


@pytest.mark.parametrize(
    ("raw", "counted", "text"),
    [
        (b"\3Adaxx", True, "Ada"),
        (b"\5Adaxx", True, "Adaxx"),
        (b"\6Adaxx", True, None),
        (b" A\0 ", False, "A"),
        (b"\1\xd6", True, None),
        (b"\0", True, ""),
    ],
)
def test_a_text_is_plain_unless_it_is_too_long_or_not_ascii(raw, counted, text):
    assert plain_text(raw, counted) == text

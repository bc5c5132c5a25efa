"""Bytes as text, well enough to recognise a format."""

import pytest

from shared.formats.sample import as_text, encoding_of, is_binary


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "cp037"])
def test_an_encoding_is_seen_by_its_first_character(encoding):
    assert encoding_of("<?xml".encode(encoding)) == encoding


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_an_encoding_is_seen_by_its_byte_order_mark(encoding):
    assert as_text("é".encode(encoding), encoding_of("é".encode(encoding))).lstrip("\ufeff") == "é"


def test_text_in_an_unknown_superset_of_ascii_is_read_as_latin_1():
    assert encoding_of(b"caf\xe9") == "latin-1"


def test_half_a_character_at_the_end_does_no_harm():
    assert as_text("<a>".encode("utf-16-le")[:-1], "utf-16-le").startswith("<a")


def test_many_control_characters_are_binary_and_a_few_are_not():
    assert is_binary(bytes(range(32)) * 4)
    assert not is_binary(b"line\n" * 100 + b"\x01")
    assert not is_binary(b"line\n" + bytes(507))
    assert is_binary(bytes(512))
    assert not is_binary("<a>".encode("utf-16-le") * 50)

"""Addresses as QR codes."""

import pytest
from lxml import etree

from services.broadcast.adapters.scannable import LONGEST, code_of

ADDRESS = "https://results.example.org/e/spring-pairs-2031-03-04/standings"


def test_a_code_is_a_drawing_without_scripts_that_stays_the_same() -> None:
    drawing = etree.fromstring(code_of(ADDRESS))
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    assert {etree.QName(part).localname for part in drawing.iter()} <= {"svg", "g", "path"}
    assert code_of(ADDRESS) == code_of(ADDRESS)
    assert code_of(ADDRESS) != code_of(ADDRESS + "?")


def test_an_address_that_could_hardly_be_scanned_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 500 letters"):
        code_of("https://results.example.org/" + "x" * LONGEST)

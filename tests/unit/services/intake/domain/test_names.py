"""Names from outside are shown and never used as paths."""

import os
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.intake.domain.names import MAX_BYTES, UNNAMED, clean_name


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("pairs.xml", "pairs.xml"),
        ("../../x", "x"),
        ("..\\..\\x.xml", "x.xml"),
        ("C:\\results\\x.xml", "x.xml"),
        ("/etc/passwd", "passwd"),
        ("%2e%2e%2fx", "x"),
        ("%252e%252e%252fx", "x"),
        ("a/b/c.pbn/", "c.pbn"),
        ("..", UNNAMED),
        ("", UNNAMED),
        ("/", UNNAMED),
        ("\0\x07", UNNAMED),
        ("x\0.xml", "x.xml"),
        ("x\r\nSet-Cookie: a.xml", "xSet-Cookie_ a.xml"),
        ("\u202egnp.xml", "gnp.xml"),
        ("a\u2028b.xml", "ab.xml"),
        ("a\u2215b.xml", "a_b.xml"),
        ("nul", "_nul"),
        ("CON.xml", "_CON.xml"),
        ("com1.txt", "_com1.txt"),
        ("console.xml", "console.xml"),
        (".hidden", "hidden"),
        ("name.xml. . ", "name.xml"),
        ("a:b|c?.xml", "a_b_c_.xml"),
        ("100%.xml", "100%.xml"),
        ("Übung Café 7.xml", "Übung Café 7.xml"),
    ],
)
def test_a_name_is_made_harmless(raw, expected):
    assert clean_name(raw) == expected


def test_a_long_name_keeps_its_ending():
    name = clean_name("é" * 500 + ".xml")
    assert name.endswith(".xml")
    assert len(name.encode()) <= MAX_BYTES


def test_a_very_long_name_costs_little():
    assert clean_name("%25" * 1_000_000 + "/x") == "x"


@given(st.text(max_size=300) | st.text(alphabet="%25e2f./\\ \0:", max_size=60))
def test_a_clean_name_is_one_component_and_stays_as_it_is(raw):
    name = clean_name(raw)
    assert name == os.path.basename(name)
    assert name not in ("", ".", "..")
    assert not set(name) & set("/\\\0:\r\n")
    assert len(name.encode()) <= MAX_BYTES
    assert clean_name(name) == name


@pytest.mark.parametrize(("times", "name"), [(1, "b"), (8, "b"), (9, "a_2Fb")])
def test_a_name_that_was_encoded_over_and_over_is_decoded_a_few_times_and_never_becomes_a_path(times, name):
    raw = "a/b"
    for _ in range(times):
        raw = quote(raw, safe="")
    assert clean_name(raw) == name


def test_a_long_name_is_cut_to_180_bytes_and_keeps_an_ending_of_up_to_twelve_letters():
    assert clean_name("a" * 180) == "a" * 180
    assert clean_name("a" * 181) == "a" * 180
    assert clean_name("a" * 200 + "." + "x" * 12) == "a" * 167 + "." + "x" * 12
    assert clean_name("a" * 200 + "." + "x" * 13) == "a" * 180
    assert clean_name("a" * 5_000 + ".xml") == "a" * 176 + ".xml"
    assert clean_name("é" * 100 + ".xml") == "é" * 88 + ".xml"

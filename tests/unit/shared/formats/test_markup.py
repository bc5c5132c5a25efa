"""What stands before the root element of an XML document."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.formats.markup import Prolog, read_prolog


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<a>", Prolog(root="a")),
        ("  <a", Prolog(root="a")),
        ("<x:a b='c'>", Prolog(root="a")),
        ("<!DOCTYPE t><a/>", Prolog(root="a", doctype="t")),
        ("<!doctype html><html>", Prolog(root="html", doctype="html")),
        ("<!DOCTYPE t SYSTEM 'x>y' [<!ENTITY e \"]>\">]><a>", Prolog(root="a", doctype="t")),
        ("<!-- <b> --><?p <c> ?><a>", Prolog(root="a")),
        ("", Prolog(cut=True)),
        ("<!DOCTYPE t [", Prolog(doctype="t", cut=True)),
        ("<!-- ", Prolog(cut=True)),
        ("plain text", Prolog()),
        ("</a>", Prolog()),
    ],
)
def test_the_prolog_is_read_up_to_the_root(text, expected):
    assert read_prolog(text) == expected


@given(st.text(alphabet="<>!?-[]'\" aDOCTYPE", max_size=80))
def test_any_text_gets_an_answer(text):
    prolog = read_prolog(text)
    assert not (prolog.cut and prolog.root)

"""Text in XML."""

from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from shared.formats.xml_text import escape, escape_attribute

TEXTS = st.text(st.characters(codec="utf-8"), max_size=60)


@given(TEXTS)
def test_every_text_survives_except_what_xml_forbids(text: str) -> None:
    root = etree.fromstring(f"<A b='1'>{escape(text)}</A>".encode())
    expected = etree.Element("A")
    try:
        expected.text = text
    except ValueError:
        assert "\ufffd" in (root.text or "")
        return
    assert (root.text or "") == text


@given(TEXTS)
def test_every_attribute_survives_except_what_xml_forbids(text: str) -> None:
    found = etree.fromstring(f'<A b="{escape_attribute(text)}"/>'.encode()).get("b")
    assert found == text or "\ufffd" in (found or "")

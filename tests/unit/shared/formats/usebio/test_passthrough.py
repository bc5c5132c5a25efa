"""The instruction in which 1.4 keeps what is not USEBIO's."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from contracts.facts import Score, WeightedPoints
from shared.formats.usebio.passthrough import (
    TARGET,
    read_kept,
    read_name,
    read_scores,
    write_kept,
    write_name,
    write_scores,
)
from tests.support.usebio_documents import document, read_one
from tests.support.usebio_expected import ReadAsExpected

VALUES = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=40) | st.sampled_from(
    ["?>", "??>", "?&gt;", "&amp;?&gt;", "a\r\nb", " blanks around ", "<X a='1'>&amp;</X>"]
)


@given(st.sampled_from(["element", "attribute", "text"]), st.sampled_from(["X", "#text", "{urn:x}y"]), VALUES)
def test_everything_comes_back_through_xml(kind: str, name: str, value: str) -> None:
    text = write_kept(kind, name, value)
    (node,) = etree.fromstring(f"<A><?{TARGET} {text}?></A>".encode())
    assert read_kept(node.text or "") == (kind, name, value)


@pytest.mark.parametrize(
    ("kind", "name"), [("comment", "X"), ("element", "two words"), ("element", ""), ("text", " x")]
)
def test_what_the_instruction_cannot_hold_is_not_written(kind: str, name: str) -> None:
    assert write_kept(kind, name, "x") is None


@pytest.mark.parametrize("text", ["", "element", "bytes X y", "hello"])
def test_an_instruction_that_is_not_ours_is_not_read(text: str) -> None:
    assert read_kept(text) is None


def test_a_foreign_text_under_our_name_stays_an_instruction() -> None:
    (fact,) = read_one(document(f"<?{TARGET} hello?>")).facts.extensions
    assert (fact.kind, fact.name, fact.value) == ("directive", TARGET, "hello")


def test_what_is_kept_is_read_as_what_it_was() -> None:
    inside = f"<?{TARGET} attribute mood good?><?{TARGET} element X <X/>?><?{TARGET} text #text stray?>"
    facts = read_one(document(inside)).facts.extensions
    assert [(fact.kind, fact.name, fact.value, fact.owner) for fact in facts] == [
        ("attribute", "mood", "good", "/USEBIO/EVENT"),
        ("element", "X", "<X/>", "/USEBIO/EVENT"),
        ("text", "#text", "stray", "/USEBIO/EVENT"),
    ]


@given(VALUES)
def test_a_name_comes_back_without_the_blanks_around_it(name: str) -> None:
    (node,) = etree.fromstring(f"<A><?kibitz-board {write_name(name)}?></A>".encode())
    assert read_name(node.text or "") == name.strip()


class TestOddDocuments(ReadAsExpected):
    parts = ("extensions",)


def test_scores_that_SCORE_cannot_say_come_back():
    split = (
        Score(kind="points", points=90),
        Score(kind="weighted", parts=(WeightedPoints(weight=Decimal(1), points=50),)),
    )
    late = (Score(kind="late", text="?>&"), Score(kind="not_played"))
    for scores in (split, late):
        (node,) = etree.fromstring(f"<A><?kibitz-scores {write_scores(*scores)}?></A>".encode())
        assert read_scores(node.text) == scores
    assert read_scores("[{}]") is None
    assert read_scores("not played") is None

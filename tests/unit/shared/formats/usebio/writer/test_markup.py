"""XML as text."""

import pytest
from lxml import etree

from contracts.facts import Extension
from shared.formats.losses import Losses
from shared.formats.usebio.writer.markup import Markup
from tests.support.usebio_expected import WrittenAsExpected


def write(*extensions: Extension, version: tuple[int, int] = (1, 4)) -> tuple[str, Losses]:
    markup = Markup(version, extensions)
    with markup.element("USEBIO", (("Version", "1.4"), ("Other", None))), markup.element("EVENT", by="[A='1']"):
        markup.leaf("A", "1 & 2")
        markup.leaf("B", None)
        markup.leaf("C", None, empty=True)
        markup.with_attributes("D", "x", (("k", "v"), ("n", None)))
        markup.leaf("VP_SCALE", "ACBL20")
    return markup.finish().decode(), markup.losses


def extension(kind: str, name: str, value: str, owner: str = "/USEBIO/EVENT[A='1']") -> Extension:
    return Extension(kind=kind, owner=owner, name=name, value=value)


def test_a_document_is_indented_and_ends_in_a_line_feed() -> None:
    text, losses = write()
    assert text == (
        '<?xml version="1.0" encoding="UTF-8"?>\n<USEBIO Version="1.4">\n  <EVENT>\n    <A>1 &amp; 2</A>\n    <C></C>\n'
        '    <D k="v">x</D>\n    <VP_SCALE>ACBL20</VP_SCALE>\n  </EVENT>\n</USEBIO>\n'
    )
    assert losses.items() == ()


def test_an_element_newer_than_the_version_stands_in_an_instruction_and_is_counted() -> None:
    text, losses = write(version=(1, 2))
    assert "<VP_SCALE>" not in text
    assert "<?kibitz-kept newer VP_SCALE ACBL20?>" in text
    (loss,) = losses.items()
    assert (loss.what, loss.count, loss.why) == ("VP_SCALE", 1, "came after USEBIO 1.2")


OF_ALL_KINDS = (
    extension("element", "X", "<X y='1'><Z/></X>"),
    extension("attribute", "odd", 'a"b'),
    extension("comment", "#comment", " hm "),
    extension("directive", "tool", "keep"),
    extension("directive", "bare", ""),
    extension("text", "#text", "a < b"),
)


def test_extensions_are_put_back_under_their_owner_in_1_2() -> None:
    text, losses = write(*OF_ALL_KINDS, version=(1, 2))
    assert '<EVENT odd="a&quot;b">' in text
    tail = text.split("VP_SCALE ACBL20?>\n")[1].splitlines()
    assert [part.strip() for part in tail[:5]] == [
        "<X y='1'><Z/></X>",
        "<!-- hm -->",
        "<?tool keep?>",
        "<?bare?>",
        "a &lt; b",
    ]
    assert [loss.what for loss in losses.items()] == ["VP_SCALE"]


def test_extensions_stand_in_instructions_in_1_4_so_that_the_document_stays_valid() -> None:
    text, losses = write(*OF_ALL_KINDS)
    assert '  <EVENT>\n    <?kibitz-kept attribute odd a"b?>\n' in text
    tail = text.split("<VP_SCALE>ACBL20</VP_SCALE>\n")[1].splitlines()
    assert [part.strip() for part in tail[:5]] == [
        "<?kibitz-kept element X <X y='1'><Z/></X>?>",
        "<!-- hm -->",
        "<?tool keep?>",
        "<?bare?>",
        "<?kibitz-kept text #text a < b?>",
    ]
    assert losses.items() == ()


def test_an_attribute_that_no_element_can_have_is_counted_as_lost() -> None:
    _, losses = write(extension("attribute", "no name", "x"), version=(1, 2))
    assert [loss.what for loss in losses.items()] == ["VP_SCALE", "extension attribute no name"]


def test_a_value_that_the_schema_does_not_take_is_left_out_and_counted() -> None:
    markup = Markup((1, 4), ())
    markup.leaf("WINNER_TYPE", "3")
    markup.leaf("DATE", "yesterday", empty=True)
    markup.leaf("TITLE", "anything")
    assert markup.finish().decode().splitlines()[1:] == ["<DATE></DATE>", "<TITLE>anything</TITLE>"]
    assert [(loss.what, loss.why) for loss in markup.losses.items()] == [
        ("value of DATE", "it is a date as YYYY-MM-DD, or empty when it is not known in USEBIO 1.4"),
        ("value of WINNER_TYPE", "it is 1 or 2 in USEBIO 1.4"),
    ]


@pytest.mark.parametrize(
    "bad",
    [
        extension("element", "X", "<X>"),
        extension("element", "X", "<!DOCTYPE X [<!ENTITY a 'b'>]><X>&a;</X>"),
        extension("element", "X", "not xml"),
        extension("comment", "#comment", "a -- b"),
        extension("comment", "#comment", "ends in -"),
        extension("directive", "xml", "version='1.0'"),
        extension("directive", "x", "?><evil/>"),
        extension("text", "#text", "  "),
        extension("bytes", "b", "AAAA"),
        extension("element", "X", "<X/>", "/USEBIO/NOWHERE"),
        extension("tag", "Site", "here", "game 1"),
    ],
)
def test_an_extension_that_cannot_stand_there_is_counted_as_lost(bad: Extension) -> None:
    text, losses = write(bad)
    assert [loss.count for loss in losses.items()] == [1]
    etree.fromstring(text.encode())


def test_an_attribute_that_is_known_is_not_written_twice() -> None:
    text, _ = write(extension("attribute", "Version", "9", "/USEBIO"))
    assert text.count('Version="') == 1


def test_losses_are_counted_by_kind_and_sorted() -> None:
    losses = Losses()
    for what, count in (("b", 1), ("a", 2), ("b", 3), ("c", 0)):
        losses.add(what, "why", count)
    assert [(loss.what, loss.count) for loss in losses.items()] == [("a", 2), ("b", 4)]


@pytest.mark.parametrize("version", [(1, 2), (1, 4)])
def test_a_value_that_is_none_of_its_attribute_stands_beside_the_one_by_which_it_was_read(
    version: tuple[int, int],
) -> None:
    markup = Markup(version, [extension("attribute", "EVENT_TYPE", "FRIENDLY", owner="/EVENT")])
    with markup.element("EVENT", (("EVENT_TYPE", "PAIRS"),)):
        pass
    assert markup.finish().decode().splitlines()[1:3] == [
        '<EVENT EVENT_TYPE="PAIRS">',
        "  <?kibitz-kept attribute EVENT_TYPE FRIENDLY?>",
    ]
    assert markup.losses.items() == ()


class TestOddDocuments(WrittenAsExpected):
    """Every odd document."""

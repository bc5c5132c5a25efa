"""Reading one element against its table."""

import pytest
from lxml import etree

from shared.errors import FormatError
from shared.formats.usebio.reader import nodes as module
from shared.formats.usebio.reader.fields import OWN_TEXT, Fields, Shape
from shared.formats.usebio.reader.nodes import line_of, read_fields, take_out
from shared.formats.usebio.reader.parse import parse
from shared.formats.usebio.report import Report
from tests.support.usebio_documents import bound, document
from tests.support.usebio_expected import ReadAsExpected

INNER = Shape(leaves=frozenset({"B"}))
SHAPE = Shape(
    leaves=frozenset({"A", "BOTH", "MANY"}),
    groups={"G": INNER, "BOTH": INNER, "RAW": None, "T": Shape(text=True, attributes=frozenset({"k"}))},
    many=frozenset({"MANY"}),
    attributes=frozenset({"id"}),
)


def read(xml: str) -> tuple[Fields, list[str]]:
    report = Report()
    parser = etree.XMLParser(resolve_entities=False)
    fields = read_fields(etree.fromstring(xml, parser), SHAPE, "/E", report)
    return fields, [finding.code for finding in report.findings]


def test_leaves_groups_and_attributes_are_read_by_the_table() -> None:
    fields, found = read("<E id=' 7 '><A> x </A><G><B>y</B></G><T k='v'>z</T><RAW/><MANY>1</MANY><MANY>2</MANY></E>")
    assert fields.attributes == {"id": "7"}
    assert fields.text("A") == "x"
    assert [group.text("B") for group in fields.all("G")] == ["y"]
    assert [(group.text(OWN_TEXT), group.attributes) for group in fields.all("T")] == [("z", {"k": "v"})]
    assert [path for _, path in fields.raw] == ["/E/RAW[1]"]
    assert [text for text, _ in fields.texts["MANY"]] == ["1", "2"]
    assert found == []


def test_an_element_that_may_be_text_or_group_is_what_it_holds() -> None:
    assert read("<E><BOTH>x</BOTH></E>")[0].text("BOTH") == "x"
    assert read("<E><BOTH>x<!-- y --></BOTH></E>")[0].text("BOTH") == "x"
    assert [group.text("B") for group in read("<E><BOTH><B>y</B></BOTH></E>")[0].all("BOTH")] == ["y"]


def test_an_empty_leaf_says_nothing() -> None:
    assert not read("<E><A/><A>  </A></E>")[0].stands("A")


def test_unknown_elements_attributes_and_texts_are_kept_and_reported() -> None:
    fields, found = read("<E odd='1'>words<X y='2'>z</X>more<A n='3'>x</A></E>")
    assert [(unknown.kind, unknown.name, unknown.value, unknown.place.path) for unknown in fields.unknown] == [
        ("attribute", "odd", "1", "/E/@odd"),
        ("text", "#text", "words", "/E"),
        ("element", "X", '<X y="2">z</X>', "/E/X[1]"),
        ("text", "#text", "more", "/E"),
        ("attribute", "n", "3", "/E/A/@n"),
    ]
    assert found == [
        "usebio.unknown-attribute",
        "usebio.stray-text",
        "usebio.unknown-element",
        "usebio.stray-text",
        "usebio.unknown-attribute",
    ]


def test_comments_and_instructions_are_kept_without_a_finding() -> None:
    fields, found = read("<E><!--note--><?tool keep?><A>1<!--in-->2</A></E>")
    assert [(unknown.kind, unknown.value) for unknown in fields.unknown] == [
        ("comment", "note"),
        ("directive", "keep"),
        ("comment", "in"),
    ]
    assert fields.text("A") == "12"
    assert found == []


def test_our_instructions_stand_for_what_they_keep_and_those_of_others_for_themselves() -> None:
    kept = "<?kibitz-kept attribute mood good?><?kibitz-kept what it was?><?tool attribute mood good?>"
    fields, found = read(f"<E>{kept}</E>")
    assert [(unknown.kind, unknown.name, unknown.value) for unknown in fields.unknown] == [
        ("attribute", "mood", "good"),
        ("directive", "kibitz-kept", "what it was"),
        ("directive", "tool", "attribute mood good"),
    ]
    assert found == []


def test_an_instruction_of_ours_stands_for_a_leaf_that_the_version_has_not() -> None:
    kept = "<?kibitz-kept newer A 1?><?kibitz-kept newer A 2?><?kibitz-kept newer G 3?><?other newer MANY 4?>"
    kept += "<?kibitz-kept newer G <G>?><?kibitz-kept newer G <A>7</A>?>"
    fields, found = read(f"<E>{kept}<MANY>5</MANY><?kibitz-kept newer MANY 6?></E>")
    assert (fields.text("A"), [text for text, _ in fields.texts["MANY"]]) == ("1", ["5", "6"])
    assert [(unknown.kind, unknown.value) for unknown in fields.unknown] == [
        ("directive", "newer A 2"),
        ("directive", "newer G 3"),
        ("directive", "newer MANY 4"),
        ("directive", "newer G <G>"),
        ("directive", "newer G <A>7</A>"),
    ]
    assert found == []


def test_leaves_that_may_stand_more_than_once_are_counted_in_paths() -> None:
    fields, _ = read("<E><MANY>1</MANY><MANY> </MANY><MANY n='2'>3</MANY><A n='4'>5</A></E>")
    assert [text for text, _ in fields.texts["MANY"]] == ["1", "3"]
    assert [unknown.place.path for unknown in fields.unknown] == ["/E/MANY[3]/@n", "/E/A/@n"]


def test_an_element_inside_a_leaf_is_kept() -> None:
    fields, found = read("<E><A>4<i>S</i></A></E>")
    assert fields.text("A") == "4"
    assert [(unknown.value, unknown.place.path) for unknown in fields.unknown] == [("<i>S</i>", "/E/A/i")]
    assert found == ["usebio.unknown-element"]


def test_the_first_of_repeated_leaves_counts_and_the_others_are_kept() -> None:
    fields, found = read("<E><A>1</A><A>2</A><A>1</A></E>")
    assert fields.text("A") == "1"
    assert [unknown.value for unknown in fields.unknown] == ["<A>2</A>"]
    assert found == ["usebio.repeated-element"]


def test_entities_of_html_are_read_and_others_stay_as_written() -> None:
    report = Report()
    parser = etree.XMLParser(resolve_entities=False, load_dtd=False)
    xml = '<!DOCTYPE E SYSTEM "none.dtd"><E><A>caf&eacute; &own;</A></E>'
    assert read_fields(etree.fromstring(xml, parser), SHAPE, "/E", report).text("A") == "café &own;"
    assert [finding.code for finding in report.findings] == ["usebio.entity-undeclared"] * 2


def test_the_line_is_unknown_where_the_parser_stops_counting() -> None:
    root = etree.fromstring("<E>" + "\n" * 70_000 + "<A/></E>")
    assert (line_of(root), line_of(root[0])) == (1, None)


def test_taking_out_keeps_the_text_behind() -> None:
    root = etree.fromstring("<E><A>1</A>tail</E>")
    take_out(root[0])
    assert etree.tostring(root) == b"<E><A/>tail</E>"


def test_the_bounds_are_those_that_the_documentation_gives() -> None:
    assert bound("attributes on an element") == module.MOST_ATTRIBUTES
    assert module.LAST_LINE == 65_535


def test_an_element_may_have_as_many_attributes_as_the_bound_says() -> None:
    attributes = [f"a{number}='x'" for number in range(65)]
    assert len(parse(document(f"<TOWN {' '.join(attributes[:64])}>Here</TOWN>")).findings) == 64
    with pytest.raises(FormatError, match="65 attributes on one element; at most 64 are read"):
        parse(document(f"<TOWN {' '.join(attributes)}>Here</TOWN>"))


def test_a_line_beyond_the_last_that_the_xml_library_counts_is_not_given() -> None:
    lines = "\n" * (module.LAST_LINE - 2)
    last = parse(document(f"{lines}<WEATHER/>")).findings[0].place
    beyond = parse(document(f"{lines}\n{'<WEATHER/>' * 9}")).findings[-1].place
    assert last is not None
    assert beyond is not None
    assert (last.line, beyond.line, beyond.path) == (module.LAST_LINE - 1, None, "/USEBIO/EVENT[1]/WEATHER[9]")


def test_an_entity_that_is_not_declared_is_read_as_html_has_it() -> None:
    head = "<!DOCTYPE USEBIO SYSTEM 'usebio.dtd'>"
    parsed = parse(document("<TOWN>Caf&eacute; &nobody;</TOWN>", head=head))
    assert parsed.events[0].facts.event.city == "Café &nobody;"
    assert [(finding.code, finding.stated) for finding in parsed.findings] == [
        ("usebio.entity-undeclared", "eacute"),
        ("usebio.entity-undeclared", "nobody"),
    ]


def test_an_entity_between_elements_is_stray_text() -> None:
    parsed = parse(document("&nobody;", head="<!DOCTYPE USEBIO SYSTEM 'usebio.dtd'>"))
    assert [(fact.kind, fact.value) for fact in parsed.events[0].facts.extensions] == [("text", "&nobody;")]


class TestOddDocuments(ReadAsExpected):
    parts = ("events", "extensions")

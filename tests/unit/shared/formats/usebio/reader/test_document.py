"""From bytes to events of elements."""

import pytest

from shared.errors import FormatError
from shared.formats.usebio.reader import document as module
from shared.formats.usebio.reader.document import MOST_BYTES, Document
from shared.formats.usebio.reader.document_reader import TAGS as ALL_TAGS
from shared.formats.usebio.reader.document_reader import DocumentReader
from shared.formats.usebio.reader.encoding import EncodingError
from shared.formats.usebio.report import Report
from tests.support.usebio_documents import bound

TAGS = frozenset({"USEBIO", "EVENT"})


def events(data: bytes, encoding: str | None = None) -> list[tuple[str, str]]:
    return [(event, str(element.tag)) for event, element in Document(data, TAGS, encoding).events()]


def test_only_the_elements_asked_for_are_events() -> None:
    assert events(b"<USEBIO><CLUB/><EVENT><A/></EVENT></USEBIO>") == [
        ("start", "USEBIO"),
        ("start", "EVENT"),
        ("end", "EVENT"),
        ("end", "USEBIO"),
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"<?a?><!-- b --><?c?><USEBIO><?d?><CLUB><?e?><A>f</A></CLUB><EVENT>g<?h?></EVENT></USEBIO><?i?>",
        b"<!DOCTYPE USEBIO SYSTEM 'a.dtd'><USEBIO><EVENT><SECTION/><BOARD/></EVENT><SECTION><A/></SECTION></USEBIO>",
        b"<!DOCTYPE USEBIO [<!ENTITY a 'b'>]><USEBIO/>",
        b"<USEBIO xmlns='urn:a'><EVENT><BOARD/></EVENT></USEBIO>",
        b"<USEBIO><A><EVENT/></A><EVENT><PARTICIPANTS><PAIR><PLAYER/></PAIR></PARTICIPANTS></EVENT></USEBIO>",
        b"<USEBIO><EVENT></USEBIO>",
        b"<OTHER><USEBIO/></OTHER>",
        "<?xml version='1.0' encoding='utf-16'?><USEBIO><EVENT/></USEBIO>".encode("utf-16"),
        b"<USEBIO>\n \n<EVENT EVENT_TYPE='PAIRS'>\n<BOARD>\n <BOARD_NUMBER>1</BOARD_NUMBER>\n</BOARD>&b;</EVENT>"
        b"</USEBIO>",
    ],
)
def test_a_document_is_read_in_one_step_as_in_slices(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def read() -> object:
        report = Report()
        reader = DocumentReader(Document(data, ALL_TAGS, None), report)
        try:
            for event, element in reader._document.events():
                {"start": reader.start, "end": reader.end, "pi": reader.instruction}[event](element)
            return reader.finish(lambda: "digest")
        except FormatError as error:
            return error.code, error.message, error.place

    at_once = read()
    monkeypatch.setattr(module, "_WHOLE", 0)
    assert read() == at_once


def test_events_come_while_the_document_is_still_coming_in() -> None:
    data = b"<USEBIO><EVENT/>" + b"<A>" + b"x" * 2_000_000 + b"</A><broken"
    found = Document(data, TAGS, None).events()
    assert [next(found)[0] for _ in range(3)] == ["start", "start", "end"]
    with pytest.raises(FormatError):
        list(found)


def test_an_error_names_the_part_that_was_being_read() -> None:
    document = Document(b"<USEBIO>\n<EVENT>\n<A></B>", TAGS, None)
    document.path = "/USEBIO/EVENT[1]"
    with pytest.raises(FormatError) as refused:
        list(document.events())
    assert (refused.value.place.line, refused.value.place.path) == (3, "/USEBIO/EVENT[1]")
    assert "line" not in refused.value.message.split("and")[-1]


def test_wrong_bytes_ask_for_another_encoding() -> None:
    with pytest.raises(EncodingError):
        events(b"<USEBIO>\xe9</USEBIO>")
    assert len(events(b"<USEBIO>\xe9</USEBIO>", "windows-1252")) == 2


def test_size_is_looked_at_before_anything_else() -> None:
    with pytest.raises(FormatError) as refused:
        Document(b"x" * (MOST_BYTES + 1), TAGS, None)
    assert refused.value.code.code == "usebio.too-large"


def test_tags_are_counted_anew_when_a_part_is_handed_on() -> None:
    piece = b"<EVENT>" + b"<a/>" * 100_000 + b"</EVENT>"
    data = b"<USEBIO>" + piece * 8 + b"</USEBIO>"
    with pytest.raises(FormatError):
        events(data)
    document = Document(data, TAGS, None)
    for _, element in document.events():
        if element.tag == "EVENT":
            element.clear(keep_tail=True)
            document.handed_on()


def test_the_bounds_are_those_that_the_documentation_gives() -> None:
    assert bound("bytes of a document") == module.MOST_BYTES
    assert bound("tags between two parts, such as boards") == module.MOST_TAGS_IN_A_PART
    assert bound("attributes of a document") == module.MOST_ATTRIBUTES
    assert bound("entities and character references") == module.MOST_REFERENCES


@pytest.mark.parametrize(
    ("name", "sign", "message"),
    [("MOST_ATTRIBUTES", b"=", "attributes"), ("MOST_REFERENCES", b"&", "entities and character references")],
)
def test_a_document_may_have_as_many_attributes_and_references_as_the_bound_says(
    name: str, sign: bytes, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, 3)
    Document(b"<USEBIO>" + sign * 3, TAGS, None)
    with pytest.raises(FormatError, match=f"more than 3 {message}"):
        Document(b"<USEBIO>" + sign * 4, TAGS, None)


def test_a_document_of_as_many_bytes_as_the_bound_says_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 9)
    assert events(b"<USEBIO/>") == [("start", "USEBIO"), ("end", "USEBIO")]
    with pytest.raises(FormatError, match="10 bytes; at most 9 are read"):
        events(b"<USEBIO/> ")


def test_the_tags_of_a_part_are_counted_up_to_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TAGS_IN_A_PART", 2)
    assert len(events(b"<USEBIO></USEBIO>")) == 2
    with pytest.raises(FormatError, match="more than 2 tags in one part"):
        events(b"<USEBIO><A/></USEBIO>")


def test_a_document_that_declares_entities_is_refused_before_its_first_element() -> None:
    with pytest.raises(FormatError, match="the document declares entities") as refused:
        events(b'<!DOCTYPE USEBIO [<!ENTITY a "b">]><USEBIO/>')
    assert (refused.value.code.code, refused.value.place.line) == ("usebio.entity-declaration", 1)
    assert events(b'<!DOCTYPE USEBIO SYSTEM "usebio.dtd"><USEBIO/>') == [("start", "USEBIO"), ("end", "USEBIO")]


def test_a_document_nested_too_deep_says_so() -> None:
    with pytest.raises(FormatError, match="nested deeper than any USEBIO file") as refused:
        events(b"<USEBIO>" + b"<A>" * 300 + b"</A>" * 300 + b"</USEBIO>")
    assert refused.value.code.code == "usebio.too-deep"


def test_a_text_too_long_for_the_xml_library_says_so() -> None:
    with pytest.raises(FormatError, match="a text or tag is too long") as refused:
        events(b"<USEBIO><A>" + b"x" * 10_000_100 + b"</A></USEBIO>")
    assert refused.value.code.code == "usebio.too-large"


@pytest.mark.parametrize(("data", "place"), [(b"<USEBIO>", (1, 9)), (b"<USEBIO>\n</A>", (2, 5)), (b"", (None, None))])
def test_a_document_that_is_not_well_formed_is_refused_with_its_place(
    data: bytes, place: tuple[int | None, int | None]
) -> None:
    with pytest.raises(FormatError) as refused:
        events(data)
    assert refused.value.code.code == "usebio.not-well-formed"
    assert (refused.value.place.line, refused.value.place.column) == place

"""Reading whole documents: nothing is lost, every place is true, and hostile bytes end in a clear answer."""

import hashlib
import re
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from contracts.findings import Severity
from shared.errors import FormatError, InputRejected
from shared.formats.parsed import Parsed
from shared.formats.usebio.reader.parse import parse
from shared.formats.usebio.tables import elements
from tests.support.objects import whole
from tests.support.usebio_documents import FIXTURES, board, codes, document, fixture, line, people, read_one

by_name = pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)

TURNED = frozenset(
    [
        "EVENT_TYPE",
        "BOARD_SCORING_METHOD",
        "MATCH_SCORING_METHOD",
        "SCORING_METHOD",
        "PAIRWISE_SCORING_METHOD",
        "OVERALL_RESULTS",
        "DATE_DAY",
        "DATE_MONTH",
        "DATE_YEAR",
        "RATEABLE",
        "ARROW_SWITCHED",
        "WINNER_TYPE",
        "PLAYED_BY",
        "TEAM_TYPE",
        "MOVEMENT_TYPE",
        "CURRENT_ROUND_ASSIGN",
        "TRICK_NUMBER",
        "MASTER_POINT_TYPE",
        "OPPOSING_TEAM",
        "Version",
        "SEATING",
        "UPPER_LIMIT",
    ]
)
"""Elements whose text is an enumeration, flag or position: its meaning is kept, not its letters."""


@by_name
def test_a_made_up_file_of_every_kind_reads_without_error(path: Path) -> None:
    findings = parse(path.read_bytes()).findings
    assert [finding for finding in findings if finding.severity is Severity.ERROR] == []


@by_name
def test_every_text_of_a_file_is_in_its_facts(path: Path) -> None:
    data = path.read_bytes()
    parsed = parse(data)
    known = {text for event in parsed.events for text in _strings(whole(event.facts))}
    everything = "\n".join(known)
    root = etree.fromstring(data, etree.XMLParser(encoding="windows-1252" if "1252" in path.name else None))
    for element in root.iter(etree.Element):
        text = (element.text or "").strip()
        if not text or element.tag in TURNED:
            continue
        assert _appears(text, known, everything), f"{element.tag}: {text}"
    for element in root.iter(etree.Element):
        for name, value in element.attrib.items():
            assert name in TURNED or name == "DIRECTION" or _appears(value, known, everything), f"@{name}: {value}"


def _strings(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for inner in value.values() for text in _strings(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in _strings(inner)]
    return [str(value)]


def _appears(text: str, known: set[str], everything: str) -> bool:
    if text in known or text in everything:
        return True
    if (found := re.fullmatch(r"(\d{4})(\d\d)(\d\d)", text)) and "-".join(found.groups()) in known:
        return True
    if re.fullmatch(r"[+-]?\d+(\.\d*)?", text):
        numbers = [Decimal(word) for word in known if re.fullmatch(r"[+-]?\d+(\.\d*)?", word)]
        return Decimal(text) in numbers or text.replace("10", "T") in known
    if found := re.fullmatch(r"(\d\d)/(\d\d)/(\d{4})", text):
        return f"{found[3]}-{found[2]}-{found[1]}" in known
    return text in ("-", "North", "South", "East", "West", "NS", "EW", "NONE")


def test_every_element_of_the_tables_stands_in_a_made_up_file() -> None:
    used: set[str] = set()
    for path in FIXTURES:
        used |= set(re.findall(r"<([A-Z][A-Za-z0-9_]*)", path.read_bytes().decode("latin-1")))
    assert _names(elements.SHAPES) | _names(elements.CONTAINERS) <= used


def _names(shapes: dict[str, elements.Shape]) -> set[str]:
    found: set[str] = set()
    for name, shape in shapes.items():
        found |= {name} | shape.leaves | shape.groups.keys()
        found |= _names({key: inner for key, inner in shape.groups.items() if inner is not None})
    return found - {"FIRST_NAME", "SURNAME"}


@by_name
def test_the_place_of_every_fact_is_where_its_element_stands(path: Path) -> None:
    data = path.read_bytes()
    parser = etree.XMLParser(encoding="windows-1252" if "1252" in path.name else None)
    root = etree.fromstring(data, parser)
    for event in parse(data).events:
        for name in event.facts.FIELDS:
            for fact in getattr(event.facts, name):
                assert fact.at is not None
                if name == "extensions":
                    continue
                found = root.xpath(fact.at.path)
                assert len(found) == 1, fact.at
                assert found[0].sourceline == fact.at.line, fact.at


def test_findings_name_the_line_and_the_path_of_what_they_are_about() -> None:
    data = document("\n\n<WEATHER>fine</WEATHER>\n" + board(line("oops")))
    unknown, score = parse(data).findings
    assert (unknown.code, unknown.place.line) == ("usebio.unknown-element", 3)
    assert unknown.place.path == "/USEBIO/EVENT[1]/WEATHER[1]"
    assert (score.code, score.place.line) == ("usebio.bad-score", 4)
    assert score.place.path == "/USEBIO/EVENT[1]/BOARD[1]/TRAVELLER_LINE[1]"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "usebio.not-well-formed"),
        (b"hello", "usebio.not-well-formed"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "usebio.not-well-formed"),
        (b"<USEBIO><EVENT>", "usebio.not-well-formed"),
        (b"<USEBIO></EVENT>", "usebio.not-well-formed"),
        (b"<USEBIO>&nope;</USEBIO>", "usebio.not-well-formed"),
        (b"<html><body/></html>", "usebio.no-event"),
        (b"<USEBIO/>", "usebio.no-event"),
        (b"<USEBIO><CLUB><CLUB_NAME>C</CLUB_NAME></CLUB></USEBIO>", "usebio.no-event"),
    ],
)
def test_what_is_no_usebio_file_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(FormatError) as refused:
        parse(data)
    assert refused.value.code.code == code
    assert refused.value.findings[-1].code == code


def test_a_file_that_breaks_off_is_refused_with_line_and_column() -> None:
    data = fixture("teams-1.4.xml")
    with pytest.raises(FormatError) as refused:
        parse(data[: len(data) // 2])
    place = refused.value.place
    assert refused.value.code.code == "usebio.not-well-formed"
    assert place.line == data[: len(data) // 2].count(b"\n") + 1
    assert place.column is not None


def test_nothing_outside_the_bytes_is_read(tmp_path: Path) -> None:
    dtd = tmp_path / "trap.dtd"
    dtd.write_text('<!ENTITY trap "sprung"><!ATTLIST EVENT RATEABLE CDATA "N">')
    head = f'<!DOCTYPE USEBIO SYSTEM "{dtd.as_uri()}">'
    parsed = parse(document("<NOTES>a &trap; b</NOTES>", head=head))
    details = {detail.name: detail.value for detail in parsed.events[0].facts.event.details}
    assert details == {"NOTES": "a &trap; b"}
    assert codes(parsed) == ["usebio.entity-undeclared"]


def answer(data: bytes) -> Parsed | InputRejected:
    try:
        return parse(data)
    except InputRejected as refused:
        return refused


@settings(max_examples=150)
@given(st.data())
def test_a_file_cut_anywhere_is_refused_and_never_half_read(data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from(FIXTURES)).read_bytes()
    end = whole.rindex(b">")
    assert isinstance(answer(whole[: data.draw(st.integers(0, end))]), InputRejected)


@pytest.mark.slow
@settings(max_examples=300)
@given(st.data())
def test_any_changed_bytes_give_events_or_a_refusal(data: st.DataObject) -> None:
    changed = bytearray(data.draw(st.sampled_from(FIXTURES)).read_bytes())
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(changed) - 1))
        changed[at] = data.draw(st.one_of(st.integers(0, 255), st.sampled_from(b"<>&;\"'/=0- \n")))
    found = answer(bytes(changed))
    if isinstance(found, Parsed):
        assert found.events
    else:
        assert found.findings[-1].code == found.code.code


@pytest.mark.slow
@settings(max_examples=200)
@given(st.data())
def test_any_texts_in_the_elements_give_events_or_a_refusal(data: st.DataObject) -> None:
    root = etree.fromstring(
        data.draw(st.sampled_from([path for path in FIXTURES if "1252" not in path.name])).read_bytes()
    )
    leaves = [element for element in root.iter(etree.Element) if len(element) == 0]
    odd = st.one_of(
        st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn")), max_size=40),
        st.sampled_from(
            ["-0", "1e999", "9" * 400, "A737", "A", "٣", "½", "1/0", "x" * 70_000, "NaN", "2031-02-30", "%%"]
        ),
    )
    for _ in range(data.draw(st.integers(1, 12))):
        data.draw(st.sampled_from(leaves)).text = data.draw(odd)
    assert isinstance(answer(etree.tostring(root)), Parsed | InputRejected)


@given(st.binary(max_size=300))
def test_any_bytes_give_events_or_a_refusal(data: bytes) -> None:
    assert isinstance(answer(data), InputRejected)


def test_windows_bytes_without_a_declaration_are_read_and_reported() -> None:
    parsed = parse(fixture("undeclared-windows-1252.xml"))
    assert parsed.events[0].facts.event.organiser.name == "Café Club"
    assert parsed.events[0].facts.event.name == "“Quoted”"
    (finding,) = parsed.findings
    assert finding.code == "usebio.encoding-guessed"
    assert (finding.place.line, finding.place.offset) == (3, 65)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1", "windows-1252"])
def test_declared_encodings_and_byte_order_marks_are_believed(encoding: str) -> None:
    named = "utf-8" if encoding == "utf-8-sig" else encoding
    text = document("<NOTES>Brandão</NOTES>").decode()
    parsed = parse(f'<?xml version="1.0" encoding="{named}"?>{text}'.encode(encoding))
    assert parsed.events[0].facts.event.details[0].value == "Brandão"
    assert parsed.findings == ()


def test_a_file_that_calls_itself_utf_16_and_is_not_is_read() -> None:
    text = '<?xml version="1.0" encoding="utf-16"?>' + document("<NOTES>Brandão</NOTES>").decode()
    parsed = parse(text.encode())
    assert parsed.events[0].facts.event.details[0].value == "Brandão"
    assert codes(parsed) == ["usebio.encoding-guessed"]


def test_an_unknown_encoding_is_guessed() -> None:
    parsed = parse(b'<?xml version="1.0" encoding="klingon"?>' + document("<NOTES>x</NOTES>"))
    assert codes(parsed) == ["usebio.encoding-guessed"]


def test_several_events_of_a_file_share_the_club_and_keep_apart() -> None:
    flight = '<EVENT EVENT_TYPE="PAIRS"><EVENT_DESCRIPTION>{}</EVENT_DESCRIPTION>' + board(line()) + "</EVENT>"
    data = (
        "<USEBIO><CLUB><CLUB_NAME>C</CLUB_NAME></CLUB>" + flight.format("A") + flight.format("B") + flight.format("B")
    )
    parsed = parse(f"{data}</USEBIO>".encode())
    assert [event.event for event in parsed.events] == ["c-a", "c-b", "c-b-2"]
    assert {event.facts.event.organiser.name for event in parsed.events} == {"C"}
    assert [len(event.facts.results) for event in parsed.events] == [1, 1, 1]


def test_a_file_of_hands_alone_is_an_event_of_hands() -> None:
    hand = "<HAND><DIRECTION>North</DIRECTION><SPADES>AK</SPADES></HAND>"
    inside = f"<HANDSET><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{hand}</BOARD></HANDSET>"
    event = read_one(f"<USEBIO><CLUB><CLUB_NAME>C</CLUB_NAME></CLUB>{inside}</USEBIO>".encode())
    assert event.event == "c"
    assert event.facts.deals[0].north.spades == "AK"


def test_a_namespace_is_ignored_and_reported() -> None:
    data = document(people() + board(line())).replace(b"<USEBIO ", b'<USEBIO xmlns="http://example.org/usebio" ')
    parsed = parse(data)
    assert codes(parsed) == ["usebio.namespace"]
    assert len(parsed.events[0].facts.results) == 1


def test_a_board_of_5000_tables_is_read() -> None:
    lines = [line(str(number % 40 * 10), ns=str(number), ew=str(number + 5000)) for number in range(5000)]
    event = read_one(document(board(*lines)))
    assert len(event.facts.results) == 5000
    assert event.facts.results[-1].sides.ew == "9999"


def test_an_ampersand_that_stands_for_itself_is_read_and_reported_where_it_stands() -> None:
    names = "<EVENT_DESCRIPTION>Fish & Chips &amp; Tea &#233; &eacute; A&B;C R&D</EVENT_DESCRIPTION>"
    parsed = parse(document(f"\n\n{names}{board(line('50'))}"))
    assert parsed.events[0].facts.event.name == "Fish & Chips & Tea é é A&B;C R&D"
    assert [(finding.code, finding.place.line) for finding in parsed.findings] == [("usebio.bare-ampersand", 3)]
    assert len(parsed.events[0].facts.results) == 1


def test_nothing_is_put_right_beside_an_ampersand() -> None:
    many = document(f"<VENUE>{'a & b ' * 10_001}</VENUE>")
    for data in (many, document("a & b<BROKEN>"), document("<![CDATA[a & b]]> & "), b"<USEBIO>&", b""):
        with pytest.raises(FormatError):
            parse(data)


def test_a_file_with_bare_ampersands_is_named_after_its_own_bytes() -> None:
    data = b"<USEBIO Version='1.4'><EVENT EVENT_TYPE='PAIRS'><VENUE>a & b</VENUE></EVENT></USEBIO>"
    assert parse(data).events[0].event == f"usebio-{hashlib.sha256(data).hexdigest()[:12]}"


def test_an_instruction_that_says_how_far_the_event_is_is_read() -> None:
    event = read_one(document(f'<?kibitz-in-play rounds="1" boards="4-5"?>{board(line(), number="4")}'))
    assert (event.scope.rounds, event.scope.boards) == ((1,), ("4", "5"))


def test_a_list_of_members_alone_is_read_and_kept() -> None:
    members = b"<MEMBER><SURNAME>Pike</SURNAME></MEMBER><MEMBER/>"
    parsed = parse(b"<USEBIO><CLUB><CLUB_NAME>C</CLUB_NAME>" + members + b"</CLUB></USEBIO>")
    (event,) = parsed.events
    assert [extension.name for extension in event.facts.extensions] == ["MEMBER", "MEMBER"]
    assert (parsed.findings, event.facts.participants) == ((), ())

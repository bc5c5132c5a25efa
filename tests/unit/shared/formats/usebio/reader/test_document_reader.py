"""The walk through a document."""

import pytest

from contracts.base import Place
from contracts.facts import Extension
from shared.errors import FormatError
from shared.formats.usebio.reader import document_reader as module
from shared.formats.usebio.reader.parse import parse
from tests.support.usebio_documents import board, bound, codes, document, fixture, line, pair, people, read_one
from tests.support.usebio_expected import ReadAsExpected


def extensions(data: bytes) -> list[Extension]:
    return list(read_one(data).facts.extensions)


def test_everything_unknown_is_kept_under_what_it_hangs_on() -> None:
    found = [(fact.kind, fact.name, fact.owner) for fact in extensions(fixture("unknown-things.xml"))]
    event = "/USEBIO/EVENT"
    one = f"{event}/PARTICIPANTS/PAIR[PAIR_NUMBER='1']"
    played = f"{event}/BOARD[BOARD_NUMBER='1']/TRAVELLER_LINE[NS_PAIR_NUMBER='1'][EW_PAIR_NUMBER='2']"
    assert sorted(found) == sorted(
        [
            ("comment", "#comment", "/USEBIO"),
            ("attribute", "Strange", "/USEBIO"),
            ("element", "MOTTO", "/USEBIO/CLUB"),
            ("comment", "#comment", event),
            ("directive", "other-program", event),
            ("element", "WEATHER", event),
            ("text", "#text", event),
            ("element", "SYSTEM", one),
            ("element", "NICKNAME", f"{one}/PLAYER[1]"),
            ("element", "COLOUR", f"{event}/BOARD[BOARD_NUMBER='1']"),
            ("attribute", "unit", played),
            ("element", "SCORE", played),
            ("element", "MOOD", played),
        ]
    )


def test_a_known_element_in_a_wrong_place_is_kept_as_unknown() -> None:
    parsed = parse(document(people(board(line())) + "<PAIR><PAIR_NUMBER>1</PAIR_NUMBER></PAIR>"))
    assert codes(parsed) == ["usebio.unknown-element"] * 2
    assert parsed.events[0].facts.results == ()
    assert [fact.name for fact in parsed.events[0].facts.extensions] == ["BOARD", "PAIR"]


def test_parts_inside_an_unknown_element_are_kept_with_it() -> None:
    parsed = parse(document(f"<WRAPPER>{board(line())}<SESSION SESSION_ID='1'/></WRAPPER>{board(line())}"))
    assert codes(parsed) == ["usebio.unknown-element"]
    assert len(parsed.events[0].facts.results) == 1
    assert parsed.events[0].facts.sessions == ()


def test_elements_between_parts_are_read_wherever_they_stand() -> None:
    parsed = parse(document(board(line()) + "<DATE>2031-05-04</DATE>" + people(pair("1")) + "<TOWN>Here</TOWN>"))
    fact = parsed.events[0].facts.event
    assert (fact.start_date, fact.city, parsed.findings) == ("2031-05-04", "Here", ())


def test_sessions_and_sections_are_known_to_what_is_in_them() -> None:
    inner = f'<SECTION SECTION_ID="A">{people(pair("1"))}{board(line())}</SECTION>'
    facts = read_one(document(f'<SESSION SESSION_ID="S">{inner}</SESSION>')).facts
    assert (facts.results[0].session, facts.results[0].section) == ("S", "A")
    assert (facts.sections[0].key, facts.participants[0].section) == (("S", "A"), "A")


def test_the_same_section_in_two_pieces_is_one_section() -> None:
    inner = '<SECTION SECTION_ID="A">{}</SECTION>'
    facts = read_one(document(inner.format(people(pair("1"))) + inner.format(board(line())))).facts
    assert [section.id for section in facts.sections] == ["A"]


def test_an_in_play_instruction_counts_wherever_it_stands() -> None:
    instruction = '<?kibitz-in-play calculated-at="2031-05-04T20:00:00Z"?>'
    inside = read_one(document(instruction + board(line())))
    before = read_one(document(board(line()), head=instruction))
    assert inside.stated_at == before.stated_at
    assert inside.stated_at is not None
    assert inside.facts.extensions == ()


def test_an_in_play_instruction_that_cannot_be_read_is_reported() -> None:
    parsed = parse(document('<?kibitz-in-play rounds="many"?>' + board(line())))
    assert codes(parsed) == ["usebio.bad-in-play"]
    assert parsed.events[0].scope.whole
    assert parsed.events[0].stated_at is None


@pytest.mark.slow
def test_texts_between_parts_are_kept_even_when_many_slices_come_in() -> None:
    pieces = "".join(f"{board(line(), number=str(number))}words {number} " for number in range(5000))
    facts = read_one(document(pieces)).facts
    assert [fact.value for fact in facts.extensions] == [f"words {number}" for number in range(5000)]
    assert [result.board for result in facts.results] == [str(number) for number in range(5000)]


def test_each_event_of_a_file_has_the_findings_of_its_own_element() -> None:
    events = "".join(
        f"<EVENT><EVENT_DESCRIPTION>Flight {name}</EVENT_DESCRIPTION>{inside}</EVENT>"
        for name, inside in (("A", ""), ("B", "<WEATHER>dry</WEATHER>"), ("C", board(line(more="<MOOD>good</MOOD>"))))
    )
    parsed = parse(f"<USEBIO><CLUB><MOTTO>Always</MOTTO></CLUB>{events}</USEBIO>".encode())
    places = [[finding.place.path for finding in event.findings] for event in parsed.events]
    assert places == [[], ["/USEBIO/EVENT[2]/WEATHER[1]"], ["/USEBIO/EVENT[3]/BOARD[1]/TRAVELLER_LINE[1]/MOOD[1]"]]
    assert "/USEBIO/CLUB[1]/MOTTO[1]" in [finding.place.path for finding in parsed.findings]
    assert {finding for event in parsed.events for finding in event.findings} < set(parsed.findings)


def test_sessions_and_sections_with_one_id_are_read_as_one_and_reported() -> None:
    session = "<SESSION SESSION_ID='1'></SESSION>"
    section = "<SECTION SECTION_ID='A'></SECTION>"
    other = "<SESSION SESSION_ID='2'><SECTION SECTION_ID='A'></SECTION></SESSION>"
    parsed = parse(document(session + session + section + section + other))
    assert [(f.code, f.subject) for f in parsed.findings] == [("usebio.repeated-id", "1"), ("usebio.repeated-id", "A")]
    assert len(parsed.events[0].facts.sessions) == 2


@pytest.mark.parametrize("name", ["Version", "version", "VERSION"])
def test_the_version_is_known_in_large_and_small_letters(name: str) -> None:
    inside = "<EVENT EVENT_TYPE='PAIRS'><EVENT_DESCRIPTION>x</EVENT_DESCRIPTION></EVENT>"
    parsed = parse(f"<USEBIO {name}='1.1'>{inside}</USEBIO>".encode())
    assert parsed.events[0].facts.event.format_version == "1.1"
    assert codes(parsed) == ([] if name == "Version" else ["usebio.unknown-attribute"])


@pytest.mark.parametrize("version", ["9.9", ""])
def test_a_file_of_no_version_that_there_is_has_no_elements_newer_than_it(version: str) -> None:
    parsed = parse(document("<OVERALL_RESULTS>TO_DATE</OVERALL_RESULTS>", version=version))
    assert (codes(parsed), parsed.events[0].facts.event.format_version) == ([], version or None)


def test_the_bounds_are_those_that_the_documentation_gives() -> None:
    assert bound("sessions, sections and lists") == module.MOST_CONTAINERS
    assert bound("events") == module.MOST_EVENTS
    assert bound("participants, boards and matches beside results") == module.MOST_PARTS
    assert bound("processing instructions") == module.MOST_INSTRUCTIONS


@pytest.mark.parametrize(
    ("name", "inside", "more", "message"),
    [
        ("MOST_CONTAINERS", "<SESSION SESSION_ID='1'/>", "<SESSION SESSION_ID='2'/>", "more events, sessions"),
        ("MOST_PARTS", people(pair("1"), pair("2")), people(pair("3"), pair("4")), "parts and hardly a result"),
        ("MOST_INSTRUCTIONS", "<?a?><?b?><?c?>", "<?d?>", "more than 3 instructions"),
    ],
)
def test_a_document_may_have_as_much_as_the_bound_says(
    name: str, inside: str, more: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, 3)
    assert parse(document(inside)).events
    with pytest.raises(FormatError, match=message):
        parse(document(inside + more))


def test_our_own_instructions_do_not_count_towards_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_INSTRUCTIONS", 0)
    (fact,) = extensions(document("<?kibitz-kept attribute mood good?>"))
    assert (fact.kind, fact.name, fact.value) == ("attribute", "mood", "good")


def test_elements_in_a_namespace_are_read_and_the_namespace_is_reported() -> None:
    inside = f"<EVENT EVENT_TYPE='PAIRS'><SESSION SESSION_ID='1'>{board(line())}</SESSION><A><B/></A></EVENT>"
    parsed = parse(f"<USEBIO xmlns='urn:x' Version='1.4'>{inside}</USEBIO>".encode())
    assert codes(parsed)[0] == "usebio.namespace"
    assert parsed.findings[0].stated == "{urn:x}USEBIO"
    assert [result.session for result in parsed.events[0].facts.results] == ["1"]
    assert [fact.name for fact in parsed.events[0].facts.extensions] == ["A"]


def test_a_document_with_another_root_or_without_an_event_is_refused() -> None:
    with pytest.raises(FormatError, match="the outermost element is EVENT, not USEBIO"):
        parse(b"<EVENT/>")
    with pytest.raises(FormatError, match="the file holds no EVENT"):
        parse(b"<USEBIO><CLUB/></USEBIO>")


def test_hands_and_movements_alone_are_an_event() -> None:
    hands = "<HANDSET><BOARD><BOARD_NUMBER>1</BOARD_NUMBER></BOARD></HANDSET>"
    facts = read_one(f"<USEBIO>{hands}</USEBIO>".encode()).facts
    assert ([deal.board for deal in facts.deals], facts.event.at) == (["1"], Place(line=1, path="/USEBIO"))
    movement = "<MOVEMENT><MOVEMENT_NAME>M</MOVEMENT_NAME></MOVEMENT>"
    assert [fact.id for fact in read_one(f"<USEBIO>{movement}</USEBIO>".encode()).facts.movements] == ["M"]


def test_sessions_and_sections_without_an_id_are_numbered() -> None:
    parsed = parse(document("<SESSION SESSION_ID='x'/><SESSION><SECTION/><SECTION/></SESSION>"))
    assert [session.id for session in parsed.events[0].facts.sessions] == ["x", "2"]
    assert [section.id for section in parsed.events[0].facts.sections] == ["1", "2"]
    assert [finding.message for finding in parsed.findings] == [
        "SESSION has no SESSION_ID",
        "SECTION has no SECTION_ID",
        "SECTION has no SECTION_ID",
    ]


def test_a_type_of_the_event_counts_at_a_list_of_participants_and_at_no_other_container() -> None:
    inside = "<{0} {0}_ID='1' EVENT_TYPE='TEAMS'></{0}>"
    for tag, contradicts in (("PARTICIPANTS", True), ("SESSION", False), ("SECTION", False)):
        assert ("usebio.type-differs" in codes(parse(document(inside.format(tag))))) is contradicts, tag


def test_notes_belong_to_the_element_that_holds_them() -> None:
    list_of_one = f"<PARTICIPANTS><NOTES>of a list</NOTES>{pair('1')}</PARTICIPANTS>"
    event = f"<EVENT><EVENT_DESCRIPTION>x</EVENT_DESCRIPTION><NOTES>of the event</NOTES>{list_of_one}</EVENT>"
    (parsed,) = parse(f"<USEBIO><NOTES>of the file</NOTES>{event}</USEBIO>".encode()).events
    details = {detail.name: detail.value for detail in parsed.facts.event.details}
    assert details == {"NOTES": "of the event", "USEBIO/NOTES": "of the file"}


class TestOddDocuments(ReadAsExpected):
    parts = ("events", "sessions", "sections", "deals", "movements", "extensions")

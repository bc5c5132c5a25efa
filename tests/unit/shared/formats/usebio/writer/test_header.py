"""CLUB and the simple elements of EVENT, SESSION and SECTION as written."""

from contracts.facts import Detail, EventFact, Organiser, SectionFact, SessionFact, Stratum
from shared.formats.usebio.reader.event import EVENT_TYPES
from shared.formats.usebio.writer.header import (
    KINDS,
    club,
    date_text,
    event_elements,
    section_elements,
    session_elements,
)
from shared.formats.usebio.writer.markup import Markup
from tests.support.usebio_expected import WrittenAsExpected


def lines(markup: Markup) -> list[str]:
    return [part.strip() for part in markup.finish().decode().splitlines()[1:]]


def lost(markup: Markup) -> list[str]:
    return [loss.what for loss in markup.losses.items()]


def test_every_kind_that_is_read_is_written() -> None:
    assert {kind for kind, _ in EVENT_TYPES.values()} == KINDS.keys()
    assert KINDS["teams"] == "TEAMS"


def test_a_club_always_has_name_and_number() -> None:
    markup = Markup((1, 4), ())
    club(None, markup)
    assert lines(markup) == ["<CLUB>", "<CLUB_NAME></CLUB_NAME>", "<CLUB_ID_NUMBER></CLUB_ID_NUMBER>", "</CLUB>"]


def test_details_named_by_a_way_become_nested_elements() -> None:
    markup = Markup((1, 4), ())
    details = [
        ("CONTACT/FULL_NAME", "A"),
        ("CONTACT/ADDRESS/LINE", "1"),
        ("CONTACT/ADDRESS/LINE", "2"),
        ("ADDRESS/TOWN", "T"),
        ("Phone", "x"),
        ("PARKING/SPACE", "y"),
        ("CONTACT/bad name", "z"),
    ]
    club(Organiser(name="C", details=tuple(Detail(name=name, value=value) for name, value in details)), markup)
    assert lines(markup)[3:] == [
        "<CONTACT>",
        "<FULL_NAME>A</FULL_NAME>",
        "<ADDRESS>",
        "<LINE>1</LINE>",
        "<LINE>2</LINE>",
        "</ADDRESS>",
        "</CONTACT>",
        "<ADDRESS>",
        "<TOWN>T</TOWN>",
        "</ADDRESS>",
        "</CLUB>",
    ]


def test_dates_are_iso_since_1_3_and_day_first_before() -> None:
    assert date_text("2031-05-04", Markup((1, 4), ())) == "2031-05-04"
    assert date_text("2031-05-04", Markup((1, 2), ())) == "04/05/2031"
    assert date_text("soon", Markup((1, 2), ())) == "soon"
    assert date_text("October 5, 2031", Markup((1, 4), ())) == "2031-10-05"
    assert date_text("October 5, 2031", Markup((1, 2), ())) == "05/10/2031"


def test_a_method_of_another_format_that_usebio_has_no_word_for_is_lost() -> None:
    for version in ((1, 2), (1, 4)):
        markup = Markup(version, ())
        detail = Detail(name="SCORING_METHOD", value="Instant Matchpoint")
        with markup.element("EVENT"):
            event_elements(EventFact(details=(detail,)), None, markup)
        assert not any("SCORING_METHOD" in part for part in lines(markup))
        assert lost(markup) == ["detail SCORING_METHOD of events"]
    assert date_text(None, Markup((1, 2), ())) is None


def write(event: EventFact, version: tuple[int, int] = (1, 4)) -> tuple[list[str], Markup]:
    markup = Markup(version, ())
    event_elements(event, event.results, markup)
    return lines(markup), markup


def test_an_event_without_a_program_is_ours() -> None:
    assert write(EventFact())[0][:2] == ["<PROGRAM_NAME>Kibitz</PROGRAM_NAME>", "<PROGRAM_VERSION></PROGRAM_VERSION>"]


def test_methods_are_written_as_the_document_spells_them() -> None:
    text, _ = write(
        EventFact(board_scoring="match_points", match_scoring="vps", pairwise_scoring="cross_imps", results="none")
    )
    assert {
        "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>",
        "<MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>",
        "<PAIRWISE_SCORING_METHOD>CROSS_IMPS</PAIRWISE_SCORING_METHOD>",
        "<OVERALL_RESULTS>NONE</OVERALL_RESULTS>",
    } <= set(text)


def test_an_unlimited_stratum_has_the_limit_0() -> None:
    event = EventFact(
        stratification="HIGHEST", strata=(Stratum(number=1), Stratum(label="B", upper_limit=300, pairs_ns=4))
    )
    text, _ = write(event)
    assert "<UPPER_LIMIT>0</UPPER_LIMIT>" in text
    assert '<NUMBER_OF_PAIRS DIRECTION="NS">4</NUMBER_OF_PAIRS>' in text


def test_a_limit_in_words_is_written_in_them() -> None:
    text, _ = write(EventFact(stratification="HIGHEST", strata=(Stratum(number=2, limit_in_words="juniors"),)))
    assert "<UPPER_LIMIT>juniors</UPPER_LIMIT>" in text


def test_a_session_has_its_date_and_details() -> None:
    markup = Markup((1, 4), ())
    details = (Detail(name="ONLINE_PLATFORM", value="P"), Detail(name="Weather", value="fine"))
    session_elements(SessionFact(id="1", name="Final", date="2031-05-04", hand_record_id="H", details=details), markup)
    assert lines(markup) == [
        "<SESSION_DATE>2031-05-04</SESSION_DATE>",
        "<HAND_RECORD_ID>H</HAND_RECORD_ID>",
        "<ONLINE_PLATFORM>P</ONLINE_PLATFORM>",
    ]


def test_a_section_has_its_boards_per_round() -> None:
    markup = Markup((1, 4), ())
    section_elements(SectionFact(id="A", boards_per_round=2, tables=7, top=12, boards=14), markup)
    assert lines(markup) == ["<BOARDS_PER_ROUND>2</BOARDS_PER_ROUND>"]


def test_a_contact_without_a_name_has_an_empty_one_in_its_place() -> None:
    text, _ = write(EventFact(details=(Detail(name="CONTACT/EMAIL", value="a@example.org"),)))
    assert text[-4:] == ["<CONTACT>", "<FULL_NAME></FULL_NAME>", "<EMAIL>a@example.org</EMAIL>", "</CONTACT>"]


def test_a_scale_that_1_4_does_not_list_is_another() -> None:
    text, markup = write(EventFact(vp_scale="Club 25"))
    assert "<VP_SCALE>OTHER</VP_SCALE>" in text
    assert lost(markup) == ["scale Club 25"]


def test_a_date_in_other_words_is_written_as_it_was_read() -> None:
    event = EventFact(start_date="2031-05-04", details=(Detail(name="DATE", value="04/05/2031"),))
    text, markup = write(event)
    assert "<DATE>2031-05-04</DATE>" in text
    assert lost(markup) == ["wording of DATE"]
    assert "<DATE>04/05/2031</DATE>" in write(event, (1, 2))[0]


def test_what_every_event_has_to_state_is_there_when_nothing_is_known() -> None:
    assert {"<DATE></DATE>", "<BOARDS_PLAYED></BOARDS_PLAYED>"} <= set(write(EventFact())[0])


class TestOddDocuments(WrittenAsExpected):
    """Every odd document."""

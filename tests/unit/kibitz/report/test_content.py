from datetime import UTC, datetime
from pathlib import Path

import pytest

from contracts.base import Place
from contracts.codes.pbn import READ_AS
from contracts.codes.scoring import NOT_ANALYSED
from contracts.codes.validation import LEAD_NOT_HELD, MORE_LIKE_IT
from contracts.facts import AsOf
from contracts.findings import Finding, Severity
from kibitz.file_reading import FileRead, read_bytes
from kibitz.pipeline import Pipeline
from kibitz.replay.made_up import Size, made_up_file
from kibitz.report.content import Agreement, Section, said, sections, shown_stated, together, where

EVENING = AsOf(at=datetime(2031, 5, 4, 22, 0, tzinfo=UTC), source="stated")


def read(data: bytes, name: str) -> FileRead:
    return read_bytes(data, name, Path(name), EVENING.at)


@pytest.fixture
def pairs() -> bytes:
    return made_up_file(Size(4, 3, 2), EVENING)


def report(*files: FileRead) -> list[Section]:
    return sections(Pipeline(files), {})


def finding(message: str, **values: str) -> Finding:
    return Finding.model_validate({"code": "scoring.total-differs", "severity": "error", "message": message, **values})


def test_a_correct_file_is_said_to_be_correct_and_how_it_was_scored(pairs: bytes) -> None:
    (section,) = report(read(pairs, "pairs.xml"))
    assert section.verdict == "Correct: all 8 totals and places and all 24 results agree with ours."
    assert "match points" in section.scored
    assert (section.errors, section.topics, section.files[section_file(section)]) == (False, (), "pairs.xml")


def section_file(section: Section) -> str:
    (digest,) = section.files
    return digest


def test_what_is_wrong_is_counted_by_whom_it_is_about_and_beside_what_agrees(pairs: bytes) -> None:
    wrong = pairs.replace(b"<NS_MATCH_POINTS>", b"<NS_MATCH_POINTS>9", 1)
    (section,) = report(read(wrong, "wrong.xml"))
    assert section.verdict == "1 thing to look at; all 8 totals and places and 23 of 24 results agree with ours."
    (topic,) = section.topics
    assert topic.title == "Board 1"
    assert section.errors


def test_a_participant_is_named(pairs: bytes) -> None:
    head, tail = pairs.split(b"<TOTAL_SCORE>", 1)
    wrong = b"".join((head, b"<TOTAL_SCORE>9", tail))
    (section,) = report(read(wrong, "wrong.xml"))
    (name,) = {
        row.name
        for event in Pipeline([read(wrong, "wrong.xml")]).events.values()
        for ranking in event.score()[0].standings.rankings
        for row in ranking.rows
        if row.agrees is False
    }
    assert [topic.title.split(", ", 1)[1] for topic in section.topics] == [name]
    assert all(one.subject and said(one).startswith("is stated") for topic in section.topics for one in topic.findings)


def test_a_file_that_cannot_be_read_has_a_section_of_its_own(pairs: bytes) -> None:
    event, letter = report(read(b"Dear all,", "letter.txt"), read(pairs, "pairs.xml"))
    assert event.verdict.startswith("Correct")
    assert (letter.title, letter.verdict, letter.scored) == ("letter.txt", "Not scored: 1 thing to look at.", "")
    assert [topic.title for topic in letter.topics] == ["The file"]


def test_what_belongs_to_no_single_event_of_a_file_is_said_of_the_file(pairs: bytes) -> None:
    text = pairs.decode()
    start, end = text.index("<EVENT "), text.index("</EVENT>") + len("</EVENT>")
    other = text[start:end].replace("</EVENT_DESCRIPTION>", " again</EVENT_DESCRIPTION>")
    both = f"{text[:end]}{other}{text[end:]}".replace("</CLUB>", "<MOTTO/></CLUB>")
    assert other != text[start:end]
    *events, file = report(read(both.encode(), "both.xml"))
    assert len(events) == 2
    assert (file.title, file.verdict) == ("both.xml", "Nothing to correct.")
    assert [one.code for one in file.findings] == ["usebio.unknown-element"]


def test_further_findings_go_to_their_event_or_file(pairs: bytes) -> None:
    files = [read(pairs, "pairs.xml"), read(b"Dear all,", "letter.txt")]
    pipeline = Pipeline(files)
    (event,) = pipeline.events
    analysed = NOT_ANALYSED.finding("board 7: the analysis did not finish", subject="board 7")
    of_file = NOT_ANALYSED.finding("it is not checked", file=files[1].file.sha256)
    first, second = sections(pipeline, {event: [analysed], files[1].file.sha256: [of_file]})
    assert analysed in first.findings
    assert of_file in second.findings


def test_the_worst_comes_first_and_notes_last() -> None:
    unknown = b'<USEBIO Version="1.4" Strange="yes"/>'
    (section,) = report(read(unknown, "unknown.xml"))
    weights = [list(Severity).index(one.severity) for one in section.findings]
    assert weights == sorted(weights)


def test_a_message_does_not_repeat_its_title() -> None:
    assert said(finding("pair 7 is stated with 3", subject="pair 7")) == "is stated with 3"
    assert said(finding("board 7: 1 against 2", subject="board 7")) == "1 against 2"
    assert said(finding("board 70: 1 against 2", subject="board 7")) == "board 70: 1 against 2"
    assert said(finding("board 7 of 1 against 2 differs", subject="board 7")) == "board 7 of 1 against 2 differs"
    assert said(finding("anything")) == "anything"


def test_values_are_shown_where_the_message_does_not_name_them() -> None:
    assert shown_stated(finding("cannot be", stated="A", computed="B")) == ["the file has A; we have B"]
    assert shown_stated(finding("stated with 3, but 4 is right", stated="3", computed="4")) == []
    assert shown_stated(finding("cannot be", stated="A" * 61)) == []


def test_the_file_is_named_where_there_are_several() -> None:
    digest = "a" * 64
    one = finding("anything", file=digest)
    assert where(one, {digest: "pairs.xml"}) == ""
    assert where(one, {digest: "pairs.xml", "b" * 64: "other.xml"}) == "pairs.xml"


def test_whoever_has_the_line_needs_no_path_through_the_file() -> None:
    path = "/USEBIO/EVENT[1]"
    assert where(finding("m").replace(place=Place(line=7, path=path)), {}) == "line 7"
    assert where(finding("m").replace(place=Place(path=path)), {}) == path
    assert where(finding("m").replace(place=Place(line=7, path="Scoring")), {}) == "line 7, Scoring"


def test_what_others_are_about_is_named_once_in_its_order() -> None:
    assert together(["board 10", "board 9", "game 3", "board 9"]) == "boards 9, 10, game 3"
    assert together(["the file"]) == "the file"


def test_values_of_which_none_agrees_are_counted_in_plain_words() -> None:
    agreements = Agreement("totals and places", 0, 12), Agreement("matches", 3, 3), Agreement("results", 1, 2)
    section = Section("Evening", {}, "Butler", agreements, (), ())
    assert section.verdict.endswith(
        "none of the 12 totals and places, all 3 matches and 1 of 2 results agree with ours."
    )


def test_a_warning_that_is_given_many_times_is_one_topic() -> None:
    pipeline = Pipeline([read(made_up_file(Size(4, 3, 2), EVENING), "pairs.xml")])
    (event,) = pipeline.events
    leads = [LEAD_NOT_HELD.finding(f"on board {n}", subject=f"board {n}") for n in (1, 2, 3, 4)]
    few, many = (sections(pipeline, {event: leads[:count]})[0] for count in (3, 4))
    assert [topic.title for topic in few.topics] == ["Board 1", "Board 2", "Board 3"]
    (topic,) = many.topics
    assert (topic.title, topic.findings) == ("The leader does not hold the card led, 4 times", tuple(leads))
    assert many.verdict.startswith("1 thing to look at;")
    cut = MORE_LIKE_IT.finding("90 of this kind", subject=LEAD_NOT_HELD.code, computed="90")
    (topic,) = sections(pipeline, {event: [*leads, cut]})[0].topics
    assert topic.title == "The leader does not hold the card led, 90 times"


def test_an_error_that_is_given_many_times_is_one_topic_behind_other_errors() -> None:
    pipeline = Pipeline([read(made_up_file(Size(4, 3, 2), EVENING), "pairs.xml")])
    (event,) = pipeline.events
    totals = [finding(f"pair {n} is wrong", subject=f"pair {n}") for n in range(1, 9)]
    lead = LEAD_NOT_HELD.finding("on board 1", subject="board 1")
    other = finding("player 9 is unknown", subject="player 9").replace(code="scoring.unknown-participant")
    few, many = (sections(pipeline, {event: [lead, *totals[:count], other]})[0] for count in (7, 8))
    assert len(few.topics) == 9
    assert [len(topic.findings) for topic in many.topics] == [1, 8, 1]
    assert [topic.findings[0] for topic in many.topics] == [other, totals[0], lead]


def test_a_note_on_how_a_file_is_written_does_not_stand_with_an_error_of_the_board() -> None:
    pipeline = Pipeline([read(made_up_file(Size(4, 3, 2), EVENING), "pairs.xml")])
    (event,) = pipeline.events
    wrong = finding("board 1: wrong", subject="board 1")
    follows = NOT_ANALYSED.finding("board 1: not analysed", subject="board 1").replace(severity=Severity.INFO)
    written = READ_AS.finding("board 1: read so", subject="board 1")
    (section,) = sections(pipeline, {event: [written, follows, wrong]})
    assert [topic.findings for topic in (*section.topics, *section.notes)] == [(wrong, follows), (written,)]


def test_a_participant_with_a_wrong_value_that_no_ranking_shows_does_not_agree(pairs: bytes) -> None:
    pipeline = Pipeline([read(pairs, "pairs.xml")])
    ((identity, event),) = pipeline.events.items()
    subject = f"pair {event.score()[0].standings.rankings[0].rows[0].id}"
    (section,) = sections(pipeline, {identity: [finding(f"{subject} has another award", subject=subject)]})
    assert section.verdict == "1 thing to look at; 7 of 8 totals and places and all 24 results agree with ours."

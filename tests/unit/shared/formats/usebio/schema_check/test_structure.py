"""A file of 1.4 against our schema: each fault is found, with its line, its path and words for a director."""

import pytest
from lxml import etree

from contracts.findings import Finding, Severity
from shared.formats.usebio.reader.document_reader import MOST_PARTS
from shared.formats.usebio.schema_check.schema import compiled
from shared.formats.usebio.schema_check.structure import MOST_BESIDE_PARTS, check_structure
from tests.support.usebio_documents import FIXTURES, bound
from tests.support.usebio_expected import CheckedAsExpected

WHOLE = """<?xml version="1.0" encoding="UTF-8"?>
<USEBIO Version="1.4">
  <CLUB><CLUB_NAME>Lindenholm</CLUB_NAME><CLUB_ID_NUMBER/></CLUB>
  <EVENT EVENT_TYPE="PAIRS">
    <PROGRAM_NAME>Scorer</PROGRAM_NAME>
    <PROGRAM_VERSION>1</PROGRAM_VERSION>
    <DATE>2031-05-04</DATE>
    <WINNER_TYPE>1</WINNER_TYPE>
    <BOARDS_PLAYED>2</BOARDS_PLAYED>
    <PARTICIPANTS>
      <PAIR>
        <PAIR_NUMBER>1</PAIR_NUMBER>
        <BOARDS_PLAYED>2</BOARDS_PLAYED>
        <PLACE>1=</PLACE>
        <PLAYER RATEABLE="N"><PLAYER_NAME>Ada Cobb</PLAYER_NAME></PLAYER>
      </PAIR>
    </PARTICIPANTS>
    <BOARD>
      <BOARD_NUMBER>17</BOARD_NUMBER>
      <TRAVELLER_LINE>
        <NS_PAIR_NUMBER>14</NS_PAIR_NUMBER>
        <EW_PAIR_NUMBER>6</EW_PAIR_NUMBER>
        <SCORE>-100</SCORE>
      </TRAVELLER_LINE>
    </BOARD>
    <MATCH>
      <TEAM>1</TEAM>
      <OPPOSING_TEAM>NONE</OPPOSING_TEAM>
      <TEAM_SCORE>12</TEAM_SCORE>
    </MATCH>
    <SESSION SESSION_ID="SAT">
      <SESSION_DATE>2031-05-04</SESSION_DATE>
    </SESSION>
  </EVENT>
</USEBIO>
"""
EVENT = "/USEBIO/EVENT[1]"
PAIR = f"{EVENT}/PARTICIPANTS[1]/PAIR[1]"
LINE = f"{EVENT}/BOARD[1]/TRAVELLER_LINE[1]"

FAULTS = [
    (
        "<PLACE>1=</PLACE>",
        "<PLACE>1st</PLACE>",
        "value",
        14,
        f"{PAIR}/PLACE[1]",
        "PLACE has '1st'; expected a place such as 3, or 3= for a tie",
    ),
    (
        "<DATE>2031-05-04</DATE>",
        "<DATE>04/05/2031</DATE>",
        "value",
        7,
        f"{EVENT}/DATE[1]",
        "DATE has '04/05/2031'; expected a date as YYYY-MM-DD, or empty when it is not known",
    ),
    (
        "<DATE>2031-05-04</DATE>",
        "<DATE>2031-02-30</DATE>",
        "value",
        7,
        f"{EVENT}/DATE[1]",
        "DATE has '2031-02-30'; expected a date as YYYY-MM-DD, or empty when it is not known",
    ),
    ("<WINNER_TYPE>1", "<WINNER_TYPE>", "value", 8, f"{EVENT}/WINNER_TYPE[1]", "WINNER_TYPE is empty; expected 1 or 2"),
    (
        "-100",
        "1OO",
        "value",
        23,
        f"{LINE}/SCORE[1]",
        "SCORE has '1OO'; expected a score such as -100, an adjusted score such as A6040, or empty as long as there is"
        " none",
    ),
    (
        'EVENT_TYPE="PAIRS"',
        'EVENT_TYPE="PAIR"',
        "value",
        4,
        EVENT,
        "the attribute EVENT_TYPE of EVENT has 'PAIR'; expected INDIVIDUAL, PAIRS, SWISS_PAIRS, TEAMS or SWISS_TEAMS,"
        " or one of the older names",
    ),
    (
        'RATEABLE="N"',
        'RATEABLE="NO"',
        "value",
        15,
        f"{PAIR}/PLAYER[1]",
        "the attribute RATEABLE of PLAYER has 'NO'; expected Y or N",
    ),
    (
        "<BOARD_NUMBER>17<",
        "<BOARD_NUMBER>A1<",
        "value",
        19,
        f"{EVENT}/BOARD[1]/BOARD_NUMBER[1]",
        "BOARD_NUMBER has 'A1'; expected a whole number",
    ),
    ('encoding="UTF-8"', 'encoding="ISO-8859-1"', "value", 1, None, "USEBIO 1.4 is written in UTF-8"),
    ("<CLUB_ID_NUMBER/>", "", "missing", 3, "/USEBIO/CLUB[1]", "CLUB lacks CLUB_ID_NUMBER"),
    (
        "<CLUB><CLUB_NAME>Lindenholm</CLUB_NAME><CLUB_ID_NUMBER/></CLUB>",
        "",
        "missing",
        2,
        "/USEBIO",
        "USEBIO lacks CLUB with CLUB_NAME",
    ),
    ("<PROGRAM_NAME>Scorer</PROGRAM_NAME>", "", "missing", 4, EVENT, "EVENT lacks PROGRAM_NAME"),
    ("<SCORE>-100</SCORE>", "", "missing", 20, LINE, "TRAVELLER_LINE lacks SCORE"),
    (
        "<NS_PAIR_NUMBER>14</NS_PAIR_NUMBER>",
        "",
        "missing",
        20,
        LINE,
        "TRAVELLER_LINE lacks NS_PAIR_NUMBER or, in its place, N_PLAYER_NUMBER",
    ),
    (
        "<TRAVELLER_LINE>\n        <NS_PAIR_NUMBER>14</NS_PAIR_NUMBER>\n        <EW_PAIR_NUMBER>6</EW_PAIR_NUMBER>\n"
        "        <SCORE>-100</SCORE>\n      </TRAVELLER_LINE>",
        "",
        "missing",
        18,
        f"{EVENT}/BOARD[1]",
        "BOARD lacks TRAVELLER_LINE",
    ),
    ("<PLAYER_NAME>Ada Cobb</PLAYER_NAME>", "", "missing", 15, f"{PAIR}/PLAYER[1]", "PLAYER lacks PLAYER_NAME"),
    (' SESSION_ID="SAT"', "", "missing", 31, f"{EVENT}/SESSION[1]", "SESSION lacks the attribute SESSION_ID"),
    (
        "<PLACE>1=</PLACE>",
        "<PLACE>1=</PLACE><PLACE>1=</PLACE>",
        "repeated",
        14,
        f"{PAIR}/PLACE[2]",
        "PLACE stands more than once in PAIR",
    ),
    (
        "</PLAYER_NAME>",
        "</PLAYER_NAME><PLAYER_NAME/>",
        "repeated",
        15,
        f"{PAIR}/PLAYER[1]/PLAYER_NAME[2]",
        "PLAYER_NAME stands more than once in PLAYER",
    ),
    (
        "<TEAM_SCORE>",
        "<SCORE>3</SCORE><TEAM_SCORE>",
        "repeated",
        29,
        f"{EVENT}/MATCH[1]/TEAM_SCORE[1]",
        "TEAM_SCORE or SCORE stands more than once in MATCH",
    ),
    (
        "<WINNER_TYPE>1</WINNER_TYPE>",
        "<WINER_TYPE>1</WINER_TYPE>",
        "unknown",
        8,
        f"{EVENT}/WINER_TYPE[1]",
        "USEBIO 1.4 has no element WINER_TYPE; is WINNER_TYPE meant?",
    ),
    ("<PLACE>1=</PLACE>", "<WEATHER/>", "unknown", 14, f"{PAIR}/WEATHER[1]", "USEBIO 1.4 has no element WEATHER"),
    (
        "<WINNER_TYPE>1</WINNER_TYPE>",
        "<PLACE>1</PLACE>",
        "unknown",
        8,
        f"{EVENT}/PLACE[1]",
        "PLACE does not belong in EVENT; its place is in PAIR, PLAYER, TEAM",
    ),
    ("<PLACE>1=</PLACE>", "first", "unknown", 11, PAIR, "text stands in PAIR, where only elements belong"),
    ("<SESSION ", "words<SESSION ", "unknown", 26, EVENT, "text stands in EVENT, where only elements belong"),
    (
        "<PLACE>1=</PLACE>",
        "<PLACE>1=<B/></PLACE>",
        "unknown",
        14,
        f"{PAIR}/PLACE[1]",
        "elements stand in PLACE, where only a text belongs",
    ),
    ("<PLACE>", "<PLACE tied='yes'>", "unknown", 14, f"{PAIR}/PLACE[1]", "USEBIO 1.4 has no attribute tied in PLACE"),
    (
        "<WINNER_TYPE>1</WINNER_TYPE>",
        "<x:W xmlns:x='urn:x'/>",
        "unknown",
        8,
        EVENT,
        "W is in a namespace, which USEBIO does not use",
    ),
]


def told(findings: tuple[Finding, ...]) -> list[tuple[str, int | None, str | None, str]]:
    return [
        (found.code.removeprefix("usebio.schema-"), found.place.line, found.place.path, found.message)
        for found in findings
    ]


def test_a_valid_file_gives_no_finding() -> None:
    assert check_structure(WHOLE.encode()) == ()


@pytest.mark.parametrize(
    ("right", "wrong", "code", "line", "path", "message"), FAULTS, ids=lambda value: str(value)[:40]
)
def test_a_fault_is_found_with_its_line_its_path_and_words(
    right: str, wrong: str, code: str, line: int, path: str | None, message: str
) -> None:
    assert WHOLE.count(right) >= 1
    findings = check_structure(WHOLE.replace(right, wrong, 1).encode())
    assert (code, line, path, message) in told(findings)
    assert len(findings) == 1 or code == "unknown"
    assert all(finding.severity is Severity.ERROR and finding.advice for finding in findings)


def test_one_fault_does_not_hide_another() -> None:
    data = WHOLE.replace("<PLACE>1=</PLACE>", "<X/><Y/><X/><PLACE>first</PLACE><Z/>").replace("-100", "x").encode()
    assert [(code, path.rpartition("/")[2]) for code, _, path, _ in told(check_structure(data))] == [
        ("unknown", "X[1]"),
        ("unknown", "X[2]"),
        ("unknown", "Y[1]"),
        ("value", "PLACE[1]"),
        ("unknown", "Z[1]"),
        ("value", "SCORE[1]"),
    ]


def test_what_is_wrong_is_stated() -> None:
    (finding,) = check_structure(WHOLE.replace("1=", "  1st  ").encode())
    assert finding.stated == "1st"


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_the_check_agrees_with_the_schema_about_a_whole_file(path: object) -> None:
    data = path.read_bytes()
    if b'Version="1.4"' in data:
        assert (check_structure(data) == ()) is compiled().validate(etree.fromstring(data))
    else:
        (finding,) = check_structure(data)
        assert (finding.code, finding.severity) == ("usebio.schema-not-applied", Severity.INFO)


@pytest.mark.parametrize("version", ["1.0", "1.3", "1.5", "2.0"])
def test_a_file_of_another_version_is_said_to_be_one_and_not_compared(version: str) -> None:
    (finding,) = check_structure(WHOLE.replace('"1.4"', f'"{version}"').replace("-100", "x").encode())
    assert finding.code == "usebio.schema-not-applied"
    assert (finding.stated, finding.computed, finding.place.line) == (version, "1.4", 2)


@pytest.mark.parametrize(
    ("version", "message"),
    [
        ("", "USEBIO lacks the attribute Version"),
        (' Version="new"', "the attribute Version of USEBIO has 'new'; expected 1.4"),
    ],
)
def test_a_file_without_a_version_is_compared(version: str, message: str) -> None:
    (finding,) = check_structure(WHOLE.replace(' Version="1.4"', version).encode())
    assert finding.message == message


def test_a_file_in_a_namespace_is_told_once() -> None:
    (finding,) = check_structure(WHOLE.replace("<USEBIO ", '<USEBIO xmlns="urn:x" ').encode())
    assert (finding.code, finding.stated) == ("usebio.schema-unknown", "urn:x")


def test_instructions_and_comments_stay_valid() -> None:
    inside = '<?kibitz-in-play rounds="1"?><?kibitz-kept element X <X/>?><!-- hm -->'
    assert check_structure(WHOLE.replace("<PARTICIPANTS>", f"{inside}<PARTICIPANTS>{inside}").encode()) == ()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "usebio.not-well-formed"),
        (WHOLE[:700].encode(), "usebio.not-well-formed"),
        (b"<html/>", "usebio.no-event"),
        (b"<x:EVENT xmlns:x='y'/>", "usebio.no-event"),
    ],
)
def test_what_cannot_be_read_is_answered_with_the_reason(data: bytes, code: str) -> None:
    assert check_structure(data)[-1].code == code


def test_what_stands_before_the_end_of_a_broken_file_is_told_too() -> None:
    findings = check_structure(WHOLE.replace("-100", "x").encode()[:-20])
    assert [finding.code for finding in findings] == ["usebio.schema-value", "usebio.not-well-formed"]


def test_faults_beyond_counting_end_the_check_with_a_word() -> None:
    line = "<TRAVELLER_LINE><SCORE>x</SCORE></TRAVELLER_LINE>"
    findings = check_structure(WHOLE.replace("<TRAVELLER_LINE>", line * 2_000 + "<TRAVELLER_LINE>").encode())
    assert "1000 faults of structure were found" in " ".join(finding.message for finding in findings)
    assert len(findings) < 500


def test_bytes_in_another_encoding_are_compared_once() -> None:
    data = WHOLE.replace("Lindenholm", "Café").replace("-100", "x").encode("windows-1252")
    assert [finding.code for finding in check_structure(data)] == ["usebio.schema-value"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("piece", "count", "message"),
    [
        ("<X/><BOARD/>", MOST_BESIDE_PARTS + 1, "beside its parts"),
        ("<PARTICIPANTS/>", MOST_PARTS + 1, "participants, boards"),
    ],
)
def test_floods_end_the_check(piece: str, count: int, message: str) -> None:
    finding = check_structure(WHOLE.replace("<MATCH>", piece * count + "<MATCH>").encode())[-1]
    assert (
        finding.code in ("usebio.too-large", "usebio.more-like-it"),
        message in finding.message or piece[1] == "X",
    ) == (True, True)


def test_the_bound_is_the_one_that_the_documentation_gives() -> None:
    assert bound("children of a container beside its parts, for the schema") == MOST_BESIDE_PARTS


class TestOddDocuments(CheckedAsExpected):
    """Every odd document."""

"""Whole files: every line has its reader, one bad line never costs the file."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.findings import Severity
from shared.errors import FormatError, InputRejected
from shared.formats.parsed import Parsed
from shared.formats.trf.reader.parse import parse, read
from shared.formats.trf.report import Report
from tests.support.trf_golden import compare_changes
from tests.support.trf_lines import accelerated, document, placed, player, team

SMALL = (
    "012 Spring Open",
    "022 Elmtown",
    "042 2031/05/01",
    "142 3",
    player(1, "2 w 1", points="1.0", rank=1),
    player(2, "1 b 0", rank=2),
)


def found(parsed: Parsed) -> list[tuple[str, str]]:
    return [(f.code.removeprefix("trf."), str(f.place)) for f in parsed.findings]


def test_points_without_any_round_are_said_once():
    lines = ("012 Standings", *(player(at, points=f"{3 - at}.0", name=f"Name {at}") for at in (1, 2, 3)))
    assert found(parse(document(*lines))) == [("no-rounds", "line 2, column 81-84, 001")]
    assert parse(document(*lines)).findings[0].message == "2 players have points, but no round"
    assert found(parse(document("012 Before", player(1, points="0.0")))) == []


def test_an_event_is_known_by_name_city_and_start():
    (event,) = parse(document(*SMALL)).events
    assert event.event == "spring-open-elmtown-2031-05-01"
    assert event.stated_at is None


@pytest.mark.parametrize("header", [(), SMALL[1:3], ("012   ", *SMALL[1:3])])
def test_a_file_without_a_name_is_named_after_its_bytes(header):
    parsed = parse(document(*header, *SMALL[3:]))
    assert parsed.events[0].event.startswith("trf-")
    assert found(parsed) == [("no-identity", "line 1, 012")]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "latin-1"])
def test_line_ends_and_encodings_change_nothing(end, encoding):
    lines = [*SMALL[:4], player(1, "2 w 1", name="Müller, Jörg", rank=1), SMALL[5]]
    (event,) = parse(document(*lines, end=end, encoding=encoding)).events
    assert event.facts == parse(document(*lines)).events[0].facts


@pytest.mark.parametrize("data", [b"", b"\n\n", b"hello", b"### nothing", b"\xff\xfe\x00", b"XXR 9\n"])
def test_what_holds_no_tournament_is_refused(data):
    with pytest.raises(FormatError) as error:
        parse(data)
    assert error.value.code.code == "trf.no-records"


@pytest.mark.parametrize(
    "line",
    ["DDD SSSS sTTT NNNN", "CCC SSS NNNN", "AAA MM GGGG RRF", "         1         2", "1234567890" * 9, "### any text"],
)
def test_legends_rulers_and_comments_are_kept_and_never_reported(line):
    parsed = parse(document(*SMALL, line))
    assert parsed.findings == ()
    (kept,) = parsed.events[0].facts.extensions
    assert (kept.kind, kept.value) == ("comment", line)


def test_a_private_record_is_kept_and_mentioned_once_for_its_code():
    parsed = parse(document(*SMALL, "XYZ 1", "XYZ 2", "X"))
    assert found(parsed) == [("unknown-record", "line 7, column 1-3"), ("unknown-record", "line 9, column 1-1")]
    assert {f.severity for f in parsed.findings} == {Severity.INFO}
    assert [(e.name, e.index, e.value) for e in parsed.events[0].facts.extensions] == [
        ("XYZ", 0, "XYZ 1"),
        ("XYZ", 1, "XYZ 2"),
        ("X", 0, "X"),
    ]


def test_a_player_under_another_code_is_an_error_at_its_line():
    parsed = parse(document(*SMALL, player(3, rank=3, code="101")))
    assert found(parsed) == [("player-under-other-code", "line 7, column 1-3")]


def test_a_national_record_may_stand_before_its_player():
    parsed = parse(document(placed((1, "NOR"), (5, "   1"), (49, "1900")), *SMALL))
    assert parsed.findings == ()
    assert parsed.events[0].facts.participants[0].players[0].details[0].value == "1900"


def test_records_for_people_are_kept_by_team_as_they_stand():
    parsed = parse(document(*SMALL, "801  7 ELM   15   28.0   3 w 10=1  1234 ", "802 007 ELM"))
    assert [(e.owner, e.name, e.value) for e in parsed.events[0].facts.extensions] == [
        ("team 7", "801", "801  7 ELM   15   28.0   3 w 10=1  1234"),
        ("team 7", "802", "802 007 ELM"),
    ]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["062 3"], [("count-differs", "line 7, column 5-5, 062")]),
        (["062 2 (2)", "072 0"], []),
        (["072 2"], [("count-differs", "line 7, column 5-5, 072")]),
        (
            [player(3, "", "", "", "1 w 1")],
            [("more-rounds", "line 7, column 122-129, 001"), ("missing-round", "line 5, column 122-129, 001")],
        ),
        ([player(3, "", "", "", "- Z")], []),
        ([player(3, "", "", "", "- H")], [("more-rounds", "line 7, column 122-129, 001")]),
        ([player(3, "9 w 1")], [("unknown-number", "line 7, column 92-99, 001")]),
        ([player(3, "", "2 w 1")], [("missing-round", "line 6, column 102-109, 001")]),
        (["240 H   1    9"], [("unknown-number", "line 7, column 11-14, 240")]),
        ([accelerated("", "1.0", 1, 1, 1, 9)], [("unknown-number", "line 7, column 28-31, 250")]),
    ],
)
def test_what_does_not_agree_within_the_file_is_reported_at_its_place(lines, expected):
    assert found(parse(document(*SMALL, *lines))) == expected


def test_teams_of_013_count_only_without_310():
    old = placed((1, "013"), (5, "Elms"), (37, "   1    2"))
    (event,) = parse(document(*SMALL, old)).events
    assert [(p.id, p.name, p.members) for p in event.facts.participants if p.kind == "team"] == [
        ("1", "Elms", ("1", "2"))
    ]
    parsed = parse(document(*SMALL, team(4, [1], name="Elms"), team(5, [2], name="Oaks"), old))
    assert [p.id for p in parsed.events[0].facts.participants if p.kind == "team"] == ["4", "5"]
    assert ("rosters-differ", "line 9, column 1-45, 013") in found(parsed)


def test_a_team_that_013_leaves_out_is_reported_where_other_records_013_stand():
    both = (team(4, [1], name="Elms"), team(5, [2], name="Oaks"))
    parsed = parse(document(*SMALL, *both, placed((1, "013"), (5, "Elms"), (37, "   1"))))
    assert found(parsed) == [("rosters-differ", "line 8, column 1-77, 310")]


def test_a_team_that_lists_nobody_known_is_reported():
    assert ("unknown-number", "line 7, column 79-82, 310") in found(parse(document(*SMALL, team(4, [1, 77]))))


LINES = [*SMALL, team(1, [1]), team(2, [2]), "240 H   2    1", "330 +-   3   1   2", "250 2.0  1.0   1   2    1    2",
         "299    -2.0    0.0     3    1", "300   1   1   2    1", "320 1.0  0.5  000 002", "XXA    1  1.0", "XXZ 1 2",
         "212 PTS,BH", "132".ljust(91) + "31/05/01", "202 SB", "162  W 1.0", "013 Elms"]  # fmt: skip


def has_an_answer(data: bytes) -> bool:
    """Whether a file is read, or refused with a reason; anything else raises."""
    try:
        return bool(parse(data).events)
    except InputRejected as rejected:
        return bool(rejected.findings)


@pytest.mark.slow
@settings(max_examples=150)
@given(st.data())
def test_a_damaged_file_is_read_or_refused_and_never_crashes(data):
    whole = bytearray(document(*LINES))
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(whole) - 1))
        action = data.draw(st.sampled_from(["change", "cut", "insert", "end"]))
        if action == "change":
            whole[at] = data.draw(st.integers(0, 255))
        elif action == "cut":
            del whole[at : at + data.draw(st.integers(1, 20))]
        elif action == "insert":
            whole[at:at] = data.draw(st.binary(min_size=1, max_size=5))
        elif at > 50:
            del whole[at:]
    assert has_an_answer(bytes(whole))


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data):
    assert has_an_answer(b"012 x\n" + data)
    assert has_an_answer(data)


@given(st.sampled_from(LINES), st.text(max_size=100))
def test_one_bad_line_costs_nothing_else(code, junk):
    parsed = parse(document(*SMALL, code[:3] + junk.replace("\n", " ").replace("\r", " ")))
    games = [g for g in parsed.events[0].facts.games if g.player in ("1", "2") and g.round == 1]
    assert [g.result for g in games[:2]] == ["1", "0"]


LONG = ("012", "022", "032", "042", "112", "182", "192", "202", "212", "352", "801", "XYZ", "###", "260")


@pytest.mark.parametrize("code", LONG)
def test_a_line_of_thousands_of_characters_is_read(code):
    for filler in ("x" * 8_000, "x " * 4_000, "12 " * 2_600):
        parsed = parse(document(*SMALL[1:], f"{code} {filler}", SMALL[0]))
        assert len(parsed.events[0].facts.games) == 2


def test_a_team_padded_by_bytes_is_read_by_bytes_and_says_so():
    name = "Łódź Ćma"
    shifted = team(1, [1, 2], name=name).replace(name + " " * 4, name, 1)
    parsed = parse(document("012 Cup", shifted, team(2, [3, 4]), *(player(n) for n in range(1, 5))))
    members = [each.members for each in parsed.events[0].facts.participants if each.kind == "team"]
    assert members == [("1", "2"), ("3", "4")]
    assert found(parsed) == [("counted-in-bytes", "line 2, column 1-78, 310")]


def test_a_roster_beside_its_columns_is_missed():
    parsed = parse(document("012 Cup", "013 Elms  1 2", player(1), player(2)))
    assert found(parsed) == [("empty-roster", "line 2, column 1-13, 013")]


def test_changes_of_counts_teams_and_unknown_lines_change_what_the_golden_file_says():
    compare_changes("parse", lambda line: line[:3] not in ("001", "300") and line[:1] != "1")


def test_the_last_line_is_unfinished_where_nothing_ends_it():
    whole = document(*SMALL)
    assert read(whole, Report()).unfinished == 0
    assert read(whole.rstrip(b"\n"), Report()).unfinished == 6
    assert read(b"012 x", Report()).unfinished == 1
    assert read(b"", Report()).unfinished == 0


@pytest.mark.parametrize(
    ("line", "kind", "name"),
    [
        ("NOR    7 unknown", "record", "NOR"),
        ("nor    1 small letters", "record", "nor"),
        ("N1R    1 a digit", "record", "N1R"),
        (" 12 begins with a blank", "comment", "12"),
        ("\u00a0   no code", "comment", "legend"),
        ("AAA letters alike", "comment", "AAA"),
        ("AAB letters that differ", "record", "AAB"),
        ("AA", "record", "AA"),
        ("1234567890123456789", "record", "123"),
        ("12345678901234567890", "comment", "123"),
        ("1234567890 23456789 1234567890", "comment", "123"),
        ("01234567890123456789", "comment", "012"),
        ("###", "comment", "###"),
        ("801", "record", "801"),
    ],
)
def test_a_line_that_says_nothing_to_the_reader_is_kept_as_record_or_comment(line, kind, name):
    (kept,) = parse(document(*SMALL, line)).events[0].facts.extensions
    assert (kept.kind, kept.name, kept.value, str(kept.at)) == (kind, name, line, "line 7")


def test_a_blank_line_is_nothing():
    assert parse(document(*SMALL, "", "   ", "\t")).events[0].facts.extensions == ()


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        (["082 1"], []),
        (["082 3", team(1, [1]), team(2, [2])], ["count-differs"]),
        (["082 2", team(1, [1]), team(2, [2])], []),
        (["062 many"], []),
        (["062  2 players"], []),
        (["062 1234567"], ["count-differs"]),
    ],
)
def test_counts_of_the_header_are_compared_where_they_are_numbers(lines, codes):
    assert [code for code, _ in found(parse(document(*SMALL, *lines)))] == codes


def test_every_round_beyond_the_last_is_reported_the_last_first():
    parsed = parse(document(*SMALL, player(3, "", "", "- U", "- H", "- Z", "- F")))
    assert [(f.stated, f.computed, str(f.place)) for f in parsed.findings] == [
        ("6", "3", "line 7, column 142-149, 001"),
        ("4", "3", "line 7, column 122-129, 001"),
    ]


def test_what_a_roster_says_twice_or_otherwise_is_reported_with_both_rosters():
    old = [placed((1, "013"), (5, name), (37, members)) for name, members in (("Elms", "   2   "), ("Ash", "   1"))]
    parsed = parse(document(*SMALL, team(4, [1], name="Elms"), team(5, [2], name="Oaks"), *old))
    assert [(f.message, f.subject, f.stated, f.computed) for f in parsed.findings] == [
        ("team 'Oaks' is in 310 but not in 013", "Oaks", None, None),
        ("team 'Elms' has other players in 310, line 7", "Elms", "2", "1"),
        ("team 'Ash' is in 013 but not in 310", "Ash", "1", None),
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("162  W 1.0    D 0.6    L 0.0", ("draws-above-win", "line 7, column 15-19, 162")),
        ("052 2031/04/30", ("dates-reversed", "line 7, column 5-14, 052")),
        (player(3, fide_id="77"), None),
        ("XXZ 8", ("unknown-number", "line 7, column 5-5, XXZ")),
        ("082 4", None),
    ],
)
def test_every_check_of_the_reader_is_made(line, expected):
    assert found(parse(document(*SMALL, line))) == ([expected] if expected else [])


def test_two_players_with_one_fide_number_are_found_in_a_whole_file():
    parsed = parse(document(*SMALL, player(3, fide_id="77"), player(4, fide_id="77")))
    assert found(parsed) == [("repeated-fide-id", "line 8, column 58-68, 001")]


CLUBS = ("3 w 1", "2 w 1"), ("5 w 1", "1 b 0"), ("1 b 0", "5 w ="), ("6 w =", "- Z"), ("2 b 0", "3 b ="), ("4 b =",)


def test_rosters_whose_players_meet_different_teams_are_clubs_of_an_individual_tournament():
    members = ("   1    2", "   3    4", "   5    6")
    rosters = [placed((1, "013"), (5, f"Club {at}"), (37, numbers)) for at, numbers in enumerate(members)]
    facts = (
        parse(document("012 Elms", *(player(at, *row) for at, row in enumerate(CLUBS, 1)), *rosters)).events[0].facts
    )
    assert facts.event.kind == "individual"
    assert facts.matches == ()
    assert [each.name for each in facts.participants if each.kind == "team"] == ["Club 0", "Club 1", "Club 2"]

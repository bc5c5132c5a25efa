"""Somebody who is named and missing is one fault, and so is a line with the number of another."""

from shared.formats.trf.reader.parse import parse
from tests.support.trf_lines import document, player, team

FIVE = (
    player(1, "2 w 1", "3 b 1", "4 w ="),
    player(2, "1 b 0", "4 w 1", "3 b ="),
    player(3, "4 b 1", "1 w 0", "2 w ="),
    player(4, "3 w 0", "2 b 0", "1 b ="),
)


def found(*lines: str) -> list[tuple[str, str, str | None, str | None]]:
    findings = parse(document("012 Spring Open", *lines)).findings
    return [(f.code.removeprefix("trf."), str(f.place), f.stated, f.computed) for f in findings]


def test_who_is_missing_is_said_once_with_all_who_name_him() -> None:
    findings = parse(document("012 Spring Open", *FIVE[:3])).findings
    assert [finding.code for finding in findings] == ["trf.unknown-number"]
    assert str(findings[0].place) == "line 2, column 112-119, 001"
    assert findings[0].message == (
        "player 1 meets player 4 in round 3, but no player has that number; so do 2 in round 2, 3 in round 1"
    )


def test_a_line_whose_opponents_name_somebody_else_has_a_wrong_number() -> None:
    wrong = FIVE[3].replace("001    4", "001   40")
    assert found(*FIVE[:3], wrong) == [("wrong-number", "line 5, column 5-8, 001", "40", "4")]


def test_of_two_lines_with_one_number_the_second_may_be_that_of_the_missing_one() -> None:
    twice = FIVE[3].replace("001    4", "001    1")
    assert found(*FIVE[:3], twice) == [("repeated-number", "line 5, column 5-8, 001", "1", "4")]
    assert found(*FIVE, twice)[0] == ("repeated-number", "line 6, column 5-8, 001", "1", None)


def test_one_round_says_nothing_about_whose_line_it_is() -> None:
    assert found(player(1, "2 w 1"), player(3, "1 b 0")) == [("unknown-number", "line 2, column 92-99, 001", "2", None)]


def test_where_two_lines_could_be_his_nobody_is_named() -> None:
    alike = [player(number, "1 b 0", "2 b 0") for number in (40, 41)]
    assert [code for code, *_ in found(player(1, "4 w 1", "- Z"), player(2, "- Z", "4 w 1"), *alike)] == [
        "unknown-number"
    ]


def test_a_roster_that_names_the_missing_one_is_not_reported_too() -> None:
    lines = (team(1, [1, 3]), team(2, [2, 4]), *FIVE[:3])
    assert [code for code, *_ in found(*lines)] == ["unknown-number"]
    assert [code for code, *_ in found(team(1, [1, 9]), team(2, [2]), player(1), player(2))] == ["unknown-number"]


def test_where_the_last_players_are_missing_the_file_is_cut_and_nobody_is_named_one_by_one() -> None:
    cut = found("062 4", *FIVE[:2])
    assert cut[0] == ("file-cut", "line 4, column 1, 001", "4", "2")
    assert "unknown-number" not in {code for code, *_ in cut}
    for header in ("062 2", "072 4"):
        assert [code for code, *_ in found(header, *FIVE[:2])].count("unknown-number") == 2
    assert "file-cut" not in {code for code, *_ in found("062 4", *FIVE[2:])}

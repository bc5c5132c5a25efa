"""Matches as USEBIO tells them, in every form: what is right gives no finding, what is wrong one at its place."""

import pytest

from contracts.findings import Finding
from tests.support.single_faults import findings_above_info
from tests.support.usebio_documents import document, people


def found(inside: str, *, kind: str, version: str = "1.4") -> list[Finding]:
    return findings_above_info(document(inside, event=f'EVENT_TYPE="{kind}"', version=version), "matches.xml")


def codes(inside: str, **how: str) -> list[str]:
    return [finding.code for finding in found(inside, **how)]


def table(direction: str, score: str) -> str:
    return f"<TRAVELLER_LINE><DIRECTION>{direction}</DIRECTION><SCORE>{score}</SCORE></TRAVELLER_LINE>"


def board(number: int, stated: str, *tables: str) -> str:
    return f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{stated}{''.join(tables)}</BOARD>"


def match(home: str, away: str, score: str, *boards: str, number: int = 1) -> str:
    return (
        f"<MATCH><ROUND_NUMBER>{number}</ROUND_NUMBER><TEAM>{home}</TEAM><OPPOSING_TEAM>{away}</OPPOSING_TEAM>"
        f"{score}{''.join(boards)}</MATCH>"
    )


def vps(home: str, away: str) -> str:
    return f"<TEAM_SCORE>{home}</TEAM_SCORE><OPPOSING_TEAM_SCORE>{away}</OPPOSING_TEAM_SCORE>"


def team(name: str, total: str, more: str = "") -> str:
    return f'<TEAM TEAM_ID="{name}"><TOTAL_SCORE>{total}</TOTAL_SCORE>{more}</TEAM>'


HEAD = "<BOARD_SCORING_METHOD>IMPS</BOARD_SCORING_METHOD><MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>"
SCALE = "<VP_SCALE>WBF_DISCRETE</VP_SCALE>"
TEAMS = people(team("1", "14"), team("2", "6"))
EIGHT = [
    board(number, f"<IMPS>{imps}</IMPS>", table("NS", ns), table("EW", ew))
    for number, imps, ns, ew in [
        (1, 10, "420", "-50"),
        (2, 0, "110", "100"),
        (3, -3, "-140", "-50"),
        (4, 0, "0", "0"),
        (5, 6, "140", "-100"),
        (6, -5, "-90", "100"),
        (7, 2, "-110", "-170"),
        (8, 0, "90", "90"),
    ]
]
"""A margin of 10 IMPs over eight boards, from the home team's view: 14-6."""


def test_a_match_told_by_one_side_is_right() -> None:
    assert codes(HEAD + SCALE + TEAMS + match("1", "2", vps("14", "6"), *EIGHT), kind="SWISS_TEAMS") == []


NOT_SCORES = "scoring.board-points-differ"
WRONG: dict[str, tuple[str, str, list[str]]] = {
    "a score that leaves the IMPs": (table("NS", "140"), table("NS", "150"), []),
    "a score that changes the IMPs": (table("NS", "140"), table("NS", "620"), [NOT_SCORES]),
    "IMPs": ("<IMPS>6</IMPS>", "<IMPS>5</IMPS>", [NOT_SCORES]),
    "the direction of a table": (table("EW", "-100"), table("NS", "-100"), ["validation.tables-alike"]),
    "both victory points": (vps("14", "6"), vps("15", "5"), ["scoring.match-differs"]),
    "one side's victory points": (vps("14", "6"), vps("14", "5"), ["scoring.match-differs"]),
    "the scale": (SCALE, "<VP_SCALE>BBO VP20</VP_SCALE>", ["scoring.scale-unknown"]),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_in_a_match_is_found_with_line_and_path(what: str) -> None:
    right, wrong, expected = WRONG[what]
    whole = (
        HEAD + SCALE + people('<TEAM TEAM_ID="1"/>', '<TEAM TEAM_ID="2"/>') + match("1", "2", vps("14", "6"), *EIGHT)
    )
    assert right in whole
    findings = found(whole.replace(right, wrong), kind="SWISS_TEAMS")
    assert [finding.code for finding in findings] == expected
    about_files = [finding for finding in findings if finding.code != "scoring.scale-unknown"]
    assert all(finding.place and finding.place.line and finding.place.path for finding in about_files)


def test_a_match_that_both_teams_tell_inside_themselves_is_one_match() -> None:
    def told(other: str, score: str, imps: str, first: str, second: str) -> str:
        return (
            f"<MATCH><ROUND_NUMBER>1</ROUND_NUMBER><OPPOSING_TEAM>{other}</OPPOSING_TEAM>"
            f"<START_BOARD_NUMBER>1</START_BOARD_NUMBER><END_BOARD_NUMBER>1</END_BOARD_NUMBER><SCORE>{score}</SCORE>"
            + board(1, f"<IMPS>{imps}</IMPS>", table(first, "420"), table(second, "-50"))
            + "</MATCH>"
        )

    def document_of(theirs: str) -> str:
        head = "<SCORING_METHOD>IMP</SCORING_METHOD>"
        return head + people(
            team("1", "10", told("2", "10", "10", "NS", "EW")), team("2", "-10", told("1", "-10", theirs, "EW", "NS"))
        )

    assert codes(document_of("-10"), kind="TEAMS_OF_FOUR", version="1.0") == []
    assert codes(document_of("-9"), kind="TEAMS_OF_FOUR", version="1.0") == [NOT_SCORES]


def test_byes_walk_overs_and_matches_without_boards_are_right() -> None:
    lists = people(team("1", "26"), team("2", "30"), team("3", "12"))
    matches = [
        match("1", "2", vps("14", "6"), *EIGHT),
        match("3", "NONE", "<TEAM_SCORE>12</TEAM_SCORE>"),
        match("1", "NONE", "<TEAM_SCORE>12</TEAM_SCORE>", number=2),
        match("2", "3", vps("12", "0"), number=2),
        match("2", "3", vps("12", "0"), number=3),
    ]
    assert codes(HEAD + SCALE + lists + "".join(matches), kind="SWISS_TEAMS") == []


def test_three_half_matches_of_a_triple_are_right() -> None:
    triple = [
        match(
            home,
            away,
            vps("7", "3"),
            *(board(number, f"<IMPS>{5 if number % 4 == 1 else 0}</IMPS>") for number in range(first, first + 3)),
        )
        for home, away, first in (("1", "2", 1), ("2", "3", 5), ("3", "1", 9))
    ]
    lists = people(team("1", "10"), team("2", "10"), team("3", "10"))
    assert codes(HEAD + SCALE + lists + "".join(triple), kind="SWISS_TEAMS") == []


def test_sub_matches_of_teams_of_eight_carry_the_score_of_the_whole() -> None:
    head = "<TEAM_SIZE>8</TEAM_SIZE><MATCH_SCORING_METHOD>IMP_THEN_ADD</MATCH_SCORING_METHOD>"
    score = vps("12", "-12")
    parts = [
        match("1", "2", score, board(1, "<IMPS>10</IMPS>", table("NS", "420"), table("EW", "-50"))),
        match("1", "2", score, board(1, "<IMPS>2</IMPS>", table("NS", "450"), table("EW", "400"))),
    ]
    assert codes(head + people(team("1", "12"), team("2", "-12")) + "".join(parts), kind="TEAMS") == []


def test_four_tables_of_a_board_are_compared_as_the_event_says() -> None:
    tables = table("NS", "420"), table("NS", "400"), table("EW", "-50"), table("EW", "140")
    for method, imps in (("XIMPS", "33"), ("ADD_THEN_IMP", "12")):
        head = f"<TEAM_SIZE>8</TEAM_SIZE><MATCH_SCORING_METHOD>{method}</MATCH_SCORING_METHOD>"
        of_board = board(1, f"<IMPS>{imps}</IMPS>", *tables)
        whole = head + people(team("1", imps), team("2", f"-{imps}")) + match("1", "2", vps(imps, f"-{imps}"), of_board)
        assert codes(whole, kind="TEAMS") == []
        wrong = whole.replace(f"<IMPS>{imps}<", "<IMPS>20<")
        # Such a method does not say whether the match gives IMPs, so its sum is not held against it.
        assert set(codes(wrong, kind="TEAMS")) == {NOT_SCORES}


def test_points_a_board_in_either_unit_are_right() -> None:
    for scale, total in (("1 0", "1"),):
        ours, theirs = scale.split()
        stated = f"<TEAM_POINTS>{ours}</TEAM_POINTS><OPPOSING_TEAM_POINTS>{theirs}</OPPOSING_TEAM_POINTS>"
        head = "<BOARD_SCORING_METHOD>BAM</BOARD_SCORING_METHOD><MATCH_SCORING_METHOD>BAM</MATCH_SCORING_METHOD>"
        lists = people(team("1", total), team("2", "0"))
        of_board = board(1, stated, table("NS", "420"), table("EW", "400"))
        assert codes(head + lists + match("1", "2", vps(total, "0"), of_board), kind="TEAMS") == []

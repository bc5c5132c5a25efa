"""Matches are worked out from the games of the players."""

import pytest

from shared.formats.trf.reader.draft import Draft
from shared.formats.trf.reader.matches import Meeting, meetings
from shared.formats.trf.reader.parse import read
from shared.formats.trf.report import Report
from tests.support.trf_golden import compare_changes
from tests.support.trf_lines import document, player, team

FOUR = [
    team(1, [1, 2, 3], name="A"),
    team(2, [4, 5, 6], name="B"),
    team(3, [7, 8], name="C"),
    team(4, [9, 10], name="D"),
]


def draft_of(*lines: str) -> Draft:
    return read(document("142 3", *lines), Report())


def of_round(draft: Draft, round_: int = 1) -> list[tuple[object, ...]]:
    return [
        (m.home, m.away, m.home_line_up, m.away_line_up, m.forfeit, m.bye) for m in meetings(draft) if m.round == round_
    ]


def test_the_team_with_white_on_the_first_board_is_at_home():
    draft = draft_of(*FOUR[:2], player(1, "4 b 1"), player(2, "5 w 0"), player(4, "1 w 0"), player(5, "2 b 1"))
    assert of_round(draft) == [(2, 1, (4, 5), (1, 2), None, None)]


def test_a_colour_sequence_decides_what_each_board_says():
    draft = draft_of(
        "352 WWBB", *FOUR[:2], player(1, "4 w 1"), player(2, "5 w 0"), player(4, "1 b 0"), player(5, "2 b 1")
    )
    assert of_round(draft) == [(1, 2, (1, 2), (4, 5), None, None)]


def test_a_line_up_out_of_order_and_its_holes_are_kept():
    draft = draft_of(
        *FOUR[:2],
        "300   1   1   2    3    0    1",
        player(1, "6 w 1"),
        player(3, "4 w 0"),
        player(4, "3 b 1"),
        player(5, "- +"),
        player(6, "1 b 0"),
    )
    assert of_round(draft) == [(1, 2, (3, 0, 1), (4, 5, 6), None, None)]


def test_somebody_not_nominated_is_not_in_the_line_up():
    draft = draft_of(
        *FOUR[:2], player(1, "4 w 1"), player(2, "- -"), player(3, "5 b 1"), player(4, "1 b 0"), player(5, "3 w 0")
    )
    assert of_round(draft) == [(1, 2, (1, 3), (4, 5), None, None)]


def test_a_forfeited_match_has_its_teams_from_the_record():
    draft = draft_of(*FOUR[:2], "330 -+   1   2   1", player(1, "- +"), player(2, "- +"), player(4), player(5))
    assert of_round(draft) == [(2, 1, (), (1, 2), "home", None)]
    both = draft_of(*FOUR[:2], "330 --   1   2   1", player(1), player(4))
    assert of_round(both) == [(2, 1, (), (), "both", None)]


def test_byes_are_matches_without_opponent():
    draft = draft_of(*FOUR, "320 1.0  2.0  002", "240 H   1    1", *(player(n) for n in range(1, 11)))
    assert of_round(draft) == [(1, None, (), (), None, "H"), (2, None, (), (), None, "U")]


def test_a_bye_is_also_known_by_the_letter_at_every_player():
    draft = draft_of(*FOUR[:2], player(1, "- U"), player(2, "- U"), player(4, "- Z"), player(5, "- Z"))
    assert of_round(draft) == [(1, None, (), (), None, "U")]
    assert [str(meeting.place) for meeting in meetings(draft)] == ["line 4, column 92-99, 001"]


def test_a_bye_does_not_hide_a_match_that_was_played():
    draft = draft_of(*FOUR[:2], "240 H   1    1", player(1, "4 w 1"), player(4, "1 b 0"))
    assert [(home, away, bye) for home, away, _, _, _, bye in of_round(draft)] == [(1, 2, None)]
    assert "trf.bye-contradicted" in {f.code for f in draft.report.findings}


def test_who_was_not_nominated_does_not_hide_the_bye_of_a_team():
    draft = draft_of(*FOUR[:2], player(1, "- U"), player(2, "- -"), player(3, "- U"), player(4, "- Z"))
    assert of_round(draft) == [(1, None, (), (), None, "U")]


def test_a_team_that_won_every_board_against_nobody_has_a_full_point_bye():
    draft = draft_of(*FOUR[:2], player(1, "- +"), player(2, "- +"), player(3, "- -"), player(4, "- Z"))
    assert of_round(draft) == [(1, None, (), (), None, "F")]


def test_a_letter_beside_a_game_of_the_team_is_no_bye_of_the_team():
    draft = draft_of(*FOUR[:2], player(1, "4 w 1"), player(2, "- U"), player(4, "1 b 0"))
    assert [(home, away, bye) for home, away, _, _, _, bye in of_round(draft)] == [(1, 2, None)]


def test_a_line_up_names_the_opponent_when_no_game_does():
    draft = draft_of(*FOUR[:2], "300   1   1   2    1    0    3", player(1, "- +"), player(3, "- +"), player(4))
    assert of_round(draft) == [(1, 2, (1, 0, 3), (), None, None)]


def test_players_who_meet_several_teams_are_reported():
    draft = draft_of(
        *FOUR,
        player(1, "4 w 1"),
        player(2, "5 b 1"),
        player(3, "7 w 1"),
        player(4, "1 b 0"),
        player(5, "2 w 0"),
        player(7, "3 b 0"),
    )
    found = of_round(draft)
    assert (1, 2) in [(home, away) for home, away, *_ in found]
    assert any(f.code == "trf.opponents-unclear" for f in draft.report.findings)


def test_a_line_up_with_a_stranger_is_reported():
    draft = draft_of(*FOUR[:2], "300   1   1   2    4    2", player(2, "5 b 1"), player(4), player(5, "2 w 0"))
    meetings(draft)
    assert [(f.code, str(f.place)) for f in draft.report.findings if "line-up" in f.code] == [
        ("trf.line-up-unknown", "line 4, column 1-25, 300")
    ]


def said(draft: Draft) -> list[tuple[str, str]]:
    meetings(draft)
    return [(f.code.removeprefix("trf."), str(f.place)) for f in draft.report.findings]


@pytest.mark.parametrize(
    ("white", "black", "rounds", "contradicted"),
    [
        (1, 2, ("4 w 1", "1 b 0"), True),
        (1, 3, ("4 w 1", "1 b 0"), True),
        (3, 2, ("4 w =", "1 b ="), True),
        (1, 2, ("4 w +", "1 b -"), False),
        (1, 2, ("4 w", "1 b"), False),
        (3, 4, ("4 w 1", "1 b 0"), False),
    ],
)
def test_a_forfeit_of_a_team_that_played_is_reported(
    white: int, black: int, rounds: tuple[str, str], contradicted: bool
) -> None:
    draft = draft_of(*FOUR, f"330 +-   1   {white}   {black}", player(1, rounds[0]), player(4, rounds[1]))
    found = [place for code, place in said(draft) if code == "forfeit-contradicted"]
    assert found == (["line 6, column 1-18, 330"] if contradicted else [])


def test_a_colour_that_is_not_that_of_the_board_is_reported_once_for_a_game() -> None:
    players = (player(1, "4 w 1"), player(2, "5 w 0"), player(3, "6 w 1"))
    others = (player(4, "1 b 0"), player(5, "2 b 1"), player(6, "3 b 0"))
    draft = draft_of("352 WBWB", *FOUR[:2], *players, *others)
    assert said(draft) == [("board-colour", "line 6, column 92-99, 001")]
    (finding,) = draft.report.findings
    assert finding.message == "player 2 has White on board 2 in round 1, which record 352 gives Black"
    assert said(draft_of(*FOUR[:2], *players, *others)) == []


def test_a_meeting_is_a_plain_value():
    assert Meeting(1, 2, None, bye="U") == Meeting(1, 2, None, bye="U")


def test_changes_of_matches_change_what_the_golden_file_says():
    compare_changes("matches", lambda line: line[:3] in ("300", "310", "320", "330", "340", "352"))

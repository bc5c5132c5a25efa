"""Teams, from a document to standings: all that is stated is right, or one thing is wrong."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import pytest

from tests.support import by_hand
from tests.support.scored_documents import (
    board,
    listed,
    listed_teams,
    match,
    met,
    pair,
    places,
    ranked,
    row,
    score,
    tags,
    team,
    two_tables,
    wrong,
)

SWISS = 'EVENT_TYPE="SWISS_TEAMS"'

MATCHES = (
    (1, "1", "2", ((420, -50), (-100, 140), (650, 680), (90, 110), (50, 50))),
    (1, "3", "4", ((170, 420), (110, -100), (620, -100), (-400, -430), (100, 100))),
    (2, "1", "3", ((980, 480), (-50, -50), (140, 170), (-620, -620), (400, 430))),
    (2, "4", "2", ((1430, 680), (-90, 50), (100, -140), (600, 630), (-110, -110))),
)
"""Round, home, away, and for each board North-South's score where the home team sat North-South, and East-West."""

FIRST_MARGINS = (1, 3, 5, 7, 10, 13, 16, 20, 25, 31)
"""Five boards: the first margin of 11, 12, ..., 20 victory points."""


def victory_points(margin: int | Fraction) -> int:
    more = sum(abs(margin) >= first for first in FIRST_MARGINS)
    return 10 + more if margin >= 0 else 10 - more


Convert = Callable[[int], Fraction | int]


def point_a_board(difference: int) -> int:
    return 1 + (difference > 0) - (difference < 0)


WAYS: dict[str, tuple[str, str, Convert, Callable[[int | Fraction], int | Fraction]]] = {
    "imps": ("IMPS", "IMPS", by_hand.imps, lambda net: net),
    "victory points": ("IMPS", "VPS", by_hand.imps, victory_points),
    "point a board": ("PAB", "PAB", point_a_board, lambda won: won),
    "board a match": ("BAM", "BAM", lambda difference: Fraction(point_a_board(difference), 2), lambda won: won),
    "aggregate": ("AGGREGATE", "AGGREGATE", lambda difference: difference, lambda points: points),
}


def event(way: str, *, broken_match: bool = False, broken_total: bool = False, broken_board: bool = False) -> str:
    """Four teams over two rounds of five boards; what it states was worked out by hand."""
    scoring, match_scoring, convert, of_match = WAYS[way]
    totals = dict.fromkeys("1234", Fraction(0))
    matches = []
    for place, (number, home, away, tables) in enumerate(MATCHES):
        boards, ours, theirs = [], Fraction(0), Fraction(0)
        first = 5 * number - 4
        for board_number, (here, there) in enumerate(tables, first):
            mine, others = convert(here - there), convert(there - here)
            ours, theirs = ours + mine, theirs + others
            said = mine + 1 if broken_board and (place, board_number) == (3, 8) else mine
            points = [by_hand.printed(Fraction(value), 1) for value in (said, others)]
            stated = (
                {"IMPS": said} if scoring == "IMPS" else {"TEAM_POINTS": points[0], "OPPOSING_TEAM_POINTS": points[1]}
            )
            boards.append(board(board_number, two_tables(here, there), **stated))
        won, lost = of_match(ours), of_match(theirs)
        totals[home] += won
        totals[away] += lost
        given = won + 1 if broken_match and place == 1 else won
        matches.append(
            match(
                home,
                away,
                (by_hand.printed(Fraction(given)), by_hand.printed(Fraction(lost))),
                *boards,
                round_number=number,
                START_BOARD_NUMBER=first,
                END_BOARD_NUMBER=first + 4,
            )
        )
    place_of = by_hand.places(totals)
    rows = [
        (name, by_hand.printed(total + 1 if broken_total and name == "3" else total), place_of[name])
        for name, total in totals.items()
    ]
    scorings = tags(BOARD_SCORING_METHOD=scoring, MATCH_SCORING_METHOD=match_scoring, VP_SCALE="WBF_DISCRETE")
    return scorings + listed_teams(rows) + "".join(matches)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_an_event_that_is_right_has_no_difference(way: str) -> None:
    scored = score(event(way), event=SWISS)
    assert wrong(scored) == []
    assert all(found.agrees for found in scored.standings.matches)
    assert all(found.agrees for found in scored.standings.rankings[0].rows)
    assert scored.standings.progress.text == "after round 2"


@pytest.mark.parametrize("way", WAYS)
def test_a_match_that_states_another_score_is_the_only_finding(way: str) -> None:
    scored = score(event(way, broken_match=True), event=SWISS)
    assert wrong(scored) == [("scoring.match-differs", "match 3 - 4")]
    assert scored.standings.differences == 1


@pytest.mark.parametrize("way", WAYS)
def test_a_board_that_states_other_points_is_the_only_finding(way: str) -> None:
    scored = score(event(way, broken_board=True), event=SWISS)
    assert wrong(scored) == [("scoring.board-points-differ", "board 8")]
    assert "4 against 2" in next(f for f in scored.findings if f.code == "scoring.board-points-differ").message


@pytest.mark.parametrize("way", WAYS)
def test_a_total_that_is_wrong_is_the_only_finding(way: str) -> None:
    assert wrong(score(event(way, broken_total=True), event=SWISS)) == [("scoring.total-differs", "team 3")]


def test_victory_points_of_the_first_match_step_by_step() -> None:
    # 470: 10. -240: -6. -30: -1. -20: -1. 0. Together 2 IMPs, which on five boards are 11 against 9.
    first = met(score(event("victory points"), event=SWISS), "1", "2")
    assert (first.home_raw, first.home_score, first.away_score, first.unit) == (2, 11, 9, "vps")
    assert (first.home_name, first.boards, first.length) == ("Team 1", 5, 5)


def test_boards_of_matches_that_give_points_by_board_are_scored_so_without_being_told() -> None:
    told = tags(BOARD_SCORING_METHOD="BAM")
    scored = score(event("board a match").replace(told, ""), event=SWISS)
    assert wrong(scored) == []
    assert (scored.standings.method.board_scoring, scored.standings.method.match_scoring) == ("bam", "points")


def test_lines_of_a_team_match_have_the_teams_names_and_their_imps() -> None:
    lines = score(event("imps"), event=SWISS).boards[0].lines
    here = next(line for line in lines if line.score == "420")
    assert (here.ns_names, here.ew_names, here.ns_points, here.ew_points) == ("Team 1", "Team 2", 10, -10)


# Which scale it is


@pytest.mark.parametrize("stated", [tags(VP_SCALE="WBF_DISCRETE"), ""])
def test_the_discrete_scale_is_the_one_that_is_meant_where_none_is_named(stated: str) -> None:
    data = event("victory points").replace(tags(VP_SCALE="WBF_DISCRETE"), stated)
    method = score(data, event=SWISS).standings.method
    assert (method.vp_scale, method.detected) == ("WBF_DISCRETE", False)


def of_scale(vps: tuple[tuple[str, str], ...], named: str = "") -> str:
    """Four matches of eight boards of which seven are flat, so that their margins are 0, 1, 10 and 20 IMPs."""
    swings = (0, 20, 450, 2250)
    matches = [
        match(
            str(2 * n + 1),
            str(2 * n + 2),
            stated,
            board(1, two_tables(swing, 0)),
            *(board(flat, two_tables(50, 50)) for flat in range(2, 9)),
        )
        for n, (swing, stated) in enumerate(zip(swings, vps, strict=True))
    ]
    return tags(MATCH_SCORING_METHOD="VPS") + named + "".join(matches)


CONTINUOUS = (("10", "10"), ("10.44", "9.56"), ("13.78", "6.22"), ("16.46", "3.54"))
ACBL = (("10", "10"), ("11", "9"), ("14", "6"), ("18", "2"))
OTHER = (("15", "15"), ("16", "14"), ("20", "10"), ("24", "6"))


def test_the_continuous_scale_is_found_by_fit() -> None:
    method = score(of_scale(CONTINUOUS), event=SWISS).standings.method
    assert (method.vp_scale, method.detected) == ("WBF_CONTINUOUS", True)


def test_the_acbls_scale_is_found_by_fit() -> None:
    scored = score(of_scale(ACBL), event=SWISS)
    assert (scored.standings.method.vp_scale, wrong(scored)) == ("ACBL20", [])


def test_a_named_scale_is_held_against_its_matches() -> None:
    scored = score(of_scale(ACBL, tags(VP_SCALE="WBF_CONTINUOUS")), event=SWISS)
    assert [subject for _, subject in wrong(scored)] == ["match 3 - 4", "match 5 - 6", "match 7 - 8"]
    assert met(scored, "3", "4").home_score == Decimal("10.44")


@pytest.mark.parametrize("named", ["", tags(VP_SCALE="SBU")])
def test_a_scale_that_is_not_known_is_read_from_the_matches(named: str) -> None:
    scored = score(of_scale(OTHER, named), event=SWISS)
    assert wrong(scored) == []
    (about,) = [f for f in scored.standings.findings if f.code == "scoring.scale-unknown"]
    assert about.stated == ("SBU" if named else None)
    assert scored.standings.method.vp_scale == ("SBU" if named else None)
    assert met(scored, "5", "6").agrees


def test_one_wrong_match_does_not_make_another_scale_of_the_usual_one() -> None:
    broken = (CONTINUOUS[0], CONTINUOUS[1], ("13.87", "6.13"), CONTINUOUS[3])
    scored = score(of_scale(broken), event=SWISS)
    assert wrong(scored) == [("scoring.match-differs", "match 5 - 6")]
    assert scored.standings.method.vp_scale == "WBF_CONTINUOUS"


def test_a_match_that_does_not_fit_a_scale_read_from_the_file_is_found() -> None:
    broken = (OTHER[0], ("22", "8"), OTHER[2], OTHER[3])
    scored = score(of_scale(broken, tags(VP_SCALE="IRL")), event=SWISS)
    assert wrong(scored) == [("scoring.match-differs", "match 3 - 4")]
    found = met(scored, "3", "4")
    assert (found.agrees, found.home_score) == (False, 22)


# Byes, triples, matches without boards, knock-outs


def test_a_bye_gives_what_is_stated_for_it() -> None:
    bye = f"<MATCH>{tags(ROUND_NUMBER=1, TEAM='3', OPPOSING_TEAM='NONE', TEAM_SCORE=12)}</MATCH>"
    inside = tags(MATCH_SCORING_METHOD="VPS") + listed_teams([("1", 10, "2="), ("2", 10, "2="), ("3", 12, "1")])
    scored = score(inside + match("1", "2", (10, 10), board(1, two_tables(50, 50))) + bye, event=SWISS)
    assert wrong(scored) == []
    found = met(scored, "3", None)
    assert (found.home_score, found.boards, found.length, found.agrees) == (12, 0, None, None)
    assert scored.standings.progress.text == "after round 1"


def test_matches_without_boards_count_as_stated() -> None:
    rows = [("1", 27, "1"), ("2", 13, "3"), ("3", 20, "2")]
    matches = (
        match("1", "2", (15, 5)) + match("1", "3", (12, 8), round_number=2) + match("3", "2", (12, 8), round_number=3)
    )
    scored = score(tags(MATCH_SCORING_METHOD="VPS") + listed_teams(rows) + matches, event=SWISS)
    assert wrong(scored) == []
    assert places(scored) == [("1", "1", 27), ("3", "2", 20), ("2", "3", 13)]
    broken = listed_teams([("1", 27, "1"), ("2", 13, "3"), ("3", 21, "2")])
    assert wrong(score(tags(MATCH_SCORING_METHOD="VPS") + broken + matches, event=SWISS)) == [
        ("scoring.total-differs", "team 3")
    ]


HALF = (board(1, two_tables(200, 0)), *(board(n, two_tables(50, 50)) for n in (2, 3)))
FLAT = tuple(board(n, two_tables(50, 50)) for n in (1, 2, 3))


@pytest.mark.parametrize(
    ("won", "even", "wins", "draws"),
    [
        # Three boards as half a match: 5 IMPs are 7 of 10. As a match of its own: 13 of 20.
        (("7", "3"), ("5", "5"), 7, 5),
        (("13", "7"), ("10", "10"), 13, 10),
    ],
)
def test_half_matches_of_a_triple_by_the_chart_that_the_file_shows(
    won: tuple[str, str], even: tuple[str, str], wins: int, draws: int
) -> None:
    matches = match("1", "2", won, *HALF) + match("2", "3", even, *FLAT) + match("3", "1", even, *FLAT)
    scored = score(tags(MATCH_SCORING_METHOD="VPS", VP_SCALE="WBF_DISCRETE") + matches, event=SWISS)
    assert wrong(scored) == []
    assert (met(scored, "1", "2").home_score, met(scored, "2", "3").home_score) == (wins, draws)
    assert row(scored, "1").total == wins + draws


def test_a_knock_out_is_ranked_by_rounds_and_has_its_matches_scored() -> None:
    rows = [("1", None, "1"), ("2", None, "2"), ("3", None, "3="), ("4", None, "3=")]
    matches = (
        match("1", "4", (5, -5), board(1, two_tables(200, 0)))
        + match("2", "3", (1, -1), board(1, two_tables(20, 0)))
        + match("1", "2", (9, -8), board(1, two_tables(420, 0)), round_number=2)
    )
    scored = score(tags(MATCH_SCORING_METHOD="IMPS") + listed_teams(rows) + matches, event='EVENT_TYPE="KO"')
    assert [(name, place) for name, place, _ in places(scored)] == [("1", "1"), ("2", "2"), ("3", "3="), ("4", "3=")]
    assert wrong(scored) == [("scoring.match-differs", "match 1 - 2")]
    assert scored.standings.progress.text == "after round 2"


@pytest.mark.parametrize("event", ["TEAMS", "SWISS_TEAMS", "KO"])
def test_a_method_of_matches_may_be_the_knock_out_itself(event: str) -> None:
    matches = (
        match("1", "4", (5, -5), board(1, two_tables(200, 0)))
        + match("2", "3", (1, -1), board(1, two_tables(20, 0)))
        + match("1", "2", (9, -9), board(1, two_tables(420, 0)), round_number=2)
    )
    rows = [("1", None, "1"), ("2", None, "2"), ("3", None, "3="), ("4", None, "3=")]
    document = tags(MATCH_SCORING_METHOD="KNOCKOUT") + listed_teams(rows) + matches
    scored = score(document, event=f'EVENT_TYPE="{event}"')
    assert wrong(scored) == []
    assert scored.standings.method.match_scoring == "imps"
    assert [(name, total) for name, _, total in places(scored)][:2] == [("1", 2), ("2", 1)]


# Pairs of teams


def with_pairs(ns: str, ew: str, cross: object) -> str:
    stated = tags(NS_CROSS_IMPS_POINTS=cross, EW_CROSS_IMPS_POINTS=-Decimal(str(cross)))
    return tags(NS_PAIR_NUMBER=ns, EW_PAIR_NUMBER=ew) + stated


def paired(first: object = "3.67") -> str:
    """Four lines of a board: 420 beats -50 by 10, 450 and 420 by -1 and 0; and so on, over three comparisons."""
    # 420: 0 + 10 - 1 + ... against -50, 450, 400: 10 - 1 + 1 = 10; -50: -10 - 11 - 10 = -31;
    # 450: 1 + 11 + 2 = 14; 400: -1 + 10 - 2 = 7.
    one = board(1, two_tables(420, -50, with_pairs("1A", "2B", "3.33"), with_pairs("2A", "1B", "-10.33")))
    two = board(1, two_tables(450, 400, with_pairs("3A", "4B", "4.67"), with_pairs("4A", "3B", "2.33")))
    rows = [
        team("1", pair("1A", PAIR_IMPS=first) + pair("1B", PAIR_IMPS="10.33"), TOTAL_SCORE=10, PLACE="1"),
        team("2", pair("2A", PAIR_IMPS="-10.33") + pair("2B", PAIR_IMPS="-3.33"), TOTAL_SCORE=-10, PLACE="4"),
        team("3", pair("3A", PAIR_IMPS="4.67") + pair("3B", PAIR_IMPS="-2.33"), TOTAL_SCORE=2, PLACE="2"),
        team("4", pair("4A", PAIR_IMPS="2.33") + pair("4B", PAIR_IMPS="-4.67"), TOTAL_SCORE=-2, PLACE="3"),
    ]
    scorings = tags(MATCH_SCORING_METHOD="IMPS", TEAM_PAIRING_AVAILABLE="Y", PAIRWISE_SCORING_METHOD="CROSS_IMPS")
    return scorings + listed(*rows) + match("1", "2", (10, -10), one) + match("3", "4", (2, -2), two)


def test_pairs_of_teams_have_a_ranking_of_their_own_beside_the_teams() -> None:
    scored = score(paired("3.33"), event=SWISS)
    assert wrong(scored) == []
    assert [found.id for found in scored.standings.rankings] == ["overall", "pairs"]
    assert [(name, place) for name, place, _ in places(scored, "pairs")][:3] == [("1B", "1"), ("3A", "2"), ("1A", "3")]
    assert ranked(scored, "pairs").unit == "imps"
    assert scored.standings.method.pairwise == "cross_imps"


def test_imps_of_a_pair_that_are_wrong_are_the_only_finding() -> None:
    assert wrong(score(paired("3.67"), event=SWISS)) == [("scoring.total-differs", "pair 1A")]


def test_a_pairing_that_no_line_tells_makes_no_ranking_of_pairs() -> None:
    inside = tags(MATCH_SCORING_METHOD="IMPS", TEAM_PAIRING_AVAILABLE="N", PAIRWISE_SCORING_METHOD="CROSS_IMPS")
    scored = score(inside + match("1", "2", (10, -10), board(1, two_tables(420, -50))), event=SWISS)
    assert [found.id for found in scored.standings.rankings] == ["overall"]


# In play


def in_play() -> str:
    """Round 2 of two: a match is over, another has two of three boards and one table of the third."""
    third = f"<TRAVELLER_LINE>{tags(DIRECTION='NS', SCORE=420)}</TRAVELLER_LINE>"
    where = {"round_number": 2, "START_BOARD_NUMBER": 4, "END_BOARD_NUMBER": 6}
    swing = two_tables(420, -50)
    return (
        tags(MATCH_SCORING_METHOD="VPS", VP_SCALE="WBF_DISCRETE", BOARDS_PLAYED=6)
        + match("1", "2", (None, None), *FLAT, START_BOARD_NUMBER=1, END_BOARD_NUMBER=3)
        + match("3", "4", (None, None), *FLAT, START_BOARD_NUMBER=1, END_BOARD_NUMBER=3)
        + match("1", "3", (None, None), *(board(n, two_tables(50, 50)) for n in (4, 5, 6)), **where)
        + match("2", "4", (None, None), board(4, swing), board(5, two_tables(50, 50)), board(6, third), **where)
    )


def test_standings_in_play_count_what_is_in_and_say_what_is_not() -> None:
    scored = score(in_play(), event=SWISS)
    assert wrong(scored) == []
    running = met(scored, "2", "4")
    assert (running.home_raw, running.boards, running.length, running.agrees) == (10, 2, 3, None)
    progress = scored.standings.progress
    assert progress.text == "after round 1, 1 of 2 matches of round 2"
    assert (progress.rounds_complete, progress.results, progress.results_expected) == (1, 23, 24)
    leader = ranked(scored).rows[0]
    assert (leader.id, leader.place, leader.boards) == ("2", "1", 5)
    assert [(found.id, found.place, found.total) for found in ranked(scored).rows[1:3]] == [
        ("1", "2=", 20),
        ("3", "2=", 20),
    ]


def test_a_match_that_comes_in_beside_those_that_are_known_is_added() -> None:
    before = score(in_play(), event=SWISS)
    after = score(
        in_play().replace(
            "<SCORE>420</SCORE></TRAVELLER_LINE></BOARD></MATCH>",
            "<SCORE>420</SCORE>"
            "</TRAVELLER_LINE><TRAVELLER_LINE><DIRECTION>EW</DIRECTION><SCORE>420</SCORE>"
            "</TRAVELLER_LINE></BOARD></MATCH>",
        ),
        event=SWISS,
    )
    assert (met(before, "2", "4").boards, met(after, "2", "4").boards) == (2, 3)
    assert after.standings.progress.text == "after round 2"


def test_sessions_of_teams_have_matches_totals_and_rankings_of_their_own() -> None:
    def session(name: str, margin: int, stated: tuple[int, int]) -> str:
        rows = listed_teams([("1", stated[0], "1"), ("2", stated[1], "2")])
        inside = match("1", "2", stated, board(1, two_tables(margin, 0)), START_BOARD_NUMBER=1, END_BOARD_NUMBER=1)
        return f'<SESSION SESSION_ID="{name}">{rows}{inside}</SESSION>'

    sessions = session("1", 420, (9, -9)) + session("2", 200, (5, -5))
    overall = listed(team("1", tags(ADJUSTMENT=-1), TOTAL_SCORE=13, PLACE="1"), team("2", TOTAL_SCORE=-14, PLACE="2"))
    scored = score(tags(MATCH_SCORING_METHOD="IMPS") + overall + sessions, event=SWISS)
    assert wrong(scored) == []
    assert [(found.id, found.rows[0].total) for found in scored.standings.rankings] == [
        ("overall", 13),
        ("session-1", 9),
        ("session-2", 5),
    ]
    assert [found.session for found in scored.standings.matches] == ["1", "2"]
    assert [found.id for found in scored.boards] == ["1-1", "2-1"]

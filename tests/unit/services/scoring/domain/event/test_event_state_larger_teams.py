"""Teams of eight, from a document to standings."""

from decimal import Decimal

import pytest

from tests.support.scored_documents import (
    board,
    listed,
    listed_teams,
    match,
    met,
    places,
    row,
    score,
    tags,
    team,
    two_tables,
    wrong,
)

TEAMS = 'EVENT_TYPE="TEAMS"'


def eight(way: str, stated: tuple[object, object], *matches: str) -> str:
    return (
        tags(TEAM_SIZE=8, BOARD_SCORING_METHOD="IMPS", MATCH_SCORING_METHOD=way)
        + "".join(matches)
        + listed_teams([("1", stated[0], "2"), ("2", stated[1], "1")])
    )


FOUR_TABLES = board(1, two_tables(620, 600) + two_tables(-100, 170))
TWO_AND_TWO = (board(1, two_tables(620, 600)), board(1, two_tables(-100, 170)))


@pytest.mark.parametrize(("way", "imps"), [("XIMPS", -8), ("ADD_THEN_IMP", -6)])
def test_teams_of_eight_in_one_match(way: str, imps: int) -> None:
    scored = score(eight(way, (imps, -imps), match("1", "2", (imps, -imps), FOUR_TABLES)), event=TEAMS)
    assert wrong(scored) == []
    assert (met(scored, "1", "2").home_score, met(scored, "1", "2").agrees) == (imps, True)
    broken = score(eight(way, (imps, -imps), match("1", "2", (imps - 1, 1 - imps), FOUR_TABLES)), event=TEAMS)
    assert wrong(broken) == [("scoring.match-differs", "match 1 - 2")]


def test_sub_matches_that_each_carry_the_whole_score_are_added_once() -> None:
    parts = [match("1", "2", (-6, 6), part) for part in TWO_AND_TWO]
    scored = score(eight("IMP_THEN_ADD", (-6, 6), *parts), event=TEAMS)
    assert wrong(scored) == []
    assert len(scored.standings.matches) == 1
    assert places(scored) == [("2", "1", 6), ("1", "2", -6)]


def test_what_each_sub_match_states_for_a_board_is_what_its_own_tables_give() -> None:
    def parts(*imps: int) -> list[str]:
        lines = (two_tables(620, 600), two_tables(-100, 170))
        return [match("1", "2", (-6, 6), board(1, of, IMPS=n)) for n, of in zip(imps, lines, strict=True)]

    scored = score(eight("IMP_THEN_ADD", (-6, 6), *parts(1, -7)), event=TEAMS)
    assert wrong(scored) == []
    (told,) = met(scored, "1", "2").by_board
    assert [(part.sub_match, part.home, part.away) for part in told.parts] == [(None, 1, -1), ("2", -7, 7)]
    broken = score(eight("IMP_THEN_ADD", (-6, 6), *parts(1, -6)), event=TEAMS)
    assert wrong(broken) == [("scoring.board-points-differ", "board 1")]


def test_a_table_that_was_not_found_leaves_matches_as_stated() -> None:
    scored = score(eight("ADD_THEN_MOD_IMP", (-4, 4), match("1", "2", (-4, 4), FOUR_TABLES)), event=TEAMS)
    assert wrong(scored) == [("scoring.not-checked", None)]
    assert places(scored) == [("2", "1", 4), ("1", "2", -4)]


@pytest.mark.parametrize(("way", "imps"), [("XIMPS", -12 - 3 + 1 - 3), ("ADD_THEN_IMP", None)])
def test_a_ruling_counts_in_each_comparison_and_has_no_worth_in_added_scores(way: str, imps: int | None) -> None:
    # 620 and -100 against 600 and a plus of the opponents, who sat North-South there.
    ruled = board(1, two_tables(620, 600) + two_tables(-100, "A6040"))
    scored = score(eight(way, ("", ""), match("1", "2", ("", ""), ruled)), event=TEAMS)
    assert met(scored, "1", "2").home_score == imps
    assert wrong(scored) == ([] if imps is not None else [("scoring.not-checked", "board 1")])


def test_a_hybrid_event_is_shown_as_its_matches_state_it() -> None:
    inside = tags(BOARD_SCORING_METHOD="HYBRID", MATCH_SCORING_METHOD="HYBRID")
    scored = score(inside + match("1", "2", (7, 5), board(1, two_tables(50, 50))), event=TEAMS)
    assert [code for code, _ in wrong(scored)] == ["scoring.not-checked"]
    assert places(scored) == [("1", "1", 7), ("2", "2", 5)]


def test_victory_points_of_teams_of_eight_are_found_as_those_of_twice_the_boards() -> None:
    parts = [
        match(
            "1", "2", (14, 6), *(board(n, two_tables(200 if n == 1 else 50, 0 if n == 1 else 50)) for n in range(1, 6))
        )
        for _ in range(2)
    ]
    scored = score(eight("IMP_THEN_ADD", (6, 14), *parts), event=TEAMS)
    assert met(scored, "1", "2").home_raw == 10
    # Ten boards: 10 IMPs are 14. Five boards: they would be 15.
    assert (met(scored, "1", "2").home_score, met(scored, "1", "2").unit) == (14, "vps")


@pytest.mark.parametrize("way", ["XIMPS", "IMP_THEN_ADD"])
def test_a_penalty_of_larger_teams_is_in_the_unit_of_their_totals(way: str) -> None:
    boards = [
        board(n, two_tables(200 if n == 1 else 50, 0 if n == 1 else 50) * (2 if way == "XIMPS" else 1))
        for n in range(1, 6)
    ]
    rows = listed(team("1", tags(ADJUSTMENT="-1.5"), TOTAL_SCORE="18.5" if way == "XIMPS" else "8.5"))
    stated = (20, -20) if way == "XIMPS" else (10, -10)
    matches = match("1", "2", stated, *boards) * (1 if way == "XIMPS" else 2)
    scored = score(tags(TEAM_SIZE=8, MATCH_SCORING_METHOD=way) + matches + rows, event=TEAMS)
    assert wrong(scored) == []
    assert row(scored, "1").adjustment == Decimal("-1.5")


def test_a_penalty_in_victory_points_counts_where_matches_by_ximps_give_them() -> None:
    # Four comparisons of 5 IMPs; 20 IMPs are 15 on twenty boards, which is five boards four times over.
    boards = [board(n, two_tables(200 if n == 1 else 50, 0 if n == 1 else 50) * 2) for n in range(1, 6)]
    matches = match("1", "2", (15, 5), *boards)
    rows = listed(team("1", tags(ADJUSTMENT=-1), TOTAL_SCORE=14), team("2", TOTAL_SCORE=5))
    scored = score(tags(TEAM_SIZE=8, MATCH_SCORING_METHOD="XIMPS") + matches + rows, event=TEAMS)
    assert met(scored, "1", "2").unit == "vps"
    assert ("scoring.adjustment-not-applied", "team 1") not in wrong(scored)
    assert row(scored, "1").total == 14

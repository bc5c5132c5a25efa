"""A line or a match with the wrong people explains what differs for these people."""

from contracts.codes import scoring, validation
from services.scoring.domain.differences.match_causes import explains_teams, is_gone, sides_of_match, sits_elsewhere

WRONG_TEAM = validation.MATCH_OF_OTHER_TEAM.finding("x", subject="match 1 - 6", stated="6", computed="5")
TEAM_OF = {"5-1": "5", "6-1": "6", "7-1": "7", "5": None}


def total(name: str) -> bool:
    finding = scoring.TOTAL_DIFFERS.finding("x", subject=name)
    return explains_teams(WRONG_TEAM, finding, TEAM_OF, follows=False, is_total=True)


def test_a_match_of_another_team_explains_the_totals_of_its_teams_and_their_pairs() -> None:
    assert sides_of_match(WRONG_TEAM) == {"1", "6"}
    assert [total(name) for name in ("team 5", "team 1", "pair 6-1", "pair 7-1", "team 7")] == [True] * 3 + [False] * 2


def test_a_match_of_another_team_explains_tables_alike_and_a_line_does_not() -> None:
    alike = validation.TABLES_ALIKE.finding("x", subject="board 4", stated="6", computed="1")
    line = validation.PAIR_OF_OTHER_TEAM.finding("x", subject="board 4", stated="6", computed="1")
    for follows in (True, False):
        assert explains_teams(WRONG_TEAM, alike, TEAM_OF, follows=follows, is_total=False)
        assert not explains_teams(line, alike, TEAM_OF, follows=follows, is_total=False)


def test_a_match_is_gone_from_boards_that_neither_side_plays() -> None:
    gone = scoring.MATCH_MISSING.finding("x", subject="match 1 - 3")
    assert is_gone(gone, {"2", "4"})
    assert not is_gone(gone, {"1", "4"})
    assert not is_gone(gone.replace(code=scoring.MATCH_MISREPORTED.code), {"2", "4"})


def test_who_is_exchanged_on_a_line_sits_at_two_tables() -> None:
    cause = scoring.LINE_MISPLACED.finding("x", subject="board 3", stated="8 : 9", computed="9 : 8")
    finding = validation.TWICE_AT_ONCE.finding("9 sits at table 2 and at table 3 in round 1", subject="board 4")
    assert sits_elsewhere(cause, finding)
    assert not sits_elsewhere(cause, finding.replace(message="7 sits at table 1 and at table 4 in round 1"))

"""Movements of teams."""

from collections import Counter

import pytest

from services.seating.domain.movements.check import faults_of
from services.seating.domain.movements.construction import NoSuchMovement
from services.seating.domain.movements.teams import american_whist, head_to_head
from tests.support.movement_cards import cards


@pytest.mark.parametrize("teams", range(2, 25))
def test_in_a_round_robin_everybody_meets_everybody_once(teams: int) -> None:
    plan = head_to_head(teams)
    met = Counter(frozenset((line.sides.ns_team, line.sides.ew_team)) for line in plan.lines)
    assert set(met.values()) == {1}
    assert len(met) == teams * (teams - 1) // 2
    assert faults_of(plan, tables_of_a_board=teams) == ()


def test_an_odd_number_of_teams_sits_out_in_turn() -> None:
    plan = head_to_head(7)
    seated = Counter(team for line in plan.lines for team in (line.sides.ns_team, line.sides.ew_team))
    assert set(seated.values()) == {6}


@pytest.mark.parametrize("teams", range(3, 26, 2))
def test_in_an_american_whist_both_rooms_of_a_match_play_the_same_boards(teams: int) -> None:
    plan = american_whist(teams)
    boards = {(line.sides.ns_team, line.sides.ew_team): line.first_board for line in plan.lines}
    assert len(boards) == teams * (teams - 1)
    assert all(boards[ew, ns] == board for (ns, ew), board in boards.items())
    assert faults_of(plan) == ()


@pytest.mark.parametrize(("teams", "rounds"), [(1, None), (0, None), (6, 6), (6, 0), (500, None)])
def test_a_round_robin_that_cannot_be_is_refused(teams: int, rounds: int | None) -> None:
    with pytest.raises(NoSuchMovement):
        head_to_head(teams, rounds)


@pytest.mark.parametrize("teams", [1, 4, 201])
def test_an_american_whist_takes_an_odd_number(teams: int) -> None:
    with pytest.raises(NoSuchMovement):
        american_whist(teams)


def test_the_last_team_sits_still_and_changes_its_side_each_round() -> None:
    assert [cards(head_to_head(4), number) for number in (1, 2, 3)] == [
        "4 1: 1-2, 2 3: 1-2",
        "2 4: 3-4, 3 1: 3-4",
        "4 3: 5-6, 1 2: 5-6",
    ]
    assert cards(head_to_head(5), 1) == "2 5: 1-2, 4 3: 1-2"
    assert head_to_head(4, 2).rounds == 2


def test_in_an_american_whist_boards_go_round_between_the_tables() -> None:
    plan = american_whist(3, each=2)
    assert [cards(plan, number) for number in (1, 2)] == [
        "1 3: 3-4, 2 1: 5-6, 3 2: 1-2",
        "1 2: 5-6, 2 3: 1-2, 3 1: 3-4",
    ]

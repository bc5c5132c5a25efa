"""The cards of movements of teams of every small size, and what is refused."""

from functools import partial

from services.seating.domain.movements.teams import american_whist, head_to_head
from tests.support.movement_cards import compare_movements


def test_movements_of_teams_are_as_the_golden_file_says() -> None:
    makers = {
        f"{teams} teams {rounds}": partial(head_to_head, teams, rounds, each=each)
        for teams, each in ((0, 1), (1, 1), (2, 1), (3, 2), (4, 3), (5, 2), (6, 1), (12, 2), (401, 1), (400, 1))
        for rounds in (None, 0, 1, teams - 1, teams, teams + 1)
        if teams < 400 or rounds == 1
    }
    makers |= {f"whist {teams}": partial(american_whist, teams) for teams in (0, 1, 2, 3, 4, 5, 7, 200, 201)}
    compare_movements("movements-teams", makers)

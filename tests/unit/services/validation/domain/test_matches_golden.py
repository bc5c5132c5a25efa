"""What the rules find in made-up matches of teams."""

from services.validation.domain import matches
from tests.support import validation_golden as golden


def test_what_is_found_in_made_up_matches_of_teams_is_what_the_golden_file_says() -> None:
    golden.compare_findings("matches", matches.RULES, golden.team_matches, 100)

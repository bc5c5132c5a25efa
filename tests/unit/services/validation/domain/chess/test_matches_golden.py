"""What the rules find in made-up matches of chess teams."""

from services.validation.domain.chess import matches
from tests.support import validation_golden as golden


def test_what_is_found_in_made_up_matches_of_chess_teams_is_what_the_golden_file_says() -> None:
    golden.compare_findings("chess-matches", matches.RULES, golden.chess_teams, 60)

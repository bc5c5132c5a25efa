"""What the rules find in made-up games of chess."""

from services.validation.domain.chess import games
from tests.support import validation_golden as golden


def test_what_is_found_in_made_up_games_of_chess_is_what_the_golden_file_says() -> None:
    golden.compare_findings("chess-games", games.RULES, golden.chess_games, 80)


def test_what_is_found_in_made_up_rounds_of_chess_with_a_changed_statement_is_what_the_golden_file_says() -> None:
    golden.compare_findings("chess-games-played", games.RULES, golden.played_games, 60)

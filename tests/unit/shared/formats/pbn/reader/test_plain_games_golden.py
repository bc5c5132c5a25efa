"""Changes of tags of a game, and what the reader then says."""

from tests.support.pbn_golden import compare_changes


def test_changes_of_tags_of_a_game_change_what_the_golden_file_says() -> None:
    compare_changes("reader-plain-games", lambda line: line.startswith("["), 10)

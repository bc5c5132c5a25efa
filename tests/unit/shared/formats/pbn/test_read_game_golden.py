"""Changes of any line, and what the reader then says."""

from tests.support.pbn_golden import compare_changes


def test_changes_of_any_line_change_what_the_golden_file_says() -> None:
    compare_changes("read-game", lambda line: True, 7)

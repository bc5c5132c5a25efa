"""Changes of results, and what the reader then says."""

from tests.support.pbn_golden import compare_changes


def test_changes_of_results_change_what_the_golden_file_says() -> None:
    compare_changes("reader-results", lambda line: line[0] not in "[%", 10)

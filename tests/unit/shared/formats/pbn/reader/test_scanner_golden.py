"""Changes of lines of sections, and what the reader then says."""

from tests.support.pbn_golden import compare_changes


def test_changes_of_lines_of_sections_change_what_the_golden_file_says() -> None:
    compare_changes("reader-scanner", lambda line: line[0] not in "[%", 12)

"""Changes of lines of an export, and what the reader then says."""

from tests.support.pbn_golden import compare_changes


def test_changes_of_lines_of_an_export_change_what_the_golden_file_says() -> None:
    compare_changes("checks-export-format", lambda line: True, 7)

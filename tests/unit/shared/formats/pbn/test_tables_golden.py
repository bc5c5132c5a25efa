"""Changes of rows of tables, and what the reader then says."""

from tests.support.pbn_golden import compare_changes


def test_changes_of_rows_of_tables_change_what_the_golden_file_says() -> None:
    compare_changes("tables", lambda line: line[0] not in "[%", 7)

"""Changes of columns of tables, and what the reader then says."""

from tests.support.pbn_golden import compare_changes


def test_changes_of_columns_of_tables_change_what_the_golden_file_says() -> None:
    compare_changes("columns", lambda line: "Table " in line, 12)

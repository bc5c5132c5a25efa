"""Changes of values, and what the reader then says."""

from tests.support.pbn_golden import compare_changes, tags

NAMES = ("Date", "Result", "Contract", "Declarer", "Vulnerable", "Board", "Room", "Round", "Score")


def test_changes_of_values_change_what_the_golden_file_says() -> None:
    compare_changes("values", tags(*NAMES), 20)

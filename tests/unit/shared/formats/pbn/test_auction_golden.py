"""Changes of auctions, and what the reader then says."""

from tests.support.pbn_golden import compare_changes


def test_changes_of_auctions_change_what_the_golden_file_says() -> None:
    compare_changes("auction", lambda line: line[:1] in "1234567XPA" and not line.startswith("["), 12)

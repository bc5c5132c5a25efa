"""Changes of deals, and what the reader then says."""

from tests.support.pbn_golden import compare_changes, tags


def test_changes_of_deals_change_what_the_golden_file_says() -> None:
    compare_changes("deal", tags("Deal", "Dealer", "Board", "Vulnerable"), 15)

"""Changes of cards, and what the reader then says."""

from tests.support.pbn_golden import compare_changes, tags

NAMES = ("Deal", "Auction", "Play", "Dealer", "Declarer", "Contract", "Result", "OptimumResultTable")


def test_changes_of_cards_change_what_the_golden_file_says() -> None:
    compare_changes("reader-cards", tags(*NAMES), 25)

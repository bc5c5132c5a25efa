"""What is written of files with changed elements."""

from tests.support.usebio_elements import CARDS
from tests.support.usebio_golden import compare_written, compare_written_facts


def test_what_is_written_of_changes_of_cards_is_what_the_golden_file_says() -> None:
    compare_written("usebio", "cards", CARDS, 9)


def test_what_is_written_of_changed_facts_of_cards_is_what_the_golden_file_says() -> None:
    compare_written_facts("cards", {"deals", "auctions", "plays", "movements"}, 12)

"""What is written of files with changed elements."""

from tests.support.usebio_elements import CARDS
from tests.support.usebio_golden import compare_written


def test_what_is_written_of_changes_of_cards_is_what_the_golden_file_says() -> None:
    compare_written("pbn", "sections", CARDS, 9)

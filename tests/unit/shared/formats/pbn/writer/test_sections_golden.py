"""What is written of files with changed elements."""

from tests.support.usebio_golden import compare_written

ELEMENTS = {
    "HAND",
    "SPADES",
    "HEARTS",
    "DIAMONDS",
    "CLUBS",
    "AUCTION",
    "AUCTION_ROUND",
    "BID",
    "PLAY",
    "TRICK",
    "NORTH_CARD",
    "SOUTH_CARD",
    "EAST_CARD",
    "WEST_CARD",
    "LEAD",
    "LIN_DATA",
    "PLAY_DATA",
    "BOARD",
}


def test_what_is_written_of_changes_of_cards_is_what_the_golden_file_says() -> None:
    compare_written("pbn", "sections", ELEMENTS, 9)

"""Changes of cards, and what the reader then says."""

from tests.support.usebio_golden import compare_changes

ELEMENTS = {
    "HAND",
    "SPADES",
    "HEARTS",
    "DIAMONDS",
    "CLUBS",
    "AUCTION",
    "AUCTION_ROUND",
    "BID",
    "BIDDER_SEQUENCE",
    "PLAY",
    "TRICK",
    "TRICK_NUMBER",
    "NORTH_CARD",
    "SOUTH_CARD",
    "EAST_CARD",
    "WEST_CARD",
    "LEAD",
    "LIN_DATA",
    "PLAY_DATA",
    "DIRECTION",
}


def test_changes_of_cards_change_what_the_golden_file_says() -> None:
    compare_changes("play-cards", ELEMENTS, 24)

"""Dealer and vulnerability that go with a board number (Law 2 of the 2017 Laws of Duplicate Bridge).

The dealer turns clockwise from North on board 1; the vulnerability repeats every 16 boards. Set games and
team matches may depart from the cycle, so a file that disagrees with it deserves a warning and not an error.
"""

from enum import StrEnum

from shared.bridge.play.seats import Seat, Side
from shared.bridge.unreadable import UnreadableText, normal, shorten

_DEALERS = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)


class Vulnerability(StrEnum):
    """Which sides are vulnerable; the values are PBN's export words (PBN 2.1, 3.4.10)."""

    NONE = "None"
    NS = "NS"
    EW = "EW"
    ALL = "All"

    def of(self, side: Side) -> bool:
        """Whether `side` is vulnerable."""
        return self is Vulnerability.ALL or self.value == side.value


_CYCLE = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.ALL)

_WORDS = {
    "NONE": Vulnerability.NONE,
    "LOVE": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "NS": Vulnerability.NS,
    "N-S": Vulnerability.NS,
    "EW": Vulnerability.EW,
    "E-W": Vulnerability.EW,
    "ALL": Vulnerability.ALL,
    "BOTH": Vulnerability.ALL,
}


def _check(number: int) -> None:
    if number < 1:
        raise ValueError(f"board numbers start at 1, not {number}")


def dealer(number: int) -> Seat:
    """Return the dealer of a board number; ValueError when it is below 1."""
    _check(number)
    return _DEALERS[(number - 1) % 4]


def vulnerability(number: int) -> Vulnerability:
    """Return the vulnerability of a board number; ValueError when it is below 1."""
    _check(number)
    # Each group of four boards starts one step later in the same cycle of four.
    return _CYCLE[(number - 1 + (number - 1) // 4) % 4]


def parse_vulnerability(text: str) -> Vulnerability | None:
    """Read a vulnerability in any of the words that PBN allows on import; None for blank and ``?``.

    Raises:
        UnreadableText: code ``vulnerability-unknown`` for any other text.
    """
    word = normal(text)
    if word in ("", "?"):
        return None
    try:
        return _WORDS[word]
    except KeyError:
        reason = f"{shorten(text)} is no vulnerability; expected None, NS, EW or All"
        raise UnreadableText("vulnerability-unknown", text, reason) from None

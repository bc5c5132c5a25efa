"""The four seats of a bridge table and the two sides they form (Law 1 and the Definitions of the Laws)."""

from contracts.base import Compass, Direction
from shared.bridge.unreadable import UnreadableText, normal, shorten

_SEAT_WORDS = {"N": "N", "NORTH": "N", "E": "E", "EAST": "E", "S": "S", "SOUTH": "S", "W": "W", "WEST": "W"}
Seat = Compass
Side = Direction


def parse_seat(text: str) -> Seat | None:
    """Read a seat: one letter or the English word, in any case; None for blank, ``-`` and ``?``.

    Raises:
        UnreadableText: code ``seat-unknown`` when the text names no seat.
    """
    word = normal(text)
    if word in ("", "-", "?"):
        return None
    letter = _SEAT_WORDS.get(word)
    if letter is None:
        raise UnreadableText("seat-unknown", text, f"{shorten(text)} names no seat; expected N, E, S or W")
    return Seat(letter)

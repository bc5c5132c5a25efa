"""How PGN is recognised and where it ends.

Rules kept here:

1. PGN is tag pairs among which are White and Black, the players of a game (PGN standard 8.1.1).
2. A game ends with its termination marker (8.2.6), after which the next game may follow. A file that ends with
   anything else, ends in the middle of a game.
"""

import re

from shared.formats.format import Ending, Match
from shared.formats.sample import Sample

_PLAYERS = re.compile(r"^[ \t]*\[[ \t]*(White|Black)[ \t]+\"", re.MULTILINE)
_MARKER = re.compile(r"(?:^|\s)(?:1-0|0-1|1/2-1/2|0-0|\*)\s*$")


def recognise(sample: Sample) -> Match | None:
    """Whether a file is PGN (rule 1)."""
    if sample.is_markup or set(_PLAYERS.findall(sample.text)) != {"White", "Black"}:
        return None
    return Match("It has the tag pairs of PGN, with White and Black")


def ending(sample: Sample) -> Ending:
    """Whether a file may end where it ends (rule 2)."""
    return Ending.unmarked(ends_a_game(sample.end[-32:]))


def ends_a_game(text: str) -> bool:
    """Whether a text ends with a termination marker (rule 2)."""
    return _MARKER.search(text.rstrip(" \t\r\n\x1a")) is not None

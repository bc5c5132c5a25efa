"""How TRF is recognised and where it ends.

Rules kept here:

1. TRF is lines that begin with an identifier of three characters, among them a player (001), a team (310) or the
   tournament's name (012).
2. It may end at the end of a line, and nothing says that it does: a program that writes line by line may be in the
   middle.
"""

import re

from shared.formats.format import Ending, Match
from shared.formats.sample import Sample

_LINE = re.compile(r"(?:[0-9]{3}|XX[A-Z]|BB[A-Z]|[A-Z]{3}|###)(?:[ \t]|$)")
_DECIDING = re.compile(r"001 [ 0-9]{3}[0-9](?: |$)|310 [ 0-9]{2}[0-9](?: |$)|012 +\S")
_LINES = 200
"""How many lines are looked at."""


def recognise(sample: Sample) -> Match | None:
    """Whether a file is TRF (rule 1)."""
    if sample.is_markup:
        return None
    lines = [line for line in re.split(r"\r\n|\r|\n", sample.text) if line.strip()][:_LINES]
    deciding = next((line[:3] for line in lines if _DECIDING.match(line)), None)
    alike = sum(_LINE.match(line) is not None for line in lines)
    if deciding is None or alike * 2 < len(lines):
        return None
    return Match(f"It has records of TRF, the first that decides is {deciding}")


def ending(sample: Sample) -> Ending:
    """Whether a file may end where it ends (rule 2)."""
    return Ending.unmarked(sample.end.rstrip(" \t\x1a").endswith(("\r", "\n")))

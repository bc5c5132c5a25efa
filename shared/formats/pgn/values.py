"""Results and dates as PGN writes them, and the letters of a game's two lines that they stand for."""

import re

RESULTS: dict[str, tuple[str, str]] = {
    "1-0": ("1", "0"),
    "0-1": ("0", "1"),
    "1/2-1/2": ("=", "="),
    "1/2-0": ("=", "0"),
    "0-1/2": ("0", "="),
    "0-0": ("-", "-"),
}
"""What a result is to White and to Black. Nobody wins 0-0: PGN does not have it, and Lichess writes it when both are
absent; the two results with one half are those of arbiters (Laws of Chess 11.7, 12.9)."""

FORFEITS: dict[str, tuple[str, str]] = {"1-0": ("+", "-"), "0-1": ("-", "+"), "0-0": ("-", "-")}
"""The same of a game that was not played."""

IN_PLAY = "*"
FORFEIT = "forfeit"
"""The tag Termination of a game that was not played; the standard has no value for it (9.8.1)."""

_FORFEITED = re.compile(r"forfeit|walkover|unplayed|no.?show", re.IGNORECASE)
_DATE = re.compile(r"(\d{4})[.\-/](\d\d)[.\-/](\d\d)", re.ASCII)


def plain_result(text: str) -> str:
    """A result without blanks, with the signs of ASCII."""
    return text.replace(" ", "").replace("½", "1/2").replace("–", "-")


def is_forfeit(termination: str | None) -> bool:
    """Whether a game was not played by its tag Termination; one lost on time was."""
    text = termination or ""
    return "time" not in text.lower() and _FORFEITED.search(text) is not None


def iso_date(text: str | None) -> str | None:
    """A date that is known to the day, in ISO form; None for any other."""
    match = _DATE.fullmatch(text or "")
    return "-".join(match.groups()) if match else None


def pgn_date(date: str | None) -> str:
    """A date as PGN writes it; with question marks where it is not known (8.1.1.3)."""
    match = _DATE.fullmatch(date or "")
    return ".".join(match.groups()) if match else "????.??.??"

"""The colours of the page from one of a club, by day and by night, with the contrast that the page promises.

Contrast is that of WCAG 2.2: (lighter + 0.05) / (darker + 0.05) of the relative luminances.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_HEX = re.compile(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", re.IGNORECASE)
_STEPS = 40

TEXT = 7.0
"""Contrast of text on the bar."""
MARKS = 4.5
"""Contrast of links and marks."""


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of a screen; red, green and blue from 0 to 255."""

    red: int
    green: int
    blue: int

    def __str__(self) -> str:
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"

    @property
    def luminance(self) -> float:
        """From 0 for black to 1 for white."""
        parts = (part / 255 for part in (self.red, self.green, self.blue))
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    def contrast(self, other: "Colour") -> float:
        """From 1 for the same to 21 for black and white."""
        darker, lighter = sorted((self.luminance, other.luminance))
        return (lighter + 0.05) / (darker + 0.05)

    def towards(self, other: "Colour", share: float) -> "Colour":
        """Mixed with another; a share of 0 is this colour, 1 the other."""
        pairs = ((self.red, other.red), (self.green, other.green), (self.blue, other.blue))
        return Colour(*(round(own + (theirs - own) * share) for own, theirs in pairs))


WHITE, BLACK = Colour(255, 255, 255), Colour(0, 0, 0)


def read_colour(text: str) -> Colour:
    """A colour as "#0c5a43".

    Raises:
        ValueError: it is not written like that.
    """
    match = _HEX.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"a colour is written as #0c5a43, not as {text!r}")
    return Colour(*(int(part, 16) for part in match.groups()))


def readable(colour: Colour, grounds: Sequence[Colour], contrast: float, towards: Colour) -> Colour:
    """The colour itself, or as little of the other mixed in as gives the contrast with all the grounds."""
    mixed = (colour.towards(towards, step / _STEPS) for step in range(_STEPS + 1))
    return next((each for each in mixed if all(each.contrast(ground) >= contrast for ground in grounds)), towards)


def bar_of(colour: Colour) -> Colour:
    """The colour of the bar, which has white text."""
    return readable(colour, (WHITE,), TEXT, BLACK)


def style_of(colour: Colour) -> str:
    """The style rule that gives the page a club's colour.

    The bar has it under white text; links and marks have it on paper by day, and lighter on a dark ground by night.
    """
    paper, surface = read_colour("#f5f3ee"), WHITE
    night, night_surface = read_colour("#0f1513"), read_colour("#1e2824")
    soft, night_soft = surface.towards(colour, 0.12), night_surface.towards(colour, 0.2)
    bar = bar_of(colour)
    night_bar = readable(bar.towards(BLACK, 0.3), (WHITE,), TEXT, BLACK)
    day = readable(colour, (paper, surface, soft), MARKS, BLACK)
    dark = readable(colour, (night, night_surface, night_soft), MARKS, WHITE)
    pairs = {"felt": (bar, night_bar), "accent": (day, dark), "accent-soft": (soft, night_soft)}
    return (
        ":root{"
        + "".join(f"--{name}:light-dark({by_day},{by_night});" for name, (by_day, by_night) in pairs.items())
        + "}"
    )

"""The colours of a club."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.broadcast.domain.club.colours import BLACK, WHITE, Colour, read_colour, readable, style_of

colours = st.builds(Colour, *[st.integers(0, 255)] * 3)


def named(style: str) -> dict[str, tuple[Colour, Colour]]:
    """The colours of a style by name, by day and by night."""
    found = re.findall(r"--([a-z-]+):light-dark\((#\w{6}),(#\w{6})\);", style)
    return {name: (read_colour(day), read_colour(night)) for name, day, night in found}


def test_contrast_is_that_of_the_guidelines() -> None:
    assert BLACK.contrast(WHITE) == pytest.approx(21)
    assert WHITE.contrast(WHITE) == 1
    # A grey that the guidelines' own tools give as 4.54 on white.
    assert read_colour("#767676").contrast(WHITE) == pytest.approx(4.54, abs=0.005)


@given(colours)
def test_whatever_the_colour_the_page_can_be_read(colour: Colour) -> None:
    style = named(style_of(colour))
    assert all(bar.contrast(WHITE) >= 7 for bar in style["felt"])
    (day, night), (soft, night_soft) = style["accent"], style["accent-soft"]
    assert min(day.contrast(WHITE), day.contrast(read_colour("#f5f3ee")), day.contrast(soft)) >= 4.5
    assert min(night.contrast(read_colour("#0f1513")), night.contrast(night_soft)) >= 4.5


def test_a_colour_that_can_be_read_stays_as_it_is() -> None:
    blue = read_colour("#123a7a")
    assert readable(blue, (WHITE,), 7, BLACK) == blue
    assert named(style_of(blue))["felt"][0] == blue


@pytest.mark.parametrize("text", ["red", "#12", "#12345g", "#1234567", ""])
def test_what_is_no_colour_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a colour is written as"):
        read_colour(text)

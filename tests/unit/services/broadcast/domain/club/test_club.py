"""Whose page it is."""

import pytest

from services.broadcast.domain.club.club import LARGEST_LOGO, Club, club_of


def test_nothing_set_is_kibitz() -> None:
    assert club_of("", "", "", b"") == Club("Kibitz", None, "")


def test_a_club_has_its_name_its_logo_and_its_colour() -> None:
    club = club_of(" Harbour Bridge Club ", "#123a7a", "harbour.SVG", b"<svg/>")
    assert (club.name, club.logo) == ("Harbour Bridge Club", ("image/svg+xml", b"<svg/>"))
    assert "--felt:light-dark(#123a7a," in club.style


@pytest.mark.parametrize(
    ("colour", "name", "logo", "says"),
    [
        ("blue", "", b"", "a colour is written as"),
        ("", "logo.exe", b"", "a logo is one of"),
        ("", "logo", b"", "a logo is one of"),
        ("", "logo.png", b"x" * (LARGEST_LOGO + 1), "a logo has at most 256 KiB"),
    ],
)
def test_what_cannot_be_shown_is_refused(colour: str, name: str, logo: bytes, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        club_of("", colour, name, logo)

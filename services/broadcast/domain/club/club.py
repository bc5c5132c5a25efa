"""Whose page it is."""

from dataclasses import dataclass, replace

from services.broadcast.domain.club.colours import bar_of, read_colour, style_of

LARGEST_LOGO = 256 * 1024
"""Bytes; every visitor loads it."""

LOGOS = {".svg": "image/svg+xml", ".png": "image/png", ".webp": "image/webp", ".jpg": "image/jpeg"}
"""Kinds of pictures that every browser shows, by the ending of their files."""


@dataclass(frozen=True, slots=True)
class Club:
    """A club as its page shows it.

    Attributes:
        name: in the bar and after every title; "Kibitz" for none.
        logo: its media type and its bytes; None for that of Kibitz.
        style: rules that give the page its colour; "" for those of Kibitz.
        bar: the colour of the bar, for the browser's own.
    """

    name: str = "Kibitz"
    logo: tuple[str, bytes] | None = None
    style: str = ""
    bar: str = "#0c5a43"


KIBITZ = Club()
"""Of a server whose operator has set nothing."""


def club_of(name: str, colour: str, logo_name: str, logo: bytes) -> Club:
    """A club from what its operator has set; what is empty stays as Kibitz has it.

    Args:
        name: of the club.
        colour: "#0c5a43".
        logo_name: of the file of its logo.
        logo: its bytes.

    Raises:
        ValueError: the colour is none, or the logo is too large or of another kind.
    """
    media_type = LOGOS.get(logo_name[logo_name.rfind(".") :].lower())
    if logo_name and media_type is None:
        raise ValueError(f"a logo is one of {', '.join(LOGOS)}, not {logo_name}")
    if len(logo) > LARGEST_LOGO:
        raise ValueError(f"a logo has at most {LARGEST_LOGO // 1024} KiB, and {logo_name} has {len(logo) // 1024}")
    club = Club(name.strip() or "Kibitz", (media_type, logo) if media_type is not None else None)
    if not colour:
        return club
    own = read_colour(colour)
    return replace(club, style=style_of(own), bar=str(bar_of(own)))

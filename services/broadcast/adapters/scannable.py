"""An address as a QR code (ISO/IEC 18004), to be scanned from a wall or from somebody's screen."""

from io import BytesIO

import segno

LONGEST = 500
"""Letters of an address; a code of more could hardly be scanned."""


def code_of(address: str) -> bytes:
    """An SVG, black on white with the margin that scanners need.

    Raises:
        ValueError: the address is too long.
    """
    if len(address) > LONGEST:
        raise ValueError(f"an address has at most {LONGEST} letters")
    drawing = BytesIO()
    segno.make_qr(address, error="m").save(
        drawing, kind="svg", scale=8, border=4, light="#fff", xmldecl=False, omitsize=True
    )
    return drawing.getvalue()

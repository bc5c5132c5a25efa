"""USEBIO 1.0 to 1.4: the XML in which scoring programs outside North America exchange results."""

from shared.formats.usebio.reader import parse
from shared.formats.usebio.writer import render

__all__ = ["parse", "render"]

"""The rule of this service: which reader a USEBIO file is given to."""

from contracts.base import FileFormat
from shared.formats.usebio import parse

FORMAT = FileFormat.USEBIO
"""The one format that this service reads."""

__all__ = ["FORMAT", "parse"]

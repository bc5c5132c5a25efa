"""The rule of this service: which reader a PBN file is given to."""

from contracts.base import FileFormat
from shared.formats.pbn import parse

FORMAT = FileFormat.PBN
"""The one format that this service reads."""

__all__ = ["FORMAT", "parse"]

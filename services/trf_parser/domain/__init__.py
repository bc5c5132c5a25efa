"""The rule of this service: which reader a TRF file is given to."""

from contracts.base import FileFormat
from shared.formats.trf import parse

FORMAT = FileFormat.TRF
"""The one format that this service reads."""

__all__ = ["FORMAT", "parse"]

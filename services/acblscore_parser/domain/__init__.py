"""The rule of this service: which reader a ACBLscore file is given to."""

from contracts.base import FileFormat
from shared.formats.acblscore import parse

FORMAT = FileFormat.ACBLSCORE
"""The one format that this service reads."""

__all__ = ["FORMAT", "parse"]

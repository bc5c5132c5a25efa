"""TRF, the tournament report files of FIDE, in every dialect: see `dialects.py` and `columns.py`."""

from shared.formats.trf.reader.parse import parse
from shared.formats.trf.writer import render

__all__ = ["parse", "render"]

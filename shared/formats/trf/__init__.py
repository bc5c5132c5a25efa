"""TRF, the tournament report files of FIDE, in every dialect: see `dialects.py` and `columns.py`."""

from shared.formats.trf.reader import parse

__all__ = ["parse"]

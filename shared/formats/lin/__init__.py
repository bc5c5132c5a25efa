"""LIN: deal, auction and play of one board as online platforms write them, also inside USEBIO (1.4, 3.1.4)."""

from shared.formats.lin.reader import LinRecord, read

__all__ = ["LinRecord", "read"]

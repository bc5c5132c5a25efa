"""The writer: a chess event as TRF-2026, as TRF16 with XX records, or as the draft of 2024."""

from shared.formats.trf.writer.render import render

__all__ = ["render"]

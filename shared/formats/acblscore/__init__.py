"""Game files of ACBLscore: read from bytes into the facts of their events."""

from shared.formats.acblscore.reader import parse

__all__ = ["parse"]

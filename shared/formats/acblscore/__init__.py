"""Game files of ACBLscore: read from bytes into the facts of their events, changed, and written new."""

from shared.formats.acblscore.reader.parse import parse
from shared.formats.acblscore.writer.render import can_hold, render
from shared.formats.acblscore.writer.rewrite import rewrite
from shared.formats.acblscore.writer.update import original_of, update

__all__ = ["can_hold", "original_of", "parse", "render", "rewrite", "update"]

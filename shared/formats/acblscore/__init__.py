"""Game files of ACBLscore: read from bytes into the facts of their events, changed, and written new."""

from shared.formats.acblscore.reader import parse
from shared.formats.acblscore.writer.render import can_hold, render
from shared.formats.acblscore.writer.rewriting import rewrite

__all__ = ["can_hold", "parse", "render", "rewrite"]

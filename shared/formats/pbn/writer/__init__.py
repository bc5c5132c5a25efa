"""The writer of PBN in export format: `render` for an event of the model, `rewrite` for the games of a file."""

from shared.formats.pbn.writer.render import render
from shared.formats.pbn.writer.rewrite import rewrite

__all__ = ["render", "rewrite"]

"""PBN, Portable Bridge Notation, versions 1.0 to 2.1: reader and writer; see docs/formats/pbn.md."""

from shared.formats.pbn.reader.parse import parse

__all__ = ["parse"]

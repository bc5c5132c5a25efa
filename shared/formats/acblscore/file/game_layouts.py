"""The structures of a whole game: the head of the file, events, sections, memos and free blocks.

Source: the description of the format, whose offsets `data/structures.txt` has; where real files show otherwise they
are followed, and `docs/formats/acblscore.md` says so. `num_` counts, `len_` is a length in bytes, `ofs_` a pointer from
the start of the file, 0 for none. What no row names is `unknown_<offset>` (`fields.layout`).
"""

from shared.formats.acblscore.file.structures import structure

EVENTS, SECTIONS = 50, 100
"""How many a file has room for."""

SECTION_SUMMARY = structure("section summary")
MASTER = structure("master table")
PIGMENTATION = structure("pigmentation")
STRAT = structure("strat")
EVENT = structure("event details")
SECTION_STRAT = structure("section strat")
SECTION = structure("section details")

NUMBERS = 320
"""Bytes of the pair numbers of a section; for a Howell movement the last 80 are not used."""

LINES = structure("lines")
"""Head of a memo or note; its lines are strings of 63 or 75 characters."""

MEMO_LINE, NOTE_LINE = structure("memo line"), structure("note line")
FREE = structure("free block")

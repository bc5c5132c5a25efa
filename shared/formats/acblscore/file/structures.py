"""The structures of a game file as `data/structures.txt` lists them.

A structure has its name, its size in bytes and, where it can be shorter, the least of it; then a row for each field or
part: the offset, the name and the type, or how many in a row ("3 of u8", named from 1), perhaps further apart than
their size ("3 of u8 every 4"). Rows can be like those of a list that stands before.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from shared.formats.acblscore.file import fields
from shared.formats.acblscore.file.fields import Layout, Part, Row, Type, fixed, layout
from shared.formats.data_files import blocks, data_text

_TYPES = {
    **{name.lower(): getattr(fields, name) for name in ("U8", "I8", "U16", "I16", "U32", "I32", "FLAG", "POINTER")},
    **{"time": fields.TIME, "real": fields.REAL, "tenths": fixed(fields.U16, 1), "cents": fixed(fields.U16, 2)},
    **{"signed-cents": fixed(fields.I32, 2), "ten-thousandths": fixed(fields.U16, 4)},
}
_SIZED = {"string": fields.string, "char": fields.char, "bytes": fields.opaque}
_HEAD = re.compile(r"(.+?):(?: (\d+) bytes)?(?:, at least (\d+))?")
_ROW = re.compile(r"(0x[0-9a-f]+) (\w+) (?:(\d+) of )?(.+?)(?: every (\d+))?")


def structure(name: str) -> Layout:
    """The layout of a structure; KeyError when the list has none of this name."""
    return _every()[name]


@cache
def _every() -> Mapping[str, Layout]:
    return layouts_of(data_text("shared.formats.acblscore.file", "structures.txt"))


def layouts_of(text: str) -> Mapping[str, Layout]:
    """The layouts that a list describes, by their names; ValueError for a line that it cannot have."""
    made: dict[str, Layout] = {}
    lists: dict[str, list[Row]] = {}
    for head, lines in blocks(text):
        name, size, least = _matched(_HEAD, head)
        rows = lists[name] = []
        for line in lines:
            rows += lists[line.removeprefix("like ")] if line.startswith("like ") else _rows(line, made)
        if size:
            made[name] = layout(name, int(size), *rows, least=int(least) if least else None)
    return made


def _rows(line: str, made: Mapping[str, Layout]) -> Iterator[Row]:
    offset, name, count, kind, step = _matched(_ROW, line)
    start = int(offset, 16)
    if kind in made:
        yield Part(name, start, made[kind], int(count or 1))
        return
    of = _type(kind)
    if not count:
        yield name, start, of
    for number in range(int(count or 0)):
        yield f"{name}_{number + 1}", start + number * int(step or of.size), of


def _type(text: str) -> Type:
    name, _, size = text.partition(" ")
    return _SIZED[name](int(size)) if size else _TYPES[name]


def _matched(pattern: re.Pattern[str], line: str) -> tuple[str, ...]:
    match = pattern.fullmatch(line)
    if match is None:
        raise ValueError(f"no row of a structure: {line}")
    return match.groups(default="")

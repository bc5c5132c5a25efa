"""Lines whose fields stand beside their columns because a name has more bytes or more letters than its field.

| what a producer did | what is done |
|---|---|
| padded a name by bytes of UTF-8 (001, 310, 013) | the name is padded by characters |
| wrote a name of a player past its field, and the rest behind it | what follows is moved back; the name stays whole |

A line is changed only when it does not fit as it stands and fits afterwards.
"""

from operator import itemgetter

from shared.formats.trf.columns import LAYOUTS, PLAYER
from shared.formats.trf.dialects import Dialect
from shared.formats.trf.reader.detect import fits
from shared.formats.trf.values import is_decimal, is_whole

_FIELDS = {entry.name: entry for entry in PLAYER.fields}
_NAME = _FIELDS["name"]
_TEAM_NAMES = {"013": (5, 36), "310": (9, 40)}
LONGEST_NAME = 96
"""Letters of a name that reaches past its field; programs that do not cut names have forms of about so many."""

_GAPS = (3, 8, 13, 47, 52, 56, 68, 79, 84, 89, 90)
"""Offsets of the columns between the fields of 001."""

_between = itemgetter(*_GAPS)
_NOTHING_BETWEEN = (" ",) * len(_GAPS)


def gap_of(line: str) -> int | None:
    """The offset of the first letter that stands between the fields of 001; None when there is none."""
    if len(line) > _GAPS[-1] and _between(line) == _NOTHING_BETWEEN:
        return None
    for offset in _GAPS:
        if line[offset : offset + 1].strip():
            return offset
    return None


def by_bytes(line: str) -> str:
    """A line 001 with its name padded by characters, if its columns were counted in bytes of UTF-8; else the line."""
    moved = _padded(line, _NAME.first, _NAME.last)
    return moved if moved is not None and gap_of(moved) is None else line


def team_by_bytes(line: str) -> str:
    """A line 310 or 013 with its name padded by characters, if it then shows more of its roster; else the line.

    A number that was pushed into the name, or between two columns, is none of the roster.
    """
    moved = _padded(line, *_TEAM_NAMES[line[:3]])
    return moved if moved is not None and _roster_length(moved) > _roster_length(line) else line


def _roster_length(line: str) -> int:
    """How many players a team has in its columns, -1 when the line fits in no dialect."""
    layouts = [LAYOUTS[dialect][line[:3]] for dialect in (Dialect.TRF26, Dialect.DRAFT_2024)]
    lengths = [sum(bool(text) for _, text in layout.numbers(line)) for layout in layouts if fits(layout, line)]
    return max(lengths, default=-1)


def _padded(line: str, first: int, last: int) -> str | None:
    raw = line.encode("utf-8")
    name = raw[first - 1 : last].decode("utf-8", "ignore")
    try:
        return raw[: first - 1].decode("ascii") + name.ljust(last - first + 1) + raw[last:].decode("utf-8")
    except UnicodeDecodeError:
        return None


def long_name(line: str) -> tuple[str, str] | None:
    """Undo a name that reaches past its field and pushes what follows to the right.

    Returns:
        The line with its fields in their columns, and the whole name; None when that does not make it fit.
    """
    start, end = _NAME.first - 1, _NAME.last
    if not line[end : end + 2].strip() or _is_aligned(line[:end] + " " + line[end + 1 :]):
        return None
    for more in range(1, LONGEST_NAME - (end - start) + 1):
        if not line[end + more - 1 : end + more + 1].strip():
            return None  # two blanks end a name
        if line[end + more : end + more + 1].strip():
            continue
        moved = line[:end] + line[end + more :]
        if _is_aligned(moved):
            return moved, line[start : end + more].strip()
    return None


def _is_aligned(line: str) -> bool:
    """Whether numbers end where they have to, points or a rank among them, and nothing stands between the fields."""
    rating, points, rank = (line[_FIELDS[name].first - 1 : _FIELDS[name].last] for name in ("rating", "points", "rank"))
    if gap_of(line) is not None or not is_decimal(points, blank=True) or not (points.strip() or rank.strip()):
        return False
    return all(text == text.rstrip() and is_whole(text.strip()) for text in (rating, rank) if text.strip())

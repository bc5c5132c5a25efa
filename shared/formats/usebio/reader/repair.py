"""Documents that are put right before they are read once more, where what is meant is certain.

Scoring programs that put their XML together by hand write names of clubs and teams as they are, or as for HTML, with
the control characters that somebody typed; some begin with an empty line, which XML does not allow before its
declaration, or end in the mark that DOS had for the end of a file, or in a line of text; some write the names of
elements in small letters, although USEBIO has them in capitals (2).
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html.entities import html5

from contracts.codes.code import Code
from contracts.codes.usebio import BARE_AMPERSAND, LETTER_CASE, NO_EVENT, NOT_WELL_FORMED, STRAY_CHARACTERS
from shared.formats.usebio.reader.fields import Shape
from shared.formats.usebio.tables.elements import CONTAINERS, PARTS, SHAPES, TRAVELLER_LINE

MOST_BYTES = 16 * 1024 * 1024
"""Of a document that is put right, which takes as much memory again."""

MOST_AMPERSANDS = 10_000
"""In such a document; real ones have some in names."""

MOST_TAGS = 200_000
"""In a document whose names are looked at; 15,000 results have so many."""

_AMPERSAND = re.compile(rb"&(?:([A-Za-z][A-Za-z0-9]{0,30});|#[0-9]{1,7};|#x[0-9A-Fa-f]{1,6};)?")
_OF_XML = frozenset((b"amp", b"lt", b"gt", b"quot", b"apos"))


def _plain(data: bytes) -> bool:
    """Whether a document is one of single bytes without parts that are text to the letter, and not too large."""
    return len(data) <= MOST_BYTES and b"<![CDATA[" not in data and b"\x00" not in data[:4]


def without_bare_ampersands(data: bytes) -> bytes | None:
    """The document with every & as a reference that XML has; None where there is none to change, or it may be text."""
    if not _plain(data) or data.count(b"&") > MOST_AMPERSANDS:
        return None
    changed = _AMPERSAND.sub(_reference, data)
    return changed if changed != data else None


def _reference(match: re.Match[bytes]) -> bytes:
    name: bytes | None = match[1]
    if name is None or name in _OF_XML:
        return b"&amp;" if match[0] == b"&" else match[0]
    characters = html5.get(f"{name.decode('ascii')};")
    return (
        "".join(f"&#{ord(character)};" for character in characters).encode() if characters else b"&amp;" + match[0][1:]
    )


_CONTROLS = bytes(range(32)).translate(None, b"\t\r\n")
_BLANKS_FOR_CONTROLS = bytes.maketrans(_CONTROLS, b" " * len(_CONTROLS))
_DECLARATION = re.compile(rb"<\?xml[^<>]{0,200}\?>")


def without_stray_characters(data: bytes) -> bytes | None:
    """The document without what stands before and behind it, and with blanks for characters that XML does not have.

    None where there are none, or the document is not one of single bytes. Every element stays in its line.
    """
    if len(data) > MOST_BYTES or b"\x00" in data[:4]:
        return None
    begun = data.lstrip(b" \t\r\n\xef\xbb\xbf")
    declaration = _DECLARATION.match(begun)
    if declaration is None:
        begun = data  # which may begin with blanks then
    else:
        lines = data[: len(data) - len(begun)].count(b"\n")
        begun = declaration[0] + b"\n" * lines + begun[declaration.end() :]
    cleaned = begun.rstrip(b" \t\r\n\x00\x1a").translate(_BLANKS_FOR_CONTROLS)
    root, end, rest = cleaned.rpartition(b"</USEBIO>")
    if root and b"<" not in rest:
        cleaned = root + end
    return cleaned if cleaned != data.rstrip(b" \t\r\n") else None


_TAG = re.compile(rb"<(/?)([A-Za-z][A-Za-z0-9_]{0,40})(?![A-Za-z0-9_:])([^<>]*)")
_ATTRIBUTE = re.compile(rb"(?<![A-Za-z0-9_:])([A-Za-z_]{1,40})(?=\s{0,8}=\s{0,8}[\"'])")


def in_capitals(data: bytes) -> bytes | None:
    """The document with the names of USEBIO as USEBIO spells them; None where all of them are, or it may be text."""
    if not _plain(data) or data.count(b"<") > MOST_TAGS:
        return None
    changed = _TAG.sub(_tag, data)
    return changed if changed != data else None


def _tag(match: re.Match[bytes]) -> bytes:
    elements, _ = _names()
    name = elements.get(match[2].upper(), match[2])
    return b"<" + match[1] + name + (_ATTRIBUTE.sub(_attribute, match[3]) if match[3] else b"")


def _attribute(match: re.Match[bytes]) -> bytes:
    _, attributes = _names()
    return attributes.get(match[1].upper(), match[1])


@lru_cache(maxsize=1)
def _names() -> tuple[Mapping[bytes, bytes], Mapping[bytes, bytes]]:
    """The elements and the attributes of USEBIO, by their names in capitals."""
    elements: set[str] = {"TRAVELLER_LINE", *CONTAINERS, *SHAPES, *(name for parts in PARTS.values() for name in parts)}
    attributes: set[str] = set()
    waiting: list[Shape] = [TRAVELLER_LINE, *CONTAINERS.values(), *SHAPES.values()]
    while waiting:
        shape = waiting.pop()
        elements.update(shape.leaves, shape.groups)
        attributes.update(name for name in shape.attributes if name != "FORMAT")
        waiting.extend(inner for inner in shape.groups.values() if inner is not None)
    return _by_capitals(elements), _by_capitals(attributes)


def _by_capitals(names: set[str]) -> dict[bytes, bytes]:
    return {name.upper().encode(): name.encode() for name in names}


@dataclass(frozen=True)
class Repair:
    """What may put a document right, and what is then said of it.

    Attributes:
        apply: gives the document to be read in its place; None where there is nothing to repair.
    """

    apply: Callable[[bytes], bytes | None]
    code: Code
    message: str


REPAIRS: Mapping[Code, tuple[Repair, ...]] = {
    NOT_WELL_FORMED: (
        Repair(
            without_stray_characters,
            STRAY_CHARACTERS,
            "the file has characters that XML does not have there; it was read without them",
        ),
        Repair(
            without_bare_ampersands,
            BARE_AMPERSAND,
            "a & begins no reference that XML has; it and all others like it were read as they were meant",
        ),
    ),
    NO_EVENT: (
        Repair(
            in_capitals, LETTER_CASE, "names of elements are not in capitals; all of them were read as if they were"
        ),
    ),
}
"""By the code by which a document is refused, in the order in which they are tried."""


def repaired(document: bytes, refused_by: Code, tried: Collection[Repair]) -> tuple[bytes, Repair] | None:
    """A refused document put right by the first repair that changes it; None without one.

    Args:
        document: as it was read last.
        refused_by: why that was refused.
        tried: repairs that have changed it already.
    """
    for repair in REPAIRS.get(refused_by, ()):
        changed = repair.apply(document) if repair not in tried else None
        if changed is not None:
            return changed, repair
    return None

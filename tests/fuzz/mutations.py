"""Changes of a file that keep most of its structure: what a reader meets past its first check."""

import copy
import json
import re
import struct
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from lxml import etree

NUMBERS = (
    *[
        "0",
        "-1",
        "-0",
        "+5",
        ".",
        "--",
        "½",
        "−5",
        "1,5",
        "1_000",
        "0x10",
        "1.5e5",
        "1e400",
        "1e999999999",
        "1E-999999999",
        "NaN",
        "sNaN",
        "-Infinity",
        "65536",
        "2147483648",
        "٣",
        "９９",
    ],
    *("", "9" * 20, "9" * 400, "1." + "0" * 40 + "1"),
)
TEXTS = (
    *[
        "\ufffe",
        "\u202e",
        "=cmd()",
        "<b>",
        "%s%n",
        "../../x",
        "&lol;",
        "]]>",
        "<!--",
        '"',
        "'",
        "\\",
        "é",
        "İ",
        "ﬀ",
        "{",
        "[",
        "|",
    ],
    *("\x00", "\x1b[2J", "\r", "\x85", "\u2028", "\t" * 50, " " * 300, "A" * 3000),
)
ANYTHING: tuple[Any, ...] = (
    *(*NUMBERS, *TEXTS, "60%", "average plus", "void", "9999-12-31T23:59:59+14:00", "0001-01-01T00:00:00-23:59"),
    *(None, True, -1, 0, 10**30, 1.5, 1e308, 2**63, [], {}, [[]]),
)

_NUMBER = re.compile(rb"\d+(?:\.\d+)?")
_WORD = re.compile(rb'[^\s"\[\]|]+')
_UNFIT = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd]")

Mutate = Callable[[Random, bytes, Sequence[bytes]], bytes]
"""A change of a file, by chance; the others of its kind give pieces."""


def of_bytes(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Bytes changed, removed, repeated, cut off, or taken from another file."""
    made = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        at = chance.randrange(len(made) or 1)
        match chance.randrange(7):
            case 0:
                made[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del made[at : at + chance.choice((1, 2, 8, 50, 400))]
            case 2:
                made[at:at] = made[at : at + chance.choice((1, 4, 30, 200))] * chance.choice((1, 2, 10))
            case 3:
                numbers = list(_NUMBER.finditer(made, at, at + 5000))
                if numbers:
                    found = chance.choice(numbers)
                    made[found.start() : found.end()] = chance.choice(NUMBERS).encode()
            case 4:
                made[at : at + chance.choice((0, 0, 1, 5))] = chance.choice(TEXTS).encode("utf-8", "surrogatepass")
            case 5:
                other = chance.choice(others)
                begin = chance.randrange(len(other) or 1)
                made[at : at + chance.choice((0, 200))] = other[begin : begin + chance.choice((10, 60, 500))]
            case 6 if chance.random() < 0.3:
                del made[at:]
    return bytes(made)


def of_lines(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Lines repeated, removed, exchanged, taken from another file; words and columns of one overwritten."""
    lines = data.split(b"\n")
    for _ in range(chance.choice((1, 1, 2, 4))):
        at = chance.randrange(len(lines))
        line = lines[at]
        match chance.randrange(8):
            case 0:
                lines.insert(at, chance.choice(lines))
            case 1 if len(lines) > 1:
                del lines[at]
            case 2:
                other = chance.randrange(len(lines))
                lines[at], lines[other] = lines[other], line
            case 3:
                words = list(_WORD.finditer(line))
                if words:
                    found = chance.choice(words)
                    new = chance.choice((*NUMBERS, *TEXTS)).encode("utf-8", "surrogatepass")
                    lines[at] = line[: found.start()] + new + line[found.end() :]
            case 4 if line:
                column, new = chance.randrange(len(line)), chance.choice(NUMBERS)[:6].encode()
                lines[at] = line[:column] + new + line[column + len(new) :]
            case 5:
                lines[at] = chance.choice(lines)[:3] + line[3:]
            case 6:
                lines.insert(at, chance.choice(chance.choice(others).split(b"\n")))
            case 7:
                lines[at:at] = [chance.choice(lines)] * chance.choice((5, 50))
    return b"\n".join(lines)


def of_elements(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Elements of XML removed, repeated, moved, renamed; their text and attributes replaced."""
    root = etree.fromstring(data, etree.XMLParser(recover=True, resolve_entities=False))
    if root is None:
        return of_bytes(chance, data, others)
    for _ in range(chance.choice((1, 1, 2, 4))):
        elements = list(root.iter(etree.Element))
        one, other = chance.choice(elements), chance.choice(elements)
        parent, text = one.getparent(), _UNFIT.sub("", chance.choice((*NUMBERS, *TEXTS)))
        match chance.randrange(7):
            case 0 | 1:
                one.text = text
            case 2 if parent is not None:
                parent.remove(one)
            case 3 if parent is not None:
                for _ in range(chance.choice((1, 1, 2, 20))):
                    parent.append(copy.deepcopy(one))
            case 4:
                other.append(copy.deepcopy(one))
            case 5 if one.attrib:
                one.set(
                    chance.choice(list(one.attrib)),
                    chance.choice((text, (other.text and _UNFIT.sub("", other.text)) or "")),
                )
            case 6:
                one.tag = other.tag
    return bytes(etree.tostring(root, encoding="utf-8", xml_declaration=True))


def of_words(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Words of a binary file overwritten, and those that look like pointers led elsewhere."""
    made = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        at = chance.randrange(max(1, len(made) - 4))
        match chance.randrange(5):
            case 0:
                made[at : at + 1] = bytes([chance.choice((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)))])
            case 1:
                made[at : at + 2] = struct.pack(
                    "<H", chance.choice((0, 1, 0x7FFF, 0x8000, 0xFFFF, chance.randrange(65536)))
                )
            case 2 | 3:
                near = range(at, min(at + 2000, len(made) - 4))
                pointers = [place for place in near if 0 < struct.unpack_from("<I", made, place)[0] < len(made)]
                if pointers:
                    place = chance.choice(pointers)
                    taken = struct.unpack_from("<I", made, chance.choice(pointers))[0]
                    targets = (0, place, max(0, place - 4), chance.randrange(len(made)), len(made), 0xFFFFFFFF, taken)
                    struct.pack_into("<I", made, place, chance.choice(targets))
            case 4:
                return of_bytes(chance, bytes(made), others)
    return bytes(made)


def of_json(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Values of JSON replaced by any other, taken from another file, or repeated."""
    document, foreign = json.loads(data), json.loads(chance.choice(others))
    for _ in range(chance.choice((1, 1, 2, 3))):
        places = list(_places(document))
        if not places:
            break
        holder, key = chance.choice(places)
        if isinstance(holder, list) and chance.random() < 0.2:
            holder[key:key] = [holder[key]] * chance.choice((1, 5, 100))
        else:
            taken = [inside[name] for inside, name in _places(foreign)] or [None]
            holder[key] = copy.deepcopy(chance.choice((chance.choice(ANYTHING), chance.choice(taken))))
    made = json.dumps(document, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
    return of_bytes(chance, made, others) if chance.random() < 0.15 else made


def _places(value: Any) -> Any:
    """Every holder of a value with the key of it, from the outside in."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inside in list(pairs):
        yield value, key
        yield from _places(inside)


def any_of(*ways: Mutate) -> Mutate:
    """One of several ways, by chance."""
    return lambda chance, data, others: chance.choice(ways)(chance, data, others)

"""A name replaced in the bytes of any file by a pseudonym of the same shape, so that the file stays what it is.

Rules kept here:

1. A pseudonym has as many bytes as the name, letter for letter and digit for digit: tables, columns, records of fixed
   width and binary files keep their layout, whatever their format. It is random, and kept nowhere: a command that was
   stopped goes on with the same ones by a seed that is removed at its end.
2. A name is found in each encoding and with each escape in which files are written, in any case, with its accents,
   decomposed or without them, forwards ("Ada Lind") and backwards ("LIND, Ada"), with up to `BETWEEN` bytes between two
   words that are no letters or digits: fields of a record.
3. A word alone is not replaced: others may have it. A number is given as a name of one word, and stands alone. Nor is a
   name that is part of a longer one: "Ada Lindh", "Ada Lind-Berg". "Bo Berg-Ada Lind" are two.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from html import escape
from random import Random
from typing import NamedTuple

BETWEEN = 24

NARROW, WIDE = ("utf-8", "cp1252", "cp437", "cp1250"), ("utf-16-le", "utf-16-be")

_LETTERS, _WIDE, _WIDER = "abcdefghijklmnopqrstuvwxyz", "äöü", "ẁẃẅ"
"""Pseudonyms are of these, by bytes in UTF-8; every encoding above that has letters of two bytes has these."""

_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")

WINDOW = 64
"""Bytes on each side of a name that say whether it is part of a longer one."""

_LONGER_AFTER = re.compile(r"[^\W_]|[-'’‐](?!s\b)[^\W\d_]++(?! [^\W\d_])")
_LONGER_BEFORE = re.compile(r"[^\W_]$|(?<![^\W\d_])(?<![^\W\d_] )[^\W\d_]+[-'’‐]$")


def _references(text: str, number: str) -> str:
    return "".join(letter if letter.isascii() else f"&#{ord(letter):{number}};" for letter in text)


_ESCAPES: tuple[Callable[[str], str], ...] = (
    str,
    escape,
    lambda text: json.dumps(text)[1:-1],
    lambda text: _references(text, "d"),
    lambda text: _references(text, "#X").replace("0X", "x"),
)


class _Way(NamedTuple):
    """How a name is written: the words, what is written instead, and the encoding."""

    old: list[bytes]
    new: list[bytes]
    encoding: str


def pseudonyms(name: str, seed: bytes) -> dict[str, str]:
    """A pseudonym for each word of a name, the same for the same word and random seed.

    Raises:
        ValueError: a letter has no other of as many bytes.
    """
    words = _WORD.findall(unicodedata.normalize("NFC", name))
    return {word: _pseudonym(word, Random(seed + word.encode()).choice) for word in words}  # noqa: S311 - of a secret


def _pseudonym(word: str, pick: Callable[[str], str]) -> str:
    return "".join(_other(letter, pick) for letter in word)


def pseudonymised(data: bytes, words: Mapping[str, str]) -> bytes:
    """Bytes in which a name, of these words in this order, is replaced word by word."""
    name, lowered, narrow = tuple(words), data.lower(), _encoding(data)
    wide = () if b"\0" not in data else WIDE[1:] if data.startswith((b"\xfe\xff", b"\0")) else WIDE[:1]
    for order in dict.fromkeys((name, (*name[-1:], *name[:-1]), name[::-1])):
        for way in _ways(order, words, (*NARROW, *wide)):
            if all(word.lower() in lowered for word in way.old):
                gap = rb"(?:[^A-Za-z0-9\x80-\xff]|\xc2\xa0|\xa0){1,%d}?" % BETWEEN
                pattern = re.compile(gap.join(b"(%s)" % re.escape(word) for word in way.old), re.IGNORECASE)
                data = pattern.sub(partial(_replaced, way.new, way.encoding if way.encoding in wide else narrow), data)
    return data


def _encoding(data: bytes) -> str:
    """In which text around a name is read; letters of ASCII alone count in a file that is no text."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return "ascii" if b"\0" in data else "cp1252"
    return "utf-8"


def _ways(order: tuple[str, ...], words: Mapping[str, str], encodings: tuple[str, ...]) -> Iterator[_Way]:
    """Each way in which words are written, and what is written instead."""
    seen = set[tuple[bytes, ...]]()
    for encoding in encodings:
        for spelt in (str, _decomposed, _plain):
            for written in _ESCAPES:
                for case in (str, str.upper, str.lower):
                    both = [_spelt(case(word), case(words[word]), spelt) for word in order]
                    try:
                        old = [written(word).encode(encoding) for word, _ in both]
                        new = [written(word).encode(encoding) for _, word in both]
                    except UnicodeEncodeError:
                        continue
                    key = tuple(word.lower() for word in old)
                    if key not in seen:
                        seen.add(key)
                        yield _Way(old, new, encoding)


def _spelt(old: str, new: str, spelt: Callable[[str], str]) -> tuple[str, str]:
    """A word and its pseudonym, of which the letters are spelt in another way that are so in the word."""
    pairs = [(letter, spelt(letter), other) for letter, other in zip(old, new, strict=True)]
    return (
        "".join(other for _, other, _ in pairs),
        "".join(spelt(into) if letter != other else into for letter, other, into in pairs),
    )


def _decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def _plain(text: str) -> str:
    return "".join(letter for letter in _decomposed(text) if not unicodedata.combining(letter))


def _replaced(new: list[bytes], encoding: str, match: re.Match[bytes]) -> bytes:
    text, start, end = match[0], match.start(), match.end()
    first = max(start - WINDOW, start % 2 if encoding in WIDE else 0)
    before = match.string[first:start].decode(encoding, "replace")
    after = match.string[end : end + WINDOW].decode(encoding, "replace")
    if _LONGER_BEFORE.search(before) or _LONGER_AFTER.match(after):
        return text
    for number, word in enumerate(new, start=1):
        first, last = match.start(number) - start, match.end(number) - start
        # Words before it may have become longer: numbers of characters have as many digits as they need.
        first, last = first + len(text) - len(match[0]), last + len(text) - len(match[0])
        text = text[:first] + _as_written(match[number], word) + text[last:]
    return text


def _as_written(old: bytes, new: bytes) -> bytes:
    """The new word in the case of the old one."""
    return new.upper() if old.isupper() else new.lower() if old.islower() else new


def _other(letter: str, pick: Callable[[str], str]) -> str:
    if letter.isdigit():
        return pick("0123456789")
    if not letter.isalpha():
        return letter
    size = len(letter.encode())
    if size > len("ẁ".encode()):
        raise ValueError(f"a name with “{letter}” cannot be replaced letter for letter")
    other = pick((_LETTERS, _WIDE, _WIDER)[size - 1])
    return other.upper() if letter.isupper() else other

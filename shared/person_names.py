"""Names of people as the public sees them: in full, by initials, or not at all.

Rules kept here:

1. Who asked not to be named is recognised however a file writes the name: capitals, accents, apostrophes, hyphens,
   surname first, first names as initials, more names between. Two who have one name are both hidden, because the name
   that is left would be taken for the other.
2. A name of one word stands for itself alone: "Baker" hides no "Jan Baker".
3. A cell may name several people. Those who are not meant stay as they are written.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cached_property

from contracts.facts import NameShown, Naming

NOBODY = "N. N."
"""What stands for a name that is not shown."""

_BETWEEN = re.compile(r"(\s*(?:&|\+|/|;|\s[-–]\s|\band\b)\s*)")
"""What stands between people in one cell."""

_APOSTROPHES = str.maketrans("", "", "'’ʼ`´.")
_WORD = re.compile(r"[^\W_]+")
_SEAT = re.compile(r"(?=.{1,8}$)([A-Za-z]{1,2}-?)?[0-9]{1,4}(-?[A-Za-z]{1,2})?|[A-Za-z]{1,2}")

Words = tuple[str, ...]


def is_seat(identity: str) -> bool:
    """Whether an identity is a number at a table ("7", "A-12NS"), and neither a name nor the number of a member."""
    return _SEAT.fullmatch(identity) is not None


def name_words(name: str) -> Words:
    """The words of a name without capitals, accents and marks: "José O'Neill-Díaz" is jose, oneill, diaz."""
    plain = unicodedata.normalize("NFKD", name.translate(_APOSTROPHES)).casefold()
    return tuple(_WORD.findall("".join(letter for letter in plain if not unicodedata.combining(letter))))


def initials(name: str) -> str:
    """The initials of one person: "Jan van der Berg" is "J. v. d. B.", "Picard, Jean-Luc" is "J.-L. P."."""
    last, comma, first = name.partition(",")
    words = (f"{first} {last}" if comma else name).replace(".", ". ").split()
    return " ".join(filter(None, map(_initials_of_word, words))) or NOBODY


def _initials_of_word(word: str) -> str:
    firsts = (next(_letters(part), "") for part in re.split("[-‐‑]", word))
    return "-".join(f"{first}." for first in firsts if first)


def _letters(word: str) -> Iterator[str]:
    """The letters of a word, each with the marks that belong to it."""
    for place, letter in enumerate(whole := unicodedata.normalize("NFC", word)):
        if letter.isalpha():
            marks = re.match(r"[^\w\s]*", whole[place + 1 :])
            combining = "".join(mark for mark in marks[0] if unicodedata.combining(mark)) if marks else ""
            yield letter + combining


def people_of(cell: str) -> list[str]:
    """What a cell that names people is made of: each of them, and at odd places what stands between two."""
    parts: list[str] = []
    for place, part in enumerate(_BETWEEN.split(cell)):
        pieces = part.split(",")
        if place % 2 == 0 and len(pieces) > 1 and all(len(piece.split()) > 1 for piece in pieces):
            parts += [each for piece in pieces for each in (", ", piece.strip())][1:]
        else:
            parts.append(part)
    return parts


class ShownNames:
    """How the names of an event are shown.

    Attributes:
        decided: by its director, as `Standings.names` has it.
    """

    def __init__(self, decided: Iterable[NameShown] = ()) -> None:
        """Read what was decided."""
        self.decided = tuple(decided)
        self._people: dict[str, list[tuple[Words, Naming]]] = {}
        self._texts: dict[str, str] = {}
        for each in self.decided:
            words = name_words(each.name or "")
            for word in words:
                self._people.setdefault(word, []).append((words, each.shown))

    def __bool__(self) -> bool:
        return bool(self.decided)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ShownNames) and self.decided == other.decided

    __hash__ = None  # type: ignore[assignment]

    @cached_property
    def everybody(self) -> Naming:
        """How all are shown."""
        return next((each.shown for each in self.decided if each.name is None), "full")

    def cell(self, text: str, *, is_team: bool = False) -> str:
        """A cell that names people, or a team by a name of its own, as the public sees it."""
        if text not in self._texts or is_team:
            shown = self._cell(text, "full" if is_team else self.everybody)
            if is_team:
                return shown
            self._texts[text] = shown
        return self._texts[text]

    def prose(self, text: str) -> str:
        """A title, or anything else that may name somebody among other words."""
        found = [*re.finditer(r"[^\W_]+(?:['’ʼ][^\W_]+)*", text)]
        shown, end, at = "", 0, 0
        while at < len(found):
            size = next((n for n in range(min(6, len(found) - at), 0, -1) if self._is_named(text, found, at, n)), 0)
            if size:
                span = slice(found[at].start(), found[at + size - 1].end())
                shown += text[end : span.start] + self._one(text[span], "full", ())
                end = span.stop
            at += size or 1
        return shown + text[end:]

    def _is_named(self, text: str, found: list[re.Match[str]], at: int, size: int) -> bool:
        words = name_words(text[found[at].start() : found[at + size - 1].end()])
        return any(sorted(words) == sorted(known) for word in words for known, _ in self._people.get(word, ()))

    def _cell(self, text: str, everybody: Naming) -> str:
        parts = people_of(text)
        tail = name_words(parts[-1])
        return "".join(
            part if place % 2 or not part.strip() else self._one(part, everybody, tail if part is not parts[-1] else ())
            for place, part in enumerate(parts)
        )

    def _one(self, name: str, everybody: Naming, tail: Words) -> str:
        """One person; `tail` has the surname that "Rosa" has from "Jan Baker" in "Rosa & Jan Baker"."""
        words = name_words(name)
        wholes = [words, *([(*words, *tail[-n:]) for n in range(1, len(tail))] if len(words) == 1 else ())]
        asked = {shown for whole in wholes for word in whole for known, shown in self._known(word) if _is(known, whole)}
        naming = max({everybody, *asked}, key=_STRICTNESS.index)
        return name if naming == "full" else NOBODY if naming == "none" else initials(name)

    def _known(self, word: str) -> list[tuple[Words, Naming]]:
        if word in self._people:
            return self._people[word]
        # "Jean Luc" may be one word in another file.
        return (
            [
                each
                for known, people in self._people.items()
                if known.startswith(word) or word.startswith(known)
                for each in people
            ]
            if len(word) > 1
            else []
        )


_STRICTNESS: tuple[Naming, ...] = ("full", "initials", "none")


def _is(known: Words, words: Words) -> bool:
    """Whether the words of a name are those of somebody, in whatever order, cut to initials, or with more between."""
    if len(known) == 1 or len(words) == 1:
        return "".join(known) == "".join(words)
    if any("".join(words) == "".join((*known[at:], *known[:at])) for at in range(len(known))):
        return True
    fewer, more = sorted((known, words), key=len)
    left = list(more)
    whole = False
    for word in sorted(fewer, key=len, reverse=True):
        same = next((other for other in left if other == word), None)
        short = next((o for o in left if 1 in (len(o), len(word)) and o[0] == word[0]), None) if same is None else None
        if same is None and short is None:
            return False
        whole |= same is not None and len(word) > 1
        left.remove(same if same is not None else str(short))
    return whole

"""What stands behind a call or a card: suffixes, references to notes, NAGs, and the notes themselves (3.5.2 to 3.7).

Suffixes are turned into the NAGs that mean the same, as the export format wants it; so a call or card has notes and
numbers and nothing else.
"""

import re
from dataclasses import dataclass, field

from contracts.codes.pbn import ANNOTATION, NOTE_BROKEN, NOTE_MISSING, NOTE_UNUSED
from shared.formats.pbn.game import Tag, Token, place_of
from shared.formats.pbn.report import Report

SUFFIXES = ("!", "?", "!!", "??", "!?", "?!")
"""In the order of their NAGs: $1 to $6 behind calls, $7 to $12 behind cards."""

FIRST_SUFFIX = {"Auction": 1, "Play": 7}
ONLY_IN = {**dict.fromkeys((*range(1, 7), 13), "Auction"), **dict.fromkeys((*range(7, 13), 14), "Play")}
"""NAGs that belong to one of the sections (3.7)."""

HIGHEST_NAG = 255
MOST_NOTES = 32
_NOTE = re.compile(r"\s*(\d{1,4})\s*:(.*)", re.ASCII | re.DOTALL)


@dataclass(slots=True)
class Item:
    """A call or card with what hangs on it; "^S" is a skipped turn, and "I", "R" or "L" the mark of an irregularity."""

    text: str
    token: Token
    mark: str | None = None
    suffix: bool = False
    note: int | None = None
    glyphs: list[int] = field(default_factory=list)


def read_items(section: str, tag: Tag, notes: list[Tag], report: Report) -> list[Item]:
    """Put the tokens of a section and those behind its notes together with their annotations."""
    items: list[Item] = []
    mark: str | None = None
    for token in [*tag.content, *(token for note in notes for token in note.content)]:
        kind, text = token[0], token[1]
        if kind == "irregular":
            letter, mark = text[1:].upper(), None
            if letter == "S" and section == "Auction":
                items.append(Item("^S", token))
            elif letter in ({"I"} if section == "Auction" else {"R", "L"}):
                mark = letter
            else:
                report.at_token(ANNOTATION, f"no irregularity of this section: {text}", token)
        elif kind in ("word", "mark"):
            items.append(Item(text, token, mark))
            mark = None
        elif kind != "stray" and (
            problem := _annotate(section, items[-1], kind, text)
            if items
            else "an annotation before the first call or card"
        ):
            report.at_token(NOTE_BROKEN if problem == _NO_REFERENCE else ANNOTATION, problem, token)
    if mark is not None:
        report.add(ANNOTATION, "the mark of an irregularity stands before nothing", tag.place)
    return items


_NO_REFERENCE = f"the number of a note is 1 to {MOST_NOTES}"


def _annotate(section: str, item: Item, kind: str, text: str) -> str | None:
    """Hang an annotation on an item; what is wrong with it where it is not allowed there."""
    if kind == "suffix":
        if item.suffix:
            return "a second suffix"
        item.suffix = True
        item.glyphs.append(FIRST_SUFFIX[section] + SUFFIXES.index(text))
    elif kind == "nag":
        number = int(text[1:6]) if len(text) > 1 else HIGHEST_NAG + 1
        if number > HIGHEST_NAG:
            return f"behind $ comes a number from 0 to {HIGHEST_NAG}"
        if ONLY_IN.get(number, section) != section:
            return f"${number} belongs in {'Play' if section == 'Auction' else 'Auction'}, not in {section}"
        item.glyphs.append(number)
    elif item.note is not None:
        return "a second reference to a note"
    else:
        name = text.strip("= ")
        if not (name.isascii() and name.isdigit() and 1 <= int(name[:6]) <= MOST_NOTES):
            return _NO_REFERENCE
        item.note = int(name)
    return None


def read_notes(section: str, tags: list[Tag], items: list[Item], report: Report) -> dict[int, str]:
    """Read the notes of a section (3.5.5, 3.6.5), and compare them with the references to them."""
    notes: dict[int, str] = {}
    for tag in tags:
        match = _NOTE.fullmatch(tag.value)
        number = int(match[1]) if match is not None else 0
        if match is None or not 1 <= number <= MOST_NOTES:
            report.at_tag(NOTE_BROKEN, f"a note is a number from 1 to {MOST_NOTES}, a colon and a text", tag)
        elif number in notes:
            report.at_tag(NOTE_BROKEN, f"{section} has a note {number} already", tag)
        else:
            notes[number] = match[2].strip()
    used: set[int] = set()
    for item in items:
        if item.note is not None and item.note not in used:
            used.add(item.note)
            if item.note not in notes:
                report.add(
                    NOTE_MISSING,
                    f"{item.text} refers to note {item.note}, which {section} does not have",
                    place_of(item.token),
                    stated=item.text,
                )
    unused = {str(number) for number in notes if number not in used}
    for tag in tags:
        name = tag.value.partition(":")[0].strip()
        if name in unused:
            report.add(NOTE_UNUSED, f"nothing in {section} refers to note {name}", tag.place)
    return notes

"""The in-play instruction: when results were calculated and what they include (1.4, 4.4, leaves both undefined).

    <?kibitz-in-play calculated-at="2031-05-04T20:15:00+01:00" rounds="1-4" boards="1-8" next-round="5" whole="true"?>

It is a processing instruction, so that a file with it stays valid for every other reader of USEBIO. It stands anywhere
in the prolog, in USEBIO or in EVENT. All attributes are optional: `calculated-at` is RFC 3339 with an offset; `rounds`
and `boards` are lists like ``1-4,7``, `sessions` and `sections` lists of names with commas; `next-round`
is the round that CARRY_FORWARD_SEATING speaks of, without which it is the next stage; `whole` says whether the file has
all there is of what it includes, and is true when left out.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from contracts.facts import Scope

TARGET = "kibitz-in-play"

_ATTRIBUTE = re.compile(r"""\s*([a-z-]{1,32})\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.ASCII)
MOST_NUMBERS = 10_000
MOST_CHARACTERS = 65_536


class UnreadableInstruction(ValueError):
    """The instruction is not what it should be."""


@dataclass(frozen=True)
class InPlay:
    """What the instruction says; None where it says nothing."""

    calculated_at: datetime | None = None
    sessions: tuple[str, ...] | None = None
    sections: tuple[str, ...] | None = None
    rounds: tuple[int, ...] | None = None
    boards: tuple[str, ...] | None = None
    next_round: int | None = None
    whole: bool = True

    def scope(self) -> Scope:
        """The scope that the instruction names."""
        return Scope(
            whole=self.whole, sessions=self.sessions, sections=self.sections, rounds=self.rounds, boards=self.boards
        )


def read_in_play(text: str) -> InPlay:
    """Read the text of the instruction; UnreadableInstruction has a sentence about what cannot be read."""
    values: dict[str, str] = {}
    position = 0
    text = text.strip()
    if len(text) > MOST_CHARACTERS:
        raise UnreadableInstruction("the instruction is too long")
    while position < len(text):
        attribute = _ATTRIBUTE.match(text, position)
        if attribute is None:
            raise UnreadableInstruction(f"no name with a value in quotes stands at {text[position : position + 20]!r}")
        values[attribute[1]] = attribute[2] if attribute[2] is not None else attribute[3]
        position = attribute.end()
    if unknown := values.keys() - _READERS.keys():
        raise UnreadableInstruction(f"the instruction has no attribute {min(unknown)}")
    read: dict[str, Any] = {name.replace("-", "_"): _READERS[name](value) for name, value in values.items()}
    return InPlay(**read)


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise UnreadableInstruction(f"calculated-at is not a time: {text[:40]!r}") from None
    if moment.tzinfo is None:
        raise UnreadableInstruction("calculated-at has no offset")
    return moment


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip()[:1024] for name in text.split(",") if name.strip())


def _boards(text: str) -> tuple[str, ...]:
    return tuple(map(str, _numbers(text)))


def _round(text: str) -> int:
    numbers = _numbers(text)
    if len(numbers) != 1:
        raise UnreadableInstruction("next-round must be one number")
    return numbers[0]


def _flag(text: str) -> bool:
    if text not in ("true", "false"):
        raise UnreadableInstruction("whole must be true or false")
    return text == "true"


def _numbers(text: str) -> tuple[int, ...]:
    numbers: list[int] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        first, dash, last = part.partition("-")
        last = last if dash else first
        if not all(text.isascii() and text.isdigit() and len(text) <= 6 for text in (first, last)):
            raise UnreadableInstruction(f"{part[:20]!r} is not a number")
        start, end = int(first), int(last)
        if end < start or len(numbers) + end - start > MOST_NUMBERS:
            raise UnreadableInstruction(f"{part[:20]!r} is not a list of numbers")
        numbers.extend(range(start, end + 1))
    return tuple(numbers)


_READERS: Mapping[str, Callable[[str], object]] = {
    "calculated-at": _moment,
    "sessions": _names,
    "sections": _names,
    "rounds": _numbers,
    "boards": _boards,
    "next-round": _round,
    "whole": _flag,
}
"""The attributes, each of which gives the field of `InPlay` of its name."""


def write_in_play(in_play: InPlay) -> str:
    """Write the text of the instruction."""
    parts = []
    if in_play.calculated_at is not None:
        parts.append(f'calculated-at="{in_play.calculated_at.isoformat()}"')
    for name, names in (("sessions", in_play.sessions), ("sections", in_play.sections)):
        if names is not None:
            # A name without what would end the attribute or the instruction.
            plain = (text.replace('"', " ").replace(",", " ").replace("?>", " ") for text in names)
            parts.append(f'{name}="{",".join(plain)}"')
    if in_play.rounds is not None:
        parts.append(f'rounds="{ranges(in_play.rounds)}"')
    if in_play.boards is not None and all(board.isascii() and board.isdigit() for board in in_play.boards):
        parts.append(f'boards="{ranges(int(board) for board in in_play.boards)}"')
    if in_play.next_round is not None:
        parts.append(f'next-round="{in_play.next_round}"')
    parts.append(f'whole="{"true" if in_play.whole else "false"}"')
    return " ".join(parts)


def ranges(numbers: Iterable[int]) -> str:
    """Write whole numbers as a list of runs: 1-4,7."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)

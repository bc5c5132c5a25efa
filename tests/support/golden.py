"""Golden files of changes: what a reader makes of a document when one line of it is changed.

A golden file is read like a review: each change of the text, and below it what differs from the document as it was.
When a difference is wanted, write the files anew with `KIBITZ_TESTS_WRITE_GOLDEN=1` and read what git shows.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from contracts.findings import Finding
from shared.errors import FormatError
from shared.formats.parsed import Parsed
from tests.support.objects import as_object

FOLDER = Path(__file__).parents[1] / "data/golden"
MOST = 6
"""Differences listed below one change; of more, their number is given."""

Changed = tuple[str, str]
"""What was changed, and the document with the change."""


def seed_of(name: str) -> int:
    """A seed of its own for each golden file."""
    return crc32(name.encode())


def changed_lines(lines: Sequence[str], chosen: Callable[[str], bool], count: int, seed: int) -> Iterator[Changed]:
    """Documents with one of the chosen lines changed."""
    random = Random(seed)
    numbers = [number for number, line in enumerate(lines) if chosen(line)]
    for _ in range(count):
        number = random.choice(numbers)
        line = lines[number]
        at = random.choice([at for at, letter in enumerate(line) if not letter.isspace()])
        letter = random.choice("019 x-/.,ü+")
        end = line.find(" ", at) if " " in line[at:] else len(line)
        options: list[tuple[str, str, tuple[str, ...]]] = [
            ("left out", "", ()),
            ("written once more at the end", line, (line,)),
            (f"{letter!r} in column {at + 1}", line[:at] + letter + line[at + 1 :], ()),
            (f"{letter!r} put in before column {at + 1}", line[:at] + letter + line[at:], ()),
            (f"column {at + 1} taken out", line[:at] + line[at + 1 :], ()),
            (f"columns {at + 1} to {end} blank", line[:at] + " " * (end - at) + line[end:], ()),
            (f"cut after column {at}", line[:at], ()),
        ]
        what, new, more = random.choice(options)
        yield (
            f"{number + 1} {line.rstrip()[:60]!r}: {what}",
            "\n".join([*lines[:number], new, *lines[number + 1 :], *more, ""]),
        )


Outcome = dict[str, dict[str, str]]
"""By fact or finding, its values."""

Look = Callable[[bytes], Outcome]
"""What is made of a document."""


def read(parse: Callable[[bytes], Parsed], data: bytes) -> Outcome:
    """Everything that a reader says of a file."""
    try:
        parsed = parse(data)
    except FormatError as error:
        return {"refused": {"": f"{error.code.code} at {error.place}: {error.message}"}}
    values: Outcome = {}
    for event in parsed.events:
        values[f"event {event.event}"] = dict(
            leaves(event.scope.model_dump(mode="json", exclude_defaults=True), "scope")
        )
        for name in event.facts.FIELDS:
            for fact in getattr(event.facts, name):
                key = " ".join(str(part) for part in fact.key if part not in (None, ""))
                values[f"{name} {key}".rstrip()] = {"at": str(fact.at), **dict(leaves(as_object(fact, "at"), ""))}
    return values | {finding_text(finding): {} for finding in parsed.findings}


def finding_text(finding: Finding) -> str:
    """A finding on one line."""
    parts = (finding.subject, finding.message, finding.stated, finding.computed)
    return f"{finding.code} at {finding.place}: {'; '.join(part for part in parts if part)}"


def leaves(value: Any, name: str) -> Iterator[tuple[str, str]]:
    """Every single value of a document, with its path."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(part, f"{name}.{key}" if name else key)
    elif isinstance(value, list) and any(isinstance(part, dict | list) for part in value):
        for at, part in enumerate(value):
            if isinstance(part, dict) and part.keys() == {"name", "value"}:
                yield f"{name} {part['name']}", part["value"]
            else:
                yield from leaves(part, f"{name}[{at}]")
    else:
        yield name, str(value)


def differences(before: Outcome, after: Outcome) -> list[str]:
    """A line for each fact or finding that came, went, or has other values."""
    lines = []
    for name in sorted(before.keys() | after.keys()):
        old, new = before.get(name), after.get(name)
        if new is None:
            lines.append(f"  - {name}")
        elif old is None:
            lines.append(f"  + {name}" + (f" ({_text(new)})" if new else ""))
        elif old != new:
            changed = [key for key in sorted(old.keys() | new.keys()) if old.get(key) != new.get(key)]
            lines.append(f"  {name}: " + ", ".join(f"{key} {old.get(key)} -> {new.get(key)}" for key in changed))
    return lines if len(lines) <= MOST else [*lines[:MOST], f"  and {len(lines) - MOST} more"]


def text_of(outcome: Outcome) -> str:
    """Everything that is made of a document, a line for each fact and finding."""
    return "".join(f"{name}: {_text(values)}\n" if values else f"{name}\n" for name, values in outcome.items())


def _text(values: dict[str, str]) -> str:
    return ", ".join(f"{key} {value}" for key, value in values.items())


def changed_elements(text: str, chosen: Callable[[str], bool], count: int, seed: int) -> Iterator[Changed]:
    """Documents of XML with a text, an attribute or an element changed, those of the chosen names."""
    random = Random(seed)
    leaves = [match for match in _LEAF.finditer(text) if chosen(match["name"])]
    attributes = [match for match in _ATTRIBUTE.finditer(text) if chosen(match["name"])]
    parents = [match for match in _PARENT.finditer(text) if chosen(match["name"])]
    for _ in range(count if leaves or attributes or parents else 0):
        match = random.choice([*leaves, *leaves, *attributes, *parents])
        line = text.count("\n", 0, match.start()) + 1
        whole, value = match[0], match["value"] if match in leaves or match in attributes else ""
        letter = random.choice("0129x-.,üNE ")
        at = random.randrange(len(value)) if value else 0
        options = [("left out", "\n" * whole.count("\n")), ("written twice", whole * 2)]
        if match in leaves:
            options += [
                ("of another name", whole.replace(match["name"], match["name"] + "_X")),
                ("in small letters", whole.replace(match["name"], match["name"].lower())),
            ]
        if match in attributes:
            options = [("left out", "")]
        if value:
            start = match.start("value") - match.start()
            texts = ("", letter, value[:at] + letter + value[at + 1 :], value[:at] + letter + value[at:], f" {value} ")
            options += [(f"with the text {new!r}", whole[:start] + new + whole[start + len(value) :]) for new in texts]
        what, new = random.choice(options)
        yield f"{line} {' '.join(whole.split())[:60]}: {what}", text[: match.start()] + new + text[match.end() :]


_LEAF = re.compile(r"<(?P<name>[A-Z_]+)(?: [^<>]*)?>(?P<value>[^<>]*)</(?P=name)>")
_ATTRIBUTE = re.compile(r" (?P<name>[A-Z_]+)=\"(?P<value>[^\"]*)\"")
_PARENT = re.compile(r"<(?P<name>[A-Z_]+)(?: [^<>]*)?>\s*<.*?</(?P=name)>", re.DOTALL)


def report(look: Look, text: str, changed: Iterable[Changed], encoding: str = "utf-8") -> str:
    """What every change does, as a golden file has it."""
    before = look(text.encode(encoding))
    lines = []
    for what, document in changed:
        lines += [what, *(differences(before, look(document.encode(encoding))) or ["  nothing differs"])]
    return "\n".join([*lines, ""])


Write = Callable[[bytes], list[str]]
"""What is written of a document that is read first, line by line, with what is lost."""


def report_written(write: Write, text: str, changed: Iterable[Changed], *, whole: bool, encoding: str = "utf-8") -> str:
    """What every change does to what is written; with what is written of the document as it is if `whole`."""
    before = write(text.encode(encoding))
    lines = [*before] if whole else []
    for what, document in changed:
        after = write(document.encode(encoding))
        differing = [f"  - {line}" for line in before if line not in after]
        differing += [f"  + {line}" for line in after if line not in before]
        if len(differing) > 2 * MOST:
            differing[2 * MOST :] = [f"  and {len(differing) - 2 * MOST} more"]
        lines += [what, *(differing or ["  nothing differs"])]
    return "\n".join([*lines, ""])


def compare(name: str, text: str) -> None:
    """Fail where a golden file says otherwise, with the lines that differ."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("KIBITZ_TESTS_WRITE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    wanted = path.read_text(encoding="utf-8")
    differing = difflib.unified_diff(wanted.splitlines(), text.splitlines(), "golden", "now", lineterm="", n=1)
    shown = "\n".join(list(differing)[:60])
    assert not shown, shown

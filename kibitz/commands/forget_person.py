"""The command that replaces a person's name by a pseudonym, in the files and in everything that came of them."""

import asyncio
import os
import secrets
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from contracts.base import DECISIONS, FileRef
from kibitz.belongings.belonging import Holding, holdings, joined
from kibitz.belongings.pseudonyms import pseudonymised, pseudonyms
from kibitz.commands.forget import SHORTEST, Kept, Logs, Yes, finish, on_the_bus, place_of, take_away, told
from kibitz.commands.options import Data, Nats
from kibitz.console import misused, out
from kibitz.rebuild.backup import Entry, back_up, restore
from kibitz.rebuild.rebuild import Rebuilt, rebuild
from shared.bus.bus import Bus
from shared.kept.journal import Damaged
from shared.kept.originals import Original, OriginalsFolder, OriginalsWriter

Names = list[dict[str, str]]
"""Of each name its words, with what takes their place."""


class Seed:
    """What pseudonyms are made of, kept beside the originals while the command is at work, and what these replace.

    So one that was stopped, and is said again, gives the person no second pseudonym, and knows what it was removing.

    Attributes:
        replaced: digests of originals in whose place others are.
    """

    SIZE = 32

    def __init__(self, folder: Path) -> None:
        """That of a command that was stopped, or a new one."""
        self._path = folder / "forgetting"
        left = self._path.read_bytes() if self._path.exists() else b""
        self.value = left[: self.SIZE] if len(left) >= self.SIZE else secrets.token_bytes(self.SIZE)
        self.replaced = frozenset(left[self.SIZE :].decode("ascii", "replace").split())

    def keep(self, replaced: Iterable[str] = ()) -> None:
        """Write it down, for the operator alone, with what else is replaced."""
        self.replaced |= frozenset(replaced)
        beside = self._path.with_suffix(".new")
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(self.value + " ".join(sorted(self.replaced)).encode())
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._path)

    def remove(self) -> None:
        """Remove it: nobody can tell any more whose pseudonym it was."""
        self._path.unlink()


@dataclass(frozen=True)
class Changed:
    """An original that names the person, and what takes its place."""

    original: Original
    file: FileRef
    data: bytes


def person(
    names: Annotated[
        list[str],
        typer.Argument(help="The name, and each other form or number by which files have it.", metavar="NAME…"),
    ],
    originals: Kept = None,
    logs: Logs = None,
    within: Annotated[list[str] | None, typer.Option("--in", help="Only in the files of these events.")] = None,
    yes: Yes = False,
    nats: Nats = None,
    data: Data = None,
) -> None:
    """Replace a person's name by a pseudonym in every file that has it, and make their events again from these."""
    place = place_of(originals, logs, data)
    kept, seed = place.originals, Seed(place.originals.folder)
    try:
        others = [pseudonyms(name, seed.value) for name in names]
    except ValueError as error:
        misused(str(error), "Send files without this name, and remove those that have it: kibitz forget file.")
    if not all(others):
        misused("a name has letters or digits", "Give it as the files have it.")

    async def work(bus: Bus) -> Rebuilt | None:
        held, everything = await holdings(bus), kept.originals()
        wanted = [each for each in everything if not within or not _events(held, each).isdisjoint(within)]
        found = await asyncio.to_thread(changes, wanted, others)
        named = seed.replaced | {each.original.line.file.sha256 for each in found}
        concerned = {
            digest: each
            for digest, each in held.items()
            if not (within and each.events) or not each.events.isdisjoint(within)
        }
        left = left_over(concerned, everything, others)
        of = joined(held.values(), named | left)
        of = replace(of, stays=of.events | of.files)
        entries = await _entries(bus, found, others, within)
        for each in found:
            digest, events = each.original.line.file.sha256, ", ".join(sorted(_events(held, each.original)))
            out.print(f"  {digest[:SHORTEST]}  {escape(each.file.name)}  {events}", soft_wrap=True)
        for bucket, count in Counter(entry.bucket for entry in entries).items():
            out.print(f"  {bucket}: {count}")
        there = named | left | {each.line.file.sha256 for each in everything}
        if lacking := joined(held.values(), named).files - there:
            missing = ", ".join(held[digest].file.name for digest in sorted(lacking))
            misused(f"originals of files of these events are missing: {missing}", "Send these files again.")
        if not yes:
            return None
        seed.keep()
        _replace(kept, seed, wanted, found, others)
        await restore(bus, entries, datetime.now(UTC))
        gone = told(held, named) | frozenset(names)
        out.print(f"{await take_away(bus, place, of, gone)} messages removed; the changed files are announced")
        made = await rebuild(bus, kept.originals(), again=f"forget-{secrets.token_hex(4)}")
        seed.remove()
        return made

    finish(on_the_bus(nats, data, work, removes=yes))


def _replace(
    kept: OriginalsFolder, seed: Seed, wanted: Iterable[Original], found: Iterable[Changed], names: Names
) -> None:
    """Put changed originals in the place of those that have one of the names; what is removed is written down before.

    Where the name is only in that of the file, its lines are changed: the same bytes are one file.
    """
    kept.rename({each.line.file.sha256 for each in wanted}, lambda name: _without(name.encode(), names).decode())
    writer, replaced = OriginalsWriter(kept.folder), set[str]()
    for each in found:
        line = each.original.line
        if each.file.sha256 != line.file.sha256:
            writer.write([(each.file, (each.data,))], line.at)
            replaced.add(line.file.sha256)
    seed.keep(replaced)
    kept.remove(seed.replaced)


def _events(held: dict[str, Holding], original: Original) -> set[str]:
    digest = original.line.file.sha256
    return held[digest].events if digest in held else set()


def left_over(held: dict[str, Holding], originals: Iterable[Original], names: Names) -> frozenset[str]:
    """Files that are on the bus as they were before a stopped command changed their originals, and refused ones.

    A changed original is known by all that it has in common with the file; one that was renamed, by its digest.
    """
    files = [each.line.file for each in originals]
    kept, changed = {file.sha256 for file in files}, {_shape(file) for file in files}

    def is_left_over(each: Holding) -> bool:
        name = each.file.name.encode()
        is_changed = each.events and each.file.sha256 not in kept
        return _shape(each.file) in changed if is_changed else _without(name, names) != name

    return frozenset(digest for digest, each in held.items() if is_left_over(each))


def _shape(file: FileRef) -> tuple[object, ...]:
    return file.format, file.size, file.sender, file.received_at, file.event


async def _entries(bus: Bus, found: list[Changed], names: Names, within: list[str] | None) -> list[Entry]:
    """Entries of buckets that name the person, or a file that is changed, as they will be."""
    changed = list[Entry]()
    for entry in (await back_up(bus, datetime.now(UTC))).entries:
        data = b64decode(entry.value)
        if entry.bucket == "SECRETS" or (within and not any(event in f"{entry.key} {data!r}" for event in within)):
            continue
        new = _without(data, names)
        for each in found:
            new = new.replace(each.original.line.file.sha256.encode(), each.file.sha256.encode())
        if new != data:
            changed.append(entry.replace(value=b64encode(new).decode()))
    return changed


def changes(originals: Iterable[Original], names: Names) -> list[Changed]:
    """The originals that have one of the names, changed; decisions last, because they name files by their digest."""
    found, digests = list[Changed](), dict[str, str]()
    for original in sorted(originals, key=lambda each: each.line.file.format == DECISIONS):
        file = original.line.file
        try:
            before = original.read()
        except Damaged:
            continue  # a rebuild names it
        data, name = _without(before, names), _without(file.name.encode(), names).decode()
        if file.format == DECISIONS:
            for old, new in digests.items():
                data = data.replace(old.encode(), new.encode())
        digest = sha256(data).hexdigest()
        if data != before:
            digests[file.sha256] = digest
        if data != before or name != file.name:
            found.append(Changed(original, file.replace(sha256=digest, name=name), data))
    return found


def _without(data: bytes, names: Names) -> bytes:
    for words in names:
        data = pseudonymised(data, words)
    return data

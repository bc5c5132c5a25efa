"""Commands that back up and bring back what follows from no file."""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from kibitz.bus_session import with_bus
from kibitz.commands.options import Data, Nats
from kibitz.console import misused, out
from kibitz.rebuild.backup import Backup, back_up, restore

MOST_BYTES = 256 * 1024 * 1024

PATIENCE = 300.0
"""Seconds for all of it."""


def save(
    file: Annotated[Path, typer.Argument(help="File to write; it has secrets in it.", metavar="FILE")],
    nats: Nats = None,
    data: Data = None,
) -> None:
    """Write who may use the desk, private links, queries, screens and subscriptions to a new file."""
    backup = with_bus(nats, data, lambda bus: back_up(bus, datetime.now(UTC)), patience=PATIENCE)
    try:
        # For its owner alone, and never over an older one.
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
            opened.write(backup.model_dump_json())
            opened.flush()
            os.fsync(descriptor)
    except OSError as error:
        misused(f"{file}: {error.strerror}", "Give the name of a new file, in a folder that you may write to.")
    out.print(f"[green]✓[/] {len(backup.entries)} entries in {file}")


def bring_back(
    file: Annotated[Path, typer.Argument(help="File that `kibitz backup save` wrote.", metavar="FILE")],
    nats: Nats = None,
    data: Data = None,
) -> None:
    """Set everything in a backup as it was then; what came later and is not in it stays."""
    try:
        with file.open("rb") as opened:
            text = opened.read(MOST_BYTES + 1)
    except OSError as error:
        misused(f"{file}: {error.strerror}", "Give a file that `kibitz backup save` wrote.")
    try:
        backup = Backup.model_validate_json(text if len(text) <= MOST_BYTES else b"")
    except ValidationError:
        misused(f"{file} is no whole backup", "Give a file that `kibitz backup save` wrote.")
    count = with_bus(nats, data, lambda bus: restore(bus, backup.entries, datetime.now(UTC)), patience=PATIENCE)
    out.print(f"[green]✓[/] {count} entries of {backup.made_at:%Y-%m-%d %H:%M} UTC brought back")
    out.print("  Restart broadcast, so that it takes the links' secret from it; revoke anew what was revoked since.")

"""The command that forgets what has been kept for long enough, by the policy of the data folder."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from kibitz.belongings.belonging import Holding, holdings, joined, written_before
from kibitz.belongings.retention import KINDS, Retention, due_before, due_files, read_policy
from kibitz.commands.forget import Kept, Logs, finish, forget_files, list_files, on_the_bus, place_of
from kibitz.commands.options import Data, Nats
from kibitz.console import misused, out
from kibitz.rebuild.rebuild import Rebuilt
from kibitz.stack.layout import DEFAULT_FOLDER
from shared.bus.bus import Bus

POLICY = "retention.toml"


def due(
    policy: Annotated[
        Path | None, typer.Option(help="How long what is kept.", show_default=f"{POLICY} in the data folder")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="List what would be removed, and remove nothing.")] = False,
    originals: Kept = None,
    logs: Logs = None,
    nats: Nats = None,
    data: Data = None,
) -> None:
    """Remove for good what has been kept for long enough; run it from a timer, say every night."""
    place, rules = place_of(originals, logs, data), _policy(policy or (data or DEFAULT_FOLDER) / POLICY)
    now = datetime.now(UTC)

    async def work(bus: Bus) -> Rebuilt | None:
        held, originals = await holdings(bus), place.originals.originals()
        # An earlier run may have taken files out of the bus before it was stopped.
        known = {each.line.file.sha256: Holding(each.line.file) for each in originals} | held
        gone, before = due_files(rules, known.values(), now), due_before(rules, now)
        counts = await written_before(bus, before)
        of = replace(joined(held.values(), gone), before=before)
        list_files(held, of, gone)
        for kind, subject in KINDS.items():
            if counts[subject]:
                out.print(f"  {kind}: {counts[subject]}")
        return await forget_files(bus, place, held, of, gone, do=bool(gone or counts) and not dry_run)

    finish(on_the_bus(nats, data, work, removes=not dry_run), "leave --dry-run out" if dry_run else "nothing is due")


def _policy(path: Path) -> Retention:
    try:
        return read_policy(path.read_text("utf-8"))
    except OSError as error:
        misused(f"{path}: {error.strerror}", "Write it as in docs/personal-data.md, or name one.")
    except ValueError as error:
        misused(f"{path}: {error}", "docs/personal-data.md has an example.")

"""What a season costs on the disk: `python -m bench season`.

Two servers are filled: one with made-up evenings of a club (14 tables, sent after every round, as `kibitz replay`
does), one with the files of a folder (`KIBITZ_SEASON_FILES`, else the project's test files), each sent once. Then is
counted what their events and files have come to in each stream and bucket, among the originals, and on the disk.

`KIBITZ_SEASON_EVENINGS` sets how many evenings (10).
"""

import os
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from contracts.facts import AsOf
from kibitz.bus_session import with_bus
from kibitz.replay.cut import cut
from kibitz.replay.made_up import Size, made_up_file
from kibitz_client.sending import send, status
from shared.bus.budgets import used_bytes
from tests.support.stack import Stack, wait_until

FIRST = datetime(2026, 1, 5, 19, 0, tzinfo=UTC)
CLUB = Size(14, 13, 2)
ROOT = Path(__file__).parents[1]

Sent = tuple[str, bytes, str | None, datetime | None]
"""Name, bytes, event and time of a file."""


def evenings(number: int) -> Iterator[Sent]:
    for evening in range(number):
        at = FIRST + timedelta(days=evening)
        whole = made_up_file(CLUB, AsOf(at=at, source="stated"), 100 + evening)
        for part in cut(whole, f"evening-{evening}.xml", at):
            yield part.name, part.data, f"evening-{evening}", part.written_at


def real_files() -> Iterator[Sent]:
    folder = Path(os.environ.get("KIBITZ_SEASON_FILES", str(ROOT / "tests/data")))
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.stat().st_size < 4 << 20:
            yield path.name, path.read_bytes(), None, None


def folder_bytes(folder: Path) -> int:
    """What a folder takes on its disk."""
    return sum(path.stat().st_blocks * 512 for path in folder.rglob("*") if path.is_file())


def costs(files: list[Sent]) -> dict[str, Any]:
    """Send files to a server of their own, and count."""
    with tempfile.TemporaryDirectory() as name, Stack(Path(name)) as stack:
        empty = folder_bytes(stack.data / "nats")
        taken: dict[str, int] = {}
        for file, data, event, at in files:
            answer = send(stack.intake, file, data, event=event, written_at=at)
            if answer.taken:
                taken[answer.sha256] = len(data)

        def through() -> bool:
            return all(
                status(stack.intake, digest).body.get("state") in ("scored", "rejected", "accepted") for digest in taken
            )

        wait_until(through, 120, 1)
        # Files that name no event count as an event each.
        events = len({event or file for file, _, event, _ in files})
        streams = with_bus(stack.state()["nats"], stack.data, used_bytes)
        kept = folder_bytes(stack.data / "originals")
        disk = folder_bytes(stack.data / "nats") - empty
        total = sum(streams.values())
        return {
            "files": len(taken),
            "events": events,
            "bytes of a file": sum(taken.values()) // len(taken),
            "of an event in streams": {key: value // events for key, value in sorted(streams.items()) if value},
            "of an event in all streams": total // events,
            "of a file in all streams": total // len(taken),
            "of an event on the disk of the bus": disk // events,
            "of an event among the originals": kept // events,
        }


def measure(*, brief: bool) -> dict[str, Any]:
    number = int(os.environ.get("KIBITZ_SEASON_EVENINGS", "1" if brief else "10"))
    results = {"evenings of a club": costs(list(evenings(number)))}
    return results if brief else results | {"files of a folder": costs(list(real_files()))}

"""Damage to the files of a real server under all services: what the audit makes again, and what it names.

`python -m bench audit` does it two hundred times at random; here are the kinds, and `KIBITZ_DAMAGES` random ones.
"""

import asyncio
import logging
import os
import random
from datetime import timedelta
from pathlib import Path

import pytest

from bench.audit import CLUB, EVENING, ORIGINALS, content, house, offer, one
from contracts import subjects
from contracts.facts import AsOf
from kibitz.replay.made_up import Size, made_up_file
from services.intake.adapters.audit.auditor import Auditor, AuditWork
from services.intake.adapters.audit.remedies import settle
from shared.bus.bus import Bus
from shared.kept.originals import OriginalsFolder

SMALL = made_up_file(Size(5, 5, 1), AsOf(at=EVENING, source="stated"), 9)
LARGE = SMALL.rstrip() + b"\n<!-- " + random.Random(1).randbytes(150_000).hex().encode() + b" -->\n"


def turn_a_bit(folder: Path, stream: str, near: bytes) -> None:
    """In the last message with these bytes."""
    block = next(folder.glob(f"store/jetstream/$G/streams/{stream}/msgs/*.blk"))
    data = bytearray(block.read_bytes())
    data[data.rindex(near)] ^= 1
    block.write_bytes(data)


async def audited(bus: Bus, folder: Path) -> tuple[set[str], set[str]]:
    """Codes of what an audit finds, and of what it cannot repair."""
    report = await Auditor(bus, originals=OriginalsFolder(folder / ORIGINALS)).audit(repair=True)
    return {damage.code for damage in report.found}, {damage.code for damage in report.open}


async def filled(bus: Bus, folder: Path) -> dict[str, str]:
    for number, data in enumerate((SMALL, LARGE)):
        await offer(bus, f"club-{number}.xml", data, CLUB, EVENING + timedelta(hours=number))
    await settle(bus, 60)
    await bus.kv_put("SECRETS", "links", b"follows from nothing", expect=0)
    assert await audited(bus, folder) == (set(), set())
    return await content(bus, folder)


@pytest.mark.asyncio
async def test_what_is_missing_is_made_again_and_what_cannot_be_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "nats"
    async with house(folder) as (_, bus):
        clean = await filled(bus, folder)
        # A message deleted under the running server, and one file's bytes.
        await bus.client.js.delete_msg("VALIDATED", 1)
        await bus.client.js.purge_stream("OBJ_FILES", subject="$O.FILES.C.>")
        found, left = await audited(bus, folder)
        assert found >= {"verdict-missing", "bytes-damaged", "message-lost"}
        assert not left
        assert await content(bus, folder) == clean
        assert await audited(bus, folder) == (set(), set())
        # A whole bucket.
        await bus.client.js.delete_stream("KV_FILE_STATUS")
        found, left = await audited(bus, folder)
        assert "stream-missing" in found
        assert not left
        assert await content(bus, folder) == clean
    # The newest standings, and what follows from nothing, on the disk.
    turn_a_bit(folder, "SCORED", subjects.standings_published(CLUB).encode())
    turn_a_bit(folder, "KV_SECRETS", b"follows")
    journal = next((folder / ORIGINALS).glob("*/journal-*"))
    journal.write_bytes(journal.read_bytes()[:-20])
    async with house(folder) as (_, bus):
        work = AuditWork(Auditor(bus, originals=OriginalsFolder(folder / ORIGINALS)), timedelta(hours=1), look=0.05)
        bus.concerns = work.problems
        task = asyncio.create_task(work.run())
        while work.latest is None or not work.problems():
            await asyncio.sleep(0.05)
        task.cancel()
        assert any("$KV.SECRETS.links" in text for text in work.problems())
        assert any(f"{journal.name}: line 2: " in text for text in work.problems())
        assert not (await bus.healthy()).ok
        held = await content(bus, folder)
        different = {key for key in clean if held.get(key) != clean[key]}
        assert different == {"KV_SECRETS $KV.SECRETS.links", f"ORIGINALS {journal.name}"}
        assert (await Auditor(bus).accept()) is not None
        assert (await audited(bus, folder))[1] == set()


@pytest.mark.asyncio
async def test_no_random_damage_is_silent(tmp_path: Path) -> None:
    async with house(tmp_path / "base") as (_, bus):
        clean = await filled(bus, tmp_path / "base")
    logging.disable(logging.CRITICAL)
    try:
        for seed in range(int(os.environ.get("KIBITZ_DAMAGES", "1"))):
            outcome, what, _ = await one(tmp_path / "base", clean, seed)
            assert outcome != "silent", what
    finally:
        logging.disable(logging.NOTSET)

"""Random damage to every stream and bucket, and what the audit makes of it: `python -m bench audit`.

A small bus is filled once. For each damage a copy of its files loses a tail or has one bit turned, a server is started
on it with all services, and after the audit its content is held against what it was. A damage is

harmless    nothing differs, and the audit finds nothing
repaired    something differed, and nothing does after the audit
reported    something differs, and the audit names what it cannot repair
silent      something differs, and the audit says that all is well

`KIBITZ_DAMAGES` sets how many (200), `KIBITZ_DAMAGES_SEED` which. The cost of reading is measured besides.
"""

import asyncio
import contextlib
import json
import logging
import os
import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from nats.js.api import RawStreamMsg

from contracts import subjects
from contracts.decisions import Decisions, ReassignFiles
from contracts.facts import AsOf
from contracts.questions import FileAnswered, FileAsked, FileOffered, FileStatusAnswered, FileStatusAsked, FileTaken
from contracts.seating import WITHDRAWN
from kibitz.replay.cut import cut
from kibitz.replay.made_up import Size, made_up_file
from kibitz.stack.nats_server.server import EmbeddedServer
from services.acblscore_parser.app import create as acblscore
from services.acblscore_parser.settings import Settings as AcblscoreSettings
from services.export.app import create as export
from services.export.settings import Settings as ExportSettings
from services.intake.adapters.audit.auditor import Auditor
from services.intake.adapters.audit.remedies import settle
from services.intake.adapters.audit.survey import ALL_STREAMS
from services.intake.app import create as intake
from services.intake.domain.status import FileRecord, state_of
from services.intake.settings import Settings as IntakeSettings
from services.pbn_parser.app import create as pbn
from services.pbn_parser.settings import Settings as PbnSettings
from services.scoring.app import create as scoring
from services.scoring.settings import Settings as ScoringSettings
from services.seating.app import create as seating
from services.seating.settings import Settings as SeatingSettings
from services.trf_parser.app import create as trf
from services.trf_parser.settings import Settings as TrfSettings
from services.usebio_parser.app import create as usebio
from services.usebio_parser.settings import Settings as UsebioSettings
from services.validation.app import create as validation
from services.validation.settings import Settings as ValidationSettings
from shared.bus.bus import Bus
from shared.bus.jetstream.stream_reader import StreamReader
from shared.bus.settings import BusSettings
from shared.errors import KibitzError, OperationFailed
from shared.file_bytes import SMALL
from shared.formats.decisions.reader import written
from shared.kept.originals import OriginalsFolder
from shared.service import Service, ServiceFailed, run_services

EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
CLUB, LEAGUE = "lanternlight-pairs-2026", "second-evening"

PRIVATE: Mapping[str, tuple[str, ...]] = {
    "NOTICES": ("key", "one", "two"),
    "WEBHOOKS": ("target.club", "delivery.club"),
    "GRANTS": ("ada", "bo", "cleo"),
    "SECRETS": ("links",),
    "QUERIES": ("q1", "q2", "q3"),
    "SCREENS": ("hall", "bar"),
}
"""Entries of buckets that follow from no file."""

PATIENCE = 60.0

ORIGINALS = "originals"
"""The folder of originals, in that of the server, so that both are copied and damaged together."""


@contextlib.asynccontextmanager
async def house(folder: Path) -> AsyncIterator[tuple[EmbeddedServer, Bus]]:
    """A server on this folder, and all services that read and write durably; audits are made by hand."""
    server = EmbeddedServer(folder)
    await server.start()
    (folder / ORIGINALS).mkdir(exist_ok=True)
    # Nobody starts this process over, which a service ends whose stream was made again.
    bus_settings = BusSettings(url=server.url, publish_timeout=1.0, publish_patience=8.0, look_every=3600)
    services: list[Service[Any]] = [
        intake(lambda: IntakeSettings(bus=bus_settings, port=0, audit_minutes=0, originals=folder / ORIGINALS)),
        usebio(lambda: UsebioSettings(bus=bus_settings)),
        pbn(lambda: PbnSettings(bus=bus_settings)),
        acblscore(lambda: AcblscoreSettings(bus=bus_settings)),
        trf(lambda: TrfSettings(bus=bus_settings)),
        validation(lambda: ValidationSettings(bus=bus_settings)),
        scoring(lambda: ScoringSettings(bus=bus_settings, double_dummy_workers=0)),
        seating(lambda: SeatingSettings(bus=bus_settings)),
        export(lambda: ExportSettings(bus=bus_settings)),
    ]
    stop = asyncio.Event()
    running = asyncio.create_task(run_services(services, stop=stop))
    bus = Bus("intake", bus_settings, on_fatal=print)
    try:
        async with asyncio.timeout(PATIENCE):
            while not all(service.started for service in services):
                if running.done():
                    await running
                await asyncio.sleep(0.01)
        await bus.connect()
        yield server, bus
    finally:
        await bus.stop()
        stop.set()
        with contextlib.suppress(Exception):
            await running
        await server.stop()


async def offer(bus: Bus, name: str, data: bytes, event: str | None, at: datetime) -> FileTaken:
    """Send a file as a scoring program on the bus does."""
    offered = FileOffered(sender="bench", name=name, content=data, event=event, written_at=at)
    return await bus.ask(subjects.file_offered("bench"), offered, FileTaken, patience=20)


def files() -> list[tuple[str, bytes, str | None, datetime]]:
    """What is sent: two evenings of pairs, one of them round by round and large at its end, a Swiss of chess, and
    an evening whose file is moved to another event."""
    data = Path(__file__).parents[1] / "tests/data"
    whole = made_up_file(Size(5, 5, 2), AsOf(at=EVENING, source="stated"), 9)
    sent: list[tuple[str, bytes, str | None, datetime]] = []
    sent += [(part.name, part.data, CLUB, EVENING) for part in cut(whole, "club.xml", EVENING)]
    large = whole.rstrip() + b"\n<!-- " + random.Random(1).randbytes(150_000).hex().encode() + b" -->\n"
    sent.append(("club-end.xml", large, CLUB, EVENING + timedelta(hours=1)))
    sent.append(("pairs.xml", (data / "usebio/pairs-1.0.xml").read_bytes(), LEAGUE, EVENING))
    sent.append(("swiss.trf", (data / "chess/ind0.trf").read_bytes(), None, EVENING))
    sent.append(("broken.trf", b"012 Broken\n001   1 x\n", None, EVENING))
    moved = (data / "usebio/individual.xml").read_bytes()
    sent.append(("moved.xml", moved, "third-evening", EVENING))
    move = ReassignFiles(decision="reassign", file=sha256(moved).hexdigest(), to="fourth-evening")
    ruling = Decisions(event="third-evening", at=EVENING, by="Ada", decisions=(move,))
    sent.append(("move.json", written(ruling), None, EVENING))
    return sent


async def fill(bus: Bus) -> None:
    """Send everything, one after the other, and write the private entries."""
    for name, data, event, at in files():
        await offer(bus, name, data, event, at)
        await settle(bus, PATIENCE)
    for bucket, keys in PRIVATE.items():
        for key in keys:
            await bus.kv_put(bucket, key, f"value of {key}, as it should stay".encode() * 3, expect=0)
    for form in ("csv", "usebio"):
        await bus.ask(subjects.file_asked(CLUB), FileAsked(event=CLUB, format=form), FileAnswered, patience=20)


async def content(bus: Bus, folder: Path) -> dict[str, str]:
    """What the bus and the originals of a folder hold, without positions, times and identities of deliveries: name and
    digest of each thing."""
    held = {f"ORIGINALS {path.name}": _digest(path.read_bytes()) for path in (folder / ORIGINALS).glob("*/*")}
    for spec in ALL_STREAMS:
        name = str(spec.name)
        if name in ("KV_AUDIT", "DEAD") or name.startswith("OBJ_"):
            continue
        everything = name in ("INTAKE", "PARSED", "VALIDATED")
        kept: dict[object, RawStreamMsg] = {}
        async for message in StreamReader(bus, name, ">").up_to_now():
            kept[message.seq if everything else message.subject] = message
        for message in kept.values():
            headers, data = message.headers or {}, message.data or b""
            if name == "KV_FILE_STATUS":
                record = FileRecord.model_validate_json(data)
                held[f"{name} {message.subject}"] = (
                    f"{state_of(record)} {sorted(part.key for part in record.fragments)}"
                )
            elif name.startswith("KV_PARKED_"):
                # What was set aside and went on has left an empty entry.
                held |= {f"{name} {message.subject}": _digest(data)} if data else {}
            elif name.startswith("KV_"):
                held[f"{name} {message.subject}"] = _digest(data)
            elif everything:
                held[f"{name} {headers.get('ce-id')}"] = _digest(data)
            elif name not in ("RENDERINGS",) and (said := _said(str(message.subject), data)):
                held[f"{name} {message.subject}"] = said
    for name in await _objects(bus):
        held[f"FILES {name}"] = await _object(bus, name)
    return held


def _said(subject: str, data: bytes) -> str:
    """What a state says; "" for what is made again when it is needed."""
    document = json.loads(data)
    if ".event.merged." in subject:
        return _digest(json.dumps({**document, "applied": 0}, sort_keys=True).encode())
    if document.get("assignment", {}).get("rule") == WITHDRAWN:
        return ""  # of seats that nobody may have seen
    return str(document.get("digest", ""))


async def _objects(bus: Bus) -> list[str]:
    listed = [sha256(data).hexdigest() for _, data, _, _ in files() if len(data) > SMALL]
    return [name for name in listed if await bus.object_digest("FILES", name) is not None]


async def _object(bus: Bus, name: str) -> str:
    try:
        async with asyncio.timeout(3):
            return _digest(await bus.get_object("FILES", name, limit=1 << 26))
    except (OperationFailed, TimeoutError):
        return "damaged"


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]


def damage(folder: Path, draw: random.Random) -> str:
    """Turn a bit or cut off a tail in one file of one stream or of the originals; what was done."""
    streams = sorted((folder / "store/jetstream/$G/streams").iterdir())
    stream = draw.choice([each for each in streams if each.name != "KV_AUDIT"])
    if draw.random() < 0.1:
        stream = folder / ORIGINALS
    known = sorted(path for path in stream.rglob("*") if path.is_file() and path.stat().st_size)
    blocks = [path for path in known if path.suffix == ".blk"]
    path = draw.choice(blocks if blocks and draw.random() < 0.7 else known)
    data = bytearray(path.read_bytes())
    at = draw.randrange(len(data))
    if cut_off := draw.random() < 0.4:
        data = data[:at]
    else:
        data[at] ^= 1 << draw.randrange(8)
    path.write_bytes(data)
    return f"{stream.name}/{path.relative_to(stream)} {'cut at' if cut_off else 'bit turned at'} {at}"


async def one(base: Path, clean: dict[str, str], seed: int) -> tuple[str, str, float]:
    """Damage a copy of a bus, audit it and judge: the outcome, what happened, and the seconds until it was known."""
    draw = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "nats"
        shutil.copytree(base, folder)
        done = damage(folder, draw)
        known = done.startswith(ORIGINALS) or draw.random() < 0.5
        originals = OriginalsFolder(folder / ORIGINALS) if known else None
        began = time.monotonic()
        try:
            async with house(folder) as (_, bus):
                await settle(bus, PATIENCE)
                report = await Auditor(bus, originals=originals).audit(repair=True)
                seconds = time.monotonic() - began
                held = await content(bus, folder)
                alive = await goes_on(bus)
        except (KibitzError, TimeoutError, ServiceFailed) as error:
            return "reported", f"{done}: does not start: {error}"[:300], time.monotonic() - began
    different = sorted(key for key in clean.keys() | held.keys() if clean.get(key) != held.get(key))
    said = "; ".join(each.text for each in report.open[:2]) or "; ".join(each.text for each in report.found[:2])
    what = f"{done} (originals: {known}): differs {different[:3]}; alive {alive}; audit: {said}"
    if not report.ok:
        return "reported", what, seconds
    if different or not alive:
        return "silent", what, seconds
    return ("repaired" if report.found_total else "harmless"), what, seconds


async def goes_on(bus: Bus) -> bool:
    """Whether a new file is scored."""
    data = made_up_file(Size(5, 5, 2), AsOf(at=EVENING + timedelta(hours=2), source="stated"), 10)
    taken = await offer(bus, "new.xml", data, CLUB, EVENING + timedelta(hours=2))
    for _ in range(100):
        answer = await bus.ask(
            subjects.file_status_asked(), FileStatusAsked(sha256=taken.sha256), FileStatusAnswered, patience=5
        )
        if answer.status is not None and answer.status.state == "scored":
            return True
        await asyncio.sleep(0.1)
    return False


async def campaign(damages: int, seed: int) -> dict[str, Any]:
    """Damage a small bus so many times."""
    outcomes, slowest, lines = Counter[str](), 0.0, []
    with tempfile.TemporaryDirectory() as name:
        base = Path(name) / "base"
        async with house(base) as (_, bus):
            await fill(bus)
            await settle(bus, PATIENCE)
            first = await Auditor(bus).audit(repair=True)
            clean = await content(bus, base)
        if first.found_total:
            raise SystemExit(f"the undamaged bus is damaged: {[each.text for each in first.found[:5]]}")
        for number in range(damages):
            outcome, what, seconds = await one(base, clean, seed + number)
            outcomes[outcome] += 1
            slowest = max(slowest, seconds)
            line = f"{number} {outcome} {seconds:.1f} s {what}"
            print(line, flush=True)
            if outcome == "silent":
                lines.append(line)
    return {"damages": damages, **outcomes, "slowest seconds": round(slowest, 1), "silent ones": lines}


def measure(*, brief: bool) -> dict[str, Any]:
    logging.disable(logging.CRITICAL)
    damages = int(os.environ.get("KIBITZ_DAMAGES", "4" if brief else "200"))
    return asyncio.run(campaign(damages, int(os.environ.get("KIBITZ_DAMAGES_SEED", "1"))))

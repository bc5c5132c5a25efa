"""Originals are announced again as they were received, one after the other; a real server is in tests/e2e."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import AsyncMock

import nats.errors
import pytest

from contracts.base import FileRef
from contracts.messages import FileReceived
from contracts.questions import FileStatus, FileStatusAnswered
from kibitz.rebuild import rebuild as module
from kibitz.rebuild.rebuild import ACCEPTED, NOTED, SEATED, rebuild, through
from shared.bus.repair import REPAIR
from shared.bus.topology import CONSUMERS
from shared.errors import OperationFailed
from shared.file_bytes import file_bytes
from shared.kept.originals import Original, OriginalsFolder, OriginalsWriter, path_of
from shared.kept.queries import ENDED_BY, PeriodEnd, QueryBucket
from tests.support.memory_bus import MemoryBus

START = datetime(2031, 10, 3, 20, tzinfo=UTC)
EVENT = "club-night"
DECISION = json.dumps(
    {"kibitz": "decisions", "event": EVENT, "at": START.isoformat(), "decisions": [{"decision": "lock", "round": 2}]}
).encode()


def ref(data: bytes, **changes: object) -> FileRef:
    given = {"name": "x.pbn", "format": "pbn", "sender": "club", "received_at": START, **changes}
    return FileRef(sha256=sha256(data).hexdigest(), size=len(data), **given)  # type: ignore[arg-type]


def received(folder: Path, *files: tuple[bytes, FileRef]) -> list[Original]:
    writer = OriginalsWriter(folder)
    for number, (data, file) in enumerate(files):
        writer.write([(file, (data,))], START + timedelta(seconds=number))
    return OriginalsFolder(folder).originals()


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, int]]:
    """For what a rebuild waited, and how much was announced by then."""
    seen: list[tuple[object, int]] = []

    async def waited(bus: MemoryBus, way: object) -> None:
        seen.append((way, len(bus.messages)))

    monkeypatch.setattr(module, "through", waited)
    return seen


def bus_with(state: Callable[[str], str] = lambda _: "scored") -> MemoryBus:
    async def answer(asked: object) -> FileStatusAnswered:
        file = ref(b"").replace(sha256=asked.sha256)  # type: ignore[attr-defined]
        return FileStatusAnswered(sha256=file.sha256, status=FileStatus(file=file, state=state(file.sha256)))  # type: ignore[arg-type]

    return MemoryBus(answers=answer)


@pytest.mark.usefixtures("waits")
async def test_files_are_announced_as_they_were_received_with_their_bytes(tmp_path: Path) -> None:
    files = [(b"%d" % number, ref(b"%d" % number, event=f"e{number}")) for number in range(3)]
    bus = bus_with()
    rebuilt = await rebuild(bus, received(tmp_path, *files))  # type: ignore[arg-type]
    messages = [message for _, message in bus.messages if isinstance(message, FileReceived)]
    assert [message.file for message in messages] == [file for _, file in files]
    assert [await file_bytes(bus, message, limit=9) for message in messages] == [data for data, _ in files]  # type: ignore[arg-type]
    assert (rebuilt.announced, rebuilt.there, rebuilt.faults, rebuilt.states) == (3, 0, [], {"scored": 3})


@pytest.mark.usefixtures("waits")
async def test_what_is_there_is_left_alone_also_under_each_of_several_events(tmp_path: Path) -> None:
    files = [(b"one", ref(b"one", event=event)) for event in (None, "a", "b")]
    originals, bus = received(tmp_path, *files), bus_with()
    await rebuild(bus, originals[:2])  # type: ignore[arg-type]
    rebuilt = await rebuild(bus, originals)  # type: ignore[arg-type]
    assert (rebuilt.announced, rebuilt.there, len(bus.messages)) == (1, 2, 3)
    rebuilt = await rebuild(bus, originals)  # type: ignore[arg-type]
    assert (rebuilt.announced, rebuilt.there, len(bus.messages)) == (0, 3, 3)


async def test_a_decision_and_later_files_of_its_event_wait_for_the_seats(
    tmp_path: Path, waits: list[tuple[object, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    events = {b"1": EVENT, b"2": EVENT, b"3": "another", DECISION: EVENT}
    monkeypatch.setattr(
        module,
        "parse_file",
        lambda _, file, data: (None, [SimpleNamespace(fragment=SimpleNamespace(event=events[data]))]),
    )
    files = [(b"1", ref(b"1")), (DECISION, ref(DECISION, format="decisions")), (b"2", ref(b"2")), (b"3", ref(b"3"))]
    await rebuild(bus_with(), received(tmp_path, *files))  # type: ignore[arg-type]
    assert waits == [(ACCEPTED, 0), (ACCEPTED, 0), (SEATED, 1), (SEATED, 2), (ACCEPTED, 3), (NOTED, 4)]


async def test_a_decision_that_is_there_counts_when_a_rebuild_goes_on(
    tmp_path: Path, waits: list[tuple[object, int]]
) -> None:
    files = [(DECISION, ref(DECISION, format="decisions")), (b"no PBN", ref(b"no PBN", format="decisions"))]
    originals, bus = received(tmp_path, *files), bus_with()
    await rebuild(bus, originals[:1])  # type: ignore[arg-type]
    waits.clear()
    await rebuild(bus, originals)  # type: ignore[arg-type]
    assert waits == [(ACCEPTED, 1), (SEATED, 1), (NOTED, 2)]


@pytest.mark.usefixtures("waits")
async def test_damaged_and_missing_originals_are_said_with_their_place_and_the_rest_goes_on(tmp_path: Path) -> None:
    files = [(b"%d" % number, ref(b"%d" % number, name=f"{number}.pbn")) for number in range(4)]
    originals = received(tmp_path, *files)
    (tmp_path / path_of(files[0][1])).unlink()
    (tmp_path / path_of(files[2][1])).write_bytes(b"x")
    bus = bus_with(lambda digest: "received" if digest == files[3][1].sha256 else "rejected")
    rebuilt = await rebuild(bus, originals)  # type: ignore[arg-type]
    assert (rebuilt.announced, rebuilt.states) == (2, {"received": 1, "rejected": 1})
    assert [fault.place.partition(", ")[2] for fault in rebuilt.faults] == ["line 1", "line 3"]
    assert ["0.pbn" in rebuilt.faults[0].text, "2.pbn" in rebuilt.faults[1].text] == [True, True]
    assert rebuilt.unfinished == [f"3.pbn ({files[3][1].sha256[:12]}): received"]


@pytest.mark.usefixtures("waits")
async def test_what_was_taken_out_a_moment_ago_is_announced_as_a_repair(tmp_path: Path) -> None:
    bus = bus_with()
    await rebuild(bus, originals := received(tmp_path, (b"1", ref(b"1"))))  # type: ignore[arg-type]
    bus.messages[0], bus.send = ("removed", bus.messages[0][1]), AsyncMock()  # type: ignore[attr-defined]
    rebuilt = await rebuild(bus, originals)  # type: ignore[arg-type]
    assert (rebuilt.announced, rebuilt.faults) == (1, [])
    (_, message, headers) = bus.send.await_args.args  # type: ignore[attr-defined]
    assert (message.file, headers[REPAIR][:8]) == (originals[0].line.file, "rebuild-")


@pytest.mark.usefixtures("waits")
async def test_what_a_correction_period_ended_with_is_put_back_before_anything_is_announced(tmp_path: Path) -> None:
    until, at = START + timedelta(minutes=5), START + timedelta(minutes=6)
    status = {"decision": "status", "status": "provisional", "corrections_until": until.isoformat()}
    official = {"decision": "status", "status": "official", "outcome": "ab" * 32}
    bus, files = bus_with(), []
    for moment, by, said in ((START, "Ada", status), (at, ENDED_BY, official)):
        whole = {"kibitz": "decisions", "event": EVENT, "at": moment.isoformat(), "by": by, "decisions": [said]}
        data = json.dumps(whole).encode()
        files.append((data, ref(data, format="decisions", name=by)))
    await rebuild(bus, received(tmp_path, *files))  # type: ignore[arg-type]
    assert [message.file.name for _, message in bus.messages] == [ENDED_BY, "Ada"]  # type: ignore[attr-defined]
    proposed = PeriodEnd(outcome="cd" * 32, at=START + timedelta(days=9))
    assert await QueryBucket(bus).end(EVENT, until, proposed) == PeriodEnd(outcome="ab" * 32, at=at)  # type: ignore[arg-type]


class Server:
    """Says how far each consumer is; one of them needs some looks."""

    def __init__(self, slow: str, looks: int, *, gone: bool = False) -> None:
        self.slow, self.looks, self.gone = slow, looks, gone

    async def stream_info(self, stream: str) -> object:
        if self.gone:
            raise nats.errors.TimeoutError
        return SimpleNamespace(state=SimpleNamespace(last_seq=9))

    async def consumers_info(self, stream: str) -> list[object]:
        self.looks -= 1
        names = [spec.durable for spec in CONSUMERS if spec.stream == stream]
        if self.looks > 0:
            names.remove(self.slow)
        waits = self.looks > -2
        return [
            SimpleNamespace(
                name=name,
                num_pending=0,
                num_ack_pending=int(waits and name == self.slow),
                ack_floor=SimpleNamespace(stream_seq=4),
            )
            for name in names
        ]


async def test_a_consumer_is_waited_for_until_it_is_there_and_has_answered() -> None:
    server = Server("seating-event-merged", 3)
    bus = SimpleNamespace(client=SimpleNamespace(js=server))
    await through(bus, (("MERGED", ("seating",)),))  # type: ignore[arg-type]
    assert server.looks == -2


@pytest.mark.parametrize("server", [Server("seating-event-merged", 10**6), Server("", 0, gone=True)])
async def test_services_that_do_not_go_on_are_named(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.02)
    bus = SimpleNamespace(client=SimpleNamespace(js=server))
    with pytest.raises(OperationFailed, match="stream MERGED is not read on"):
        await through(bus, (("MERGED", ("seating",)),))  # type: ignore[arg-type]

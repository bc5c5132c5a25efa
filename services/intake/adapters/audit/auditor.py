"""An audit from beginning to end: look, repair, look again, report; and what one audit leaves to the next.

It is held by one process at a time: whoever writes the turn in the bucket AUDIT has it.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from services.intake.adapters.audit.reading import Pace
from services.intake.adapters.audit.remedies import ReadOriginal, Remedies, no_originals, settle
from services.intake.adapters.audit.survey import Survey, Surveyor
from services.intake.domain.audit.damage import (
    LISTED,
    Damage,
    Found,
    Memory,
    Outcome,
    Remedy,
    Report,
    damage,
    outcome,
    turn,
)
from services.intake.domain.audit.sequences import as_runs
from shared.bus.bus import Bus
from shared.bus.errors import Conflict
from shared.bus.wire import encode
from shared.errors import KibitzError, OperationFailed
from shared.kept.originals import Fault, OriginalsFolder

logger = logging.getLogger("kibitz.audit")

BUCKET = "AUDIT"
REPORT, MEMORY, TURN = "report", "memory", "turn"

ROUNDS = 3
"""How often is repaired and looked again: what is made again may show what is missing behind it."""

SETTLING = 60.0
"""Seconds for the services to handle what was sent again."""

RETRY = 60.0
"""Seconds before an audit is tried again that could not be done."""

FEWEST_ACCEPTED = 1_000
"""How many accepted damages are remembered."""


class Auditor:
    """Audits a bus."""

    def __init__(
        self,
        bus: Bus,
        *,
        originals: OriginalsFolder | None = None,
        pace: Pace | None = None,
        small: int = 256 * 1024,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Audit over this connection; in `originals` bytes are looked for, and they are audited too."""
        self._bus = bus
        self._pace = pace or Pace()
        self._surveyor = Surveyor(bus, self._pace)
        self._folder = originals
        self._originals: ReadOriginal = originals.read if originals is not None else no_originals
        self._small = small
        self._now = now

    async def audit(self, *, repair: bool) -> Report:
        """Look at everything, and make again what can be made.

        Raises:
            OperationFailed: the bus does not answer, streams cannot be read that every file is followed through, or
                something was removed meanwhile, which would pass for a loss.
        """
        began, started = self._now(), time.monotonic()
        memory = known = await self.memory()
        first = await self._surveyor.look(memory)
        await self._nothing_removed(known)
        last = await self._repaired(first, memory, began) if repair else first
        outside = await self._outside()
        before, left = [*_damages(first), *outside], [*_damages(last), *outside]
        lost = [found.damage for found in first.lost]
        said = outcome(lost, before, left, repaired=repair)
        open_, memory = _remembered(memory, left, said, first, last)
        if repair:
            await self._nothing_removed(known)
            await self._write(MEMORY, memory)
        found = [*before, *lost]
        report = Report(
            began_at=began,
            seconds=round(time.monotonic() - started, 2),
            messages=first.messages,
            found=tuple(found[:LISTED]),
            open=tuple(open_[:LISTED]),
            found_total=len(found),
            open_total=len(open_),
            repaired=sum(damage.key not in {left.key for left in open_} for damage in found),
            unread=tuple(first.unread),
        )
        await self._write(REPORT, report)
        for state, count in (("found", report.found_total), ("open", report.open_total)):
            self._bus.metrics.damages.labels(self._bus.service, state).set(count)
        _log(report)
        return report

    async def _outside(self) -> list[Damage]:
        """What is damaged in the folder of originals."""
        if self._folder is None:
            return []
        try:
            faults = await asyncio.to_thread(self._folder.damages, self._pace.share)
        except OSError as error:
            faults = [Fault(".", f"the folder cannot be read: {error.strerror}")]
        names = [f"{fault.place}: {fault.text}" for fault in faults]
        return [damage("original-damaged", "ORIGINALS", name, f"In the originals, {name}"[:500]) for name in names]

    async def _nothing_removed(self, known: Memory) -> None:
        """Whoever removes something tells the memory of it first."""
        if await self.memory() != known:
            raise OperationFailed("events or files were removed while they were audited: audit again")

    async def memory(self) -> Memory:
        """What earlier audits left."""
        value, _ = await self._bus.kv_get(BUCKET, MEMORY)
        return Memory.model_validate_json(value) if value else Memory()

    async def report(self) -> Report | None:
        """What the last audit came to; None before the first."""
        value, _ = await self._bus.kv_get(BUCKET, REPORT)
        return Report.model_validate_json(value) if value else None

    async def accept(self) -> Report | None:
        """Take note of everything that is open, so that it is no longer reported; the last report after that."""
        memory, report = await self.memory(), await self.report()
        if report is None:
            return None
        keys = dict.fromkeys((*memory.accepted, *(damage.key for damage in (*report.open, *memory.unrepaired))))
        accepted = tuple(keys)[-FEWEST_ACCEPTED:]
        await self._write(MEMORY, memory.replace(accepted=accepted, unrepaired=()))
        report = report.replace(open=(), open_total=0)
        await self._write(REPORT, report)
        return report

    async def turn(self, every: timedelta) -> bool:
        """Whether it is this process's turn: nobody has begun an audit lately."""
        value, revision = await self._bus.kv_get(BUCKET, TURN)
        now = self._now()
        if value and timedelta(0) <= now - datetime.fromisoformat(value.decode()) < every:
            return False
        try:
            await self._bus.kv_put(BUCKET, TURN, now.isoformat().encode(), expect=revision)
        except Conflict:
            return False
        return True

    async def _repaired(self, first: Survey, memory: Memory, began: datetime) -> Survey:
        survey, carried = first, set[Remedy]()
        if any(found.damage.code == "stream-missing" for found in first.found):
            await self._bus.provision()
            survey = await self._surveyor.look(memory)
            first.lost += survey.lost
        losses = first.lost
        for number in range(ROUNDS):
            wanted = {found.remedy for found in (*survey.found, *losses) if found.remedy is not None} - carried
            if not wanted:
                break
            remedies = sorted(wanted, key=turn)
            run, losses = f"{began:%Y%m%dT%H%M%S}-{number}", []
            carried |= wanted
            done = await Remedies(self._bus, self._originals, run, self._small).carry_out(remedies)
            settled = await settle(self._bus, SETTLING)
            survey = await self._surveyor.look(memory)
            if not settled:
                text = f"What was sent again is not handled after {SETTLING:g} s; kibitz doctor says what waits"
                survey.found.append(Found(damage("not-handled", "services", "repair", text)))
            if not done:
                break
        end = max(memory.last.get("VALIDATED", 0), survey.published)
        if survey.last.get("VALIDATED", 0) < end:
            await Remedies(self._bus, self._originals, f"{began:%Y%m%dT%H%M%S}", self._small).fill("VALIDATED", end)
            await settle(self._bus, SETTLING)
        return survey

    async def _write(self, key: str, value: Memory | Report) -> None:
        _, revision = await self._bus.kv_get(BUCKET, key)
        await self._bus.kv_put(BUCKET, key, encode(value), expect=revision)


class AuditWork:
    """Audits at start and from time to time, and says whether all is well."""

    def __init__(self, auditor: Auditor, every: timedelta, *, look: float = 10.0) -> None:
        """Audit every so often; the report of another process is read every `look` seconds."""
        self._auditor = auditor
        self._every = every
        self._look = look
        self.latest: Report | None = None

    async def run(self) -> None:
        """Audit until cancelled; the first one as soon as this process has started."""
        first = True
        while True:
            try:
                if await self._auditor.turn(timedelta(seconds=RETRY) if first else self._every):
                    await self._auditor.audit(repair=True)
                first = False
                self.latest = await self._auditor.report()
            except KibitzError as error:
                logger.error("the audit could not be done and is tried again: %s", error)
                await asyncio.sleep(RETRY)
            await asyncio.sleep(self._look)

    def problems(self) -> tuple[str, ...]:
        """What is wrong and was not accepted, by name."""
        if self.latest is None:
            return ()
        return tuple(f"audit: {damage.text}" for damage in self.latest.open)


def _damages(survey: Survey) -> list[Damage]:
    return list({found.damage.key: found.damage for found in survey.found}.values())


def _remembered(
    memory: Memory, left: list[Damage], said: Outcome, first: Survey, last: Survey
) -> tuple[list[Damage], Memory]:
    """What is open now, and the memory for the next audit."""
    unrepaired = {damage.key: damage for damage in (*memory.unrepaired, *said.unrepaired)}
    kept = {key: damage for key, damage in unrepaired.items() if key not in memory.accepted}
    open_ = list({**{damage.key: damage for damage in left if damage.key not in memory.accepted}, **kept}.values())
    settled = dict(memory.settled)
    for stream in first.losses:
        if stream in said.settled:
            before = (seq for start, end in settled.get(stream, ()) for seq in range(start, end + 1))
            settled[stream] = as_runs((*before, *first.losses[stream].lost))
    ends = {name: max(end, memory.last.get(name, 0)) if name == "VALIDATED" else end for name, end in last.last.items()}
    return open_, memory.replace(
        last=ends, settled=settled, dropped=last.dropped, unrepaired=tuple(kept.values())[:LISTED]
    )


def _log(report: Report) -> None:
    level = logging.INFO if not report.found_total else logging.WARNING if report.ok else logging.ERROR
    named = "; ".join(damage.text for damage in (report.open or report.found)[:5])
    logger.log(
        level,
        "audit: %d messages read in %.1f s, %d damages found, %d repaired, %d open%s",
        report.messages,
        report.seconds,
        report.found_total,
        report.repaired,
        report.open_total,
        f": {named}" if named else "",
    )

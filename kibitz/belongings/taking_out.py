"""Taking what belongs to events and files out of the bus, so that no byte of it is left in the files of the server.

Rules kept here:

1. What says what belongs together goes last. So this may be stopped at any moment, and done again.
2. A message of a stream is deleted with its bytes overwritten. Keys cannot be deleted one by one: they are purged.
3. What the server drops by itself, and what it purges, stays on the disk: such streams are written anew
   (`written_anew.py`), and so is one whose newest message goes, because the audit takes a missing end for a loss.
4. The audit is told before, so that it neither reports what is gone nor makes it again: one that is under way gives up,
   and none begins for a minute.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime

from contracts.access.grants import Grant
from contracts.screens.screen import Screens
from kibitz.belongings.belonging import ALL_STREAMS, Belongings, Found, belonging
from kibitz.belongings.written_anew import unfinished, write_anew
from services.intake.adapters.audit.auditor import BUCKET as AUDIT
from services.intake.adapters.audit.auditor import MEMORY, TURN
from services.intake.domain.audit.damage import Memory
from services.intake.domain.audit.sequences import as_runs
from shared.bus.bus import Bus
from shared.bus.errors import Conflict
from shared.bus.topology import StreamSpec
from shared.bus.wire import encode
from shared.kept.grants import BUCKET as GRANTS
from shared.kept.screens import ScreenBucket

KEEPS_ALL = ("INTAKE", "PARSED", "VALIDATED")
"""Streams that drop nothing by themselves, and whose sequences are those of standings. PARSED says what files hold."""

ALWAYS_ANEW = ("MERGED", "KV_")
"""Every service has one of them, and starts over when it is made again: nothing stays in anybody's memory."""


async def take_out(bus: Bus, of: Belongings) -> int:
    """Take out everything that belongs to these events and files; how many messages that were.

    Raises:
        OperationFailed: the server does not do it; do it again.
    """
    await unfinished(bus, ALL_STREAMS)
    await _edit(bus, of)
    found = await belonging(bus, of)
    await _tell_audit(bus, of, found)
    by_stream = defaultdict[str, list[Found]](list)
    for each in found:
        by_stream[each.stream].append(each)
    for spec in sorted(ALL_STREAMS, key=_turn):
        name = str(spec.name)
        anew = name not in KEEPS_ALL and await _needs_writing(bus, spec, by_stream[name])
        await _delete(bus, name, by_stream[name])
        if anew:
            await write_anew(bus, spec)
    return len(found)


def _turn(spec: StreamSpec) -> int:
    """Objects before the messages that refer to them, and what tells of files and events last."""
    name = str(spec.name)
    return KEEPS_ALL.index(name) + 2 if name in KEEPS_ALL else int(not name.startswith("OBJ_"))


async def _needs_writing(bus: Bus, spec: StreamSpec, gone: Iterable[Found]) -> bool:
    name, state = str(spec.name), (await bus.client.js.stream_info(str(spec.name))).state
    if not state.messages and not state.last_seq:
        return name.startswith(ALWAYS_ANEW)
    drops = spec.max_msgs_per_subject != -1 or name.startswith("OBJ_STATES_")
    dropped = state.first_seq > 1 or state.messages < state.last_seq
    return name.startswith(ALWAYS_ANEW) or (drops and dropped) or state.last_seq in {each.seq for each in gone}


async def _delete(bus: Bus, stream: str, gone: Iterable[Found]) -> None:
    js = bus.client.js
    for each in gone:
        if stream.startswith("KV_"):
            await bus.in_stream(stream, lambda each=each: js.purge_stream(stream, subject=each.subject))  # type: ignore[misc]
        else:
            await bus.in_stream(stream, lambda each=each: js.delete_msg(stream, each.seq))  # type: ignore[misc]


async def _edit(bus: Bus, of: Belongings) -> None:
    """Keep what is about other events, too: screens without these parts, grants for the other events."""
    of = of.for_good
    bucket = ScreenBucket(bus)
    if of.named_in(encode(await bucket.read())):
        await bucket.change(lambda screens: _without(screens, of))
    grants = [(key, value) async for key, value in bus.kv_items(GRANTS) if of.named_in(value)]
    for key, value in grants:
        grant = Grant.model_validate_json(value)
        left = tuple(event for event in grant.events if event not in of.events)
        _, revision = await bus.kv_get(GRANTS, key)
        # Without any event left it goes with them: a grant that names none would be for all.
        if left:
            await bus.kv_put(GRANTS, key, encode(grant.replace(events=left)), expect=revision)


def _without(screens: Screens, of: Belongings) -> Screens:
    kept = []
    for screen in screens.screens:
        parts = tuple(part for part in screen.parts if part.event not in of.events)
        if parts:
            kept.append(screen.replace(parts=parts))
    return screens.replace(screens=tuple(kept))


async def _tell_audit(bus: Bus, of: Belongings, gone: Iterable[Found]) -> None:
    sequences = defaultdict[str, list[int]](list)
    for each in gone:
        if each.stream in KEEPS_ALL:
            sequences[each.stream].append(each.seq)
    while True:
        value, revision = await bus.kv_get(AUDIT, MEMORY)
        memory = Memory.model_validate_json(value) if value else Memory()
        settled = dict(memory.settled)
        for stream, those in sequences.items():
            before = (seq for first, last in settled.get(stream, ()) for seq in range(first, last + 1))
            settled[stream] = as_runs((*before, *those))
        told = memory.replace(
            last={name: seq for name, seq in memory.last.items() if name in KEEPS_ALL},
            settled=settled,
            unrepaired=tuple(each for each in memory.unrepaired if not of.named_in(encode(each))),
            accepted=tuple(key for key in memory.accepted if of.names.isdisjoint(key.split(":"))),
        )
        try:
            await bus.kv_put(AUDIT, MEMORY, encode(told), expect=revision)
            _, revision = await bus.kv_get(AUDIT, TURN)
            await bus.kv_put(AUDIT, TURN, datetime.now(UTC).isoformat().encode(), expect=revision)
        except Conflict:
            continue
        return

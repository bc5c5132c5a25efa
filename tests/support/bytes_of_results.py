"""What must be the same bytes whatever happened on the way: standings and travellers, without positions and times.

`final_results` is what the page shows; `final_state` is what stands on the bus, and every export, which is asked for.
"""

import asyncio
import json
from typing import Any

from contracts import subjects
from contracts.messages import BoardScored, EventMerged, RoundAssigned, RoundScored
from contracts.questions import FileAnswered, FileAsked
from contracts.seating import WITHDRAWN
from shared.bus.bus import Bus
from shared.bus.errors import Unanswered
from shared.bus.settings import BusSettings
from tests.support.followed import newest_standings
from tests.support.stack import Stack
from tests.support.time_limits import scaled


def final_results(stack: Stack, event: str) -> bytes:
    """Rankings and travellers of an event as canonical JSON, read over HTTP."""
    standings = stack.get(f"/v1/events/{event}/standings")
    meta = standings["meta"]
    boards: dict[str, Any] = {}
    for board in meta["boards"]:
        document = stack.get(f"/v1/events/{event}/boards/{board['id']}")
        boards[board["id"]] = document["rows"]
    kept = {key: meta[key] for key in ("title", "status", "progress", "rankings", "boards", "method", "differences")}
    document = {"rows": standings["rows"], "meta": kept, "boards": boards}
    return json.dumps(document, sort_keys=True, ensure_ascii=False).encode()


def final_state(url: str) -> dict[str, dict[str, str]]:
    """By event: merged event, standings, travellers, seats and files in other formats, each as JSON or a digest."""
    return asyncio.run(_final_state(url))


async def _final_state(url: str) -> dict[str, dict[str, str]]:
    bus = Bus("reader", BusSettings(url=url, provision="check"))
    await bus.connect()
    found: dict[str, dict[str, str]] = {}
    try:
        everything = subjects.ANY
        async for merged in bus.history(subjects.event_merged(everything), EventMerged, last_per_subject=True):
            plain = merged.message.model_dump_json(exclude={"applied"}, exclude_none=True)
            found[merged.message.event] = {"merged": plain}
        for event, of_event in found.items():
            newest = await newest_standings(bus, event)
            document = newest.model_dump_json(include={"standings", "digest", "calculated_at"}, exclude_none=True)
            of_event["standings"] = document
        async for one in bus.history(subjects.board_scored(everything, everything), BoardScored, last_per_subject=True):
            board = one.message.board
            if not board.lines:
                continue  # taken back by a correction; whoever heard the files in another order never had it
            found[board.event][f"board {board.id}"] = board.model_dump_json(exclude_none=True)
        rounds = subjects.round_scored(everything, everything)
        async for of_chess in bus.history(rounds, RoundScored, last_per_subject=True):
            round_ = of_chess.message.round
            if not round_.games:
                continue  # as a board without lines
            found[round_.event][f"round {round_.id}"] = round_.model_dump_json(exclude_none=True)
        async for seats in bus.history(subjects.round_assigned(everything), RoundAssigned, last_per_subject=True):
            assignment = seats.message.assignment
            if assignment.rule != WITHDRAWN:
                found[assignment.event]["seats"] = assignment.model_dump_json(exclude_none=True)
        for event, of_event in found.items():
            for name in (await _asked(bus, FileAsked(event=event))).formats:
                rendered = (await _asked(bus, FileAsked(event=event, format=name))).file
                assert rendered is not None
                assert len(rendered.data()) == rendered.size
                if rendered.format == "seats-csv" and rendered.next_round is None:
                    continue  # the heading alone: there were seats once, which somebody else may never have seen
                said_of_it = rendered.model_dump_json(exclude={"applied", "assignment", "content"}, exclude_none=True)
                of_event[f"file {name}"] = said_of_it
    finally:
        await bus.stop()
    return found


async def _asked(bus: Bus, asked: FileAsked) -> FileAnswered:
    """The answer of the export service, which may have been killed a moment ago."""
    for _ in range(60):
        try:
            return await bus.ask(subjects.file_asked(asked.event), asked, FileAnswered, patience=scaled(30))
        except Unanswered:
            await asyncio.sleep(0.5)
    raise AssertionError("the export service does not answer")

"""A stand-in for the broadcast service, with faults on demand.

It speaks `standings.v1` over WebSocket, server-sent events and HTTP in the plainest way, so that the scoreboard can be
tried against a server that misbehaves: loses a delta, corrupts a table, falls silent, refuses WebSockets.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from contracts.analysis import DealAnalysis
from contracts.base import Contract
from contracts.feed import (
    PROTOCOL,
    SUBPROTOCOL,
    analysis_channel,
    board_channel,
    boards_channel,
    checksum,
    games_channel,
    matches_channel,
    seats_channel,
    standings_channel,
)
from contracts.messages import BoardScored, Position, RoundScored, StandingsPublished
from contracts.seating import RoundAssignment
from contracts.standings import ScoredBoard, ScoredRound, Standings
from contracts.standings_changes.tables import tables_of
from services.broadcast.adapters.site.site import Site
from services.broadcast.domain import message_tables
from services.broadcast.domain.board_list import BOARD_LIST_COLUMNS, board_row
from services.broadcast.domain.cards.bridge import card
from services.broadcast.domain.cards.chess import KINDS, chess_card
from services.broadcast.domain.cards.meetings import meetings
from services.broadcast.domain.channel import TableState
from services.scoring.domain.event.publication import leader_of
from tests.support.published import as_read, board_as_read, round_as_read
from tests.support.scoreboard_stage import ASSETS, NOTHING_ANNOUNCED, LoopThread, Stage, made_up_files
from tests.support.time_limits import scaled


@dataclass
class FakeChannel:
    """A table with everything it ever was, by position."""

    name: str
    epoch: str = "E1"
    seq: int = 0
    states: dict[int, TableState] = field(default_factory=dict)

    @property
    def state(self) -> TableState:
        """The table now."""
        return self.states[self.seq]

    def head(self, kind: str) -> dict[str, Any]:
        """What every message about it says."""
        return {"type": kind, "channel": self.name, "epoch": self.epoch, "seq": self.seq, "ts": _now()}

    def proof(self) -> str:
        """The checksum of the table now."""
        return checksum((key, list(cells)) for key, cells in self.state.rows.items())

    def snapshot(self) -> dict[str, Any]:
        """The whole table."""
        state = self.state
        rows = {key: list(cells) for key, cells in state.rows.items()}
        body = {"encoding": "columns", "columns": state.columns, "meta": state.meta, "rows": rows}
        return {**self.head("snapshot"), **body, "checksum": self.proof()}

    def delta(self, start: int) -> dict[str, Any]:
        """What changed since a position."""
        before, now = self.states[start], self.state
        places: dict[str, list[int]] = {}
        values: dict[str, list[Any]] = {}
        for place, key in enumerate(sorted(now.rows)):
            for column, old, new in zip(now.columns, before.rows.get(key, ()), now.rows[key], strict=False):
                if old != new:
                    places.setdefault(column, [0]).append(place)
                    values.setdefault(column, []).append(new)
        body = {
            "from": start,
            "added": {key: list(cells) for key, cells in now.rows.items() if key not in before.rows},
            "removed": [key for key in before.rows if key not in now.rows],
            "cells": {name: [[b - a for a, b in pairwise(places[name])], values[name]] for name in places},
            "meta": [{"op": "add", "path": f"/{key}", "value": value} for key, value in now.meta.items()],
            "reason": "result",
            "checksum": self.proof(),
        }
        return {**self.head("delta"), **body}


class StandIn(Stage):
    """The stand-in.

    Attributes:
        requests: every message of every client, in order; of streams what they were asked to resume from.
        lose: deltas to swallow before one is sent again.
        corrupt: deltas to send without the cells of one column.
        refuse: ways to refuse: "socket", "events".
        silent: send no heartbeats.
        source_age_ms, degraded: what heartbeats say.
    """

    def __init__(self, heartbeat: float = 0.5) -> None:
        self.earlier = {}
        self.heartbeat = heartbeat
        self.requests: list[dict[str, Any]] = []
        self.lose = 0
        self.corrupt = 0
        self.refuse: set[str] = set()
        self.silent = False
        self.source_age_ms = 1000
        self.degraded = False
        self.channels: dict[str, FakeChannel] = {}
        self.catalogue: dict[str, Any] = {}
        self.matches: dict[str, Sequence[Any]] = {}
        self.readers: set[_Reader] = set()
        self.site = Site(ASSETS, self._look, card=self._card_of, meetings=self._meetings_of, past=self.past)
        self.thread = LoopThread()
        self.port = 0
        self.server: uvicorn.Server | None = None
        self.start()

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Listen; on the same port as before, if it has been stopped."""
        routes = [
            WebSocketRoute("/v1/feed", self._socket),
            Route("/v1/events", self._probe),
            Route("/v1/channels/{channel}/events", self._stream),
            Route("/v1/channels/{channel}/snapshot", self._snapshot),
            Route("/v1/events/{event}/standings", self._earlier),
            Route("/v1/events/{event}/cards/{participant}", self._card),
            Route("/v1/events/{event}/meetings", self._meetings),
            Route("/v1/events/{event}/files", self._files),
            NOTHING_ANNOUNCED,
            Route("/{path:path}", self._file),
        ]
        config = uvicorn.Config(
            Starlette(routes=routes),
            host="127.0.0.1",
            port=self.port,
            log_level="error",
            lifespan="off",
            ws="websockets-sansio",
            timeout_graceful_shutdown=1,
        )
        self.server = server = uvicorn.Server(config)
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]

        async def begin() -> None:
            self.serving = asyncio.ensure_future(server.serve())
            while not server.started and not self.serving.done():
                await asyncio.sleep(0.01)
            self.port = server.servers[0].sockets[0].getsockname()[1]

        self.thread.run(begin())

    def halt(self) -> None:
        """Stop listening and drop everybody, as a machine does whose plug is pulled."""

        async def end() -> None:
            if self.server is not None:
                self.server.should_exit = self.server.force_exit = True
                with contextlib.suppress(Exception):
                    await asyncio.wait_for(self.serving, scaled(5))
                self.server = None

        self.drop()
        self.thread.run(end())

    def stop(self) -> None:
        """Leave nothing behind."""
        self.halt()
        self.thread.stop()

    def drop(self, code: int = 1012) -> None:
        """Cut every connection."""

        async def cut() -> None:
            for reader in list(self.readers):
                with contextlib.suppress(Exception):
                    await reader.close(code)

        self.thread.run(cut())

    def publish(self, standings: Standings) -> None:
        """New standings."""
        whole = StandingsPublished(
            standings=standings,
            position=Position(seq=1, applied=1),
            digest="0" * 64,
            leader=leader_of(tables_of(standings)),
            calculated_at=datetime.now(UTC),
        )
        message = as_read(whole)
        tables = message_tables.followed(None, message)
        self.catalogue[standings.event] = message_tables.catalogue_row(message)
        catalogue = TableState(message_tables.CATALOGUE_COLUMNS, dict(self.catalogue), {"title": "Events"})
        self.update(standings_channel(standings.event), message_tables.standings_table(message, tables))
        self.matches[standings.event] = tables.matches.values
        if standings.matches:
            self.update(matches_channel(standings.event), message_tables.matches_table(message, tables))
        self.update("events", catalogue)

    def publish_board(self, board: ScoredBoard) -> None:
        """A traveller."""
        message = board_as_read(BoardScored(board=board, position=Position(seq=1, applied=1), digest="0" * 64))
        self.update(board_channel(board.event, board.id), message_tables.board_table(message.board))
        self._list(board.event, board.id)

    def _list(self, event: str, board: str) -> None:
        """What the list of boards says of one."""
        table, listed = self.channels[board_channel(event, board)].state, self.channels.get(boards_channel(event))
        analysed = self.channels.get(analysis_channel(event, board))
        rows = {**(listed.state.rows if listed else {}), board: board_row(table, analysed.state if analysed else None)}
        self.update(boards_channel(event), TableState(BOARD_LIST_COLUMNS, rows, {"event": event}))

    def publish_round(self, round_: ScoredRound) -> None:
        """A round of chess."""
        message = round_as_read(RoundScored(round=round_, position=Position(seq=1, applied=1), digest="0" * 64))
        name = games_channel(round_.event)
        states = self.channels[name].states if name in self.channels else {}
        before = states[max(states)].rows if states else {}
        rows = {key: row for key, row in before.items() if row[0] != round_.round}
        rows |= message_tables.round_rows(message.round)
        meta = message_tables.games_meta(round_.event, {row[0] for row in rows.values()})
        self.update(name, TableState(message_tables.GAME_COLUMNS, rows, meta))

    def publish_analysis(self, analysis: DealAnalysis) -> None:
        """The double-dummy analysis of a board."""
        self.update(analysis_channel(analysis.event, analysis.id), message_tables.analysis_table(analysis))
        if board_channel(analysis.event, analysis.id) in self.channels:
            self._list(analysis.event, analysis.id)

    def publish_seats(self, seats: RoundAssignment) -> None:
        """The next seats."""
        self.update(seats_channel(seats.event), message_tables.seats_table(seats))

    def update(self, name: str, state: TableState) -> None:
        """The next state of any channel."""

        async def tell() -> None:
            channel = self.channels.setdefault(name, FakeChannel(name))
            channel.states[channel.seq + 1] = state
            channel.seq += 1
            if channel.seq == 1:
                return
            if self.lose:
                self.lose -= 1
                return
            message = channel.delta(channel.seq - 1)
            if self.corrupt and message["cells"]:
                self.corrupt -= 1
                message["cells"].popitem()
            for reader in list(self.readers):
                if name in reader.channels:
                    await reader.send(message)

        self.thread.run(tell())

    async def _socket(self, socket: WebSocket) -> None:
        if "socket" in self.refuse:
            await socket.close()
            return
        await socket.accept(subprotocol=SUBPROTOCOL)
        reader = _Reader(socket.send_text, lambda code: socket.close(code))
        self.readers.add(reader)
        beating = asyncio.create_task(self._beat(reader))
        try:
            limits = {"messageBytes": 4096, "subscriptions": 128, "messagesPerSecond": 20, "firstMessageMs": 10000}
            await reader.send(
                {
                    "type": "welcome",
                    "server": "stand-in",
                    "protocol": PROTOCOL,
                    "heartbeatMs": int(self.heartbeat * 1000),
                    "limits": limits,
                    "ts": _now(),
                }
            )
            while True:
                request = json.loads(await socket.receive_text())
                self.requests.append(request)
                await self._answer(reader, request)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            beating.cancel()
            self.readers.discard(reader)

    async def _answer(self, reader: "_Reader", request: dict[str, Any]) -> None:
        name = request["channel"]
        channel = self.channels.get(name)
        if request["type"] == "unsubscribe":
            reader.channels.discard(name)
        elif channel is None:
            error = {"code": 4404, "message": "there is no such channel", "retryable": True, "retryAfterMs": 500}
            await reader.send({"type": "error", "id": request["id"], "channel": name, **error, "ts": _now()})
        else:
            await self._follow(reader, channel, request.get("resume"), request["id"])

    async def _follow(
        self, reader: "_Reader", channel: FakeChannel, resume: dict[str, Any] | None, ident: int = 0
    ) -> None:
        held = resume["seq"] if resume and resume["epoch"] == channel.epoch else None
        known = held is not None and held in channel.states
        head = {**channel.head("subscribed"), "id": ident, "recovered": known, "intervalMs": 200}
        await reader.send({**head, "snapshot": "none" if known else "follows", "encoding": "columns"})
        if not known:
            await reader.send(channel.snapshot())
        elif held != channel.seq:
            await reader.send(channel.delta(int(held or 0)))
        reader.channels.add(channel.name)
        await reader.send(channel.head("synced"))

    async def _beat(self, reader: "_Reader") -> None:
        while True:
            await asyncio.sleep(self.heartbeat)
            for name in list(reader.channels):
                if not self.silent:
                    body = {"sourceAgeMs": self.source_age_ms, "degraded": self.degraded}
                    await reader.send({**self.channels[name].head("heartbeat"), **body})

    async def _probe(self, _request: Request) -> Response:
        return Response()

    async def _stream(self, request: Request) -> Response:
        channel = self.channels.get(request.path_params["channel"])
        if channel is None or "events" in self.refuse:
            return Response(status_code=404 if channel is None else 503)
        epoch, _, seq = request.query_params.get("lastEventId", "").rpartition("-")
        resume = {"epoch": epoch, "seq": int(seq)} if epoch else None
        self.requests.append({"type": "stream", "channel": channel.name, "resume": resume})
        waiting: asyncio.Queue[str | None] = asyncio.Queue()

        async def close(_code: int) -> None:
            await waiting.put(None)

        reader = _Reader(waiting.put, close)

        async def body() -> AsyncIterator[str]:
            self.readers.add(reader)
            beating = asyncio.create_task(self._beat(reader))
            try:
                await self._follow(reader, channel, resume)
                while (text := await waiting.get()) is not None:
                    yield f"event: {json.loads(text)['type']}\ndata: {text}\n\n"
            finally:
                beating.cancel()
                self.readers.discard(reader)

        return StreamingResponse(body(), media_type="text/event-stream")

    async def _snapshot(self, request: Request) -> Response:
        channel = self.channels.get(request.path_params["channel"])
        if channel is None:
            return Response(status_code=404)
        tag = f'"{channel.epoch}-{channel.seq}"'
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={"ETag": tag})
        return JSONResponse(channel.snapshot(), headers={"ETag": tag})

    def _boards(self, event: str) -> list[TableState]:
        prefix = board_channel(event, "")
        return [channel.state for name, channel in self.channels.items() if name.startswith(prefix)]

    async def _meetings_of(self, event: str) -> dict[str, Any]:
        return meetings(self._boards(event))

    async def _meetings(self, request: Request) -> Response:
        return JSONResponse(await self._meetings_of(request.path_params["event"]))

    async def _card(self, request: Request) -> Response:
        kind = request.query_params.get("kind", "")
        shown = await self._card_of(request.path_params["event"], request.path_params["participant"], kind)
        return JSONResponse(shown) if shown else Response(status_code=404)

    async def _card_of(self, event: str, participant: str, kind: str) -> dict[str, Any] | None:
        standings, boards = self.channels.get(standings_channel(event)), self._boards(event)
        games, stands, met = (
            self.channels.get(games_channel(event)),
            standings and standings.state,
            self.matches.get(event, ()),
        )
        if games is None:
            return card(participant, stands, boards, met)
        of_teams = self.channels.get(matches_channel(event))
        return chess_card(participant, stands, games.state, of_teams and of_teams.state, KINDS.get(kind))

    async def _earlier(self, request: Request) -> Response:
        status, body = self.after_round(request.path_params["event"], dict(request.query_params))
        return Response(body, status, media_type="application/json")

    async def _files(self, request: Request) -> Response:
        return JSONResponse(made_up_files(request.path_params["event"]))

    async def _file(self, request: Request) -> Response:
        file = ASSETS.files.get(request.url.path)
        answer = file.answer(request.headers) if file else await self.site.answer(request, True)
        return answer or Response(status_code=404)

    def _look(self, name: str) -> tuple[Any, str] | None:
        channel = self.channels.get(name)
        return channel and (channel.state, f"{channel.epoch}-{channel.seq}")


class _Reader:
    """Somebody who follows channels, by whatever way."""

    def __init__(self, put: Any, close: Any) -> None:
        self.put = put
        self.close = close
        self.channels: set[str] = set()

    async def send(self, message: dict[str, Any]) -> None:
        """Send; one who is gone is found out by its own task."""
        with contextlib.suppress(Exception):
            await self.put(json.dumps(message, default=_plain, ensure_ascii=False))


def _plain(value: object) -> object:
    return value.model_dump(mode="json") if isinstance(value, Contract) else str(value)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

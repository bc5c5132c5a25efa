"""A server that the scoreboard can be opened on, and what can be made to happen there.

Browser tests are written against `Stage`. `BroadcastStage` is the server of `services/broadcast` without a bus;
`tests/support/fake_feed.py` has one that misbehaves on demand.
"""

import asyncio
import threading
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from contracts.analysis import DealAnalysis
from contracts.messages import BoardScored, DealAnalysed, Position, RoundAssigned, RoundScored, StandingsPublished
from contracts.questions import EarlierStandings
from contracts.screens.screen import Screens
from contracts.seating import RoundAssignment
from contracts.standings import ScoredBoard, ScoredRound, Standings
from contracts.standings_changes.tables import tables_of
from services.broadcast.adapters import static_files
from services.broadcast.adapters.history import document, read_query, table_read
from services.broadcast.adapters.http_api import HttpApi
from services.broadcast.adapters.http_reply import json_answer, problem
from services.broadcast.adapters.site.bundles import Assets
from services.broadcast.adapters.site.site import Site, look
from services.broadcast.adapters.websocket_server import FeedServer, ServerOptions, clock
from services.broadcast.domain.access import Access
from services.broadcast.domain.cards.chess import KINDS
from services.broadcast.domain.cards.meetings import meetings
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.club.club import KIBITZ, Club
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.languages.catalogue import Catalogue
from services.broadcast.domain.ledger import Ledger
from services.broadcast.domain.limits import Clock, Limits
from services.broadcast.domain.screens.shown import shown, shown_with
from services.scoring.domain.event.publication import leader_of
from tests.support.published import as_read, awake, board_as_read, round_as_read
from tests.support.time_limits import scaled

SCOREBOARD = Path(static_files.__file__).parent / "scoreboard"
ASSETS = Assets.load(SCOREBOARD)

T = TypeVar("T")


class Stage(ABC):
    """A server with the scoreboard on it.

    Attributes:
        earlier: standings after a round, by event, session and round.
    """

    earlier: dict[tuple[str, str | None, int], Standings]

    def after_round(self, event: str, query: Mapping[str, str]) -> tuple[int, bytes]:
        """The answer of HTTP to who asks for standings of earlier: status and body."""
        asked, encoding = read_query(event, query)
        standings = self.earlier.get((event, asked.session, asked.after_round or 0))
        if standings is None:
            return 404, orjson.dumps({"code": 4404, "message": f"round {asked.after_round} has not been played."})
        now = datetime.now(UTC)
        found = EarlierStandings(
            standings=standings, digest="0" * 64, calculated_at=now, accepted=1, accepted_today=2, last_accepted_at=now
        )
        return 200, document(asked, found, encoding, lambda _channel, table: table)

    async def past(self, event: str, number: int, session: str) -> tuple[TableState | None, str]:
        """The same for the page of the server."""
        status, body = self.after_round(event, {"after_round": str(number)} | ({"session": session} if session else {}))
        return (table_read(body), "") if status == 200 else (None, orjson.loads(body)["message"])

    @property
    @abstractmethod
    def url(self) -> str:
        """Where the page is."""

    @abstractmethod
    def publish(self, standings: Standings) -> None:
        """New standings, and with them the event in the list of events."""

    @abstractmethod
    def publish_board(self, board: ScoredBoard) -> None:
        """A traveller."""

    @abstractmethod
    def publish_round(self, round_: ScoredRound) -> None:
        """A round of chess."""

    @abstractmethod
    def publish_analysis(self, analysis: DealAnalysis) -> None:
        """The double-dummy analysis of a board."""

    @abstractmethod
    def publish_seats(self, seats: RoundAssignment) -> None:
        """Who sits where next."""

    @abstractmethod
    def halt(self) -> None:
        """Stop listening, as for a new version."""

    @abstractmethod
    def start(self) -> None:
        """Listen again on the same port."""

    @abstractmethod
    def stop(self) -> None:
        """Leave nothing behind."""


class LoopThread:
    """An event loop in a thread of its own, because the tests drive their browser without one."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something there, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(timeout=scaled(15))

    def stop(self) -> None:
        """End the loop and what still runs on it."""

        async def cancel() -> None:
            others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        self.run(cancel())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(timeout=scaled(5))
        self.loop.close()


class BroadcastStage(Stage):
    """The server that users meet, fed directly instead of by the bus; a club's own, and open to some web origins.

    With `catalogues` it has the words of these languages, with `screens` what they show. It lives by `now`.
    """

    def __init__(
        self,
        club: Club = KIBITZ,
        origins: Collection[str] = (),
        catalogues: Mapping[str, Catalogue] | None = None,
        screens: Screens | None = None,
        now: Clock = clock,
    ) -> None:
        self.earlier = {}
        self.assets = ASSETS if club is KIBITZ else Assets.load(SCOREBOARD, club)
        if catalogues is not None:
            self.assets = replace(self.assets, catalogues=catalogues)
        self.origins = frozenset(origins)
        self.thread = LoopThread()
        self.screens = screens or Screens()
        limits = Limits(heartbeat=0.5, tick=0.05) if now is clock else Limits(tick=0.01)
        self.hub = Hub(now, limits)
        self.ledger = Ledger(self.hub, "E1", "E1")
        self.positions: Counter[str] = Counter()
        self.port = 0
        self.server: FeedServer | None = None
        self.start()
        self._do(lambda: self.ledger.begin({}, ()))

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Listen."""
        routes = [
            Route("/v1/events/{event}/cards/{participant}", self._card),
            Route("/v1/events/{event}/meetings", self._meetings),
            Route("/v1/events/{event}/files", _files),
            Route("/v1/screens/{name}", self._screen),
            NOTHING_ANNOUNCED,
        ]
        site = Site(
            self.assets,
            partial(look, self.hub),
            card=self._card_of,
            files=_files_of,
            meetings=self._meetings_of,
            framing=self.origins,
            screens=self._screens,
            past=self.past,
        )
        http = HttpApi(
            self.hub,
            access=Access(origins=self.origins),
            files=self.assets.files,
            pages=site.answer,
            extra_routes=routes,
            earlier=self._earlier,
        )
        site.openapi = http.description()
        self.server = FeedServer(self.hub, http, ServerOptions(port=self.port, grace=0.5, reconnect_spread=0.1))
        self.thread.run(self.server.start())
        self.port = self.server.port

    def halt(self) -> None:
        """Stop listening; the tables stay."""
        if self.server is not None:
            self.thread.run(self.server.stop())
            self.server = None

    def stop(self) -> None:
        """Leave nothing behind."""
        self.halt()
        self.thread.stop()

    def publish(self, standings: Standings) -> None:
        """New standings."""
        now = datetime.now(UTC)
        message = StandingsPublished(
            standings=standings,
            position=self._next(standings.event),
            digest="0" * 64,
            leader=leader_of(tables_of(standings)),
            calculated_at=now,
        )
        self._tell(standings.event, lambda: self.ledger.take_standings(as_read(message), now))

    def publish_board(self, board: ScoredBoard) -> None:
        """A traveller."""
        message = BoardScored(board=board, position=self._next(f"{board.event} {board.id}"), digest="0" * 64)
        self._tell(board.event, lambda: self.ledger.take_board(board_as_read(message), datetime.now(UTC)))

    def publish_round(self, round_: ScoredRound) -> None:
        """A round of chess."""
        message = RoundScored(round=round_, position=self._next(f"{round_.event} {round_.id}"), digest="0" * 64)
        self._tell(round_.event, lambda: self.ledger.take_round(round_as_read(message), datetime.now(UTC)))

    def publish_analysis(self, analysis: DealAnalysis) -> None:
        """The double-dummy analysis of a board."""
        position = self._next(f"{analysis.event} {analysis.id} analysis")
        message = DealAnalysed(analysis=analysis, position=position, digest="0" * 64)
        self._tell(analysis.event, lambda: self.ledger.take_analysis(message, datetime.now(UTC)))

    def publish_seats(self, seats: RoundAssignment) -> None:
        """The next seats."""
        message = RoundAssigned(assignment=seats, position=self._next(f"{seats.event} seats"), digest="0" * 64)
        self._tell(seats.event, lambda: self.ledger.take_seats(message, datetime.now(UTC)))

    def _next(self, key: str) -> Position:
        self.positions[key] += 1
        return Position(seq=self.positions[key], applied=1)

    def _tell(self, event: str, take: Callable[[], object]) -> None:
        def work() -> None:
            if not self.ledger.is_shown(event):
                awake(self.ledger, event)
            take()

        self._do(work)

    def _do(self, work: Any) -> None:
        async def run() -> None:
            work()

        self.thread.run(run())

    async def _earlier(self, request: Request) -> Response:
        status, body = self.after_round(request.path_params["event"], request.query_params)
        return Response(body, status)

    async def _card_of(self, event: str, participant: str, kind: str) -> Mapping[str, Any] | None:
        return self.ledger.card(event, participant, KINDS.get(kind))

    async def _card(self, request: Request) -> Response:
        card = self.ledger.card(**request.path_params, kind=KINDS.get(request.query_params.get("kind", "")))
        return json_answer(card) if card else problem(404, 404, "nobody")

    async def _screens(self) -> Screens:
        return self.screens

    async def _screen(self, request: Request) -> Response:
        found = shown(self.screens, request.path_params["name"], self.hub.clock().utc)
        return json_answer(found) if found else problem(404, 404, "no such screen")

    async def _meetings(self, request: Request) -> Response:
        return json_answer(await self._meetings_of(request.path_params["event"]))

    async def _meetings_of(self, event: str) -> Mapping[str, Any]:
        return meetings(self.ledger.travellers(event))


async def _files_of(event: str) -> list[dict[str, Any]]:
    return list(made_up_files(event)["files"])


async def _files(request: Request) -> Response:
    return json_answer(made_up_files(request.path_params["event"]))


async def _nothing_announced(request: Request) -> Response:
    return json_answer(shown_with(Screens(), request.path_params["event"], datetime.now(UTC)))


NOTHING_ANNOUNCED = Route("/v1/events/{event}/announcements", _nothing_announced)


def made_up_files(event: str) -> dict[str, Any]:
    """What there is to download: two formats that were rendered before, and one that was not."""
    lost = {"what": "26 deals", "why": "CSV has no place for cards"}
    many = [{"what": f"detail AVERAGE_MASTER_POINTS_{number}", "why": "no element for it"} for number in range(1, 41)]
    return {
        "event": event,
        "files": [
            {
                "format": kind,
                "name": f"{event}.{suffix}",
                "bytes": size,
                "url": f"/v1/events/{event}/files/{kind}",
                "left_out": left_out,
            }
            for kind, suffix, size, left_out in (("csv", "csv", 3_120, [lost]), ("usebio", "xml", 48_213, many))
        ]
        + [{"format": "json", "url": f"/v1/events/{event}/files/json"}],
    }

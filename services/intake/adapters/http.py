"""The intake over HTTP: files come in by PUT, and everybody who may send may ask where a file stands.

Rules kept here:

1. Who asks is settled before anything of a body is read.
2. A body is counted while it is read; what its length header says is only ever a reason to refuse early. Bodies that
   are under way at once share a bounded amount of memory.
3. Every answer is JSON, every refusal has a code, a sentence, advice and a place; nothing of the inside gets out.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import Literal, cast

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from contracts.base import LOCAL_SENDER
from contracts.codes.intake import (
    BAD_REQUEST,
    EMPTY,
    FAILED,
    LOCAL_ONLY,
    NO_ROOM,
    NO_SUCH_ADDRESS,
    NOT_KEPT,
    UNAUTHORISED,
    UNAVAILABLE,
    UNKNOWN_FILE,
)
from services.intake.adapters.answers import Health, Receipt, problem, problem_of
from services.intake.adapters.bodies import Bodies, HttpLimits
from services.intake.adapters.openapi import document
from services.intake.adapters.originals import NotKept
from services.intake.adapters.recent import RecentFiles, address_of, listed
from services.intake.adapters.reception import Reception
from services.intake.adapters.responses import RETRY_AFTER, Answer, Refusal, Refused
from services.intake.adapters.status_board import StatusBoard
from services.intake.adapters.watch import FolderWatch
from services.intake.domain.admission import Sending
from services.intake.domain.request import BadParameter, read_digits, read_limit, read_upload
from services.intake.domain.senders import sender_of
from services.intake.domain.status import FileRecord, view
from shared.bus.errors import StorageFull
from shared.bus.jetstream.health import HealthReport
from shared.errors import OperationFailed
from shared.http.this_machine import is_local
from shared.telemetry import continued, fields

logger = logging.getLogger("kibitz.intake")

NAMED = 20
"""How many files are named of those that could be meant."""

REPORTED = 200
"""How many findings of a watched folder are told."""

HEALTH_PROBLEMS = 20
"""How many problems an answer names: anybody may ask."""

Endpoint = Callable[[Request], Awaitable[Response]]


class Desk:
    """Answers requests."""

    def __init__(
        self,
        *,
        reception: Reception,
        board: StatusBoard,
        recent: RecentFiles,
        watch: FolderWatch,
        health: Callable[[], Awaitable[HealthReport]],
        tokens: Mapping[str, str],
        limits: HttpLimits,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Answer with what these know."""
        self._reception = reception
        self._board = board
        self._recent = recent
        self._watch = watch
        self._health = health
        self._tokens = tokens
        self._bodies = Bodies(limits)
        self._now = now

    def app(self) -> Starlette:
        """The ASGI application."""
        return Starlette(
            routes=[
                Route("/v1/files", self._guarded(self.list_files), methods=["GET"]),
                Route("/v1/files/{sha256}", self._guarded(self.file_status), methods=["GET"]),
                Route("/v1/files/{name:path}", self._guarded(self.put_file), methods=["PUT"]),
                Route("/v1/folders", self._guarded(self.list_folders), methods=["GET"]),
                Route("/healthz", self._answered(self.health), methods=["GET"]),
                Route("/openapi.json", self._answered(self.openapi), methods=["GET"]),
            ],
            exception_handlers={HTTPException: no_such_address},
        )

    async def put_file(self, request: Request, sender: str) -> Response:
        """Take in one file."""
        try:
            wanted = read_upload(request.path_params["name"], request.query_params, request.headers)
        except BadParameter as error:
            return Refusal(problem(BAD_REQUEST, str(error)), error.status)
        if shortage := self._reception.room.shortage():
            raise StorageFull(shortage)
        async with self._bodies.read(request) as content:
            sending = Sending(
                name=wanted.name,
                sender=sender,
                received_at=self._now(),
                written_at=wanted.written_at,
                event=wanted.event,
                again=True,
            )
            with continued(request.headers, "intake put"):
                taken = await self._reception.take_in(content, sending)
        file = taken.file
        if taken.refusal is not None:
            status = 400 if taken.refusal.code == EMPTY.code else 415
            return Answer(problem_of(taken.refusal, file.sha256), status)
        receipt = Receipt(
            sha256=file.sha256,
            name=file.name,
            size=file.size,
            format=file.format,
            state=taken.state,
            event=file.event,
            url=address_of(file),
        )
        return Answer(receipt, 201 if taken.new else 200, {"Location": receipt.url})

    async def file_status(self, request: Request, sender: str) -> Response:
        """Say where a file stands."""
        try:
            sha256 = read_digits(request.path_params["sha256"])
        except BadParameter as error:
            return Answer(problem(BAD_REQUEST, str(error)), 400)
        found = self._recent.starting_with(sha256)
        if len(found) > 1:
            named = "; ".join(f"{file.sha256} {file.name}" for file in found[:NAMED])
            return Answer(problem(BAD_REQUEST, f"{len(found)} digests begin with {sha256}: {named}"), 400)
        sha256 = found[0].sha256 if found else sha256
        status = view(await self._board.read(sha256) or FileRecord())
        if status is None:
            return Answer(problem(UNKNOWN_FILE, f"No file with the digest {sha256} has arrived"), 404)
        return Answer(status)

    async def list_files(self, request: Request, sender: str) -> Response:
        """Say which files arrived last."""
        try:
            limit = read_limit(request.query_params.get("limit"))
        except BadParameter as error:
            return Answer(problem(BAD_REQUEST, str(error)), 400)
        return Answer(await listed(self._recent, self._board, limit))

    async def list_folders(self, request: Request, sender: str) -> Response:
        """Say how the watched folders are."""
        return Answer(self._watch.report(REPORTED))

    async def health(self, request: Request) -> Response:
        """Say whether a file would be taken now; what an audit has found is for operators, on their port."""
        report, shortage = await self._health(), self._reception.room.shortage()
        broken = report.problems if report.connected else report.problems or ("not connected",)
        problems = (*broken, *filter(None, [self._reception.originals.problem(), shortage]))
        if not problems:
            return Answer(Health(status="ok"))
        status: Literal["full", "unhealthy"] = "full" if problems == (shortage,) else "unhealthy"
        return Answer(Health(status=status, problems=problems[:HEALTH_PROBLEMS]), 503)

    async def openapi(self, request: Request) -> Response:
        """Describe all this to programs."""
        return Response(document(), media_type="application/json")

    def _guarded(self, handler: Callable[[Request, str], Awaitable[Response]]) -> Endpoint:
        """The same for those who may send: by their tokens, or, where there are none, on this machine."""

        async def endpoint(request: Request) -> Response:
            sender: str | None = LOCAL_SENDER
            if self._tokens:
                sender = sender_of(request.headers.get("authorization"), self._tokens)
            elif not is_local(request.client.host if request.client else None, request.headers.get("host")):
                return Refusal(problem(LOCAL_ONLY, LOCAL_ONLY.title), 403)
            if sender is None:
                bearer = {"WWW-Authenticate": 'Bearer realm="kibitz"'}
                return Refusal(problem(UNAUTHORISED, UNAUTHORISED.title), 401, bearer)
            return await handler(request, sender)

        return self._answered(endpoint)

    @staticmethod
    def _answered(handler: Endpoint) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            try:
                return await handler(request)
            except Refused as refused:
                return refused.response
            except ClientDisconnect:
                logger.info("a client went away in the middle", extra=fields(path=request.url.path))
                return Answer(problem(BAD_REQUEST, "The body ended before it was complete"), 400)
            except StorageFull as error:
                logger.error("there is no room: %s", error)
                return Refusal(problem(NO_ROOM, str(error)), 507, RETRY_AFTER)
            except OperationFailed as error:
                why = problem(UNAVAILABLE, UNAVAILABLE.title)
                if isinstance(error, NotKept):
                    why = problem(NOT_KEPT, str(error))
                else:
                    logger.error("the bus does not answer, look at the NATS servers: %s", error)
                return Answer(why, 503, RETRY_AFTER)
            except Exception:
                # The log has the reason, the client has not: it may tell more than a client should know.
                logger.exception("answering failed", extra=fields(path=request.url.path, method=request.method))
                return Answer(problem(FAILED, FAILED.title), 500)

        return endpoint


async def no_such_address(request: Request, error: Exception) -> Response:
    """The answer for addresses and methods that do not exist."""
    refused = cast(HTTPException, error)
    text = (
        f"{request.method} is not possible here" if refused.status_code == 405 else "There is nothing at this address"
    )
    return Refusal(problem(NO_SUCH_ADDRESS, text), refused.status_code, refused.headers)

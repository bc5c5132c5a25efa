"""Answers of HTTP beside the feed's snapshots: a participant's card, files in other formats, standings of earlier."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from contracts import subjects
from contracts.base import SLUG_LENGTH
from contracts.corrections.queries import EventQueries
from contracts.facts import PublicPolicy
from contracts.feed import board_channel, standings_channel
from contracts.messages import FileRendered
from contracts.questions import FileAnswered, FileAsked, NoticesAnswered, NoticesAsked
from services.broadcast.adapters.explanations import Explanations
from services.broadcast.adapters.history import History
from services.broadcast.adapters.http_reply import (
    NOT_SHOWN,
    held_back,
    json_answer,
    matches,
    not_now,
    problem,
    query_of,
    unanswered,
    understood,
)
from services.broadcast.adapters.shared_work import Recent, SharedWork
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.cards.chess import KINDS
from services.broadcast.domain.cards.meetings import meetings
from services.broadcast.domain.pages.address import player_item
from services.broadcast.domain.pages.queries import closed, public_queries
from services.broadcast.domain.pages.words import IN_ENGLISH
from services.broadcast.domain.public.audiences import Audiences
from services.broadcast.handlers import Deps
from shared.errors import OperationFailed
from shared.formats.loss_groups import grouped
from shared.kept.queries import QueryBucket

PATIENCE = 30.0
"""Seconds in which the export service has to answer; a file of 5,000 tables takes about ten."""

NOTICES = "Be told of news of a participant (POST), or no more (DELETE); by which key (GET)"

NOTICES_PATIENCE = 5.0
"""Seconds in which the notification service has to answer."""

NOTICES_AT_ONCE = 4
"""Questions that it has at the same time: it refuses more than a few that wait."""

FRESH = 1.0
"""Seconds for which all cards of an event share one reading of its queries: after a round everybody looks."""

LARGEST_QUESTION = 4_096
"""Bytes of the body of a request."""

_REFUSED = {"no-event": 404, "no-participant": 404, "too-many": 503}

_SLUG = re.compile(rf"(?=.{{1,{SLUG_LENGTH}}}$)[a-z0-9]+(-[a-z0-9]+)*")


class Routes:
    """The routes, over what broadcast has taken in from the bus."""

    def __init__(self, deps: Deps) -> None:
        """Answer from these."""
        self._deps = deps
        self._earlier = History(deps.bus, deps.hub, self._audiences)
        self.explanations = Explanations(deps.bus, deps.hub, self._audiences)
        self._questions = SharedWork(self._answer)
        self._recent_queries: Recent[str, EventQueries] = Recent(QueryBucket(deps.bus).of_event, FRESH)
        self._notice_turns = asyncio.Semaphore(NOTICES_AT_ONCE)

    def routes(self) -> list[BaseRoute]:
        """Each address with its answer."""
        return [
            Route("/v1/events/{event}/notices", self._notices, name=NOTICES, methods=["GET", "POST", "DELETE"]),
            *(
                Route(f"/v1/events/{{event}}/{path}", self._released(answer), name=name)
                for path, answer, name in (
                    ("explanation", self._explanation, "Why a participant has its total"),
                    ("cards/{participant:path}", self._card, "Every board of a participant"),
                    ("meetings", self._meetings, "Who met whom, and what each had of it"),
                    ("files", self._files, "The formats that hold an event"),
                    ("files/{format:path}", self._file, "An event as a file of a format"),
                )
            ),
        ]

    async def earlier(self, request: Request) -> Response:
        """Standings of an earlier time or round."""
        return await self._released(self._standings_then)(request)

    async def after(self, event: str, number: int, session: str) -> tuple[Table | None, str]:
        """The standings after a round, for the page; without them, why they are not shown."""
        if self._holds_back(event) or self._are_stated(event):
            return None, NOT_SHOWN
        rule = self._audiences().rule(event)
        found = await self._earlier.table(event, number, session)
        return found if self._audiences().rule(event) == rule else (None, "")

    def _audiences(self) -> Audiences:
        """Who sees what."""
        return self._deps.ledger.audiences if self._deps.ledger is not None else Audiences(self._deps.hub)

    def _policy(self, event: str) -> PublicPolicy | None:
        return self._deps.ledger.policy(event) if self._deps.ledger is not None else None

    def _are_stated(self, event: str) -> bool:
        """Whether the public sees the organiser's places and scores: what only we work out is not shown then."""
        return (policy := self._policy(event)) is not None and policy.values == "stated"

    def _holds_back(self, event: str) -> bool:
        """Whether the organiser of an event holds anything back: what is made of all of it is not shown then."""
        return (policy := self._policy(event)) is not None and policy.withholds

    def _released(self, answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """The same where nothing is held back, and names are shown as they were when it was asked for."""

        async def endpoint(request: Request) -> Response:
            event = request.path_params["event"]
            if self._holds_back(event):
                return held_back()
            rule = self._audiences().rule(event)
            answered = await answer(request)
            return answered if self._audiences().rule(event) == rule else not_now()

        return endpoint

    async def _standings_then(self, request: Request) -> Response:
        event = request.path_params["event"]
        # No file states how an event stood after a round, and a moment before the organiser's places came has ours.
        if self._are_stated(event):
            return held_back()
        return await self._earlier.reply(event, query_of(request.url.query), request.headers)

    async def _explanation(self, request: Request) -> Response:
        event = request.path_params["event"]
        if self._are_stated(event):
            return held_back()
        if _SLUG.fullmatch(event) and not await self._deps.fetch(standings_channel(event)):
            return not_now()
        return await self.explanations.reply(event, query_of(request.url.query))

    async def _card(self, request: Request) -> Response:
        event, kind = request.path_params["event"], request.query_params.get("kind")
        if kind is not None and kind not in KINDS:
            return problem(400, 400, "the kind of a participant is player or team")
        fetch, ledger = self._deps.fetch, self._deps.ledger
        if ledger is None or not _SLUG.fullmatch(event):
            return problem(404, 404, "there is no such participant")
        if not (await fetch(standings_channel(event)) and await fetch(board_channel(event, ""))):
            return not_now()
        card = await self.card(event, request.path_params["participant"], kind or "")
        return problem(404, 404, "there is no such participant") if card is None else json_answer(card)

    async def card(self, event: str, participant: str, kind: str) -> Mapping[str, Any] | None:
        """The card of a participant for its page; None where there is none, or it cannot be read or shown now."""
        ledger = self._deps.ledger
        loaded = ledger is not None and await self._deps.fetch(board_channel(event, ""))
        if ledger is None or not loaded or self._holds_back(event):
            return None
        card = ledger.card(event, participant, KINDS.get(kind))
        return None if card is None else {**card, **await self._queries(event, participant, kind, card)}

    async def _queries(self, event: str, participant: str, kind: str, card: Mapping[str, Any]) -> Mapping[str, Any]:
        """What came of the queries from a card, and whether another one is taken."""
        standings = self._deps.hub.channels.get(standings_channel(event))
        if standings is None:
            return {}
        try:
            queries = await self._recent_queries.of(event)
        except OperationFailed:
            return {}
        item = player_item(participant) if kind == "player" else participant
        can_query = not closed(standings.meta, datetime.now(UTC), IN_ENGLISH)
        prose = partial(self._audiences().prose, event)
        return {"queries": public_queries(queries, item, card, prose), "can_query": can_query}

    async def meetings(self, event: str) -> Mapping[str, Any] | None:
        """Who met whom, for the cross-table; None where it cannot be read or shown now."""
        ledger = self._deps.ledger
        loaded = ledger is not None and await self._deps.fetch(board_channel(event, ""))
        shown = loaded and not self._holds_back(event)
        return meetings(ledger.travellers(event)) if ledger is not None and shown else None

    async def _meetings(self, request: Request) -> Response:
        event = request.path_params["event"]
        if self._deps.ledger is None or not _SLUG.fullmatch(event):
            return problem(404, 404, "there is no such event")
        if not await self._deps.fetch(standings_channel(event)) or (made := await self.meetings(event)) is None:
            return not_now()
        if standings_channel(event) not in self._deps.hub.channels:
            return problem(404, 404, "there is no such event")
        return json_answer(made)

    async def _notices(self, request: Request) -> Response:
        """Ask the notification service."""
        body = b""
        if request.method != "GET":
            async for piece in request.stream():
                body += piece
                if len(body) > LARGEST_QUESTION:
                    return problem(413, 413, f"the request is larger than {LARGEST_QUESTION} bytes")
        asked = understood(lambda: _asked(request, body))
        if asked.participant is not None and not self._audiences().is_public_identity(asked.event, asked.participant):
            return problem(404, 404, "there is no such participant, or nothing is told of it")
        try:
            async with self._notice_turns:
                answer = await self._deps.bus.ask(
                    subjects.notices_asked(asked.event), asked, NoticesAnswered, patience=NOTICES_PATIENCE
                )
        except OperationFailed as error:
            return unanswered(error)
        if answer.refusal is None:
            return json_answer({"key": answer.key, "participant": answer.participant})
        status = _REFUSED.get(answer.refusal.code, 400)
        return json_answer({"code": status, "reason": answer.refusal.code, "message": answer.refusal.message}, status)

    async def _file(self, request: Request) -> Response:
        return await self.file(request.path_params["event"], request.path_params["format"], request.headers)

    async def file(self, event: str, name: str, headers: Mapping[str, str], *, whole: bool = False) -> Response:
        """The file of the newest state; a whole one has all names in full, for staff."""
        answer = await self._ask(event, name, whole=whole)
        if isinstance(answer, Response):
            return answer
        if answer.file is None:
            held = f"; there are {', '.join(answer.formats)}" if answer.formats else ""
            return problem(404, 404, f"there is no such file{held}")
        return await self._handed_out(answer.file, headers)

    async def formats(self, event: str) -> FileAnswered | Response:
        """The formats that hold an event and who takes them, whatever the public sees of it."""
        return await self._ask(event, None, whole=True)

    async def _ask(self, event: str, name: str | None, *, whole: bool = False) -> FileAnswered | Response:
        """Ask the export service; of those who want the same at once, one asks for all."""
        if not (_SLUG.fullmatch(event) and (name is None or _SLUG.fullmatch(name))):
            return problem(404, 404, "there is no such file" if name is not None else "there is no such event")
        ledger = self._deps.ledger
        if not (whole or ledger is None or ledger.has_standings(event)):
            # Export may have an event already of which it is not known here what is public.
            return FileAnswered(event=event, formats=())
        try:
            return await self._questions.of(FileAsked(event=event, format=name, whole=whole))
        except OperationFailed as error:
            return unanswered(error)

    async def _answer(self, asked: FileAsked) -> FileAnswered:
        return await self._deps.bus.ask(subjects.file_asked(asked.event), asked, FileAnswered, patience=PATIENCE)

    async def _handed_out(self, rendered: FileRendered, headers: Mapping[str, str]) -> Response:
        etag = f'"{rendered.sha256[:32]}"'
        plain_name = re.sub(r"[^A-Za-z0-9._-]", "_", rendered.name)
        fields = {
            "Content-Type": rendered.media_type,
            "Content-Disposition": f'attachment; filename="{plain_name}"',
            "ETag": etag,
            "Cache-Control": "no-cache",
            "X-Kibitz-Losses": str(len(rendered.losses)),
            "Link": f'</v1/events/{rendered.event}/files>; rel="describedby"',
        }
        if matches(headers.get("if-none-match"), etag):
            return Response(status_code=304, headers=fields)
        return Response(await asyncio.to_thread(rendered.data), headers=fields)

    async def _files(self, request: Request) -> Response:
        """Every format that holds the event, with what its last rendering was, if there was any."""
        event = request.path_params["event"]
        answer = await self._ask(event, None)
        return (
            answer
            if isinstance(answer, Response)
            else json_answer({"event": event, "files": await self._listed(answer)})
        )

    async def files(self, event: str) -> Sequence[Mapping[str, Any]]:
        """The same for its page; nothing where the export service does not answer, or something is held back."""
        if self._holds_back(event):
            return ()
        rule = self._audiences().rule(event)
        answer = await self._ask(event, None)
        listed = () if isinstance(answer, Response) else await self._listed(answer)
        return listed if self._audiences().rule(event) == rule else ()

    async def _listed(self, answer: FileAnswered) -> list[dict[str, object]]:
        event = answer.event
        pattern = subjects.file_rendered(subjects.ANY, event)
        history = self._deps.bus.history(pattern, FileRendered, last_per_subject=True)
        last = {stored.message.format: stored.message async for stored in history}
        return [
            {"format": name, "url": f"/v1/events/{event}/files/{name}"} | _described(last.get(name))
            for name in answer.formats
        ]


def _asked(request: Request, body: bytes) -> NoticesAsked:
    given = orjson.loads(body) if body else {}
    if not isinstance(given, dict):
        raise ValueError("the body is no object")
    question = NoticesAsked.model_validate({**given, "event": request.path_params["event"]})
    is_asked = (question.address is not None, question.participant is not None)
    if is_asked != {"POST": (True, True), "DELETE": (True, False)}.get(request.method, (False, False)):
        raise ValueError("POST gives address and participant, DELETE the address alone, GET neither")
    return question


def _described(rendered: FileRendered | None) -> dict[str, object]:
    if rendered is None:
        return {}
    return {
        "name": rendered.name,
        "bytes": rendered.size,
        "media_type": rendered.media_type,
        "sha256": rendered.sha256,
        "values": rendered.values,
        "next_round": rendered.next_round,
        "losses": [loss.model_dump(mode="json") for loss in rendered.losses],
        "left_out": [{"what": group.what, "why": group.why} for group in grouped(rendered.losses)],
    }

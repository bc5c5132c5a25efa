"""The desk over HTTP: pages for the director, and forms that become files like any others.

Every form is answered with the page again (303), so that going back and reloading send nothing twice. A decision is
offered to the intake over the bus as the command line sends it; the page waits a moment until it shows.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from urllib.parse import urlencode

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from contracts import subjects
from contracts.decisions import AnyDecision, Decisions
from contracts.feed import EVENTS_CHANNEL, standings_channel
from contracts.questions import FileLine, FileList, FileOffered, FilesAsked, FileTaken
from services.broadcast.adapters.http_reply import json_answer, no_channel, not_now, problem
from services.broadcast.adapters.site.site import Site
from services.broadcast.domain.channel import Channel
from services.broadcast.domain.desk.forms.decide import decisions_of
from services.broadcast.domain.desk.forms.form import Shown, Unclear
from services.broadcast.domain.desk.pages.home import home
from services.broadcast.domain.desk.pages.shown import Asked
from services.broadcast.domain.desk.pages.tabs import TABS
from services.broadcast.domain.desk.visitors import check_of, is_own_form, may_direct
from services.broadcast.domain.pages.page import Page
from shared.bus.bus import Bus
from shared.errors import OperationFailed
from shared.formats.decisions.reader import written

SENDER = "desk"
"""Who sends what is sent here, as the intake and the list of files name it."""

VISIT = "kibitz-desk"

LARGEST_FILE = 700_000
"""Bytes of a file: it has to pass the bus in one message."""

LARGEST_FORM = LARGEST_FILE + 100_000
FIELDS, FIELD_BYTES = 50, 10_000

LISTED = 200
"""Files that are asked for."""

KEPT = ("board", "round")
"""Fields of a form that are part of the address of its page."""

PATIENCE = 10.0
"""Seconds in which the intake has to answer."""

SHOWS, LOOK = 3.0, 0.05
"""Seconds for which a page waits until a decision shows, and between two looks."""

HIDDEN = {"Cache-Control": "no-store", "Referrer-Policy": "same-origin"}
"""With "no-referrer" a browser would not say from which page a form comes."""


@dataclass(frozen=True)
class Desk:
    """The routes.

    Attributes:
        table: a channel as staff see it, if it is here.
        fetch: has a channel brought here before it is looked at.
        now: the clock.
    """

    bus: Bus
    table: Callable[[str], Channel | None]
    fetch: Callable[[str], Awaitable[bool]]
    site: Site
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    def routes(self) -> list[BaseRoute]:
        """Each address with its answer."""
        return [
            Route("/desk", self._guarded(self._home), methods=["GET"]),
            Route("/desk/files", self._form(self._send), methods=["POST"]),
            Route("/desk/e/{event}", self._guarded(self._event), methods=["GET"]),
            Route("/desk/e/{event}/{tab}", self._guarded(self._event), methods=["GET"]),
            Route("/desk/e/{event}/tables/{table:path}", self._guarded(self._table), methods=["GET"]),
            Route("/desk/e/{event}/decide", self._form(self._decide), methods=["POST"]),
        ]

    async def _home(self, request: Request) -> Response:
        await self.fetch(EVENTS_CHANNEL)
        return await self._page(request, home(self.table(EVENTS_CHANNEL), await self._files()))

    async def _event(self, request: Request) -> Response:
        name = request.path_params.get("tab", "event")
        if name not in TABS:
            raise HTTPException(404)
        shown = await self._shown(request, name, request.query_params)
        return await self._page(request, TABS[name].page(Asked(shown, request.query_params, await self._files())))

    async def _table(self, request: Request) -> Response:
        """A table as staff see it, for programs; named as below `/v1/events/{event}/`."""
        kind, _, part = request.path_params["table"].partition("/")
        name = f"evt.{request.path_params['event']}.{'board' if part else kind}{'.' if part else ''}{part}"
        if not await self.fetch(name):
            return not_now()
        if (table := self.table(name)) is None:
            return no_channel()
        rows = {key: dict(zip(table.columns, row, strict=True)) for key, row in table.rows.items()}
        return json_answer({"meta": table.meta, "rows": rows})

    async def _shown(self, request: Request, tab: str, query: Mapping[str, str]) -> Shown:
        """The tables of a page of an event.

        Raises:
            HTTPException: there is no such event.
        """
        event = request.path_params["event"]
        own = standings_channel(event)
        tables = {}
        for channel in (own, *TABS[tab].channels(event, query)):
            await self.fetch(channel)
            if (table := self.table(channel)) is not None:
                tables[channel] = table
        if own not in tables:
            raise HTTPException(404)
        return Shown(event, tables, tables[own])

    async def _page(self, request: Request, made: Page) -> Response:
        visit = request.cookies.get(VISIT) or secrets.token_urlsafe(24)
        common = {
            "check": check_of(visit),
            "said": request.query_params.get("said", ""),
            "tabs": [(name, tab.title) for name, tab in TABS.items()],
        }
        answer = await self.site.desk_page(request, replace(made, values={**common, **made.values}))
        answer.set_cookie(VISIT, visit, path="/", httponly=True, samesite="strict")
        return answer

    async def _send(self, request: Request, fields: dict[str, str], files: Sequence[UploadFile]) -> str:
        """Offer files to the intake."""
        if not files:
            raise Unclear("Choose a file first.")
        told = []
        for file in files:
            data = await file.read()
            if len(data) > LARGEST_FILE:
                raise Unclear(f"{file.filename} is too large for a form. Put it into the watched folder instead.")
            taken = await self._offer(file.filename or "file", data)
            text = f"refused: {taken.refusal.message}" if taken.refusal else "arrived" if taken.new else "known already"
            told.append(f"{taken.name}: {text}.")
        return " ".join(told)

    async def _decide(self, request: Request, fields: dict[str, str], _files: Sequence[UploadFile]) -> str:
        """Send the decisions of a form."""
        shown = await self._shown(request, _tab_of(fields), fields)
        decisions = decisions_of(fields, shown)
        channel = standings_channel(shown.event)
        standings = self.table(channel)
        if standings is None:
            raise HTTPException(404)
        about = next((file for each in decisions if (file := getattr(each, "file", None))), None)
        before = (standings.epoch, standings.seq, await self._line_of(about))
        taken = await self.decide(shown.event, *decisions)
        if taken.refusal is not None:
            raise Unclear(taken.refusal.message)
        for _ in range(round(SHOWS / LOOK)):
            await asyncio.sleep(LOOK)
            newest = self.table(channel) or standings
            sent, line = await self._line_of(taken.sha256), await self._line_of(about)
            # What came of a file is written down a moment later than the standings are published.
            told = about is None or line != before[2]
            if (newest.epoch, newest.seq) != before[:2] and sent is not None and sent.state == "scored" and told:
                return "Done."
        return "Sent. The standings have not changed yet."

    async def decide(self, event: str, *decisions: AnyDecision) -> FileTaken:
        """Offer a file of decisions about an event."""
        at = self.now()
        document = Decisions(event=event, at=at, by=SENDER, decisions=decisions)
        name = f"{event}-{decisions[0].decision}-{at:%Y%m%dT%H%M%S}.json"
        return await self._offer(name, written(document))

    async def _offer(self, name: str, content: bytes) -> FileTaken:
        offered = FileOffered(sender=SENDER, name=name[-255:], content=content)
        return await self.bus.ask(subjects.file_offered(SENDER), offered, FileTaken, patience=PATIENCE)

    async def _line_of(self, sha256: str | None) -> FileLine | None:
        """Where a file stands, if it is among the newest."""
        found = () if sha256 is None else await self._files()
        return next((file for file in found if file.sha256 == sha256), None)

    async def _files(self) -> tuple[FileLine, ...]:
        asked = FilesAsked(limit=LISTED)
        return (await self.bus.ask(subjects.files_asked(), asked, FileList, patience=PATIENCE)).files

    def _guarded(self, answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """The same for the director alone."""

        async def endpoint(request: Request) -> Response:
            if not may_direct(request.client.host if request.client else None, request.headers):
                return problem(403, 403, "the desk is open on the machine that the server runs on", HIDDEN)
            try:
                answered = await answer(request)
            except OperationFailed:
                answered = problem(503, 503, "the intake does not answer: reload the page in a few seconds")
            answered.headers.update(HIDDEN)
            return answered

        return endpoint

    def _form(
        self, act: Callable[[Request, dict[str, str], Sequence[UploadFile]], Awaitable[str]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """A form of the desk: what it does is told on the page that is shown next."""

        async def endpoint(request: Request) -> Response:
            try:
                fields, files = await _read(request)
            except (HTTPException, MultiPartException) as error:
                return problem(400, 400, str(getattr(error, "detail", None) or error))
            visit = request.cookies.get(VISIT)
            if not is_own_form(request.url.scheme, request.headers, visit, fields.get("check")):
                return problem(403, 403, "this form is not from the desk: open the desk again")
            try:
                said = await act(request, fields, files)
            except Unclear as error:
                said = str(error)
            event = request.path_params.get("event")
            back = "../desk" if event is None else f"../../e/{event}/{_tab_of(fields)}"
            query = {name: fields[name] for name in KEPT if fields.get(name)}
            return Response(status_code=303, headers={"Location": f"{back}?{urlencode({'said': said, **query})}"})

        return self._guarded(endpoint)


async def _read(request: Request) -> tuple[dict[str, str], list[UploadFile]]:
    """The fields and the files of a form, within bounds."""
    length = request.headers.get("content-length", "")
    if not length.isascii() or not length.isdigit() or int(length) > LARGEST_FORM:
        raise HTTPException(400, f"a form has its length in its head, and at most {LARGEST_FORM} bytes")
    form = await request.form(max_files=FIELDS, max_fields=FIELDS, max_part_size=FIELD_BYTES)
    fields: dict[str, str] = {}
    files: list[UploadFile] = []
    for name, value in form.multi_items():
        if isinstance(value, UploadFile):
            files += [value] if value.filename else []
        else:
            fields[name] = value
    return fields, files


def _tab_of(fields: Mapping[str, str]) -> str:
    """The page that a form is on."""
    tab = fields.get("tab", "")
    return tab if tab in TABS else "event"

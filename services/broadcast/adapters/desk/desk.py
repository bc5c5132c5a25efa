"""The desk over HTTP: pages for the director, and forms that become files like any others.

Every form is answered with the page again (303), so that going back and reloading send nothing twice. A decision is
offered to the intake over the bus as the command line sends it; the page waits a moment until it shows.
"""

import asyncio
import re
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
from contracts.questions import (
    FileLine,
    FileList,
    FileOffered,
    FilesAsked,
    FileStatus,
    FileStatusAnswered,
    FileStatusAsked,
    FileTaken,
)
from services.broadcast.adapters.http_reply import problem
from services.broadcast.adapters.site.site import Site
from services.broadcast.domain.desk.forms.decide import channel_moved, decisions_of
from services.broadcast.domain.desk.forms.form import Shown, Unclear
from services.broadcast.domain.desk.pages.home import home
from services.broadcast.domain.desk.pages.report import report
from services.broadcast.domain.desk.pages.shown import Asked
from services.broadcast.domain.desk.pages.tabs import TABS
from services.broadcast.domain.desk.visitors import check_of, is_own_form, may_direct
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.pages.page import Page
from shared.bus.bus import Bus
from shared.errors import OperationFailed
from shared.formats.decisions.reader import written

SENDER = "desk"
"""Who sends what is sent here, as the intake and the list of files name it."""

VISIT = "kibitz-desk"

DIGEST = re.compile(r"[0-9a-f]{64}")

LARGEST_FILE = 700_000
"""Bytes of a file: it has to pass the bus in one message."""

LARGEST_FORM = LARGEST_FILE + 100_000
FIELDS, FIELD_BYTES = 50, 10_000

LISTED = 200
"""Files that are asked for."""

KEPT = ("board", "round")
"""Fields of a form that are part of the address of its page."""

OWN, TYPED = ("check", "tab"), 200
"""Fields of the forms themselves, and characters of a field that stands in its form again after it was refused."""

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
        fetch: has a channel brought into the hub before it is looked at.
        now: the clock.
    """

    bus: Bus
    hub: Hub
    fetch: Callable[[str], Awaitable[bool]]
    site: Site
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    def routes(self) -> list[BaseRoute]:
        """Each address with its answer."""
        return [
            Route("/desk", self._guarded(self._home), methods=["GET"]),
            Route("/desk/files", self._form(self._send), methods=["POST"]),
            Route("/desk/f/{sha256}", self._guarded(self._file), methods=["GET"]),
            Route("/desk/e/{event}", self._guarded(self._event), methods=["GET"]),
            Route("/desk/e/{event}/{tab}", self._guarded(self._event), methods=["GET"]),
            Route("/desk/e/{event}/decide", self._form(self._decide), methods=["POST"]),
        ]

    async def _home(self, request: Request) -> Response:
        await self.fetch(EVENTS_CHANNEL)
        return await self._page(request, home(self.hub.channels.get(EVENTS_CHANNEL), await self._files()))

    async def _event(self, request: Request) -> Response:
        name = request.path_params.get("tab", "event")
        if name not in TABS:
            raise HTTPException(404)
        shown = await self._shown(request, name, request.query_params)
        asked = Asked(shown, request.query_params, await self._files(shown.event))
        return await self._page(request, TABS[name].page(asked))

    async def _file(self, request: Request) -> Response:
        sha256 = request.path_params["sha256"]
        status = await self._status(sha256) if DIGEST.fullmatch(sha256) else None
        if status is None:
            raise HTTPException(404)
        return await self._page(request, report(status))

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
            if (table := self.hub.channels.get(channel)) is not None:
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
        channel = channel_moved(shown.event, decisions)
        about = next((file for each in decisions if (file := getattr(each, "file", None))), None)
        before = (self._position(channel), await self._status(about))
        taken = await self.decide(shown.event, *decisions)
        if taken.refusal is not None:
            raise Unclear(taken.refusal.message)
        for _ in range(round(SHOWS / LOOK)):
            await asyncio.sleep(LOOK)
            sent, now = await self._status(taken.sha256), await self._status(about)
            # What came of a file is written down a moment later than the standings are published.
            told = about is None or now != before[1]
            if self._position(channel) != before[0] and sent is not None and sent.state == "scored" and told:
                return "Done."
        return f"Sent. The {channel.rpartition('.')[2]} have not changed yet."

    def _position(self, channel: str) -> tuple[str, int] | None:
        """How far a channel has come; None where there is none."""
        table = self.hub.channels.get(channel)
        return None if table is None else (table.epoch, table.seq)

    async def decide(self, event: str, *decisions: AnyDecision) -> FileTaken:
        """Offer a file of decisions about an event."""
        at = self.now()
        document = Decisions(event=event, at=at, by=SENDER, decisions=decisions)
        name = f"{event}-{decisions[0].decision}-{at:%Y%m%dT%H%M%S}.json"
        return await self._offer(name, written(document))

    async def _offer(self, name: str, content: bytes) -> FileTaken:
        offered = FileOffered(sender=SENDER, name=name[-255:], content=content)
        return await self.bus.ask(subjects.file_offered(SENDER), offered, FileTaken, patience=PATIENCE)

    async def _status(self, sha256: str | None) -> FileStatus | None:
        """Where a file stands, if it is known."""
        if sha256 is None:
            return None
        asked = FileStatusAsked(sha256=sha256)
        return (await self.bus.ask(subjects.file_status_asked(), asked, FileStatusAnswered, patience=PATIENCE)).status

    async def _files(self, event: str | None = None) -> tuple[FileLine, ...]:
        asked = FilesAsked(limit=LISTED, event=event)
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
                said, kept = await act(request, fields, files), {name: fields.get(name) for name in KEPT}
            except Unclear as error:
                # What was typed stands in the form again.
                said, kept = str(error), {name: text for name, text in fields.items() if len(text) <= TYPED}
            event = request.path_params.get("event")
            back = "../desk" if event is None else f"../../e/{event}/{_tab_of(fields)}"
            query = {name: text for name, text in kept.items() if text and name not in OWN} | {"said": said}
            return Response(status_code=303, headers={"Location": f"{back}?{urlencode(query)}"})

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

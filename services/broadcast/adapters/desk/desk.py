"""The desk over HTTP: who is let in, and the pages for the director.

Every form is answered with the page again (303), so that going back and reloading send nothing twice.
"""

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from markupsafe import Markup
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from contracts import subjects
from contracts.access.grants import MACHINE, Role
from contracts.access.journal import Doing
from contracts.corrections.queries import EventQueries
from contracts.feed import EVENTS_CHANNEL, board_channel, standings_channel
from contracts.questions import (
    FileLine,
    FileOffered,
    FileStatus,
    FileStatusAnswered,
    FileStatusAsked,
    FileTaken,
    FindingsAnswered,
    FindingsAsked,
)
from services.broadcast.adapters.corrections.official import Official
from services.broadcast.adapters.desk.entrance import SESSION, Entrance, is_program, scheme_of, takes_json
from services.broadcast.adapters.desk.file_lists import PATIENCE, FileLists
from services.broadcast.adapters.desk.form_fields import (
    FIELD_BYTES,
    LARGEST_FORM,
    REFUSED,
    length_of,
    read_form,
    see,
    typed,
)
from services.broadcast.adapters.http_reply import json_answer, no_channel, not_now, problem
from services.broadcast.adapters.scannable import code_of
from services.broadcast.adapters.site.site import Place, Site
from services.broadcast.domain.channel import Channel
from services.broadcast.domain.corrections.attention import Attention, attention, board_of, files_to_look_at
from services.broadcast.domain.desk.confirmation import Confirmation
from services.broadcast.domain.desk.forms.form import Shown, Unclear
from services.broadcast.domain.desk.pages.event import alike
from services.broadcast.domain.desk.pages.home import MOST_CHECKED, events_to_look_at, home, in_detail, names_of
from services.broadcast.domain.desk.pages.queries import boards_of
from services.broadcast.domain.desk.pages.report import report
from services.broadcast.domain.desk.pages.shown import Asked, Link
from services.broadcast.domain.desk.pages.tabs import TABS
from services.broadcast.domain.desk.stamp import stamp
from services.broadcast.domain.desk.visitors import DIRECTOR, FORMS, PAGES, Visitor, check_of, is_own_form
from services.broadcast.domain.pages.page import Page
from shared.bus.bus import Bus
from shared.errors import OperationFailed
from shared.kept.new_events import NewEventsBucket
from shared.kept.queries import QueryBucket
from shared.kept.uplink import Uplink

SENDER = MACHINE
"""Who sends what is sent here, as the intake and the list of files name it."""

VISIT = "kibitz-desk"

DIGEST = re.compile(r"[0-9a-f]{64}")

LARGE_FORM = 1024 * 1024
FORMS_AT_ONCE, FORM_SECONDS = 3, 300.0
"""Large forms that are read side by side, and for how long one may be read."""

KEPT = ("about", "board", "part", "query", "round")
"""Fields of a form that are part of the address of its page."""

REFERRER_POLICY = "same-origin"
"""With "no-referrer" a browser would not say from which page a form comes."""

NEEDS_LINK = "The desk needs a link from the director. It also opens on the machine of the server."
ENDED = "Your access has ended: it was revoked, or its hours are over. Ask the director for a new link."

Answer = Callable[[Request], Awaitable[Response]]


class Refused(Exception):
    """The visitor may not do this; the message says what to do instead."""


@dataclass
class Desk:
    """The routes.

    Attributes:
        table: a channel as staff see it, if it is here.
        entrance: says who asks.
        fetch: has a channel brought here before it is looked at.
        now: the clock.
        provider: the name of the identity provider that people may sign in with; "" for none.
        address: of all pages as others reach them, for links that are made on the machine itself; "" where not known.
        uplink: how the connection between hall and public server stands.
    """

    bus: Bus
    table: Callable[[str], Channel | None]
    fetch: Callable[[str], Awaitable[bool]]
    site: Site
    entrance: Entrance
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    provider: str = ""
    address: str = ""
    uplink: Callable[[], Uplink | None] = lambda: None
    official: Official = field(init=False)
    queries: QueryBucket = field(init=False)
    files: FileLists = field(init=False)
    new_events: NewEventsBucket = field(init=False)
    _turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(FORMS_AT_ONCE))

    def __post_init__(self) -> None:
        """Ask over the bus."""
        self.official = Official(self.bus)
        self.queries = QueryBucket(self.bus)
        self.files = FileLists(self.bus)
        self.new_events = NewEventsBucket(self.bus)

    def routes(self) -> list[BaseRoute]:
        """Each address with its answer."""
        return [
            self.page("/desk", self._home),
            self.page("/desk/f/{sha256}", self._file),
            self.page("/desk/e/{event}", self._event),
            self.page("/desk/e/{event}/{tab}", self._event),
            self.page("/desk/e/{event}/tables/{table:path}", self._table),
        ]

    async def _home(self, request: Request) -> Response:
        await self.fetch(EVENTS_CHANNEL)
        events, files, visitor = self.table(EVENTS_CHANNEL), await self.files.newest(), visitor_of(request)
        folders = await self.files.folders()
        moved = stamp({} if events is None else {EVENTS_CHANNEL: events}, files, folders=folders)
        queries = {event: each async for event, each in self.queries.all()}
        names = events_to_look_at(files, visitor)
        of_events = await asyncio.gather(*map(self.files.recent, names))
        known = [queries.get(name, EventQueries()) for name in names]
        found = await asyncio.gather(*map(self._attention, names, of_events, known))
        attention, files = dict(zip(names, found, strict=True)), in_detail(files, of_events)
        uplink = self.uplink()
        stands = "" if uplink is None else uplink.sentence(self.now())
        shown = home(events, files, visitor, attention, queries, folders, stands, await self.new_events.read())
        return await self.show(request, shown, moved)

    async def _event(self, request: Request) -> Response:
        name = request.path_params.get("tab", "event")
        if name not in TABS:
            raise HTTPException(404)
        event = await self.event_of(request)
        queries = await self.queries.of_event(event)
        shown = await self.shown(request, name, request.query_params, boards_of(name, queries))
        asked = Asked(shown, request.query_params, await self.files.newest(event), queries)
        moved = stamp(shown.tables, asked.files, queries)
        known = await self._attention(event, asked.files, queries)
        asked = asked._replace(attention=known)
        if name == "event":
            boards = filter(None, {board_of(each.finding, shown.meta) for each in known})
            others = alike(self.table(EVENTS_CHANNEL), event)
            wanted = [board_channel(event, board) for board in boards] + [standings_channel(key) for key, _ in others]
            tables = {**shown.tables, **await self.tables(wanted)}
            changes = await self.official.changes(event, shown.standings)
            public = self._public(request, event)
            asked = asked._replace(shown=shown._replace(tables=tables), changes=changes, public=public)
        if name == "check":
            found = await self.findings(event)
            asked = asked._replace(findings=found.findings, findings_total=found.total)
        return await self.show(request, TABS[name].page(asked), moved)

    async def _file(self, request: Request) -> Response:
        sha256, visitor = request.path_params["sha256"], visitor_of(request)
        status = await self.status(sha256) if DIGEST.fullmatch(sha256) else None
        if status is None:
            raise HTTPException(404)
        if visitor.events and sha256 not in [file.sha256 for file in await self.files.newest() if visitor.lists(file)]:
            raise Refused("Your access does not include this file. Ask the director.")
        events = list(dict.fromkeys(part.event for part in status.fragments))[:MOST_CHECKED]
        files = dict(zip(events, await asyncio.gather(*map(self.files.recent, events)), strict=True))
        queries = await asyncio.gather(*map(self.queries.of_event, events))
        await self.fetch(EVENTS_CHANNEL)
        return await self.show(request, report(status, files, names_of(self.table(EVENTS_CHANNEL)), queries))

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

    def doing(self, request: Request) -> Doing:
        """Who does something now, by which way."""
        return Doing(visitor_of(request).name, "program" if is_program(request) else "desk", self.now())

    def reached(self, request: Request) -> tuple[str, bool]:
        """The address of all pages for others, and whether it is one of this machine alone."""
        here = visitor_of(request) == DIRECTOR
        return (self.address if here else "") or Place.of(request).root, here and not self.address

    def _public(self, request: Request, event: str) -> Link:
        root, here = self.reached(request)
        address = f"{root}e/{event}"
        return Link(address, Markup(code_of(address).decode()), here)  # noqa: S704 - a drawing of our own

    async def event_of(self, request: Request) -> str:
        """The event of an address.

        Raises:
            HTTPException: there is no such event.
        """
        event: str = request.path_params["event"]
        await self.fetch(standings_channel(event))
        if self.table(standings_channel(event)) is None:
            raise HTTPException(404)
        return event

    async def findings(self, event: str) -> FindingsAnswered:
        """What was found about an event and its files."""
        about = FindingsAsked(event=event)
        return await self.bus.ask(subjects.findings_asked(event), about, FindingsAnswered, patience=PATIENCE)

    async def _attention(self, event: str, files: Sequence[FileLine], queries: EventQueries) -> list[Attention]:
        """Results of the newest files that are impossible."""
        statuses = await asyncio.gather(*(self.status(file.sha256) for file in files_to_look_at(files, event)))
        return attention([status for status in statuses if status is not None], files, event, queries)

    async def tables(self, channels: Iterable[str]) -> dict[str, Channel]:
        """Those of these channels that there are."""
        tables = {}
        for channel in channels:
            await self.fetch(channel)
            if (table := self.table(channel)) is not None:
                tables[channel] = table
        return tables

    async def shown(self, request: Request, tab: str, query: Mapping[str, str], boards: Sequence[str] = ()) -> Shown:
        """The tables of a page of an event, and of some boards.

        Raises:
            HTTPException: there is no such event.
        """
        event = request.path_params["event"]
        own = standings_channel(event)
        wanted = (*TABS[tab].channels(event, query), *(board_channel(event, board) for board in boards))
        tables = await self.tables((own, *wanted))
        if own not in tables:
            raise HTTPException(404)
        return Shown(event, tables, tables[own], self.now())

    async def show(self, request: Request, made: Page, moved: str = "") -> Response:
        """A page of the desk, whose forms carry the check of the visit, with its stamp if it follows what moves."""
        visit = request.cookies.get(VISIT) or secrets.token_urlsafe(24)
        visitor = getattr(request.state, "visitor", None)
        common = {
            "check": check_of(visit),
            "once": secrets.token_hex(8),
            "stamp": moved,
            "said": request.query_params.get("said", ""),
            "refused": REFUSED in request.query_params,
            "looked_at": {name: text for name in KEPT if (text := request.query_params.get(name))},
            "largest_form": LARGEST_FORM - FIELD_BYTES,
            "visitor": visitor,
            "event_names": names_of(self.table(EVENTS_CHANNEL)) if visitor is not None and visitor.events else {},
            "on_machine": self.entrance.is_machine(request),
            "tabs": [(name, tab.title) for name, tab in TABS.items()],
        }
        answer = await self.site.form_page(request, replace(made, values={**common, **made.values}))
        secure = scheme_of(request) == "https"
        answer.set_cookie(VISIT, visit, path="/", secure=secure, httponly=True, samesite="strict")
        return answer

    async def _unanswered(self, request: Request) -> Response:
        uplink = self.uplink()
        if uplink is None or uplink.side == "hall":
            return problem(503, 503, "the bus or the intake does not answer: reload the page in a few seconds")
        why = (
            "This is the public server of a hall. The desk is in the hall, unless that is connected with --allow desk;"
        )
        return await self.closed(request, f"{why} {uplink.sentence(self.now())}.", 503)

    async def offer(self, offered: FileOffered) -> FileTaken:
        """Send a file to the intake, and say what became of it."""
        return await self.bus.ask(subjects.file_offered(SENDER), offered, FileTaken, patience=PATIENCE)

    async def status(self, sha256: str | None) -> FileStatus | None:
        """Where a file stands, if it is known."""
        if sha256 is None:
            return None
        asked = FileStatusAsked(sha256=sha256)
        return (await self.bus.ask(subjects.file_status_asked(), asked, FileStatusAnswered, patience=PATIENCE)).status

    def page(self, path: str, answer: Answer) -> Route:
        """A page for whoever may open it."""
        return Route(path, self._guarded(answer, PAGES[path]), methods=["GET"])

    def form(
        self,
        path: str,
        act: Callable[[Request, dict[str, str], Sequence[UploadFile]], Awaitable[str | Confirmation | Response]],
    ) -> Route:
        """A form of the desk: what it does is told on the page that is shown next, if it shows none itself."""

        async def endpoint(request: Request) -> Response:
            try:
                async with asyncio.timeout(FORM_SECONDS):
                    fields, files = await read_form(request)
            except (HTTPException, MultiPartException) as error:
                return await self.closed(request, str(getattr(error, "detail", None) or error), 400)
            except TimeoutError:
                return await self.closed(request, "This took too long. Send fewer files at once.", 408)
            visit, program = request.cookies.get(VISIT), is_program(request)
            own = program or is_own_form(scheme_of(request), request.headers, visit, fields.get("check"))
            if not own:
                raise Refused("This form is not from the desk. Open the desk again.")
            status = 200
            try:
                said, kept = await act(request, fields, files), {name: fields.get(name, "") for name in KEPT}
            except Unclear as error:
                said, kept = str(error), typed(fields)
                status = 422
            if isinstance(said, Response):
                return said
            if isinstance(said, Confirmation):
                said, kept["undo"] = said
            if takes_json(request):
                return json_answer({"message": said}, status)
            event = request.path_params.get("event")
            back = "../desk" if event is None else f"../../e/{event}/{tab_of(fields)}"
            return see(back, said, {name: text for name, text in kept.items() if text})

        async def in_turn(request: Request) -> Response:
            async with self._turns if length_of(request) > LARGE_FORM else nullcontext():
                return await endpoint(request)

        return Route(path, self._guarded(in_turn, FORMS[path]), methods=["POST"])

    def _guarded(self, answer: Answer, least: Role | None) -> Answer:
        """The same for those who may have it; without a least role, for everybody."""

        async def endpoint(request: Request) -> Response:
            try:
                visitor = request.state.visitor = await self.entrance.visitor(request)
                event = request.path_params.get("event")
                if least is not None and visitor is None:
                    raise Refused(ENDED if SESSION in request.cookies else NEEDS_LINK)
                if least is not None and visitor is not None:
                    if event is not None and not visitor.opens(event):
                        raise Refused("Your access does not include this event. Ask the director.")
                    if not visitor.may(least):
                        raise Refused(f"This is for the {least}, and your access is that of a {visitor.role}.")
                answered = await answer(request)
            except Refused as refused:
                answered = await self.closed(request, str(refused))
            except OperationFailed:
                answered = await self._unanswered(request)
            answered.headers["Cache-Control"] = "no-store"
            answered.headers.setdefault("Referrer-Policy", REFERRER_POLICY)
            return answered

        return endpoint

    async def closed(self, request: Request, why: str, status: int = 403) -> Response:
        """Why there is no page here, and what to do instead."""
        if "text/html" not in request.headers.get("accept", ""):
            return problem(status, status, why)
        event = request.path_params.get("event")
        values = {"why": why, "provider": self.provider, "event": event, "ended": why == ENDED}
        return await self.show(request, Page("desk/closed", "Desk", values=values, status=status))


def visitor_of(request: Request) -> Visitor:
    """Who was let in."""
    visitor: Visitor = request.state.visitor
    return visitor


def check_all_events(request: Request) -> None:
    """Refuse whoever is limited to some events: what this is about concerns others too.

    Raises:
        Refused: the visitor is.
    """
    if not visitor_of(request).opens_people():
        raise Refused("Your access is limited to some events. Ask the director of all of them.")


def tab_of(fields: Mapping[str, str]) -> str:
    """The page that a form is on."""
    tab = fields.get("tab", "")
    return tab if tab in TABS else "event"

"""Pages at real addresses: the tables they show are brought into the hub, and each is written once for a position."""

import asyncio
import base64
import gzip
import hashlib
import json
import re
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from babel import Locale
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from contracts.screens.screen import Screens
from services.broadcast.adapters.http_reply import conditional, takes_gzip
from services.broadcast.adapters.shared_work import SharedWork
from services.broadcast.adapters.site.bundles import STYLE, Assets
from services.broadcast.adapters.site.local_times import local_time, local_times
from services.broadcast.adapters.static_files import security_policy
from services.broadcast.domain import wire
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.languages.catalogue import filled
from services.broadcast.domain.languages.choice import ENGLISH, direction_of, language_for
from services.broadcast.domain.pages import boards, cards, page, play, rankings
from services.broadcast.domain.pages import words as plain_words
from services.broadcast.domain.pages.address import Address, card_of, player_item
from services.broadcast.domain.pages.event.earlier import Earlier
from services.broadcast.domain.pages.queries import about, answer_words
from services.broadcast.domain.pages.reference import reference
from services.broadcast.domain.pages.words import Words
from services.broadcast.domain.screens.shown import address_of, frame, page_of, part_at, written_with
from shared.errors import OperationFailed

PAGES_KEPT = 64
"""Pages that are kept as they were written last, packed."""

STATUS_MAY_CHANGE = 900
"""Seconds within which the status that follows from the age of an event is the same."""

ASYNCAPI = files("contracts") / "asyncapi.json"

FIELDS = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-cache",
    "Vary": "Accept-Encoding, Accept-Language, Cookie",
}

LANGUAGE_COOKIE = "kibitz-language"
LANGUAGE_KEPT = 365 * 24 * 3600
"""Seconds."""

SESSION_LENGTH = 96
"""Characters."""

_HOST = re.compile(r"[A-Za-z0-9.:\[\]-]+")
_PART = re.compile(r"[1-9][0-9]{0,3}", re.ASCII)
_FOLDER = re.compile(r"(/[A-Za-z0-9._~-]+)*")
_ICON = re.compile(r"^  (\w+): (\[.*\]),$", re.MULTILINE)

Look = Callable[[str], tuple[Table, str] | None]
"""A channel that is in the hub, and its position."""


def look(hub: Hub, name: str) -> tuple[Table, str] | None:
    """A channel of the hub."""
    channel = hub.channels.get(name)
    return None if channel is None else (channel, wire.event_id(channel.epoch, channel.seq))


async def _have_it(_channel: str) -> bool:
    return True


async def _no_card(_event: str, _participant: str, _kind: str) -> Mapping[str, Any] | None:
    return None


async def _no_meetings(_event: str) -> Mapping[str, Any] | None:
    return None


async def _no_files(_event: str) -> Sequence[Mapping[str, Any]]:
    return ()


async def _no_past(_event: str, _round: int, _session: str) -> tuple[Table | None, str]:
    return None, ""


async def _no_screens() -> Screens:
    return Screens()


class Place(NamedTuple):
    """Where a page is asked for.

    Attributes:
        root: of all pages, as others reach it, for previews.
        path: as it was sent.
        part: of a long list, from 1.
        after: the round after which standings are wanted; 0: those of now.
        session: that round's, where it is named.
    """

    root: str
    path: str
    part: int = 1
    after: int = 0
    session: str = ""

    @property
    def folder(self) -> str:
        """The root without the server."""
        return urlsplit(self.root).path or "/"

    @property
    def up(self) -> str:
        """The root, from here."""
        return "../" * (self.path.count("/") - 1) or "./"

    @classmethod
    def of(cls, request: Request) -> "Place":
        """Before a proxy, this is where the proxy says that it is."""
        headers = request.headers
        scheme = "https" if headers.get("x-forwarded-proto") == "https" else request.url.scheme
        host, folder = headers.get("host", ""), headers.get("x-forwarded-prefix", "").rstrip("/")
        named = _HOST.fullmatch(host) and _FOLDER.fullmatch(folder)
        part, after, session = (request.query_params.get(name, "") for name in ("part", "after", "session"))
        return cls(
            f"{scheme}://{host}{folder}/" if named else "",
            request.scope["raw_path"].decode("latin-1"),
            int(part) if _PART.fullmatch(part) else 1,
            int(after) if _PART.fullmatch(after) else 0,
            session[:SESSION_LENGTH],
        )


@dataclass(frozen=True, slots=True)
class Order:
    """A page to write; two are the same where the address, the language and what they show are.

    Attributes:
        path: the one address of the page.
        channels: what it shows.
    """

    place: Place
    language: str
    etag: str
    content: page.Page = field(compare=False)
    path: str = field(default="", compare=False)
    channels: tuple[str, ...] = field(default=(), compare=False)


class Written(NamedTuple):
    """A page as it is sent."""

    etag: str
    status: int
    packed: bytes
    policy: str

    def answer(self, headers: Headers) -> Response:
        """The page, or that the reader has it already."""
        fields = FIELDS | {"Content-Security-Policy": self.policy} | ({"ETag": self.etag} if self.etag else {})
        body = b"" if takes_gzip(headers) else gzip.decompress(self.packed)
        if self.status == 200:
            return conditional(headers, fields, body, self.packed)
        if not body:
            fields |= {"Content-Encoding": "gzip"}
        return Response(body or self.packed, self.status, fields)


class Site:
    """The pages.

    Attributes:
        openapi: describes the HTTP beside the feed; whoever serves it sets it.
    """

    openapi: bytes = b"{}"

    def __init__(
        self,
        assets: Assets,
        look: Look,
        fetch: Callable[[str], Awaitable[bool]] = _have_it,
        card: Callable[[str, str, str], Awaitable[Mapping[str, Any] | None]] = _no_card,
        files: Callable[[str], Awaitable[Sequence[Mapping[str, Any]]]] = _no_files,
        meetings: Callable[[str], Awaitable[Mapping[str, Any] | None]] = _no_meetings,
        screens: Callable[[], Awaitable[Screens]] = _no_screens,
        framing: Collection[str] = (),
        language: str = ENGLISH,
        past: Callable[[str, int, str], Awaitable[tuple[Table | None, str]]] = _no_past,
    ) -> None:
        """Make the templates ready.

        Args:
            assets: the files that pages name.
            look: the tables.
            fetch: has a channel brought into the hub before it is looked at; False: it cannot be now.
            card: of a participant of an event, of a kind where it is not one that is ranked.
            files: to download, of an event.
            meetings: who met whom in an event; None where that cannot be read now.
            screens: in the rooms.
            framing: web origins that may show the pages in a frame.
            language: of readers who ask for none that there is.
            past: standings after a round, of a session where it is named; else why there are none.
        """
        self._look, self._fetch, self._card, self._files, self._meetings = look, fetch, card, files, meetings
        self._screens, self._past, self._language = screens, past, language
        loader = FileSystemLoader(Path(__file__).with_name("templates"))
        self._templates = Environment(
            autoescape=True,
            auto_reload=False,
            loader=loader,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        icons = _ICON.findall(assets.sources["/scripts/dom.js"].body.decode())
        self._templates.globals |= vars(plain_words) | {
            "icons": {name: json.loads(outlines) for name, outlines in icons},
            "version": assets.version,
            "languages": [(name, (Locale(name).display_name or name).capitalize()) for name in assets.catalogues],
            "club": assets.club,
            "style": Markup(assets.bundled[STYLE]),  # noqa: S704 – a file of our own
            "high_card_points": boards.high_card_points,
            "is_recorded": play.is_recorded,
            "number_before": rankings.number_before,
            "player_item": player_item,
            "sum_of": cards.sum_of,
        }
        self._templates.filters |= {"local_time": local_time, "local_times": local_times}
        self._words = {name: Words(catalogue) for name, catalogue in assets.catalogues.items()}
        self._version = assets.version
        # The style stands in the page itself: a phone that asked for it would wait once more before it shows anything.
        digest = base64.b64encode(hashlib.sha256(assets.bundled[STYLE].encode()).digest()).decode()
        self._policy = security_policy(framing, style=f"'sha256-{digest}'")
        self._form_policy = security_policy(style=f"'sha256-{digest}'", forms="'self'")
        self._kept: dict[tuple[Place, str], Written] = {}
        self._work: SharedWork[Order, Written] = SharedWork(self._write)

    async def answer(self, request: Request, admitted: bool) -> Response | None:
        """The page at an address, None where there can be none. Who may not read gets one without results.

        `?lang=fr` is how a reader chooses a language; it is remembered.
        """
        place, wanted = Place.of(request), request.query_params.get("lang")
        language = self.language_of(request)
        answer = await self._answer(place, language, request.headers, admitted)
        if answer is not None and wanted in self._words:
            secure = place.root.startswith("https:")
            answer.set_cookie(
                LANGUAGE_COOKIE, wanted, LANGUAGE_KEPT, path=place.folder, secure=secure, httponly=True, samesite="lax"
            )
        return answer

    def language_of(self, request: Request) -> str:
        """In which language a reader is answered."""
        wanted = request.query_params.get("lang")
        chosen = wanted if wanted in self._words else request.cookies.get(LANGUAGE_COOKIE)
        return language_for(self._words, chosen, request.headers.get("accept-language", ""), self._language)

    def words_of(self, request: Request) -> Words:
        """The words of that language."""
        return self._words[self.language_of(request)]

    async def _answer(self, place: Place, language: str, headers: Headers, admitted: bool) -> Response | None:
        if place.path == "/docs":
            return await self._reference(place, headers)
        address, words = Address.read(place.path), self._words[language]
        if address is None:
            by_person = "text/html" in headers.get("accept", "")
            return await self._apart(place, language, headers, page.nowhere(words)) if by_person else None
        channels = await self._channels(address) if admitted else None
        if channels is None:
            why_not = page.not_now if admitted else page.refused
            return await self._apart(place, language, headers, why_not(words))
        if address.kind == "screens":
            return await self._screen(address, place, language, headers)
        found = {name: known for name in channels if (known := self._look(name)) is not None}
        tables = {name: table for name, (table, _) in found.items()}
        whose = page.card_wanted(address, tables)
        card = await self._card(address.event, *card_of(whose)) if whose else None
        files = await self._files(address.event) if address.tab == "files" else ()
        now = datetime.now(UTC)
        announced, earlier = await self._announced(address, now, words), await self._earlier(address, place)
        positions = [position for _, position in found.values()]
        state = repr(
            (
                self._version,
                language,
                positions,
                card,
                files,
                announced,
                _told(earlier),
                int(now.timestamp()) // STATUS_MAY_CHANGE,
            )
        )
        etag = f'"{hashlib.sha256(state.encode()).hexdigest()[:20]}"'
        written = self._kept.get((place, language))
        if written is None or written.etag != etag:
            # They change with the standings: a reader who has the page already need not wait until they are added up.
            met = await self._meetings(address.event) if page.wants_meetings(address, tables) else None
            made = page.page(page.Asked(address, tables, now, card, files, met, words, place.part, earlier))
            made = replace(made, values={**made.values, "announced": announced})
            if made.moved is not None:
                return Response(status_code=302, headers={"Location": place.up + made.moved.path})
            kept = "" if made.status == 503 else etag  # whoever asks again may get it
            written = await self._work.of(
                Order(place, language, kept, made, address.path, () if address.kind == "hands" else (*tables,))
            )
        return written.answer(headers)

    async def _earlier(self, address: Address, place: Place) -> Earlier | None:
        """The standings after a round, where the address asks for them."""
        if address.tab != "standings" or not place.after:
            return None
        table, why = await self._past(address.event, place.after, place.session)
        return Earlier(place.after, place.session, table, why)

    async def _channels(self, address: Address) -> tuple[str, ...] | None:
        """What a page shows, brought into the hub; None where it cannot be read now."""
        if not all([await self._fetch(name) for name in address.channels]):
            return None
        listed = self._look(address.channels[-1]) if address.kind == "hands" else None
        deals = address.deals(boards.of_session(listed[0], address.item)) if listed else ()
        return (*address.channels, *deals) if all([await self._fetch(name) for name in deals]) else None

    async def _announced(self, address: Address, now: datetime, words: Words) -> Mapping[str, Any] | None:
        """What stands above an event; nothing while it cannot be read, for the results can."""
        if address.kind != "event":
            return None
        try:
            return written_with(await self._screens(), address.event, now, words)
        except OperationFailed:
            return None

    async def _screen(self, address: Address, place: Place, language: str, headers: Headers) -> Response:
        """A part of a screen in the room, as a page that turns to the next one; scripts turn all by themselves."""
        words, now = self._words[language], datetime.now(UTC)
        try:
            screens = await self._screens()
        except OperationFailed:
            return await self._apart(place, language, headers, page.not_now(words))
        screen = screens.screen(address.event)
        if screen is None:
            return await self._apart(place, language, headers, page.no_screen(words))
        part, around = part_at(screen, place.part), frame(screens, screen, place.part, now, words)
        of, made = address_of(part), page_of(screen, part.text)
        found = {}
        if of is not None:
            read = all([await self._fetch(name) for name in of.channels])
            found = {name: known for name in of.channels if (known := self._look(name)) is not None}
            tables = {name: table for name, (table, _) in found.items()}
            made = page.page(page.Asked(of, tables, now, words=words)) if read else page.not_now(words)
        made = replace(made, title=screen.title, values={**made.values, "screen": around})
        state = repr((self._version, language, made.status, around, [position for _, position in found.values()]))
        etag = f'"{hashlib.sha256(state.encode()).hexdigest()[:20]}"'
        written = await self._work.of(Order(place, language, etag, made, address.path))
        return written.answer(headers)

    async def private_page(self, request: Request, made: page.Page | None) -> Response:
        """A page for the holder of a private link, which is not kept; None: there is no such page."""
        language = self.language_of(request)
        made = made if made is not None else page.nowhere(self._words[language])
        text = await asyncio.to_thread(self._text, Order(Place.of(request), language, "", made))
        fields = {"Content-Type": FIELDS["Content-Type"], "Content-Security-Policy": self._policy}
        return Response(text.encode(), made.status, fields)

    async def form_page(self, request: Request, made: page.Page, language: str = ENGLISH) -> Response:
        """A page whose forms go to this server and which nobody may frame, as all of the desk are."""
        text = await asyncio.to_thread(self._text, Order(Place.of(request), language, "", made))
        fields = {"Content-Type": FIELDS["Content-Type"], "Content-Security-Policy": self._form_policy}
        return Response(text.encode(), made.status, fields)

    async def _reference(self, place: Place, headers: Headers) -> Response:
        """What programs may ask and follow, in English for everybody."""
        etag = f'"{hashlib.sha256(self._version.encode() + self.openapi).hexdigest()[:20]}"'
        written = self._kept.get((place, ENGLISH))
        if written is None or written.etag != etag:
            made = reference(json.loads(self.openapi), json.loads(ASYNCAPI.read_bytes()))
            written = await self._work.of(Order(place, ENGLISH, etag, made, "docs"))
        return written.answer(headers)

    async def _apart(self, place: Place, language: str, headers: Headers, made: page.Page) -> Response:
        return (await self._write(Order(place, language, "", made))).answer(headers)

    async def _write(self, order: Order) -> Written:
        written = Written(order.etag, order.content.status, await asyncio.to_thread(self._packed, order), self._policy)
        if order.etag:
            if len(self._kept) >= PAGES_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[order.place, order.language] = written
        return written

    def _packed(self, order: Order) -> bytes:
        return gzip.compress(self._text(order).encode(), 6, mtime=0)

    def _text(self, order: Order) -> str:
        place, made = order.place, order.content
        return self._templates.get_template(f"{made.template}.html").render(
            {"screen": None, "announced": None, **in_templates(self._words[order.language]), **made.values},
            language=order.language,
            text_direction=direction_of(order.language),
            root=place.up,
            title=made.title,
            description=made.description,
            canonical=order.path,
            absolute=place.root and place.root + order.path,
            channels=" ".join(order.channels),
        )


def _told(earlier: Earlier | None) -> object:
    """What tells a page of earlier standings from another."""
    return earlier and (earlier.why, earlier.table and earlier.table.meta.get("digest"))


def in_templates(words: Words) -> dict[str, Any]:
    """The words of the templates in a language: what is put into a text is escaped, unless it is an element."""

    def t(text: str, /, **values: object) -> Markup:
        return Markup(filled(escape(words.catalogue.text(text)), values, escape))  # noqa: S704 – escaped

    def tn(n: int, one: str, many: str, /, **values: object) -> Markup:
        return Markup(filled(escape(words.catalogue.counted(one, many, n)), {"n": words.number(n), **values}, escape))  # noqa: S704 – escaped

    own = {name: getattr(words, name) for name in dir(words) if not name.startswith("_")}

    def about_query(query: Mapping[str, Any]) -> str:
        return about(query, words)

    def said_to_query(verdict: str | None) -> str:
        return answer_words(verdict, words)

    return own | {"t": t, "tn": tn, "about": about_query, "answer_words": said_to_query}

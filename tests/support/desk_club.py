"""A desk whose forms are sent by hand, over a bus on which the intake takes everything."""

import re
from datetime import UTC, datetime
from functools import partial

from starlette.applications import Starlette

from contracts.base import FileRef
from contracts.packing import unpacked
from contracts.questions import (
    ExplanationAnswered,
    ExplanationAsked,
    FileAnswered,
    FileAsked,
    FileLine,
    FileList,
    FileOffered,
    FilesAsked,
    FileStatus,
    FileStatusAnswered,
    FileStatusAsked,
    FileTaken,
    FindingsAnswered,
    FindingsAsked,
    FolderList,
    FoldersAsked,
    Refusal,
)
from services.broadcast.adapters.desk.corrections import DeskCorrections
from services.broadcast.adapters.desk.decisions import DeskDecisions
from services.broadcast.adapters.desk.desk import Desk
from services.broadcast.adapters.desk.downloads import DeskDownloads
from services.broadcast.adapters.desk.entrance import Entrance
from services.broadcast.adapters.desk.explanations import DeskExplanations
from services.broadcast.adapters.desk.live import Live
from services.broadcast.adapters.desk.people import People
from services.broadcast.adapters.desk.screens import DeskScreens, PublicScreens
from services.broadcast.adapters.desk.uploads import DeskUploads
from services.broadcast.adapters.journal.journal import DeskJournal
from services.broadcast.adapters.own.own_boards import OwnBoards
from services.broadcast.adapters.public.new_events import DeskNewEvents
from services.broadcast.adapters.routes import Routes
from services.broadcast.adapters.site.site import Site, look
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.ledger import Ledger
from services.broadcast.handlers import Deps
from shared.kept.acts import ActBucket
from shared.kept.grants import GrantBucket
from shared.kept.screens import ScreenBucket
from shared.kept.secrets import SecretBucket
from tests.support.asgi import call
from tests.support.explained import explained
from tests.support.feed import TurnedClock
from tests.support.memory_bus import MemoryBus
from tests.support.published import STORED, as_read, awake, seats, standings
from tests.support.scoreboard_stage import ASSETS
from tests.unit.services.broadcast.adapters.test_routes import CSV

EVENT, FILE = "monday", "ab" * 32
TITLE = "monday+pairs+%C2%B7+"
HOST = "127.0.0.1:8080"
NOW = datetime(2031, 10, 3, 21, tzinfo=UTC)


def content_of(offered):
    """The file itself."""
    return unpacked(offered.content, offered.size, offered.sha256) if offered.size is not None else offered.content


class Club:
    """A desk over a bus on which the intake takes everything, with one event."""

    def __init__(self):
        self.bus = MemoryBus(answers=self.answer)
        self.hub = Hub(TurnedClock())
        self.ledger = Ledger(self.hub, "E1", "S1")
        awake(self.ledger, EVENT)
        self.ledger.take_standings(as_read(standings(EVENT, 1)), STORED)
        self.offered = []
        self.files_asked = []
        self.hand_overs = ()
        self.why_asked = []
        self.found = None
        self.moves, self.seats_move = True, False
        self.listed, self.folders = FileList(files=()), FolderList(folders=())
        self.status = None
        self.site = Site(ASSETS, partial(look, self.hub), framing=("https://club.example",))
        self.now, self.time = NOW, 0.0
        self.grants = GrantBucket(self.bus)
        entrance = Entrance(self.grants, lambda: self.now)
        self.desk = Desk(self.bus, self.ledger.audiences.table, self.fetch, self.site, entrance, lambda: NOW)
        self.people = People(self.desk)
        deps = Deps(bus=self.bus, hub=self.hub, ready=None, ledger=self.ledger)
        self.own = OwnBoards(deps, self.site, self.desk, SecretBucket(self.bus))
        self.shown = PublicScreens(ScreenBucket(self.bus), lambda: self.time)
        self.screens = DeskScreens(self.desk, self.shown)
        self.new_events = DeskNewEvents(self.desk)
        self.decisions, uploaded = DeskDecisions(self.desk), DeskUploads(self.desk)
        more = [*self.decisions.routes(), *uploaded.routes()]
        more += [*Live(self.desk).routes(), *DeskCorrections(self.desk).routes(), *self.screens.routes()]
        more += self.new_events.routes()
        exports = Routes(deps)
        downloads = DeskDownloads(self.desk, exports.formats, partial(exports.file, whole=True))
        more += DeskJournal(self.desk, ActBucket(self.bus)).routes()
        more += DeskExplanations(self.desk, exports.explanations.whole).routes()
        self.routes = [*downloads.routes(), *self.desk.routes(), *more, *self.people.routes(), *self.own.desk_routes()]
        self.app = Starlette(routes=[*self.routes, *exports.routes()])

    async def fetch(self, _channel):
        return True

    async def answer(self, asked):
        if isinstance(asked, FileAsked):
            self.files_asked.append(asked)
            file = CSV.replace(event=EVENT) if asked.format == "csv" else None
            return FileAnswered(event=asked.event, formats=("csv",), file=file, hand_overs=self.hand_overs)
        if isinstance(asked, ExplanationAsked):
            self.why_asked.append(asked)
            if asked.id != "1":
                return ExplanationAnswered(asked=asked, refusal=Refusal(code="no-participant", message="nobody"))
            return ExplanationAnswered(asked=asked, explanation=explained())
        if isinstance(asked, FindingsAsked):
            return self.found or FindingsAnswered(event=asked.event)
        if isinstance(asked, FilesAsked):
            return self.listed
        if isinstance(asked, FoldersAsked):
            return self.folders
        if isinstance(asked, FileStatusAsked):
            return FileStatusAnswered(sha256=asked.sha256, status=self.status)
        assert isinstance(asked, FileOffered)
        self.offered.append(asked)
        if self.moves:
            self.ledger.take_standings(as_read(standings(EVENT, 1 + len(self.offered))), STORED)
        if self.seats_move:
            self.ledger.take_seats(seats(EVENT, len(self.offered)), STORED)
        size = len(asked.content)
        file = FileRef(sha256=FILE, name=asked.name, size=size, format="usebio")
        self.status = FileStatus(file=file, state="scored", reason=f"file {len(self.offered)}")
        self.listed = FileList(
            files=(
                FileLine(
                    sha256=FILE,
                    name=asked.name,
                    format="usebio",
                    sender="",
                    state="scored",
                    findings=0,
                    url="/v1/files/x",
                ),
            )
        )
        return FileTaken(sha256=FILE, name=asked.name, size=size, format="usebio", state="received", new=True)

    async def get(self, path, host=HOST, client="127.0.0.1", **headers):
        return await call(self.app, "GET", path, headers={"host": host, **headers}, client=client)

    async def visit(self, path=f"/desk/e/{EVENT}"):
        """A page, with the cookie and the check of its visit."""
        page = await self.get(path)
        assert page.status == 200
        (check,) = set(re.findall(r'name="check" value="([0-9a-f]{64})"', page.body.decode()))
        return page, page.headers["set-cookie"].partition(";")[0], check

    async def post(self, path, fields, files=(), *, cookie="", host=HOST, client="127.0.0.1", **headers):
        head = "--b\r\nContent-Disposition: form-data; name"
        parts = [f'{head}="{name}"\r\n\r\n{value}' for name, value in fields.items()]
        parts += [f'{head}="file"; filename="{name}"\r\n\r\n{text}' for name, text in files]
        body = "\r\n".join([*parts, "--b--", ""]).encode()
        given = {
            "host": host,
            "cookie": cookie,
            "content-type": "multipart/form-data; boundary=b",
            "content-length": str(len(body)),
            **headers,
        }
        return await call(self.app, "POST", path, body=body, headers=given, client=client)

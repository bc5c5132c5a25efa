"""The desk over HTTP: what it refuses, and what its forms send."""

import asyncio
import random
import re
from datetime import UTC, datetime
from functools import partial
from urllib.parse import unquote_plus

import orjson
import pytest
from starlette.applications import Starlette

from contracts.base import FileRef
from contracts.corrections.queries import Query
from contracts.decisions import Decisions, RetractFile
from contracts.facts import PublicPolicy
from contracts.feed import standings_channel
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
    Refusal,
)
from services.broadcast.adapters.desk import uploads
from services.broadcast.adapters.desk.corrections import DeskCorrections
from services.broadcast.adapters.desk.decisions import DeskDecisions
from services.broadcast.adapters.desk.desk import FORMS_AT_ONCE, LARGE_FORM, Desk
from services.broadcast.adapters.desk.downloads import DeskDownloads
from services.broadcast.adapters.desk.entrance import Entrance
from services.broadcast.adapters.desk.explanations import DeskExplanations
from services.broadcast.adapters.desk.live import Live
from services.broadcast.adapters.desk.people import People
from services.broadcast.adapters.desk.screens import DeskScreens, PublicScreens
from services.broadcast.adapters.desk.uploads import DeskUploads
from services.broadcast.adapters.own.own_boards import OwnBoards
from services.broadcast.adapters.own.secrets import SecretBucket
from services.broadcast.adapters.routes import Routes
from services.broadcast.adapters.site.site import Site, look
from services.broadcast.domain.desk.pages.tabs import TABS
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.ledger import Ledger
from services.broadcast.handlers import Deps
from shared.kept.grants import GrantBucket
from shared.kept.screens import ScreenBucket
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
        self.why_asked = []
        self.found = None
        self.moves, self.seats_move = True, False
        self.listed = FileList(files=())
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
        self.decisions, uploaded = DeskDecisions(self.desk), DeskUploads(self.desk)
        more = [*self.decisions.routes(), *uploaded.routes()]
        more += [*Live(self.desk).routes(), *DeskCorrections(self.desk).routes(), *self.screens.routes()]
        exports = Routes(deps)
        downloads = DeskDownloads(self.desk, exports.formats, partial(exports.file, whole=True))
        more += DeskExplanations(self.desk, exports.explanations.whole).routes()
        self.routes = [*downloads.routes(), *self.desk.routes(), *more, *self.people.routes(), *self.own.desk_routes()]
        self.app = Starlette(routes=[*self.routes, *exports.routes()])

    async def fetch(self, _channel):
        return True

    async def answer(self, asked):
        if isinstance(asked, FileAsked):
            self.files_asked.append(asked)
            file = CSV.replace(event=EVENT) if asked.format == "csv" else None
            return FileAnswered(event=asked.event, formats=("csv",), file=file)
        if isinstance(asked, ExplanationAsked):
            self.why_asked.append(asked)
            if asked.id != "1":
                return ExplanationAnswered(asked=asked, refusal=Refusal(code="no-participant", message="nobody"))
            return ExplanationAnswered(asked=asked, explanation=explained())
        if isinstance(asked, FindingsAsked):
            return self.found or FindingsAnswered(event=asked.event)
        if isinstance(asked, FilesAsked):
            return self.listed
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


@pytest.fixture
def club():
    return Club()


def pages_and_forms(club):
    """Of the desk, but for the way in, which is open."""
    for route in club.routes:
        for method in route.methods - {"HEAD"} if route.path != "/desk/enter" else ():
            path = route.path.replace("{event}", EVENT).replace("{tab}", "event").replace("{sha256}", FILE)
            yield method, path.replace("{table:path}", "standings")


@pytest.mark.parametrize(
    ("client", "headers"),
    [
        ("192.0.2.7", {"host": HOST}),
        ("127.0.0.1", {"host": "evil.example"}),
        ("127.0.0.1", {"host": HOST, "x-forwarded-for": "192.0.2.7"}),
    ],
)
async def test_every_address_is_closed_to_others(club, client, headers):
    _, cookie, check = await club.visit()
    for method, path in pages_and_forms(club):
        fields = {"check": check, "decision": "status", "status": "live"}
        if method == "POST":
            reply = await club.post(path, fields, [("x", "y")], cookie=cookie, client=client, **headers)
        else:
            reply = await call(club.app, method, path, headers=headers, client=client)
        assert reply.status == 403
    assert club.offered == []


async def test_a_form_of_another_page_sends_nothing(club):
    _, cookie, check = await club.visit()
    fields = {"decision": "status", "status": "live"}
    for method, path in pages_and_forms(club):
        if method == "POST":
            for given, sent, origin in (
                ({**fields, "check": check}, cookie, "http://evil.example"),
                ({**fields, "check": check}, cookie, "null"),
                ({**fields, "check": check}, "", f"http://{HOST}"),
                (fields, cookie, f"http://{HOST}"),
            ):
                reply = await club.post(path, given, [("x", "y")], cookie=sent, origin=origin)
                assert reply.status == 403
    assert club.offered == []


async def test_what_does_not_show_in_time_is_said_to_be_sent(club, monkeypatch):
    monkeypatch.setattr("services.broadcast.adapters.desk.decisions.SHOWS", 0.1)
    club.moves = False
    _, cookie, check = await club.visit()
    fields = {"check": check, "decision": "status", "status": "provisional"}
    reply = await club.post(f"/desk/e/{EVENT}/decide", fields, cookie=cookie)
    said = f"Sent.+{TITLE}The+standings+are+provisional.+The+standings+have+not+changed+yet."
    assert f"?said={said}&undo={FILE}" in reply.headers["location"]


@pytest.mark.parametrize("seated", [True, False])
async def test_a_decision_about_seats_is_done_when_the_seats_have_moved(club, monkeypatch, seated):
    monkeypatch.setattr("services.broadcast.adapters.desk.decisions.SHOWS", 0.2)
    club.seats_move = seated
    _, cookie, check = await club.visit(f"/desk/e/{EVENT}/rounds")
    fields = {"check": check, "decision": "lock", "round": "3", "tab": "rounds"}
    reply = await club.post(f"/desk/e/{EVENT}/decide", fields, cookie=cookie)
    said = f"{TITLE}Seats+of+round+3+stay+as+they+are."
    said = said if seated else f"Sent.+{said}+The+seats+have+not+changed+yet."
    assert reply.headers["location"] == f"../../e/{EVENT}/rounds?said={said}&round=3&undo={FILE}"


async def test_a_decision_is_a_file_as_the_command_line_writes_it(club):
    _, cookie, check = await club.visit()
    fields = {"check": check, "decision": "retract", "file": FILE, "reason": "sent twice"}
    reply = await club.post(f"/desk/e/{EVENT}/decide", fields, cookie=cookie, origin=f"http://{HOST}")
    assert (reply.status, reply.headers["location"]) == (
        303,
        f"../../e/{EVENT}/event?said={TITLE}File+{FILE[:12]}+does+not+count.&undo={FILE}",
    )
    (sent,) = club.offered
    decision = RetractFile(decision="retract", file=FILE, reason="sent twice")
    wanted = Decisions(event=EVENT, at=NOW, by="desk", decisions=(decision,))
    assert Decisions.model_validate_json(sent.content) == wanted
    assert (sent.sender, sent.name) == ("desk", "monday-retract-20311003T210000.json")


async def test_a_form_that_cannot_be_followed_is_answered_on_the_page(club):
    _, cookie, check = await club.visit()
    fields = {"check": check, "decision": "adjustment", "participant": "1", "amount": "much"}
    reply = await club.post(f"/desk/e/{EVENT}/decide", fields, cookie=cookie)
    assert reply.status == 303
    assert "Write+the+amount" in reply.headers["location"]
    page = await club.get(f"/desk/e/{EVENT}?said=<b>no</b>")
    assert b"&lt;b&gt;no&lt;/b&gt;" in page.body
    assert club.offered == []


async def test_files_are_offered_one_by_one_with_their_names(club):
    _, cookie, check = await club.visit("/desk")
    reply = await club.post("/desk/files", {"check": check}, [("a.xml", "<A/>"), ("b.pbn", "B")], cookie=cookie)
    assert reply.headers["location"].startswith("../desk?said=a.xml")
    assert [(one.name, content_of(one)) for one in club.offered] == [("a.xml", b"<A/>"), ("b.pbn", b"B")]


async def test_a_script_of_the_desk_is_told_of_each_file_in_json(club):
    _, cookie, check = await club.visit("/desk")
    own = {"cookie": cookie, "accept": "application/json"}
    reply = await club.post("/desk/files", {"check": check}, [("a.xml", "<A/>"), ("b.pbn", "B")], **own)
    assert [(file["name"], file["said"]) for file in orjson.loads(reply.body)["files"]] == [
        ("a.xml", "arrived"),
        ("b.pbn", "arrived"),
    ]
    none = await club.post("/desk/files", {"check": check}, **own)
    assert (none.status, orjson.loads(none.body)) == (422, {"message": "Choose a file first."})
    foreign = await club.post("/desk/files", {"check": "0" * 64}, [("a.xml", "<A/>")], **own)
    assert (foreign.status, len(club.offered)) == (403, 2)


async def test_too_large_and_missing_files_are_said(club, monkeypatch):
    _, cookie, check = await club.visit("/desk")
    monkeypatch.setattr(uploads, "LARGEST_PACKED", 100_000)
    files = [("a.xml", random.Random(1).randbytes(110_000).hex()), ("b.xml", "<SCORE>60</SCORE>" * 200_000)]
    large = await club.post("/desk/files", {"check": check}, files, cookie=cookie)
    assert "a.xml%3A+too+large+for+a+form.+Put" in large.headers["location"]
    # What cannot be sent holds up no other.
    assert "b.xml%3A+arrived" in large.headers["location"]
    assert [len(content_of(one)) for one in club.offered] == [3_400_000]
    club.offered.clear()
    none = await club.post("/desk/files", {"check": check}, cookie=cookie)
    assert "Choose+a+file" in none.headers["location"]
    endless = await club.post("/desk/files", {}, cookie=cookie, **{"content-length": "99999999"})
    assert endless.status == 400
    assert club.offered == []


async def test_a_few_large_forms_are_read_at_a_time_and_decisions_wait_for_none(club):
    _, cookie, check = await club.visit("/desk")
    reading, over = [], asyncio.Event()

    async def slow():
        reading.append(1)
        await over.wait()
        yield b""

    head = {"host": HOST, "cookie": cookie, "content-type": "multipart/form-data; boundary=b"}
    head["content-length"] = str(LARGE_FORM + 1)
    forms = [
        asyncio.create_task(call(club.app, "POST", "/desk/files", body=slow(), headers=head))
        for _ in range(FORMS_AT_ONCE + 2)
    ]
    fields = {"check": check, "decision": "status", "status": "provisional"}
    assert (await club.post(f"/desk/e/{EVENT}/decide", fields, cookie=cookie)).status == 303
    assert len(reading) == FORMS_AT_ONCE
    over.set()
    await asyncio.gather(*forms)
    assert len(reading) == FORMS_AT_ONCE + 2


async def test_pages_are_kept_by_nobody_and_their_forms_go_to_this_server(club):
    club.listed = FileList(
        files=(
            FileLine(
                sha256=FILE, name="<x>.xml", format="usebio", sender="", state="rejected", findings=1, url="/v1/files/x"
            ),
        )
    )
    page, _, _ = await club.visit("/desk")
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["referrer-policy"] == "same-origin"
    assert "form-action 'self'" in page.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert b"&lt;x&gt;.xml" in page.body
    assert b"Refused" in page.body
    assert "HttpOnly" in page.headers["set-cookie"]
    assert "SameSite=strict" in page.headers["set-cookie"]


async def test_without_the_intake_the_page_says_so(club):
    club.bus.broken = True
    assert (await club.get("/desk")).status == 503


async def test_an_event_that_does_not_exist_has_no_page(club):
    assert standings_channel("tuesday") not in club.hub.channels
    assert (await club.get("/desk/e/tuesday")).status == 404


@pytest.mark.parametrize("tab", TABS)
async def test_each_page_of_an_event_links_to_the_others(club, tab):
    page = await club.get(f"/desk/e/{EVENT}/{tab}")
    for name in TABS:
        assert f'desk/e/{EVENT}/{name}"'.encode() in page.body
    assert page.body.count(b'aria-current="page"') == 1


async def test_a_page_that_does_not_exist_is_not_found(club):
    assert (await club.get(f"/desk/e/{EVENT}/nothing")).status == 404


async def test_a_file_has_a_page_with_its_report(club):
    assert (await club.get(f"/desk/f/{FILE}")).status == 404
    assert (await club.get("/desk/f/xyz")).status == 404
    club.status = FileStatus(
        file=FileRef(sha256=FILE, name="<a>.xml", size=1, format="usebio"), state="rejected", reason="no <XML>"
    )
    page = await club.get(f"/desk/f/{FILE}")
    assert page.status == 200
    assert b"Refused: no &lt;XML&gt;" in page.body
    assert b"&lt;a&gt;.xml" in page.body


async def test_whoever_is_hidden_is_hidden_in_the_other_events_of_the_day_that_name_them(club):
    people = {"tuesday": "Bob & Cyd", "ladies": "Cyd & Dot", "closed": "Cyd & Bob"}
    for event, names in people.items():
        awake(club.ledger, event)
        club.ledger.take_standings(as_read(standings(event, 1, names)), STORED)
    page, cookie, check = await club.visit(f"/desk/e/{EVENT}/public")
    assert "Also in other events of this day" in page.body.decode()
    fields = {"check": check, "tab": "public", "decision": "names", "one": "1", "name": "bob", "shown": "none"}
    reply = await club.post(f"/desk/e/{EVENT}/decide", {**fields, "day": "1"}, cookie=cookie)
    said = unquote_plus(reply.headers["location"])
    assert "The same in tuesday pairs, closed pairs; each is undone there." in said
    sent = [Decisions.model_validate_json(content_of(each)) for each in club.offered]
    assert [each.event for each in sent] == ["tuesday", "closed", EVENT]
    assert {(each.by, *((one.name, one.shown) for one in each.decisions)) for each in sent} == {
        ("desk", ("bob", "none"))
    }
    club.offered.clear()
    await club.post(f"/desk/e/{EVENT}/decide", fields, cookie=cookie)
    assert [Decisions.model_validate_json(content_of(each)).event for each in club.offered] == [EVENT]


async def test_programs_on_this_machine_read_the_tables_as_staff_see_them(club):
    hidden = standings(EVENT, 2)
    hidden = hidden.replace(standings=hidden.standings.replace(public=PublicPolicy(places=0)))
    club.ledger.take_standings(as_read(hidden), STORED)
    assert club.hub.channels[standings_channel(EVENT)].rows == {}
    table = orjson.loads((await club.get(f"/desk/e/{EVENT}/tables/standings")).body)
    assert table["rows"]["overall|1"]["total"] == "2"
    assert "digest" in table["meta"]
    for path in ("boards/7", "nothing", "boards/7/analysis"):
        assert (await club.get(f"/desk/e/{EVENT}/tables/{path}")).status == 404


async def test_a_query_is_counted_in_the_navigation_and_answered_by_name(club):
    query = Query(id="0" * 16, card="1", text="we made ten", asked_at=NOW)
    await club.desk.queries.ask(EVENT, query)
    page, cookie, check = await club.visit()
    assert b"Queries (1)" in page.body
    fields = {"check": check, "tab": "queries", "query": query.id, "verdict": "stands", "text": "nine"}
    wrong = await club.post(f"/desk/e/{EVENT}/answer", {**fields, "query": "1" * 16}, cookie=cookie)
    assert "not+there" in wrong.headers["location"]
    done = await club.post(f"/desk/e/{EVENT}/answer", fields, cookie=cookie)
    assert done.headers["location"].startswith(f"../../e/{EVENT}/queries?said=Answered")
    (kept,) = (await club.desk.queries.of_event(EVENT)).queries
    assert (kept.answer.verdict, kept.answer.text, kept.answer.by) == ("stands", "nine", "desk")
    assert b"Queries (1)" not in (await club.visit())[0].body


async def test_what_is_right_is_kept_and_what_is_no_finding_or_no_event_is_refused(club):
    _, cookie, check = await club.visit()
    fields = {"check": check, "finding": FILE}
    await club.post(f"/desk/e/{EVENT}/right", {**fields, "finding": "x"}, cookie=cookie)
    assert (await club.desk.queries.of_event(EVENT)).right == ()
    await club.post(f"/desk/e/{EVENT}/right", fields, cookie=cookie)
    assert (await club.desk.queries.of_event(EVENT)).right == (FILE,)
    assert (await club.post("/desk/e/a.*/right", fields, cookie=cookie)).status == 404


async def test_a_form_that_is_sent_twice_decides_once(club):
    page, cookie, check = await club.visit()
    (once,) = set(re.findall(r'name="once" value="([0-9a-f]{16})"', page.body.decode()))
    fields = {"check": check, "once": once, "decision": "adjustment", "participant": "pair:1", "amount": "10"}
    refused = await club.post(f"/desk/e/{EVENT}/decide", {**fields, "amount": "much"}, cookie=cookie)
    assert "Write+the+amount" in refused.headers["location"]
    replies = await asyncio.gather(*(club.post(f"/desk/e/{EVENT}/decide", fields, cookie=cookie) for _ in range(2)))
    replies.append(await club.post(f"/desk/e/{EVENT}/decide", fields, cookie=cookie))
    said = f"{TITLE}Pair+1+%28Ann+%26+Bob%29%3A+penalty+of+10+in+the+unit+of+the+totals."
    assert {reply.headers["location"] for reply in replies} == {f"../../e/{EVENT}/event?said={said}&undo={FILE}"}
    assert len(club.offered) == 1
    # The next page has another form: the same may be decided again.
    assert once not in (await club.get(f"/desk/e/{EVENT}")).body.decode()


async def test_a_form_whose_sender_saw_something_else_is_answered_with_both(club):
    _, cookie, check = await club.visit()
    fields = {"check": check, "decision": "status", "status": "provisional", "seen": "official"}
    reply = await club.post(f"/desk/e/{EVENT}/decide", fields, cookie=cookie)
    assert "Nothing+was+decided" in reply.headers["location"]
    assert club.offered == []
    page = (await club.get(f"/desk/e/{EVENT}/{reply.headers['location'].rpartition('/')[2]}")).body.decode()
    (form,) = re.findall(r"meanwhile</h2>.*?</form>", page, re.DOTALL)
    again = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert again["seen"] != "official"
    reply = await club.post(f"/desk/e/{EVENT}/decide", {**again, "check": check}, cookie=cookie)
    assert reply.headers["location"] == (
        f"../../e/{EVENT}/event?said={TITLE}The+standings+are+provisional.&undo={FILE}"
    )
    assert len(club.offered) == 1

"""Who gets in by which way, and what each may do: over every address of the desk and of the public HTTP."""

import json
import re
from datetime import timedelta
from hashlib import sha256

import pytest

from contracts.access.grants import Wanted
from contracts.access.journal import Doing
from contracts.base import FileRef
from contracts.decisions import Decisions
from contracts.questions import FileInEvent, FileList, FileStatus
from contracts.screens.screen import Screen, Screens
from services.broadcast.adapters.desk.entrance import MOST_FAILURES, SESSION
from services.broadcast.adapters.http_api import HttpApi
from services.broadcast.adapters.routes import Routes
from services.broadcast.domain.access import Access
from services.broadcast.domain.desk.pages.tabs import TABS
from services.broadcast.domain.desk.visitors import FORMS, PAGES
from services.broadcast.handlers import Deps
from shared.bus.wire import encode
from shared.kept.screens import BUCKET, KEY
from tests.support.asgi import call
from tests.support.desk_club import EVENT, FILE, NOW, Club

OUTSIDE = "desk.example:8080"
HOUR = timedelta(hours=1)
VOID = {"decision": "void", "board": "1"}


class Guarded(Club):
    """The same club, reached from outside, with one file."""

    def __init__(self):
        super().__init__()
        file = FileRef(sha256=FILE, name="a.xml", size=4, format="usebio")
        self.status = FileStatus(file=file, state="scored", reason="")
        hall = Screen(name="hall", title="Hall")
        self.bus.keys[BUCKET, KEY] = (encode(Screens(screens=(hall,))), 1)

    async def grant(self, role, *, link=True, events=(), lasts=6 * HOUR):
        wanted = Wanted(f"{role} Ada", role, lasts, HOUR if link else None, events)
        return await self.grants.make(wanted, Doing("desk", "desk", self.now))

    async def session(self, role, **more):
        """The cookie of somebody who has opened a link."""
        _, token = await self.grant(role, **more)
        _, session = await self.grants.enter(token, self.now)
        return f"{SESSION}={session}"

    async def outside(self, path, cookie="", **headers):
        return await self.get(path, host=OUTSIDE, client="192.0.2.7", cookie=cookie, **headers)

    async def form(self, path, fields, cookie="", files=(), **headers):
        """A form from outside that has the check of its visit, as a browser sends it."""
        page = await self.outside("/desk/enter")
        (check,) = set(re.findall(r'name="check" value="([0-9a-f]{64})"', page.body.decode()))
        cookies = f"{page.headers['set-cookie'].partition(';')[0]}; {cookie}"
        given = {"origin": f"http://{OUTSIDE}", **headers}
        return await self.post(
            path, {"check": check, **fields}, files, cookie=cookies, host=OUTSIDE, client="192.0.2.7", **given
        )


@pytest.fixture
def club():
    return Guarded()


def addresses(club, method):
    """Of the desk, with the path as the tables name it."""
    for route in club.routes:
        if method in route.methods:
            address = route.path.replace("{event}", EVENT).replace("{tab}", "event").replace("{sha256}", FILE)
            address = address.replace("{participant:path}", "1")
            yield (
                route.path,
                address.replace("{table:path}", "standings").replace("{screen}", "hall").replace("{format}", "csv"),
            )


def test_each_address_has_its_least_role(club):
    assert {path for path, _ in addresses(club, "GET")} | {"/desk/sign-in", "/desk/signed-in"} == set(PAGES)
    assert {path for path, _ in addresses(club, "POST")} == set(FORMS)
    anybodys = [path for path, role in (PAGES | FORMS).items() if role is None]
    assert anybodys == ["/desk/enter", "/desk/sign-in", "/desk/signed-in", "/desk/leave"]


FIELDS = {"decision": "status", "status": "live", "name": "x", "role": "director", "hours": "5", "grant": "0" * 16}


async def credentials(club):
    """Headers that open nothing."""
    foreign, _ = await Guarded().grant("director")
    _, token = await club.grant("director", link=False)
    session = await club.session("director")
    for grant in await club.grants.all():
        await club.grants.revoke(grant.id, Doing("desk", "desk", NOW))
    _, old = await club.grant("director", link=False, lasts=HOUR)
    old_session = await club.session("director", lasts=HOUR)
    unused, link = await club.grant("director")
    club.now += 2 * HOUR
    guess = f"{unused.id}.{'a' * 32}"
    yield {}
    for value in (f"{foreign.id}.{'a' * 32}", token, old, link, guess, "x"):
        yield {"authorization": f"Bearer {value}"}
        yield {"cookie": f"{SESSION}={value}"}
    yield {"cookie": session}
    yield {"cookie": old_session}


async def test_without_a_good_grant_every_address_is_closed(club):
    async for headers in credentials(club):
        for path, address in addresses(club, "POST"):
            if FORMS[path] is not None:
                reply = await club.form(address, FIELDS, files=[("x", "y")], **{"cookie": "", **headers})
                assert reply.status == 403, (headers, path)
        for path, address in addresses(club, "GET"):
            if PAGES[path] is not None:
                assert (await club.outside(address, **headers)).status == 403
    assert club.offered == []
    assert all(grant.name == "director Ada" for grant in await club.grants.all())


@pytest.mark.parametrize("role", ["screen", "scorer"])
async def test_a_role_opens_its_pages_and_sends_its_forms_and_no_others(club, role):
    cookie = await club.session(role)
    for path, address in addresses(club, "GET"):
        allowed = PAGES[path] in (None, "screen", role)
        assert (await club.outside(address, cookie)).status == (200 if allowed else 403), path
    for path, address in addresses(club, "POST"):
        if path in ("/desk/enter", "/desk/leave"):
            continue
        reply = await club.form(address, {**FIELDS, **VOID}, cookie, [("x", "y")])
        assert reply.status == (303 if FORMS[path] == role else 403), path
        for headers in ({"origin": "http://evil.example"}, {"origin": "null"}):
            assert (await club.form(address, FIELDS, cookie, [("x", "y")], **headers)).status == 403
        assert (await club.form(address, {**FIELDS, "check": ""}, cookie, [("x", "y")])).status == 403


async def test_a_scorer_decides_no_status_and_sends_no_decisions(club):
    cookie = await club.session("scorer")
    assert (await club.form(f"/desk/e/{EVENT}/decide", FIELDS, cookie)).status == 403
    smuggled = '{"kibitz": "decisions", "event": "monday"}'
    assert (await club.form("/desk/files", {}, cookie, [("a.json", smuggled)])).status == 403
    # A file that is not known, or of another event, is not a scorer's to withdraw.
    withdrawal = {"decision": "retract", "file": FILE}
    assert (await club.form(f"/desk/e/{EVENT}/decide", withdrawal, cookie)).status == 403
    assert club.offered == []


async def test_who_may_not_decide_is_told_who_may(club):
    cookie, status = await club.session("scorer"), {"decision": "status", "status": "official"}
    refused = await club.form(f"/desk/e/{EVENT}/decide", status, cookie, accept="text/html")
    page = refused.body.decode()
    assert (refused.status, club.offered) == (403, [])
    assert "are decided by the director" in page
    assert "scorer Ada" in page
    assert f'desk/e/{EVENT}/results"' in page


async def test_whoever_signs_in_on_the_machine_has_the_role_of_the_grant_until_signing_out(club):
    cookie = await club.session("scorer")
    assert (await club.get("/desk/people")).status == 200
    assert (await club.get("/desk/people", cookie=cookie)).status == 403
    page = (await club.get("/desk", cookie=cookie)).body.decode()
    assert "scorer Ada" in page
    assert "sign out to have them back" in page
    assert "sign out to have" not in (await club.outside("/desk", cookie)).body.decode()
    left = await club.form("/desk/leave", {}, cookie)
    assert f'{SESSION}=""' in left.headers["set-cookie"]
    assert (await club.get("/desk/people")).status == 200


@pytest.mark.parametrize("ended", ["revoked", "over", "unknown"])
async def test_whose_access_has_ended_has_the_rights_of_the_machine_only_after_giving_it_up(club, ended):
    cookie = await club.session("scorer", lasts=HOUR)
    if ended == "revoked":
        (grant,) = await club.grants.all()
        await club.grants.revoke(grant.id, Doing("desk", "desk", NOW))
    elif ended == "over":
        club.now += 2 * HOUR
    else:
        cookie = f"{SESSION}={'0' * 16}.{'a' * 32}"
    assert (await club.get("/desk/people", cookie=cookie)).status == 403
    said = (await club.get("/desk", cookie=cookie, accept="text/html")).body.decode()
    assert "Your access has ended" in said
    assert "use the rights of this machine" in said
    _, visit, check = await club.visit()
    form = {"check": check, "decision": "status", "status": "official"}
    sent = await club.post(f"/desk/e/{EVENT}/decide", form, cookie=f"{visit}; {cookie}")
    assert (sent.status, club.offered) == (403, [])
    elsewhere = (await club.outside("/desk", cookie, accept="text/html")).body.decode()
    assert "Your access has ended" in elsewhere
    assert "rights of this machine" not in elsewhere
    left = await club.form("/desk/leave", {}, cookie)
    assert left.headers["location"] == "../desk"
    assert f'{SESSION}=""' in left.headers["set-cookie"]
    assert (await club.get("/desk")).status == 200


async def test_a_decision_is_made_by_the_name_of_the_grant(club):
    cookie = await club.session("director")
    reply = await club.form(f"/desk/e/{EVENT}/decide", {"decision": "status", "status": "provisional"}, cookie)
    assert reply.status == 303
    (sent,) = club.offered
    assert (sent.sender, Decisions.model_validate_json(sent.content).by) == ("desk", "director Ada")


async def test_a_grant_of_some_events_opens_nothing_else(club):
    cookie = await club.session("director", events=("tuesday",))
    for address in (f"/desk/e/{EVENT}", f"/desk/e/{EVENT}/event", f"/desk/f/{FILE}", "/desk/people"):
        assert (await club.outside(address, cookie)).status == 403
    assert EVENT.encode() not in (await club.outside("/desk", cookie)).body
    for path in (f"/desk/e/{EVENT}/decide", "/desk/people/make", "/desk/people/revoke"):
        assert (await club.form(path, FIELDS, cookie)).status == 403
    for event in ({}, {"event": EVENT}):
        reply = await club.form("/desk/files", event, cookie, [("a.xml", "<A/>")])
        assert "Choose+the+event" in reply.headers["location"]
    assert club.offered == []
    await club.form("/desk/files", {"event": "tuesday"}, cookie, [("a.xml", "<A/>")])
    assert [one.event for one in club.offered] == ["tuesday"]


async def test_a_link_is_used_up_by_its_button_and_not_by_a_look(club):
    _, token = await club.grant("scorer")
    for _ in range(3):
        page = await club.outside(f"/desk/enter?token={token}")
        assert (page.status, page.headers["referrer-policy"]) == (200, "strict-origin")
        assert token.encode() in page.body
    entered = await club.form("/desk/enter", {"token": token})
    assert (entered.status, entered.headers["location"]) == (303, "../desk")
    cookie = entered.headers["set-cookie"]
    for word in ("HttpOnly", "SameSite=strict", "Path=/", f"Max-Age={400 * 24 * 3600}"):
        assert word in cookie
    assert "Secure" not in cookie
    assert token not in str(entered.headers)
    assert (await club.outside("/desk", cookie.partition(";")[0])).status == 200
    again = await club.form("/desk/enter", {"token": token}, accept="text/html")
    assert again.status == 403
    assert b"This link has been used" in again.body


async def test_behind_a_proxy_with_tls_cookies_are_secure_and_forms_are_taken(club):
    _, token = await club.grant("scorer")
    proxy = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.9"}
    entered = await club.form("/desk/enter", {"token": token}, origin=f"https://{OUTSIDE}", **proxy)
    assert entered.status == 303
    assert "; Secure" in entered.headers["set-cookie"]


async def test_a_link_of_another_page_signs_nobody_in(club):
    _, token = await club.grant("scorer")
    assert (await club.form("/desk/enter", {"token": token}, origin="http://evil.example")).status == 403
    assert (await club.form("/desk/enter", {"token": token, "check": "x"})).status == 403
    assert (await club.form("/desk/enter", {"token": token})).status == 303


async def test_a_stranger_sends_no_more_than_the_token_of_a_link(club):
    assert (await club.form("/desk/enter", {}, files=[("a.xml", "x" * 20_000)])).status == 400


async def test_after_many_wrong_links_an_address_waits_a_minute(club):
    _, token = await club.grant("scorer")
    for _ in range(MOST_FAILURES):
        await club.form("/desk/enter", {"token": "x"})
    assert (await club.form("/desk/enter", {"token": token})).status == 403
    club.now += timedelta(minutes=1)
    assert (await club.form("/desk/enter", {"token": token})).status == 303


async def test_signing_out_ends_the_session_for_good(club):
    cookie = await club.session("screen")
    left = await club.form("/desk/leave", {}, cookie)
    assert left.status == 303
    assert f'{SESSION}=""' in left.headers["set-cookie"]
    assert (await club.outside("/desk", cookie)).status == 403


async def test_a_program_sends_with_a_lasting_token_and_is_answered_in_json(club):
    _, token = await club.grant("scorer", link=False)
    bearer = {"authorization": f"Bearer {token}"}
    sent = await club.post("/desk/files", {}, [("a.xml", "<A/>")], host=OUTSIDE, client="192.0.2.7", **bearer)
    files = [{"name": "a.xml", "said": "arrived", "sha256": sha256(b"<A/>").hexdigest()}]
    assert (sent.status, json.loads(sent.body)) == (200, {"message": "a.xml: arrived.", "files": files})
    nothing = await club.post("/desk/files", {}, host=OUTSIDE, client="192.0.2.7", **bearer)
    assert nothing.status == 422
    refused = await club.post(f"/desk/e/{EVENT}/decide", FIELDS, host=OUTSIDE, client="192.0.2.7", **bearer)
    assert (refused.status, json.loads(refused.body)["code"]) == (403, 403)
    assert len(club.offered) == 1


async def make(club, fields, **more):
    _, cookie, check = await club.visit("/desk/people")
    return await club.post("/desk/people/make", {"check": check, **fields}, cookie=cookie, **more)


ACCESS = {"name": "Ada <b>", "role": "scorer", "hours": "12", "kind": "link", "limit": "all"}


async def test_a_link_is_shown_once_with_its_code_and_opens_the_desk(club):
    made = await make(club, ACCESS)
    assert (made.status, made.headers["cache-control"]) == (200, "no-store")
    (token,) = set(re.findall(r"desk/enter\?token=([0-9a-f]{16}\.[\w-]{32})<", made.body.decode()))
    assert b"<svg" in made.body
    assert b"this machine alone" in made.body
    assert b"Ada &lt;b&gt;" in made.body
    listed = await club.get("/desk/people")
    assert b"Ada &lt;b&gt;" in listed.body
    assert token.partition(".")[2].encode() not in listed.body
    assert (await club.form("/desk/enter", {"token": token})).status == 303


async def test_a_link_made_on_the_machine_has_the_address_that_others_reach(club):
    club.desk.address = "http://192.0.2.1:8080/"
    made = await make(club, ACCESS)
    assert b"http://192.0.2.1:8080/desk/enter?token=" in made.body
    assert b"this machine alone" not in made.body


async def test_a_token_for_a_program_is_shown_once_and_revoked(club):
    made = await make(club, {**ACCESS, "kind": "token"})
    (token,) = re.findall(r"<code>([0-9a-f]{16}\.[\w-]{32})</code>", made.body.decode())
    bearer = {"authorization": f"Bearer {token}"}
    assert (await club.outside("/desk", **bearer)).status == 200
    _, cookie, check = await club.visit("/desk/people")
    fields = {"check": check, "grant": token.partition(".")[0]}
    revoked = await club.post("/desk/people/revoke", fields, cookie=cookie)
    assert revoked.headers["location"] == "../people?said=Ada+%3Cb%3E+has+no+access+any+more."
    assert (await club.outside("/desk", **bearer)).status == 403
    none = await club.post("/desk/people/revoke", {**fields, "grant": "*"}, cookie=cookie)
    assert "no+such+access" in none.headers["location"]


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("hours", "x", "whole+number"),
        ("hours", "0", "an+hour"),
        ("hours", "99999", "400+days"),
        ("name", "", "Check+name"),
        ("name", "desk", "Check+name"),
        ("role", "owner", "Check+role"),
        ("event No Such", "1", "Check+events"),
    ],
)
async def test_access_that_cannot_be_given_says_what_to_change(club, field, value, text):
    made = await make(club, {**ACCESS, field: value})
    assert made.status == 303
    assert text in made.headers["location"]
    assert await club.grants.all() == []


async def test_what_was_typed_for_access_stands_there_again_after_an_error(club):
    made = await make(club, {**ACCESS, "hours": "many", "limit": "some", f"event {EVENT}": "1"})
    again = (await club.get(made.headers["location"].replace("..", "/desk", 1))).body.decode()
    for part in ('value="Ada &lt;b&gt;"', 'value="many"', f'name="event {EVENT}" value="1" checked'):
        assert part in again
    assert await club.grants.all() == []


async def test_without_the_bus_the_desk_says_so(club):
    cookie = await club.session("screen")
    club.bus.broken = True
    assert (await club.outside("/desk", cookie)).status == 503


@pytest.fixture
def api(club):
    """The whole HTTP of the service, pages included."""
    routes = Routes(Deps(bus=club.bus, hub=club.hub, ready=None))
    access = Access(names=frozenset({OUTSIDE.partition(":")[0]}))
    pages, extra = club.site.answer, routes.routes()
    return HttpApi(club.hub, access=access, pages=pages, extra_routes=extra, desk_routes=club.routes)


async def test_nobody_writes_at_any_address(club, api):
    """Of those that the OpenAPI document names, a reader writes what the reader alone is told."""
    app, document = api.app(), json.loads(api.description())
    paths = [*document["paths"], *(path for path, _ in addresses(club, "POST")), "/", "/e/monday"]
    _, token = await club.grant("screen", link=False)
    for path in paths:
        address = re.sub(r"{\w+}", "event", path.replace("{event}", EVENT))
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            for bearer in ({}, {"authorization": f"Bearer {token}"}, {"authorization": "Bearer foreign"}):
                headers = {"host": OUTSIDE, "content-length": "0", **bearer}
                if path.endswith("/notices") or path in ("/desk/enter", "/desk/leave"):
                    continue
                reply = await call(app, method, address, headers=headers, client="192.0.2.7")
                assert reply.status in (403, 405), (method, path)
                assert reply.status == 403 or not path.startswith("/desk") or method != "POST", path
    assert club.offered == []


async def test_what_staff_see_reaches_no_public_reader(club, api):
    """Pages and answers are kept for all who ask: staff ways fill no such store, and credentials change no answer."""
    app, cookie = api.app(), await club.session("director")
    headers = {"host": OUTSIDE, "accept": "text/html", "accept-encoding": "gzip"}
    for path, address in addresses(club, "GET"):
        reply = await call(app, "GET", address, headers={**headers, "cookie": cookie}, client="192.0.2.7")
        assert (reply.status, reply.headers["cache-control"]) == (200, "no-store"), path
    assert (api._packed, club.site._kept) == ({}, {})
    for address in ("/", f"/e/{EVENT}", f"/v1/events/{EVENT}/standings"):
        staff = await call(app, "GET", address, headers={**headers, "cookie": cookie}, client="192.0.2.7")
        public = await call(app, "GET", address, headers=headers, client="192.0.2.7")
        assert (staff.status, staff.body, staff.headers) == (200, public.body, public.headers), address
    for path, address in addresses(club, "GET"):
        reply = await call(app, "GET", address, headers=headers, client="192.0.2.7")
        assert reply.status == (200 if PAGES[path] is None else 403), path
        assert b"director Ada" not in reply.body


async def test_a_scorer_withdraws_a_file_of_results(club):
    await club.form("/desk/files", {}, await club.session("director"), [("a.xml", "<A/>")])
    (file,) = club.listed.files
    part = FileInEvent(event=EVENT, state="scored", verdict="counts")
    club.listed = FileList(files=(file.replace(events=(part,)),))
    cookie = await club.session("scorer")
    assert b"Withdraw" in (await club.outside(f"/desk/e/{EVENT}", cookie)).body
    reply = await club.form(f"/desk/e/{EVENT}/decide", {"decision": "retract", "file": FILE}, cookie)
    assert reply.status == 303
    assert len(club.offered) == 2
    screen = (await club.outside(f"/desk/e/{EVENT}", await club.session("screen"))).body
    assert b"Withdraw" not in screen
    assert b">Official<" not in screen


@pytest.mark.parametrize("role", ["screen", "scorer", "director"])
async def test_what_only_the_director_decides_about_rounds_is_no_heading_for_others(club, role):
    page = (await club.outside(f"/desk/e/{EVENT}/rounds", await club.session(role))).body.decode()
    for text in ("Late entry", "Start a round early", "On this page"):
        assert (text in page) is (role == "director")
    assert ("is decided by the director" in page) is (role != "director")


async def test_every_page_tells_everybody_what_was_done_and_offers_to_undo_it_to_whoever_may(club):
    grant, token = await club.grant("scorer")
    _, session = await club.grants.enter(token, club.now)
    part = FileInEvent(event=EVENT, state="scored", verdict="counts")
    name = f"{EVENT}-score-20311003T210000-scorer-{grant.id}.json"
    await club.form("/desk/files", {}, await club.session("director"), [("a.xml", "<A/>")])
    (file,) = club.listed.files
    made = file.replace(name=name, sender="desk", format="decisions", decided=("Board 1: 420",), events=(part,))
    club.listed = FileList(files=(made,))
    undo = b'<input type="hidden" name="decision" value="retract"><input type="hidden" name="file"'
    for tab in TABS:
        path = f"/desk/e/{EVENT}/{tab}?said=Done.&undo={made.sha256}"
        for cookie, may in ((f"{SESSION}={session}", True), (await club.session("scorer"), False)):
            page = await club.outside(path, cookie)
            assert page.status == 200, tab
            assert (undo in page.body) == may, tab

"""The desk over HTTP: what it refuses, and what its pages show."""

import asyncio

import orjson
import pytest

from contracts.base import FileRef
from contracts.codes import validation as codes
from contracts.corrections.queries import Query, Right
from contracts.facts import PublicPolicy
from contracts.feed import standings_channel
from contracts.questions import FileLine, FileList, FileStatus, FindingsAnswered
from services.broadcast.adapters.desk.desk import FORMS_AT_ONCE, LARGE_FORM
from services.broadcast.domain.desk.pages.tabs import TABS
from tests.support.asgi import call
from tests.support.desk_club import EVENT, FILE, HOST, NOW, Club
from tests.support.published import STORED, as_read, standings


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


async def test_a_form_that_cannot_be_followed_is_answered_on_the_page(club):
    _, cookie, check = await club.visit()
    fields = {"check": check, "decision": "adjustment", "participant": "1", "amount": "much"}
    reply = await club.post(f"/desk/e/{EVENT}/decide", fields, cookie=cookie)
    assert reply.status == 303
    assert "Write+the+amount" in reply.headers["location"]
    page = await club.get(f"/desk/e/{EVENT}?said=<b>no</b>")
    assert b"&lt;b&gt;no&lt;/b&gt;" in page.body
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
    query = Query(id="0" * 16, card="1", number="7", text="we made ten", asked_at=NOW)
    wrong = codes.SCORE_NOT_OF_CONTRACT.finding("4S is 420 on board 7 (1 against 3)", subject="board 7", stated="450")
    other = wrong.replace(message="4S is 420 on board 7 (2 against 4)")
    club.found = FindingsAnswered(event=EVENT, findings=(wrong, other), total=2)
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
    # What was found about the same line is right, then.
    check_page = (await club.get(f"/desk/e/{EVENT}/check")).body.decode()
    assert "It is right, said by desk" in check_page
    assert (check_page.count("<b>Settled</b>"), check_page.count(">It is right</button>")) == (1, 1)
    # Both buttons, It is right and Undo, lead back to what is shown of the page.
    one_board = (await club.get(f"/desk/e/{EVENT}/check?about=board+7&part=1")).body.decode()
    assert one_board.count('<input type="hidden" name="about" value="board 7">') == 2
    assert one_board.count('<input type="hidden" name="part" value="1">') == 2
    assert b"Queries (1)" not in (await club.visit())[0].body


async def test_what_is_right_is_kept_and_what_is_no_finding_or_no_event_is_refused(club):
    _, cookie, check = await club.visit()
    fields = {"check": check, "finding": FILE}
    await club.post(f"/desk/e/{EVENT}/right", {**fields, "finding": "x"}, cookie=cookie)
    assert (await club.desk.queries.of_event(EVENT)).right == ()
    await club.post(f"/desk/e/{EVENT}/right", fields, cookie=cookie)
    assert (await club.desk.queries.of_event(EVENT)).right == (Right(finding=FILE, at=NOW, by="desk"),)
    undone = await club.post(f"/desk/e/{EVENT}/right", {**fields, "undo": "1"}, cookie=cookie)
    assert "Undone" in undone.headers["location"]
    # The page is the one that was open, of what it showed.
    seen = {**fields, "tab": "check", "about": "board 7", "part": "2"}
    address = (await club.post(f"/desk/e/{EVENT}/right", seen, cookie=cookie)).headers["location"]
    assert address.endswith("/check?said=Noted%3A+it+is+right.&about=board+7&part=2")
    await club.post(f"/desk/e/{EVENT}/right", {**seen, "undo": "1"}, cookie=cookie)
    assert (await club.desk.queries.of_event(EVENT)).right == ()
    assert (await club.post("/desk/e/a.*/right", fields, cookie=cookie)).status == 404


async def test_an_event_whose_files_were_moved_leads_to_where_they_are(club):
    state = standings(EVENT, 2)
    moved = state.replace(standings=state.standings.replace(reassigned_to=("tuesday",)))
    assert b"All files of this event are in" not in (await club.get(f"/desk/e/{EVENT}")).body
    club.ledger.take_standings(as_read(moved), STORED)
    head, _, _ = (await club.get(f"/desk/e/{EVENT}")).body.decode().partition('id="status"')
    assert 'All files of this event are in <a href="../../desk/e/tuesday">' in head

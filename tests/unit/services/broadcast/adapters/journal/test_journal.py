"""The journal over HTTP: every form of the desk leaves a line or a file, and what is undone there is undone."""

import re
from datetime import timedelta

import pytest

from contracts.access.grants import Wanted
from contracts.access.journal import Doing
from contracts.corrections.queries import Query
from services.broadcast.adapters.desk.entrance import SESSION
from services.broadcast.domain.desk.visitors import FORMS
from shared.kept.acts import ActBucket
from tests.support.desk_club import EVENT, NOW, Club

HOUR = timedelta(hours=1)
QUERY = Query(id="0" * 16, card="7", text="we made ten", asked_at=NOW)

FILES = {"/desk/files", "/desk/e/{event}/decide"}
"""What these forms do stands in files."""

ACTS = {
    "/desk/people/make": {"name": "Bob", "role": "scorer", "hours": "6", "kind": "link", "limit": "all"},
    "/desk/people/revoke": {"grant": "GRANT"},
    "/desk/enter": {"token": "TOKEN"},
    "/desk/leave": {},
    "/desk/new-events": {"ranking": "none", "boards": "none"},
    "/desk/screens": {"change": "new", "title": "Hall"},
    "/desk/e/{event}/own/renew": {},
    "/desk/e/{event}/answer": {"query": QUERY.id, "verdict": "stands"},
    "/desk/e/{event}/right": {"finding": "ab" * 32},
    "/desk/journal/undo": {"act": "ACT"},
}


@pytest.fixture
def club():
    return Club()


async def lines(club):
    return [act for _, act in await ActBucket(club.bus).all()]


async def send(club, path, fields, **more):
    _, cookie, check = await club.visit("/desk/people")
    session = more.pop("session", "")
    return await club.post(path, {"check": check, **fields}, cookie=f"{cookie}; {session}", **more)


def test_every_form_leaves_a_line_or_a_file():
    assert {*ACTS, *FILES} == set(FORMS)


@pytest.mark.parametrize("form", ACTS)
async def test_a_form_leaves_a_line_with_who_did_it_by_which_way(club, form):
    await club.desk.queries.ask(EVENT, QUERY)
    grant, token = await club.grants.make(Wanted("Bob", "scorer", 6 * HOUR, HOUR), Doing("Ada", "command", NOW))
    session = ""
    if form == "/desk/leave":
        session = f"{SESSION}={(await club.grants.enter(token, NOW))[1]}"
    (key, _), *_ = await ActBucket(club.bus).all()
    values = {"GRANT": grant.id, "TOKEN": token, "ACT": key}
    before = {each for each, _ in await ActBucket(club.bus).all()}
    fields = {name: values.get(value, value) for name, value in ACTS[form].items()}
    reply = await send(club, form.replace("{event}", EVENT), fields, session=session)
    assert reply.status in (200, 303), reply.body
    (act,) = [act for each, act in await ActBucket(club.bus).all() if each not in before]
    assert act.by == ("Bob" if form in ("/desk/enter", "/desk/leave") else "desk")
    assert act.way == "desk"
    assert act.events == ((EVENT,) if "{event}" in form else ())


async def test_what_a_program_does_says_so(club):
    _, token = await club.grants.make(Wanted("robot", "director", 6 * HOUR, None), Doing("Ada", "desk", NOW))
    head = {"authorization": f"Bearer {token}"}
    await club.post("/desk/screens", {"change": "new", "title": "Hall"}, **head)
    (made,) = [act for act in await lines(club) if act.text == "Screen made: Hall."]
    assert (made.by, made.way) == ("robot", "program")


async def test_the_page_undoes_and_says_so(club):
    await send(club, "/desk/screens", {"change": "new", "title": "Hall"})
    page, cookie, check = await club.visit("/desk/journal")
    body = page.body.decode()
    assert "Screen made: Hall." in body
    assert "at the desk" in body
    (key,) = re.findall(r'name="act" value="([^"]+)"', body)
    fields = {"check": check, "act": key, "only": ""}
    reply = await club.post("/desk/journal/undo", fields, cookie=cookie)
    assert reply.headers["location"] == "../journal?said=Undone%3A+Screen+made%3A+Hall."
    assert (await club.shown.bucket.read()).screens == ()
    again = await club.post("/desk/journal/undo", fields, cookie=cookie)
    assert "Nothing+was+undone" in again.headers["location"]
    assert (await club.post("/desk/journal/undo", {**fields, "act": "_.x"}, cookie=cookie)).status == 404


async def test_who_is_limited_to_events_sees_and_undoes_what_is_about_them_alone(club):
    await send(club, "/desk/screens", {"change": "new", "title": "Hall"})
    (screens, _), *_ = await ActBucket(club.bus).all()
    await send(club, f"/desk/e/{EVENT}/own/renew", {})
    (links, _), *_ = await ActBucket(club.bus).all()
    wanted = Wanted("Bob", "director", 6 * HOUR, None, (EVENT,))
    _, token = await club.grants.make(wanted, Doing("Ada", "desk", NOW))
    head = {"authorization": f"Bearer {token}"}
    body = (await club.get("/desk/journal", **head)).body.decode()
    assert "Screen made" not in body
    assert "New private links" in body
    assert (await club.post("/desk/journal/undo", {"act": screens}, **head)).status == 403
    assert (await club.post("/desk/journal/undo", {"act": links}, **head)).status == 200
    assert (await club.get("/desk/journal?event=tuesday", **head)).status == 404


async def test_what_has_no_undo_beside_it_leads_to_the_journal(club):
    made = await club.get("/desk/screens?said=Screen+made")
    assert b'<a href="../desk/journal">Journal, with undo</a>' in made.body
    answered = await club.get(f"/desk/e/{EVENT}/queries?said=Answered")
    assert f"desk/journal?event={EVENT}" in answered.body.decode()
    refused = await club.get("/desk/screens?said=Write+a+title&refused=1")
    assert b"Journal, with undo" not in refused.body
    assert b"Journal, with undo" not in (await club.get("/desk/journal?said=Undone")).body

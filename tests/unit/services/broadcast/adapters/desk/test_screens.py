"""Screens over HTTP: composed at the desk, shown to everybody, as pages without scripts too."""

from functools import partial

import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from services.broadcast.adapters.site.site import Site, look
from tests.support.desk_club import EVENT, Club
from tests.support.scoreboard_stage import ASSETS


class Hall(Club):
    """The desk of the screens, and their pages."""

    def __init__(self):
        super().__init__()
        site = Site(ASSETS, partial(look, self.hub), screens=self.shown.screens)

        async def pages(request):
            return await site.answer(request, True)

        self.app = Starlette(
            routes=[*self.screens.routes(), *self.screens.public_routes(), Route("/{path:path}", pages)]
        )

    async def send(self, **fields):
        _, cookie, check = await self.visit("/desk/screens")
        reply = await self.post("/desk/screens", {"check": check, **fields}, cookie=cookie)
        assert reply.status == 303
        self.time += 5
        return reply.headers["location"]


@pytest.fixture
def hall():
    return Hall()


async def test_a_screen_is_composed_and_everybody_reads_it(hall):
    assert (await hall.send(change="new", title="Hall A")) == "screens/hall-a?said=Screen+made%3A+Hall+A."
    add = {"change": "add", "screen": "hall-a", "composed": "hall-a", "seconds": "5"}
    assert (await hall.send(**add, view="standings", event=EVENT)).startswith("screens/hall-a?said=Added")
    assert "Not+taken" in await hall.send(**add, view="standings")
    assert "whole+number" in await hall.send(**{**add, "seconds": "x"}, view="timer")
    await hall.send(change="announce", text="<b>Supper</b>", minutes="5", screen="")
    page = await hall.get("/desk/screens/hall-a", **{"sec-fetch-site": "none"})
    assert page.status == 200
    assert b"Standings" in page.body
    reply = await hall.get("/v1/screens/hall-a", host="tv.example", client="192.0.2.7")
    assert reply.headers["cache-control"] == "no-store"
    assert [part["view"] for part in reply.json()["parts"]] == ["standings"]
    listed = (await hall.get("/desk/screens")).body.decode()
    assert "&lt;b&gt;Supper" in listed
    assert (await hall.get("/v1/screens/foyer")).status == 404
    assert (await hall.get("/desk/screens/foyer")).status == 404


async def test_where_a_form_leads_is_a_page_of_the_screens(hall):
    assert (await hall.send(change="nothing", composed="//evil.example/x")).startswith("screens/evil-example-x?")


async def test_a_screen_without_scripts_turns_to_its_next_part(hall):
    await hall.send(change="new", title="Hall A")
    empty = (await hall.get("/screens/hall-a")).body.decode()
    assert '<meta http-equiv="refresh" content="10;url=?part=1">' in empty
    add = {"change": "add", "screen": "hall-a", "seconds": "5"}
    await hall.send(**add, view="standings", event=EVENT)
    await hall.send(**add, view="announcement", text="<b>Welcome</b>")
    await hall.send(**add, view="seats", event="gone")
    await hall.send(change="announce", text="<b>Supper</b>", minutes="5", screen="")
    await hall.send(change="start", rounds="8", minutes="15", **{"break": "2"}, screen="hall-a")
    first = (await hall.get("/screens/hall-a")).body.decode()
    assert '<meta http-equiv="refresh" content="5;url=?part=2">' in first
    assert 'class="standings-view"' in first
    assert "&lt;b&gt;Supper" in first
    assert "Round 1: 15 minutes left" in first
    second = (await hall.get("/screens/hall-a?part=2")).body.decode()
    assert "&lt;b&gt;Welcome" in second
    assert "url=?part=3" in second
    third = await hall.get("/screens/hall-a?part=3")
    assert third.status == 404
    assert b"url=?part=1" in third.body, "it turns on all the same"
    assert (await hall.get("/screens/foyer")).status == 404


async def test_an_event_shows_what_is_announced_and_the_timer_until_they_end(hall):
    address, page = f"/v1/events/{EVENT}/announcements", f"/e/{EVENT}"
    await hall.send(change="announce", text="<b>Lunch</b> at 13:00", minutes="5", screen="", public="1")
    await hall.send(change="start", rounds="8", minutes="15", **{"break": "2"}, screen="", public="1")
    reply = await hall.get(address, host="phone.example", client="192.0.2.7")
    assert [each["text"] for each in reply.json()["announcements"]] == ["<b>Lunch</b> at 13:00"]
    assert reply.json()["timer"]["rounds"] == 8
    written = await hall.get(page)
    assert "&lt;b&gt;Lunch&lt;/b&gt; at 13:00" in written.body.decode()
    assert "Round 1: 15 minutes left" in written.body.decode()
    (announcement,) = (await hall.shown.bucket.read()).announcements
    await hall.send(change="take_back", at=announcement.at.isoformat())
    await hall.send(change="stop", screen="")
    ended = await hall.get(page, **{"if-none-match": written.headers["etag"]})
    assert ended.status == 200
    assert "Lunch" not in ended.body.decode()
    assert "minutes left" not in ended.body.decode()
    assert (await hall.get(page, **{"if-none-match": ended.headers["etag"]})).status == 304
    hall.bus.broken = True
    hall.time += 5
    assert (await hall.get(address)).status == 503
    assert (await hall.get(page)).status == 200, "the results can be read"


async def test_all_who_look_share_a_reading_and_a_bus_that_is_away_is_said(hall):
    await hall.send(change="new", title="Hall A")
    await hall.get("/v1/screens/hall-a")
    hall.bus.broken = True
    assert (await hall.get("/v1/screens/hall-a")).status == 200, "from the last second"
    hall.time += 5
    assert (await hall.get("/v1/screens/hall-a")).status == 503
    assert (await hall.get("/screens/hall-a")).status == 503


async def test_only_a_director_of_everything_composes(hall):
    _, cookie, check = await hall.visit("/desk/screens")
    for path in ("/desk/screens", "/desk/screens/hall-a"):
        assert (await hall.get(path, client="192.0.2.7")).status == 403
    fields = {"check": check, "change": "new", "title": "Hall A"}
    assert (await hall.post("/desk/screens", fields, cookie=cookie, client="192.0.2.7")).status == 403
    assert (await hall.post("/desk/screens", {**fields, "check": "0"}, cookie=cookie)).status == 403
    assert (await hall.shown.bucket.read()).screens == ()

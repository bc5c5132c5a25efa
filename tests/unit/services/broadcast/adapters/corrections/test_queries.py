"""Queries over HTTP: from the form to the bucket, and what is refused."""

import re
from datetime import UTC, datetime
from functools import partial
from urllib.parse import urlencode

import pytest
from starlette.applications import Starlette

from contracts.access.journal import Doing
from contracts.corrections.queries import Answer
from contracts.facts import NameShown, PublicPolicy
from contracts.standings import Declaration, Status
from services.broadcast.adapters.corrections.official import Official
from services.broadcast.adapters.corrections.queries import MOST_OF_ADDRESS, PublicCorrections
from services.broadcast.adapters.site.site import Site, look
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.ledger import Ledger
from shared.errors import OperationFailed
from shared.kept.queries import QueryBucket
from tests.support.asgi import call
from tests.support.feed import TurnedClock
from tests.support.memory_bus import MemoryBus
from tests.support.published import STORED, as_read, awake, standings
from tests.support.scoreboard_stage import ASSETS

EVENT, HOST = "monday", "club.example"
NOW = datetime(2031, 10, 3, 22, tzinfo=UTC)
PATH = f"/query/{EVENT}/1"
LINE = {
    "id": "1-7",
    "board": "7",
    "opponents": "Eve & Flo",
    "opponents_number": "5",
    "opponents_team": None,
    "own": "1",
}
SAYS = {"line": "1-7|5|1", "text": "we made ten"}


class Stage:
    """The public pages over a bus, with one event whose card 1 has a line."""

    def __init__(self):
        self.bus = MemoryBus(answers=self.answer)
        self.hub = Hub(TurnedClock())
        self.ledger = Ledger(self.hub, "E1", "S1")
        awake(self.ledger, EVENT)
        self.seq, self.now, self.admitted, self.earlier = 0, NOW, True, None
        self.line = LINE
        self.show()
        site = Site(ASSETS, partial(look, self.hub))
        self.queries = QueryBucket(self.bus)
        pages = PublicCorrections(
            site,
            self.queries,
            Official(self.bus),
            self.hub.channels.get,
            self.hub.channels.get,
            lambda _channel, table: table,
            self.ledger.audiences.prose,
            self.fetch,
            self.card,
            lambda _request: self.admitted,
            lambda: self.now,
        )
        self.app = Starlette(routes=pages.routes())

    def show(self, leader="Ann & Bob", **more):
        self.seq += 1
        message = standings(EVENT, self.seq, leader)
        self.ledger.take_standings(as_read(message.replace(standings=message.standings.replace(**more))), STORED)

    async def answer(self, asked):
        raise OperationFailed("scoring is away")

    async def fetch(self, _channel):
        return True

    async def card(self, event, participant, _kind):
        return {"participant": "1", "name": "Ann & Bob", "lines": [self.line]} if participant == "1" else None

    async def get(self, path=PATH, **headers):
        return await call(self.app, "GET", path, headers={"host": HOST, **headers})

    async def post(self, fields=SAYS, path=PATH, client="192.0.2.7", **headers):
        body = urlencode(fields).encode()
        own = {"origin": f"http://{HOST}", "content-type": "application/x-www-form-urlencoded"}
        lengths = {"content-length": str(len(body)), "host": HOST}
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return await call(self.app, "POST", path, body=body, headers={**own, **lengths, **given}, client=client)

    async def kept(self):
        return (await self.queries.of_event(EVENT)).queries


@pytest.fixture
def stage():
    return Stage()


async def test_a_query_is_kept_and_the_page_says_so_in_the_readers_language(stage):
    page = await stage.get()
    assert page.status == 200
    assert b"Board 7, against 5 Eve" in page.body
    assert "form-action 'self'" in page.headers["content-security-policy"]
    assert page.headers["referrer-policy"] == "same-origin"
    sent = await stage.post()
    assert (sent.status, sent.headers["location"]) == (303, "?sent=1")
    (query,) = await stage.kept()
    assert (query.card, query.board, query.text, query.asked_at) == ("1", "1-7", "we made ten", NOW)
    told = (await stage.get(f"{PATH}?sent=1", **{"accept-language": "de"})).body.decode()
    assert "wartet auf die Turnierleitung" in told
    assert "we made ten" not in told


async def test_the_answer_names_nobody_who_asked_since_not_to_be_named(stage):
    await stage.post()
    (query,) = await stage.kept()
    said = Answer(verdict="stands", text="Eve was declarer", at=NOW, by="Ada")
    await stage.queries.answer(EVENT, query.id, said, Doing("Ada", "desk", NOW), "Answered")
    assert len(re.findall(rb"\bEve\b", (await stage.get()).body)) == 3
    stage.show(names=(NameShown(name="Eve", shown="none"),))
    stage.line = {**LINE, "opponents": "N. N. & Flo"}
    page = (await stage.get()).body
    assert not re.search(rb"\bEve\b", page)
    assert b"N. N. was declarer" in page


async def test_a_hostile_page_achieves_nothing(stage):
    for headers in ({"origin": "http://evil.example"}, {"origin": "null"}, {"sec_fetch_site": "cross-site"}):
        assert (await stage.post(**headers)).status == 400
    assert (await stage.post(SAYS, host="evil.example")).status == 400
    assert await stage.kept() == ()


async def test_nothing_is_taken_when_it_is_closed_and_the_page_says_why(stage):
    over = Declaration(at=NOW, corrections_until=NOW)
    for more, why in (
        ({"status": Status.OFFICIAL}, b"official"),
        ({"status": Status.PROVISIONAL, "declared": over}, b"time for corrections"),
        ({"public": PublicPolicy(queries=False)}, b"takes no queries"),
        ({"public": PublicPolicy(places=0, boards="none")}, b"does not show all"),
    ):
        stage.show(**more)
        page, sent = await stage.get(), await stage.post()
        assert why in page.body
        assert b"<textarea" not in page.body
        assert b'name="text"' not in page.body
        assert sent.status == 403
        assert why in sent.body
    assert await stage.kept() == ()


async def test_what_cannot_be_kept_is_refused_and_stands_in_the_form_again(stage):
    refused = await stage.post({**SAYS, "text": "www.shop.example <i>"})
    assert refused.status == 422
    assert b"www.shop.example &lt;i&gt;" in refused.body
    assert (await stage.post({**SAYS, "text": "x" * 20_000})).status == 400
    assert (await stage.get(f"/query/{EVENT}/9")).status == 404
    assert (await stage.get("/query/tuesday/1")).status == 404
    assert (await stage.get("/query/a.*.%3E/1")).status == 404
    stage.admitted = False
    assert (await stage.get()).status == (await stage.post()).status == 401
    assert await stage.kept() == ()


async def test_one_address_sends_so_many_and_others_still_can(stage):
    for _ in range(MOST_OF_ADDRESS):
        await stage.post({"line": "1-9|5|1", "text": "x"})
    assert (await stage.post()).status == 422
    assert (await stage.post(client="192.0.2.8")).status == 303
    stage.now = NOW.replace(hour=23)
    assert (await stage.post()).status == 303
    assert len(await stage.kept()) == 2


async def test_changes_that_cannot_be_read_are_not_made_up(stage):
    stage.show(status=Status.CORRECTED, declared=Declaration(at=NOW, outcome="ab" * 32))
    page = await stage.get(f"/changes/{EVENT}")
    assert page.status == 200
    assert b"Nothing is known" in page.body

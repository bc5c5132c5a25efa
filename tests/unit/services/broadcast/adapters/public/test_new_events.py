"""What the public sees of new events, chosen at the desk by a director of everything."""

import pytest

from contracts.facts import PublicPolicy
from tests.support.desk_club import EVENT, NOW, Club
from tests.support.published import STORED, as_read, standings

HIDDEN = {"ranking": "none", "boards": "none", "delay": "0", "queries": "1"}
HOME = b"Of new events the public sees"


@pytest.fixture
def club():
    return Club()


async def send(club, **fields):
    _, cookie, check = await club.visit("/desk/new-events")
    return await club.post("/desk/new-events", {"check": check, **fields}, cookie=cookie)


async def test_it_is_chosen_with_who_chose_it_and_the_desk_says_so(club):
    assert HOME not in (await club.get("/desk")).body
    reply = await send(club, **HIDDEN)
    assert reply.headers["location"].startswith("new-events?said=Of+new+events+the+public+sees+no+ranking")
    chosen = await club.desk.new_events.read()
    assert (chosen.stamp, chosen.by, chosen.at) == (PublicPolicy(places=0, boards="none"), "desk", NOW)
    page = (await club.get("/desk/new-events")).body
    assert b"no ranking and no boards" in page
    assert b'<option value="none" selected>hidden' in page
    assert HOME in (await club.get("/desk")).body
    await send(club, **{**HIDDEN, "ranking": "all", "boards": "all"})
    assert (await club.desk.new_events.read()).stamp is None
    assert HOME not in (await club.get("/desk")).body


async def test_what_cannot_be_meant_changes_nothing(club):
    await send(club, **HIDDEN)
    assert "first" not in (await send(club, **{**HIDDEN, "ranking": "some"})).headers["location"]
    assert "Write+how+many" in (await send(club, **{**HIDDEN, "ranking": "first"})).headers["location"]
    assert (await club.desk.new_events.read()).stamp == PublicPolicy(places=0, boards="none")


async def test_only_a_director_of_everything_chooses(club):
    _, cookie, check = await club.visit("/desk/new-events")
    assert (await club.get("/desk/new-events", client="192.0.2.7")).status == 403
    assert (
        await club.post("/desk/new-events", {"check": check, **HIDDEN}, cookie=cookie, client="192.0.2.7")
    ).status == 403
    assert (await club.post("/desk/new-events", {"check": "0", **HIDDEN}, cookie=cookie)).status == 403
    assert (await club.desk.new_events.read()).stamp is None


async def test_the_page_of_an_event_says_when_its_policy_is_that_of_new_events(club):
    says = b"what was chosen for new events"
    assert says not in (await club.get(f"/desk/e/{EVENT}/public")).body
    message = standings(EVENT, 2)
    hidden = message.standings.replace(public=PublicPolicy(places=0), public_of_new=True)
    club.ledger.take_standings(as_read(message.replace(standings=hidden)), STORED)
    assert says in (await club.get(f"/desk/e/{EVENT}/public")).body

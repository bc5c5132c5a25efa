"""Files of an event at the desk: whole, for the director, whatever the public may download."""

import pytest

from contracts.facts import NameShown, PublicPolicy
from contracts.questions import FileAsked, HandOver, Missing
from tests.support.desk_club import EVENT, Club
from tests.support.published import STORED, as_read, standings


def decide(club, **decided):
    state = standings(EVENT, 2)
    club.ledger.take_standings(as_read(state.replace(standings=state.standings.replace(**decided))), STORED)


@pytest.fixture
def club():
    return Club()


async def test_the_director_has_whole_files_while_the_public_has_none(club):
    decide(club, public=PublicPolicy(places=0))
    page = await club.get(f"/desk/e/{EVENT}/files")
    assert page.body.count(b'<span class="quiet">closed</span>') == 1
    mine = await club.get(f"/desk/e/{EVENT}/files/csv")
    assert (mine.status, mine.body, mine.headers["cache-control"]) == (200, b"1,2", "no-store")
    assert club.files_asked[-1] == FileAsked(event=EVENT, format="csv", whole=True)
    before = len(club.files_asked)
    assert (await club.get(f"/v1/events/{EVENT}/files/csv")).status == 403
    assert len(club.files_asked) == before


async def test_the_page_says_what_the_public_gets_of_each_format(club):
    assert b">Download</a></td></tr>" in (await club.get(f"/desk/e/{EVENT}/files")).body
    decide(club, names=(NameShown(name="Ann", shown="none"),))
    named = (await club.get(f"/desk/e/{EVENT}/files")).body
    assert b">Download with all names</a>" in named
    assert b">Download as the public has it</a>" in named
    assert (await club.get(f"/v1/events/{EVENT}/files/csv")).status == 200
    assert club.files_asked[-1] == FileAsked(event=EVENT, format="csv")


async def test_below_the_formats_stands_who_takes_them_and_what_they_would_miss(club):
    address = f"/desk/e/{EVENT}/files"
    assert b"Hand over" not in (await club.get(address)).body
    missing = tuple(
        Missing(code=code, refused=refused, message=f"<{code}>.", advice="Enter it.")
        for code, refused in (("no-date", True), ("no-name", False))
    )
    club.hand_overs = (
        HandOver(receiver="ebu", title="EBU", format="usebio", how="Submit it.", missing=missing),
        HandOver(receiver="acbl", title="ACBL", format="acblscore", how="Open it."),
    )
    page = (await club.get(address)).body.decode()
    ebu, acbl = page.partition("<h2>Hand over</h2>")[2].split("<h3>")[1:]
    assert "<b>Must:</b> <bdi>&lt;no-date&gt;.</bdi>" in ebu
    assert "Should: <bdi>&lt;no-name&gt;.</bdi>" in ebu
    assert f'/desk/e/{EVENT}/files/usebio" download>Download USEBIO</a>' in ebu
    assert "<li>Nothing is missing.</li>" in acbl


@pytest.mark.parametrize("path", [f"{EVENT}/files/nothing", "nowhere/files/csv", "nowhere/files"])
async def test_what_is_not_there_is_not_found(club, path):
    assert (await club.get(f"/desk/e/{path}")).status == 404

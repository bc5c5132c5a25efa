"""What open pages of the desk ask every few seconds."""

import re

import orjson
import pytest

from contracts.questions import FileLine, FileList
from services.broadcast.domain.desk.pages.tabs import TABS
from tests.support.desk_club import EVENT, FILE
from tests.support.published import STORED, as_read, standings
from tests.unit.services.broadcast.adapters.desk.test_people import Guarded

ARRIVED = FileList(
    files=(
        FileLine(
            sha256=FILE, name="a.xml", format="usebio", sender="", state="received", findings=0, url="/v1/files/x"
        ),
    )
)


@pytest.fixture
def club():
    return Guarded()


@pytest.mark.parametrize("path", ["/desk", *(f"/desk/e/{EVENT}/{tab}" for tab in TABS)])
async def test_a_page_has_the_stamp_that_is_asked_for_until_something_moves(club, path):
    page = (await club.get(path)).body.decode()
    ((shown, address),) = re.findall(r'name="kibitz-stamp" content="(\w+)" data-at="(?:\.\.?/)*([^"]+)"', page)
    assert f"/{address}".startswith(path)

    async def asked():
        return orjson.loads((await club.get(f"/{address}")).body)["stamp"]

    assert await asked() == shown
    if path != "/desk":
        club.ledger.take_standings(as_read(standings(EVENT, 2)), STORED)
        moved = await asked()
        assert moved != shown
        shown = moved
    club.listed = ARRIVED
    # A list of files is shared for a moment; who opens a page sees the newest, and then all do.
    assert await asked() == shown
    await club.get(path)
    assert await asked() != shown


async def test_who_has_a_form_open_is_told_to_the_others(club):
    stamp = f"/desk/e/{EVENT}/results/stamp"
    ada, hall = await club.session("scorer"), await club.session("screen")
    await club.outside(f"{stamp}?page=p1&open=line", ada)
    await club.outside(f"{stamp}?page=p2&open=other", hall)
    others = orjson.loads((await club.get(f"{stamp}?page=p3")).body)["open"]
    assert others == {"line": ["scorer Ada (scorer)"]}
    assert orjson.loads((await club.outside(f"{stamp}?page=p1&open=line", ada)).body)["open"] == {}


async def test_what_has_no_page_has_no_stamp(club):
    assert (await club.get(f"/desk/e/{EVENT}/nothing/stamp")).status == 404
    assert (await club.get("/desk/e/tuesday/event/stamp")).status == 404

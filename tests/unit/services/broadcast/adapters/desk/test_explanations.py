"""Why somebody has a total: for staff whatever the public sees, and for nobody else."""

import json

import pytest

from contracts.facts import PublicPolicy
from tests.support.desk_club import EVENT, Club
from tests.unit.services.broadcast.adapters.desk.test_downloads import decide

WHY = f"/desk/e/{EVENT}/why"


@pytest.fixture
def club():
    return Club()


async def test_staff_are_told_why_while_the_public_is_not(club):
    decide(club, public=PublicPolicy(places=0))
    assert (
        f'href="../../..{WHY}/1?kind=&amp;ranking=overall"'
        in (await club.get(f"/desk/e/{EVENT}/standings")).body.decode()
    )
    page = (await club.get(f"{WHY}/1?kind=pair&ranking=overall")).body.decode()
    assert "<b>place 3=, Overall; 9 match points; 50.00 %</b>" in page
    assert (club.why_asked[-1].kind, club.why_asked[-1].id, club.why_asked[-1].ranking) == ("pair", "1", "overall")
    asked = len(club.why_asked)
    assert (await club.get(f"/v1/events/{EVENT}/explanation?kind=pair&id=1")).status == 403
    assert len(club.why_asked) == asked


async def test_a_program_of_staff_is_answered_in_json(club):
    reply = await club.get(f"{WHY}/1", accept="application/json")
    assert json.loads(reply.body)["place"] == "3="
    assert reply.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", [f"{WHY}/9", f"{WHY}/1?kind=horse", "/desk/e/nowhere/why/1"])
async def test_whom_there_is_not_is_not_found(club, path):
    assert (await club.get(path)).status == 404


@pytest.mark.parametrize("token", ["a-readers-token", f"{'0' * 16}.{'a' * 32}"])
async def test_a_readers_token_opens_nothing(club, token):
    headers = {"host": "desk.example:8080", "client": "192.0.2.7", "authorization": f"Bearer {token}"}
    assert (await club.get(f"{WHY}/1", **headers)).status == 403
    assert club.why_asked == []

"""What a private link opens of an evening, and that it tells a guess nothing."""

import re

import pytest

from contracts.facts import NameShown, PublicPolicy
from contracts.standings import ScoredGame
from services.broadcast.domain.ledger import Part
from tests.support.desk_club import EVENT, Club
from tests.support.published import STORED, as_read, board, board_as_read, chess_round, round_as_read, standings


class Evening(Club):
    """Pair 1 has played board 7 against 2, and has not finished board 8; boards are shown to those who played them."""

    def __init__(self):
        super().__init__()
        for name, score in (("7", "420"), ("8", "")):
            self.ledger.take_board(board_as_read(board(EVENT, name, 1, score)), STORED)
        self.publish(2, PublicPolicy(boards="own"))
        self.app.router.routes[:0] = self.own.routes()

    def publish(self, seq, policy, *names):
        message = standings(EVENT, seq)
        self.ledger.take_standings(
            as_read(message.replace(standings=message.standings.replace(public=policy, names=names))), STORED
        )

    async def link(self):
        page = await self.get(f"/desk/e/{EVENT}/own/links")
        (path,) = re.findall(rf'href="[^"]*(/e/{EVENT}/own/[^"]+)"', page.body.decode())
        return path

    async def public(self, path):
        return await self.get(path, host="results.example", client="192.0.2.7")


@pytest.fixture
def evening():
    return Evening()


async def test_a_link_opens_the_card_and_the_played_board_alone(evening):
    link = await evening.link()
    card = await evening.public(link)
    assert (card.status, card.headers["cache-control"]) == (200, "no-store")
    assert card.headers["referrer-policy"] == "no-referrer"
    assert f"{link}/boards/7".encode() in card.body
    assert b"/boards/8" not in card.body
    assert [(await evening.public(f"{link}/boards/{name}")).status for name in ("7", "8", "9")] == [200, 404, 404]
    assert b"core.js" not in card.body


async def test_a_guess_gets_the_answer_of_any_address(evening):
    link = await evening.link()
    key = link.rpartition("/")[2]
    wrongs = [f"{EVENT}/own/{key}A", f"other/own/{key}", f"{EVENT}/own/1", f"a.*.b/own/{key}", f"{EVENT}/own/{key * 9}"]
    for wrong in (f"/e/{path}" for path in wrongs):
        answer = await evening.public(wrong)
        assert answer.status == 404
        assert b"Ann" not in answer.body


async def test_the_event_at_the_desk_leads_to_the_links(evening):
    page = await evening.get(f"/desk/e/{EVENT}/event")
    assert b'/own/links">Private links with QR codes' in page.body


async def test_hidden_boards_are_hidden_from_links_too_and_names_as_everybody_sees_them(evening):
    link = await evening.link()
    evening.publish(3, PublicPolicy(boards="none"), NameShown(name="Ann", shown="none"))
    card = await evening.public(link)
    assert card.status == 200
    assert b"/boards/7" not in card.body
    assert b"Ann" not in card.body
    assert b"N. N. &amp; Bob" in card.body
    assert (await evening.public(f"{link}/boards/7")).status == 404


async def test_under_a_delay_a_link_opens_nothing_before_its_time(evening):
    link = await evening.link()
    evening.publish(3, PublicPolicy(boards="own", delay=5))
    now = evening.hub.clock().utc
    evening.ledger.take_board(board_as_read(board(EVENT, "8", 2, "620")), now)
    evening.ledger.take_board(board_as_read(board(EVENT, "7", 2, "-50")), now)
    for seconds in (299, 1):
        card, seven = await evening.public(link), await evening.public(f"{link}/boards/7")
        assert f"{link}/boards/7".encode() in card.body
        assert (await evening.public(f"{link}/boards/8")).status == 404
        assert b"420" in seven.body
        evening.hub.clock.turn(seconds)
        evening.ledger.turn()
    card, seven = await evening.public(link), await evening.public(f"{link}/boards/7")
    assert f"{link}/boards/8".encode() in card.body
    assert b"420" not in seven.body


async def test_a_link_of_chess_goes_to_the_public_card(evening):
    link = await evening.link()
    evening.ledger.take_round(round_as_read(chess_round(EVENT, 1, 1, ScoredGame(white="1", black="2"))), STORED)
    assert Part(EVENT, True) in evening.ledger.loaded
    answer = await evening.public(link)
    assert answer.status == 302
    assert answer.headers["location"].endswith(f"e/{EVENT}/card/1")


async def test_the_rest_is_public_and_the_list_of_boards_is_the_card(evening):
    link = await evening.link()
    rest = {"boards": link, "card/2": f"/e/{EVENT}/card/2", "//x.example": f"/e/{EVENT}///x.example"}
    for path, place in rest.items():
        location = (await evening.public(f"{link}/{path}")).headers["location"]
        assert location.startswith("../")
        assert location.rpartition("../")[2] == place[1:]


async def test_there_are_no_links_of_what_is_no_event(evening):
    assert (await evening.get("/desk/e/nowhere/own/links")).status == 404

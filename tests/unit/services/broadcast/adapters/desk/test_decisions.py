"""The form that decides: what it sends, and what is said of it."""

import asyncio
import re
from urllib.parse import unquote_plus

import pytest

from contracts.decisions import Decisions, RetractFile
from tests.support.desk_club import EVENT, FILE, HOST, NOW, TITLE, Club, content_of
from tests.support.published import STORED, as_read, awake, standings


@pytest.fixture
def club():
    return Club()


async def test_what_does_not_show_in_time_is_said_to_be_sent(club, monkeypatch):
    monkeypatch.setattr("services.broadcast.adapters.desk.decisions.SHOWS", 0.1)
    club.moves = False
    _, cookie, check = await club.visit()
    fields = {"check": check, "decision": "status", "status": "provisional"}
    reply = await club.post(f"/desk/e/{EVENT}/decide", fields, cookie=cookie)
    said = f"Sent.+{TITLE}The+standings+are+provisional.+The+standings+have+not+changed+yet."
    assert f"?said={said}&undo={FILE}" in reply.headers["location"]


@pytest.mark.parametrize("seated", [True, False])
async def test_a_decision_about_seats_is_done_when_the_seats_have_moved(club, monkeypatch, seated):
    monkeypatch.setattr("services.broadcast.adapters.desk.decisions.SHOWS", 0.2)
    club.seats_move = seated
    _, cookie, check = await club.visit(f"/desk/e/{EVENT}/rounds")
    fields = {"check": check, "decision": "lock", "round": "3", "tab": "rounds"}
    reply = await club.post(f"/desk/e/{EVENT}/decide", fields, cookie=cookie)
    said = f"{TITLE}Seats+of+round+3+stay+as+they+are."
    said = said if seated else f"Sent.+{said}+The+seats+have+not+changed+yet."
    assert reply.headers["location"] == f"../../e/{EVENT}/rounds?said={said}&round=3&undo={FILE}"


async def test_a_decision_is_a_file_as_the_command_line_writes_it(club):
    _, cookie, check = await club.visit()
    fields = {"check": check, "decision": "retract", "file": FILE, "reason": "sent twice"}
    reply = await club.post(f"/desk/e/{EVENT}/decide", fields, cookie=cookie, origin=f"http://{HOST}")
    assert (reply.status, reply.headers["location"]) == (
        303,
        f"../../e/{EVENT}/event?said={TITLE}File+{FILE[:12]}+does+not+count.&undo={FILE}",
    )
    (sent,) = club.offered
    decision = RetractFile(decision="retract", file=FILE, reason="sent twice")
    wanted = Decisions(event=EVENT, at=NOW, by="desk", decisions=(decision,))
    assert Decisions.model_validate_json(sent.content) == wanted
    assert (sent.sender, sent.name) == ("desk", "monday-retract-20311003T210000.json")


async def test_whoever_is_hidden_is_hidden_in_the_other_events_of_the_day_that_name_them(club):
    people = {"tuesday": "Bob & Cyd", "ladies": "Cyd & Dot", "closed": "Cyd & Bob"}
    for event, names in people.items():
        awake(club.ledger, event)
        club.ledger.take_standings(as_read(standings(event, 1, names)), STORED)
    page, cookie, check = await club.visit(f"/desk/e/{EVENT}/public")
    assert "Also in other events of this day" in page.body.decode()
    fields = {"check": check, "tab": "public", "decision": "names", "one": "1", "name": "bob", "shown": "none"}
    reply = await club.post(f"/desk/e/{EVENT}/decide", {**fields, "day": "1"}, cookie=cookie)
    said = unquote_plus(reply.headers["location"])
    assert "The same in tuesday pairs, closed pairs; each is undone there." in said
    sent = [Decisions.model_validate_json(content_of(each)) for each in club.offered]
    assert [each.event for each in sent] == ["tuesday", "closed", EVENT]
    assert {(each.by, *((one.name, one.shown) for one in each.decisions)) for each in sent} == {
        ("desk", ("bob", "none"))
    }
    club.offered.clear()
    await club.post(f"/desk/e/{EVENT}/decide", fields, cookie=cookie)
    assert [Decisions.model_validate_json(content_of(each)).event for each in club.offered] == [EVENT]


async def test_a_form_that_is_sent_twice_decides_once(club):
    page, cookie, check = await club.visit()
    (once,) = set(re.findall(r'name="once" value="([0-9a-f]{16})"', page.body.decode()))
    fields = {"check": check, "once": once, "decision": "adjustment", "participant": "pair:1", "amount": "10"}
    refused = await club.post(f"/desk/e/{EVENT}/decide", {**fields, "amount": "much"}, cookie=cookie)
    assert "Write+the+amount" in refused.headers["location"]
    replies = await asyncio.gather(*(club.post(f"/desk/e/{EVENT}/decide", fields, cookie=cookie) for _ in range(2)))
    replies.append(await club.post(f"/desk/e/{EVENT}/decide", fields, cookie=cookie))
    said = f"{TITLE}Pair+1+%28Ann+%26+Bob%29%3A+penalty+of+10+in+the+unit+of+the+totals."
    assert {reply.headers["location"] for reply in replies} == {f"../../e/{EVENT}/event?said={said}&undo={FILE}"}
    assert len(club.offered) == 1
    # The next page has another form: the same may be decided again.
    assert once not in (await club.get(f"/desk/e/{EVENT}")).body.decode()


async def test_a_form_whose_sender_saw_something_else_is_answered_with_both(club):
    _, cookie, check = await club.visit()
    fields = {"check": check, "decision": "status", "status": "provisional", "seen": "official"}
    reply = await club.post(f"/desk/e/{EVENT}/decide", fields, cookie=cookie)
    assert "Nothing+was+decided" in reply.headers["location"]
    assert club.offered == []
    page = (await club.get(f"/desk/e/{EVENT}/{reply.headers['location'].rpartition('/')[2]}")).body.decode()
    (form,) = re.findall(r"meanwhile</h2>.*?</form>", page, re.DOTALL)
    again = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert again["seen"] != "official"
    reply = await club.post(f"/desk/e/{EVENT}/decide", {**again, "check": check}, cookie=cookie)
    assert reply.headers["location"] == (
        f"../../e/{EVENT}/event?said={TITLE}The+standings+are+provisional.&undo={FILE}"
    )
    assert len(club.offered) == 1

"""Elections that are called early; with servers, tests/integration/bus/test_cluster.py."""

import asyncio
import json
import struct
from types import SimpleNamespace
from typing import Any

import pytest

from shared.bus.jetstream import elections
from shared.bus.jetstream.elections import Attendance, call_elections, vote_requests
from tests.support.time_limits import scaled

PEERS = {"idOfA___": "a", "idOfB___": "b", "idOfC___": "c"}


def answer(of: str, **groups: tuple[int, str]) -> dict[str, Any]:
    """What a server says of its copies: the term of each group, and its leader."""
    peers = {peer: {"name": name} for peer, name in PEERS.items() if name != of}
    states = {name: {"term": term, "leader": leader, "peers": peers} for name, (term, leader) in groups.items()}
    return {"server": {"name": of}, "data": {"KIBITZ": states}}


def test_a_vote_is_asked_for_in_the_name_of_the_silent_server_with_an_empty_log():
    answers = [answer("a", one=(7, "idOfC___")), answer("b", one=(7, "idOfC___"))]
    assert vote_requests("c", answers) == {"$NRG.V.one": struct.pack("<QQQ", 8, 0, 0) + b"idOfC___"}


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ([(7, "idOfA___"), (7, "idOfA___")], None),
        ([(7, ""), (7, "")], 8),
        ([(7, "idOfC___"), (9, "idOfB___")], None),
        ([(9, ""), (7, "idOfC___")], 10),
    ],
    ids=["led by another", "led by nobody", "one has heard of the next leader", "one has heard of the next election"],
)
def test_only_groups_without_another_leader_are_asked(said: list[tuple[int, str]], asked: int | None):
    requests = vote_requests("c", [answer(of, one=state) for of, state in zip("ab", said, strict=True)])
    assert [struct.unpack("<QQQ8s", request)[0] for request in requests.values()] == ([asked] if asked else [])


def test_a_group_that_the_silent_server_has_no_copy_of_is_left_alone():
    elsewhere = {"one": {"term": 3, "leader": "", "peers": {"idOfB___": {"name": "b"}}}}
    assert vote_requests("c", [{"server": {"name": "a"}, "data": {"KIBITZ": elsewhere}}]) == {}


def test_what_a_server_leads_again_after_its_start_needs_no_election():
    others = [answer(of, one=(7, "idOfC___"), two=(8, "idOfC___")) for of in "ab"]
    own = answer("c", one=(7, ""), two=(8, "idOfC___"))
    assert [*vote_requests("c", [*others, own])] == ["$NRG.V.one"]


def test_an_account_without_groups_asks_for_nothing():
    assert vote_requests("c", [{"server": {"name": "a"}}, {"server": {"name": "b"}, "data": None}]) == {}


def ids(names: str, started: str = "") -> dict[str, str]:
    return {name: f"id of {name}{'2' if name in started else ''}" for name in names}


def test_a_server_stands_still_when_it_misses_two_looks_and_elections_are_called_every_second_and_then_seldom():
    attendance = Attendance()
    assert attendance.gone(ids("abc")) == []
    calls = [attendance.gone(ids("ab")) for _ in range(20)]
    assert [number for number, call in enumerate(calls, 1) if call] == [2, 4, 6, 8, 12, 20]
    assert calls[1] == ["c"]


def test_a_server_that_was_started_anew_is_gone_from_what_it_led_however_soon_it_is_back():
    attendance = Attendance()
    attendance.gone(ids("abc"))
    assert [attendance.gone(ids("abc", "c")) for _ in range(9)] == [["c"], [], ["c"], [], ["c"], [], ["c"], [], []]
    assert attendance.gone(ids("abc", "c")) == []


def test_a_server_that_goes_on_may_have_unseated_leaders():
    attendance = Attendance()
    for present in ("abc", "ab", "ab"):
        attendance.gone(ids(present))
    assert [attendance.gone(ids("abc")) for _ in range(9)] == [["c"], [], ["c"], [], ["c"], [], ["c"], [], []]


def test_a_server_that_answers_now_and_then_does_not_stand_still():
    attendance = Attendance()
    assert [attendance.gone(ids(present)) for present in ("abc", "ab", "abc", "ab", "abc")] == [[]] * 5


def test_looks_that_no_majority_answered_tell_nothing():
    attendance = Attendance()
    attendance.gone(ids("abc"))
    assert [attendance.gone(ids(present)) for present in ("a", "", "a", "a")] == [[]] * 4
    assert attendance.missed == {"a": 0, "b": 0, "c": 0}


class Connection:
    """Stands in for a connection to one server, which reaches those of `reaches` and hears what they say."""

    is_connected, client_id = True, 7

    def __init__(self, reaches: str) -> None:
        self.reaches, self.asked, self.ended = reaches, list[str](), list[tuple[str, bytes]]()
        self.heard = asyncio.Queue[bytes]()

    def new_inbox(self) -> str:
        return "_INBOX.x"

    async def subscribe(self, inbox: str) -> "Connection":
        self.heard = asyncio.Queue()
        return self

    async def unsubscribe(self) -> None:
        pass

    async def next_msg(self, timeout: None) -> SimpleNamespace:
        return SimpleNamespace(data=await self.heard.get())

    async def publish(self, subject: str, data: bytes, reply: str) -> None:
        said = dict[str, Any]()
        if subject.startswith("$NRG"):
            self.asked.append(subject)
        elif subject.endswith(".KICK"):
            self.ended.append((subject, data))
        elif subject == elections.NAMES:
            said = {name: {"name": name, "id": name} for name in self.reaches}
        elif subject == elections.GROUPS:
            said = {name: answer(name, one=(7, "idOfC___")) for name in self.reaches}
        elif (name := subject.split(".")[3]) in self.reaches:
            said = {name: {"data": {"connections": [{"cid": 5}, {"cid": 7}, {"cid": 9}]}}}
        for each in said.values():
            self.heard.put_nowait(json.dumps(each).encode())


async def test_a_server_that_others_cannot_reach_is_alone_although_it_answers_us_and_its_clients_leave_it(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(elections, "ROUND", 0.01)
    connections = [Connection("abc"), Connection("abc"), Connection("abc")]
    calling = asyncio.create_task(call_elections(connections, ()))  # type: ignore[arg-type]
    await asyncio.sleep(0.1)
    assert [each.asked for each in connections] == [[]] * 3
    for connection, reaches in zip(connections, ("ab", "ab", "c"), strict=True):
        connection.reaches = reaches
    async with asyncio.timeout(scaled(5)):
        while not (connections[0].asked + connections[1].asked and connections[2].ended):
            await asyncio.sleep(0.01)
    calling.cancel()
    assert connections[2].ended[:2] == [("$SYS.REQ.SERVER.c.KICK", b'{"cid": %d}' % number) for number in (5, 9)]
    assert connections[0].ended + connections[1].ended == []
    assert {subject for each in connections[:2] for subject in each.asked} == {"$NRG.V.one"}
    assert connections[2].asked == []


async def test_who_stands_still_has_no_connections_to_end(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(elections, "ROUND", 0.01)
    connections = [Connection("abc"), Connection("abc"), Connection("abc")]
    calling = asyncio.create_task(call_elections(connections, ()))  # type: ignore[arg-type]
    await asyncio.sleep(0.1)
    for connection, reaches in zip(connections, ("ab", "ab", ""), strict=True):
        connection.reaches = reaches
    async with asyncio.timeout(scaled(5)):
        while not connections[0].asked + connections[1].asked:
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)
    calling.cancel()
    assert [each.ended for each in connections] == [[]] * 3

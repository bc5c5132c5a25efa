"""Elections that are called early; with servers, tests/integration/bus/test_cluster.py."""

import struct
from typing import Any

import pytest

from shared.bus.jetstream.elections import Attendance, vote_requests

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
    assert vote_requests("c", [{"data": {"KIBITZ": elsewhere}}]) == {}


def test_an_account_without_groups_asks_for_nothing():
    assert vote_requests("c", [{"server": {"name": "a"}}, {"data": None}]) == {}


def test_a_server_stands_still_when_it_misses_two_looks_and_elections_are_called_every_second_and_then_seldom():
    attendance = Attendance()
    assert attendance.silent("abc") == []
    calls = [attendance.silent("ab") for _ in range(20)]
    assert [number for number, call in enumerate(calls, 1) if call] == [2, 4, 6, 8, 12, 20]
    assert calls[1] == ["c"]


def test_a_server_that_answers_now_and_then_does_not_stand_still():
    attendance = Attendance()
    assert [attendance.silent(present) for present in ("abc", "ab", "abc", "ab", "abc")] == [[]] * 5


def test_looks_that_no_majority_answered_tell_nothing():
    attendance = Attendance()
    attendance.silent("abc")
    assert [attendance.silent(present) for present in ("a", "", "a", "a")] == [[]] * 4
    assert attendance.missed == {"a": 0, "b": 0, "c": 0}

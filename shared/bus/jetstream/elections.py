"""Elections that are called early when a server of a cluster stands still, and clients that leave one that is alone.

A stream or consumer with copies is led by one server. When that stands still, nats-server waits four to nine seconds
before another stands for election, and has no setting for it. But a copy that is asked for its vote by a server with an
older log stands itself within 0.8 seconds (nats-server, pull request 6511, "campaign early unless already candidate").
So it is asked: for the next term, in the name of the server that stands still, as if that had lost its log.

Rule 1: nobody can grant such a vote, so who leads is decided by the logs and by a majority, as ever. A request that
comes too late, or to copies that have a leader, costs one more election and no message.
Rule 2: a server stands still, or is alone, that has twice in a row not answered where a majority answered. One that was
started anew leads nothing any more, but the others wait for it, and one that goes on unseats leaders that it has not
heard of: their groups are asked at once.
Rule 3: asked are the groups that its peers say are led by it, or by nobody; again while some are (`CALLS`). Two copies
that stand at the same time share the votes, and one more call is faster than their next try; a busy machine needs
longer for an election, which another call would begin anew.
Rule 4: the request has the form of nats-server 2.10 to 2.15. Another server would ignore it and elect in its own time.
Rule 5: who talks to a server that answers us and not the others sees nothing wrong and gets nothing done. Such a server
is told to end its connections: those who had them find another server.
"""

import asyncio
import contextlib
import json
import logging
import struct
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import nats.errors

from shared.bus.jetstream.connection import BusClient
from shared.bus.topology import SYSTEM
from shared.telemetry import fields

logger = logging.getLogger("kibitz.bus")

ROUND = 0.5
"""Seconds between two looks at the servers."""
CALLS = (2, 4, 6, 8, 12, 20, 36, 68, 132, 260)
"""After how many looks in a row that a server has missed: every second, later after twice the time."""
BACK = (0, 2, 4, 6)
"""How many looks after one that found a server back again, or started anew."""
NAMES, GROUPS = "$SYS.REQ.SERVER.PING.IDZ", "$SYS.REQ.SERVER.PING.RAFTZ"
"""Where a user of the system account asks all servers for their names, and for the groups that they have copies of."""
CONNECTIONS, END = "$SYS.REQ.SERVER.{}.CONNZ", "$SYS.REQ.SERVER.{}.KICK"
"""Where it asks one server, by its id, for its connections, and has it end one."""

Answers = tuple[BusClient, list[dict[str, Any]]]
"""What servers have answered over a connection."""

_VOTE_REQUEST = struct.Struct("<QQQ8s")
"""Term, term and index of the last entry, candidate."""


def vote_requests(gone: str, answers: Sequence[Mapping[str, Any]]) -> dict[str, bytes]:
    """Requests by subject, for each group of a server that has no other leader, as the others answer.

    One that was started anew answers, too: what it leads again needs no election.
    """
    groups = dict[str, tuple[int, str, str]]()
    for group, state in _states(answer for answer in answers if answer["server"]["name"] != gone):
        peer = next((peer for peer, known in state["peers"].items() if known["name"] == gone), "")
        # The copy that is ahead knows of the newest election.
        groups[group] = max(groups.get(group, (0, "", "")), (state["term"], state.get("leader", ""), peer))
    own = _states(answer for answer in answers if answer["server"]["name"] == gone)
    led = {group for group, state in own if state.get("leader")}
    return {
        f"$NRG.V.{group}": _VOTE_REQUEST.pack(term + 1, 0, 0, peer.encode())
        for group, (term, leader, peer) in groups.items()
        if peer and leader in (peer, "") and group not in led
    }


def _states(answers: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for answer in answers:
        for account in (answer.get("data") or {}).values():
            yield from account.items()


class Attendance:
    """Who has answered.

    Attributes:
        missed: looks in a row that each server did not answer to.
    """

    def __init__(self) -> None:
        self.missed: dict[str, int] = {}
        self._ids: dict[str, str] = {}
        self._back: dict[str, int] = {}

    def gone(self, present: Mapping[str, str]) -> list[str]:
        """Take a look's answers, ids by name; those that stand still or are back, when it is time to call."""
        back = [name for name, own in present.items() if self._was_away(name, own)]
        self._back = {name: looks + 1 for name, looks in self._back.items() if looks < BACK[-1]}
        self._back |= dict.fromkeys(back, 0)
        self.missed |= dict.fromkeys(present, 0)
        self._ids |= present
        absent = self.missed.keys() - present.keys()
        if 2 * len(present) <= len(self.missed):
            return []
        for name in absent:
            self.missed[name] += 1
        calls = {name for name in absent if self.missed[name] in CALLS}
        return sorted(calls | {name for name, looks in self._back.items() if looks in BACK and name in present})

    def _was_away(self, name: str, own: str) -> bool:
        return self.missed.get(name, 0) >= CALLS[0] or self._ids.get(name, own) != own


async def call_elections(clients: Sequence[BusClient], accounts: Sequence[str]) -> None:
    """Watch the servers, until cancelled, and call elections for groups of these accounts.

    Args:
        clients: one for each server, of a user of the system account; that of a server that stands still is not missed.
        accounts: those of the streams.
    """
    attendance = Attendance()
    while True:
        began = time.monotonic()
        try:
            (_, named), *rest = await _ask_all(clients, NAMES, {}, len(attendance.missed))
            present = {answer["name"]: answer["id"] for answer in named}
            alone = {answer["name"]: (client, answer["id"]) for client, answers in rest for answer in answers}
            if present.keys() - attendance.missed.keys():
                logger.info("watching %s", ", ".join(sorted(present.keys() | attendance.missed.keys())))
            for server in attendance.gone(present):
                called = await _call(clients, accounts, server, len(present))
                if called:
                    text = "%s stands still, is alone or has come back: elections are called for what it leads"
                    logger.warning(text, server, extra=fields(server=server, groups=called))
                if server in alone and server not in present and (ended := await send_away(*alone[server])):
                    text = "%s is not reached by the other servers: its clients are sent to these"
                    logger.warning(text, server, extra=fields(server=server, clients=ended))
        except (nats.errors.Error, KeyError, TypeError, ValueError) as error:
            logger.warning("the servers cannot be watched: %r", error, extra=fields(service=SYSTEM))
        await asyncio.sleep(max(0.0, began + ROUND - time.monotonic()))


async def _call(clients: Sequence[BusClient], accounts: Sequence[str], server: str, present: int) -> int:
    """Ask for votes in the name of a server that so many others do not hear; for how many groups."""
    requests = dict[str, bytes]()
    for body in ({}, *({"account": account} for account in accounts)):
        (client, answers), *_ = await _ask_all(clients, GROUPS, body, present)
        new = {key: each for key, each in vote_requests(server, answers).items() if key not in requests}
        for subject, request in new.items():
            await client.publish(subject, request, reply=client.new_inbox())
        requests |= new
    return len(requests)


async def send_away(client: BusClient, server: str) -> int:
    """Have the server that we are connected to, by its id, end all its connections but ours; how many it has."""
    _, answers = await _ask(client, CONNECTIONS.format(server), {}, 1)
    others = [each["cid"] for answer in answers for each in answer["data"]["connections"]]
    others = [number for number in others if number != client.client_id]
    for number in others:
        # The server does nothing for who wants no answer.
        await client.publish(END.format(server), json.dumps({"cid": number}).encode(), reply=client.new_inbox())
    return len(others)


async def _ask_all(clients: Sequence[BusClient], subject: str, body: Mapping[str, Any], count: int) -> list[Answers]:
    """What servers answer to a request: over the connection that has so many answers first, or over all, most first.

    One that the others cannot reach answers over its own connection alone.
    """
    asking = [asyncio.create_task(_ask(client, subject, body, count)) for client in clients if client.is_connected]
    every: list[Answers] = [(clients[0], [])]
    try:
        for each in asyncio.as_completed(asking):
            with contextlib.suppress(nats.errors.Error):
                every.append(await each)
                if count and len(every[-1][1]) >= count:
                    return [every[-1]]
        return sorted(every, key=lambda one: -len(one[1]))
    finally:
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


async def _ask(client: BusClient, subject: str, body: Mapping[str, Any], count: int) -> Answers:
    """The answers of so many servers, or of those that answer within a `ROUND`; of these for count 0."""
    inbox, answers = client.new_inbox(), list[dict[str, Any]]()
    subscription = await client.subscribe(inbox)
    try:
        async with asyncio.timeout(ROUND):
            await client.publish(subject, json.dumps(body).encode(), reply=inbox)
            while not count or len(answers) < count:
                answers.append(json.loads((await subscription.next_msg(timeout=None)).data))
    except TimeoutError:
        pass
    finally:
        with contextlib.suppress(nats.errors.Error):
            await subscription.unsubscribe()
    return client, answers

"""Users x subjects x API on a real server with TLS: what each may do is what the registry says.

The matrix is generated here from the registry and the topology, not from what `render.py` makes of them. The exploits
are those of a review: each of them worked while all users were in one account.
"""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from contracts import registry, subjects
from contracts.registry import PARSERS, QUESTIONS, SUBJECTS
from deploy.nats.render import DOMAIN, READER, SENDER, render_accounts
from shared.bus.bus import Bus
from shared.bus.topology import AUDITOR, BUCKETS, CONSUMERS, NOTES, STREAMS, consumers, services
from tests.support.secure_server import SecureServer, make_certificates, secure_server
from tests.support.time_limits import scaled

pytestmark = pytest.mark.connected

USERS = (*services(), READER, SENDER)
API, OWN_API = "$JS.API", f"$JS.{DOMAIN}.API"
KEPT = [stream.name for stream in (*STREAMS, *(bucket.stream for bucket in BUCKETS))]
SECRET = b"bytes of a private file"

NEVER = (
    *(f"STREAM.{verb}.{{stream}}" for verb in ("CREATE", "UPDATE", "DELETE", "PURGE", "MSG.DELETE", "SNAPSHOT")),
    *(f"STREAM.{verb}.{{stream}}" for verb in ("RESTORE", "LEADER.STEPDOWN", "PEER.REMOVE")),
    *(f"CONSUMER.{verb}.{{stream}}" for verb in ("CREATE", "NAMES")),
    *(f"CONSUMER.{verb}.{{stream}}.evil" for verb in ("CREATE", "DURABLE.CREATE", "DELETE", "PAUSE", "UNPIN", "INFO")),
    *(f"CONSUMER.{verb}.{{stream}}.evil" for verb in ("MSG.NEXT", "LEADER.STEPDOWN")),
    "CONSUMER.CREATE.{stream}.evil.x",
)
"""Requests about a stream that nobody but the operator may send."""
NOBODYS = (
    *("STREAM.CREATE.EVIL", "STREAM.NAMES", "STREAM.LIST", "ACCOUNT.PURGE.KIBITZ"),
    *("META.LEADER.STEPDOWN", "SERVER.REMOVE"),
)


def matrix() -> Iterator[tuple[str, set[str]]]:
    """Every subject that can be published to, as the account of a service calls it, and the users who may."""
    for entry in SUBJECTS:
        if entry.name == "dead":
            yield from ((f"dead.{user}", {user} & set(entry.producers)) for user in USERS)
        elif entry.filters[:1] == ("format",):
            rest = ".x" * (len(entry.filters) - 1)
            for parser in PARSERS:
                who = {name for name in entry.producers if name not in PARSERS or name == parser}
                yield f"{entry.name}.{parser.removesuffix('_parser')}{rest}", who
        else:
            yield f"{entry.name}{'.x' * len(entry.filters)}", set(entry.producers)
    for bucket in BUCKETS:
        yield from ((subject.replace(">", "x"), set(bucket.writers)) for subject in bucket.stream.subjects)
    for question in QUESTIONS:
        askers = set(question.asked_by) - {"anyone"}
        yield f"{question.name}{'.x' * len(question.filters)}", askers
        if question.filters == ("sender",):
            yield f"{question.name}.{SENDER}", askers | {SENDER}
    for spec in CONSUMERS:
        place = f"{spec.stream}.{spec.durable}"
        for subject in (f"{OWN_API}.CONSUMER.MSG.NEXT.{place}", f"{OWN_API}.CONSUMER.INFO.{place}"):
            yield subject, {spec.service}
        yield f"$JS.ACK.{place}.1.1.1.1.1", {spec.service}
        yield from ((f"{OWN_API}.CONSUMER.{verb}.{place}", set()) for verb in ("CREATE", "DELETE", "PAUSE"))
    for stream in KEPT:
        yield from _of_stream(stream)
    for api in (API, OWN_API):
        yield from ((f"{api}.{request}", set()) for request in NOBODYS)
        yield from ((f"{api}.{request.format(stream=name)}", set()) for request in NEVER for name in KEPT)
    yield from ((f"{NOTES}.{entry.name}.x", set()) for entry in SUBJECTS)
    yield from ((subject, set()) for subject in ("$SYS.REQ.SERVER.PING", "$JS.EVENT.x", "_INBOX.operator.x", "x"))


def _of_stream(stream: str) -> Iterator[tuple[str, set[str]]]:
    entries = [entry for entry in SUBJECTS if entry.stream == stream and entry.name != "dead"]
    bucket = next((bucket for bucket in BUCKETS if bucket.stream.name == stream), None)
    touching = {name for entry in entries for name in (*entry.producers, *entry.consumers, *entry.read_by)}
    if bucket is not None:
        touching = {*bucket.writers, *bucket.readers}
    working = touching & set(services()) | ({AUDITOR} if stream == "DEAD" else set())
    told = working | (set(registry.by_name("dead").producers) if stream == "DEAD" else set())
    open_to_all = {READER} if entries and all("anyone" in entry.consumers for entry in entries) else set()
    if bucket is not None and bucket.serves("anyone"):
        open_to_all = {READER}
    yield f"{OWN_API}.STREAM.INFO.{stream}", told
    yield f"{OWN_API}.STREAM.MSG.GET.{stream}", working
    yield f"{OWN_API}.DIRECT.GET.{stream}", working
    yield f"{API}.DIRECT.GET.{stream}", open_to_all
    several = {name for name in services() if sum(spec.stream == stream for spec in consumers(name)) > 1}
    yield f"{OWN_API}.CONSUMER.LIST.{stream}", several | ({AUDITOR} if bucket is None else set())
    yield from ((f"{API}.{verb}.{stream}", set()) for verb in ("STREAM.INFO", "STREAM.MSG.GET"))


def hearing() -> Iterator[tuple[str, set[str]]]:
    """Every subject that can be subscribed to, and the users who may."""
    for entry in SUBJECTS:
        outside = {READER} if "anyone" in entry.consumers else set()
        yield entry.pattern, set()
        heard = set() if entry.name == "dead" else set(entry.consumers) & set(services())
        formats = entry.filters[:1] == ("format",)
        yield f"{NOTES}.{entry.pattern}", {name for name in heard if not (formats and name in PARSERS)} | outside
    yield from ((question.pattern, {question.answered_by}) for question in QUESTIONS)
    yield from ((f"_INBOX.{user}.>", {user}) for user in USERS)
    everything = (">", "*.>", "_INBOX.>", "_INBOX.operator.>", "$JS.>", "$JS.EVENT.>", "$SYS.>", "$KV.>", "$O.>")
    yield from ((subject, set()) for subject in (*everything, "intake.>", f"{NOTES}.>", "_R_.>"))


@pytest.fixture(scope="module")
def certificates(tmp_path_factory) -> Path:
    return make_certificates(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="module")
def secure(tmp_path_factory, certificates) -> Iterator[SecureServer]:
    with secure_server(tmp_path_factory.mktemp("nats"), certificates) as server:
        asyncio.run(server.provision())
        yield server


async def state(operator: Bus) -> dict[str, tuple[int, list[str]]]:
    """The messages and the consumers of each stream."""
    js = operator.client.js
    return {
        info.config.name: (info.state.messages, sorted(one.name for one in await js.consumers_info(info.config.name)))
        for info in await js.streams_info()
    }


@pytest.mark.parametrize("user", USERS)
async def test_a_user_publishes_and_hears_what_the_registry_says_and_nothing_else(secure: SecureServer, user: str):
    async with secure.hostile(user) as client:
        published, heard = dict(matrix()), dict(hearing())
        for subject in published:
            await client.client.publish(subject, b"")
        for subject in heard:
            await client.client.subscribe(subject)
        await client.settle()
        denied = {(which, subject) for which, subject in map(_violation, client.refused) if subject}
        wanted = {("publish", s.lower()) for s, who in published.items() if user not in who}
        wanted |= {("subscription", s.lower()) for s, who in heard.items() if user not in who}
        assert denied == wanted


def _violation(text: str) -> tuple[str, str]:
    match = re.search(r'violation for (publish|subscription) to "([^"]+)"', text.lower())
    return (match[1], match[2]) if match else ("", "")


async def test_accounts_alone_keep_everybody_out_even_if_users_had_no_permissions(tmp_path: Path, certificates):
    open_users = re.sub(r"\n        permissions \{.*?\n        \}(?=\n)", "", render_accounts(), flags=re.DOTALL)
    assert "allow" not in open_users
    with secure_server(tmp_path, certificates, open_users) as server:
        await server.provision()
        async with server.operator() as operator, server.hostile("operator") as watching:
            before = await state(operator)
            await watching.hear(">")
            for user in USERS:
                async with server.hostile(user) as client:
                    for subject, who in matrix():
                        if user not in who:
                            await client.client.publish(subject, b"", "dead.evil")
                    await client.settle()
            await watching.settle()
            own = {f"{OWN_API}.", API, "_INBOX.operator"}
            crossed = {message.subject for message in watching.heard if not message.subject.startswith(tuple(own))}
            assert crossed == set()
            assert await state(operator) == before


async def test_a_reader_hears_nothing_of_the_bytes_of_files(secure: SecureServer):
    async with secure.operator() as operator, secure.hostile(READER) as reader:
        await reader.hear("_INBOX.>", ">", "$O.>", "intake.>")
        await operator.put_object("FILES", "private", SECRET)
        assert await operator.get_object("FILES", "private", limit=100) == SECRET
        intake = Bus("intake", secure.settings("intake"))
        await intake.connect()
        assert await intake.get_object("FILES", "private", limit=100) == SECRET
        await intake.stop()
        await reader.settle()
        assert [message for message in reader.heard if SECRET in message.data] == []


@pytest.mark.parametrize("user", USERS)
async def test_nobody_empties_a_stream_or_makes_a_consumer(secure: SecureServer, user: str):
    async with secure.operator() as operator, secure.hostile(user) as client:
        await operator.put_object("BODIES_SCORING", user, b"body")
        before = await state(operator)
        for api in (API, OWN_API):
            for stream in KEPT:
                await client.client.publish(f"{api}.STREAM.PURGE.{stream}", b"", f"_INBOX.{user}.x")
                for number in range(3):
                    config = {"name": f"x{number}", "durable_name": f"x{number}", "ack_policy": "explicit"}
                    request = json.dumps({"stream_name": stream, "config": config}).encode()
                    await client.client.publish(f"{api}.CONSUMER.CREATE.{stream}.x{number}", request)
        await client.settle()
        assert await state(operator) == before


async def test_nobody_rolls_up_what_the_operator_could_not_make_again(secure: SecureServer):
    async with secure.operator() as operator:
        before = await state(operator)
        for bucket in BUCKETS:
            for writer in bucket.writers:
                subject = (bucket.stream.subjects or [""])[0].replace(">", "x")
                async with secure.hostile(writer) as client:
                    await client.client.publish(subject, b"", headers={"Nats-Rollup": "all"})
                    await client.settle()
        after = await state(operator)
        changed = {name for name in before if before[name] != after[name]}
        assert changed <= {bucket.stream.name for bucket in BUCKETS if bucket.name.startswith("STATES_")}


@pytest.mark.parametrize("way", ["a consumer", "the answer to a request"])
@pytest.mark.parametrize("target", ["validation.fragment.accepted.v1.3.forged", "intake.file.offered.v1.director"])
async def test_a_service_has_the_server_publish_nowhere_but_to_itself(secure: SecureServer, way: str, target: str):
    headers = {"ce-type": "validation.fragment.accepted.v1", "ce-source": "/kibitz/validation"}
    async with secure.operator() as operator, secure.hostile("operator") as watching:
        await watching.hear("validation.>", "intake.>")
        accepted = (await operator.client.js.stream_info("VALIDATED")).state.messages
        async with secure.hostile("broadcast") as broadcast:
            subject = "$KV.SCREENS.forged"
            await broadcast.client.publish(subject, b"{}", headers=headers)
            for api in (API, OWN_API):
                if way == "a consumer":
                    config = {"name": "forger", "deliver_subject": target, "ack_policy": "none", "mem_storage": True}
                    request = json.dumps({"stream_name": "KV_SCREENS", "config": config}).encode()
                    await broadcast.client.publish(f"{api}.CONSUMER.CREATE.KV_SCREENS.forger", request)
                else:
                    await broadcast.client.publish(f"{api}.DIRECT.GET.KV_SCREENS.{subject}", b"", target)
            await broadcast.settle()
        # What the server publishes for somebody comes in its own time.
        await asyncio.sleep(0.2)
        await watching.settle()
        assert watching.heard == []
        assert await operator.client.js.consumers_info("KV_SCREENS") == []
        assert (await operator.client.js.stream_info("VALIDATED")).state.messages == accepted


async def test_accounts_have_limits(secure: SecureServer):
    async with secure.hostile(READER) as reader:
        for number in range(250):
            await reader.client.subscribe(f"_INBOX.reader.{number}")
        async with asyncio.timeout(scaled(5)):
            while not reader.client.is_closed:
                await asyncio.sleep(0.01)
    assert "maximum subscriptions exceeded" in str(reader.client.last_error)


async def test_a_program_outside_follows_standings_without_a_consumer(secure: SecureServer):
    """As docs/messaging.md says, in the words of its example."""
    subject = subjects.standings_published("reader-cup")
    scoring = Bus("scoring", secure.settings("scoring"))
    await scoring.connect()
    async with secure.hostile(READER) as outside:
        js, news = outside.client.jetstream(), await outside.client.subscribe(f"{NOTES}.{subject}")
        await outside.settle()
        for number in (1, 2):
            await scoring.write("SCORED", subject, b"%d" % number)
        note = await news.next_msg(scaled(5))
        first = await js.get_msg("SCORED", int(note.headers["Nats-Sequence"]), direct=True)
        second = await js.get_msg("SCORED", (first.seq or 0) + 1, subject, direct=True, next=True)
        newest = await js.get_last_msg("SCORED", subject, direct=True)
        assert (first.data, second.data, newest.data) == (b"1", b"2", b"2")
    await scoring.stop()

"""Whatever is sent gets a clear answer, the service stays alive, and other files are unharmed."""

import asyncio
import contextlib
from hashlib import sha256

import pytest

from contracts.messages import DeadLetter, FileReceived, FileRejected
from tests.support.intake_server import running_intake
from tests.support.time_limits import scaled

pytestmark = pytest.mark.connected

GOOD = b'[Event "Club night"]\n[Board "1"]\n[Dealer "N"]\n'
"""Recognised, announced and read: enough to see that a file went the whole way."""

BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE USEBIO [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(20))
    + b"]><USEBIO>&u;</USEBIO>"
)


async def goes_through(intake_server, number, **headers):
    """A file that is in order still goes the whole way."""
    data = GOOD + b"; %d\n" % number
    reply = await intake_server.put("good.pbn", data, **headers)
    assert reply.status == 201
    await intake_server.status(sha256(data).hexdigest(), "parsed", **headers)


@pytest.mark.parametrize("chunked", [True, False])
async def test_a_file_of_300_megabytes_is_413_even_for_a_client_that_reads_last(bus_settings, tmp_path, chunked):
    size = 300 * 1024 * 1024
    large = tmp_path / "large.xml"
    with large.open("wb") as file:
        file.truncate(size)
    async with running_intake(bus_settings) as intake_server:
        with large.open("rb") as file:
            pieces = iter(lambda: file.read(1024 * 1024), b"")
            reply = await (
                intake_server.put("large.xml", pieces)
                if chunked
                else intake_server.request("PUT", "/v1/files/large.xml", file, Content_Length=str(size))
            )
        assert (reply.status, reply.json()["code"]) == (413, "intake.too-large")
        assert not await intake_server.said("intake.file.received.v1.*.*", FileReceived)
        await goes_through(intake_server, 1)


async def test_every_other_hostile_file_gets_its_answer_and_none_harms_the_next(bus_settings):
    async with running_intake(bus_settings) as intake_server:
        reply = await intake_server.put("empty.xml", b"")
        assert (reply.status, reply.json()["code"]) == (400, "intake.empty")
        reply = await intake_server.put("picture.xml", b"\x89PNG\r\n\x1a\n" + bytes(1000))
        assert (reply.status, reply.json()["code"]) == (415, "intake.unknown-format")
        reply = await intake_server.put("bomb.xml", BOMB)
        assert reply.status == 201
        bombed = await intake_server.status(reply.json()["sha256"], "rejected")
        assert bombed["code"] == "usebio.entity-declaration"
        assert bombed["findings"]
        half = b'<?xml version="1.0"?><USEBIO Version="1.2"><CLUB><CLUB_NAME>Half</CLUB_NA'
        reply = await intake_server.put("half.xml", half)
        assert reply.status == 201
        cut = await intake_server.status(reply.json()["sha256"], "rejected")
        assert cut["code"].startswith("usebio.")
        assert cut["reason"]
        reply = await intake_server.put("../../x", GOOD)
        assert (reply.status, reply.json()["name"]) == (201, "x")
        await goes_through(intake_server, 2)
        rejected = await intake_server.said("intake.file.rejected.v1.*", FileRejected)
        assert {message.code for message in rejected} >= {"intake.empty", "intake.unknown-format", bombed["code"]}


async def test_a_wrong_token_is_401_and_the_right_one_goes_through(bus_settings):
    async with running_intake(bus_settings, tokens="club=secret-of-the-club-1") as intake_server:
        for header in ({}, {"Authorization": "Bearer wrong"}):
            reply = await intake_server.put("x.pbn", GOOD * 10_000, **header)
            assert (reply.status, reply.json()["code"]) == (401, "intake.unauthorised")
            assert reply.headers["www-authenticate"].startswith("Bearer")
        await goes_through(intake_server, 3, Authorization="Bearer secret-of-the-club-1")


async def test_clients_that_say_nothing_nonsense_or_half_do_not_stop_the_others(bus_settings):
    async with running_intake(bus_settings, upload_seconds=1.0) as intake_server:
        opened = []
        for said in (
            b"",
            b"\x16\x03\x01 not http",
            b"PUT /v1/files/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\nhalf",
            b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 100_000,
            b"PUT /v1/files/x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            b"PUT /v1/files/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", intake_server.port)
            with contextlib.suppress(OSError):
                writer.write(said)
                await writer.drain()
            opened.append((reader, writer))
        await goes_through(intake_server, 4)
        slow, _ = opened[2]
        assert b"408" in await asyncio.wait_for(slow.readline(), scaled(10))
        for _, writer in opened:
            writer.close()
        await goes_through(intake_server, 5)


async def test_hostile_files_in_a_folder_are_findings_and_the_good_one_is_taken(bus_settings, tmp_path):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    (inbox / "empty.xml").write_bytes(b"")
    (inbox / "picture.xml").write_bytes(b"\x89PNG\r\n\x1a\n")
    (inbox / "half.xml").write_bytes(b"<USEBIO><CLUB>")
    (inbox / "writing.xml.part").write_bytes(b"<USEBIO>")
    (inbox / "out.xml").symlink_to("/etc/hostname")
    with (inbox / "large.xml").open("wb") as file:
        file.truncate(300 * 1024 * 1024)
    (inbox / "good.pbn").write_bytes(GOOD)
    async with running_intake(bus_settings, watch=[inbox]) as intake_server:
        await intake_server.status(sha256(GOOD).hexdigest(), "parsed")
        await intake_server.status(sha256(b"<USEBIO><CLUB>").hexdigest(), "rejected")
        await intake_server.status(sha256(b"").hexdigest(), "rejected")
        expected = {
            ("empty.xml", "intake.empty"),
            ("picture.xml", "intake.unknown-format"),
            ("half.xml", "intake.incomplete"),
            ("out.xml", "intake.outside-folder"),
            ("large.xml", "intake.too-large"),
        }
        for _ in range(200):
            (folder,) = (await intake_server.request("GET", "/v1/folders")).json()["folders"]
            found = {(one.get("name"), one["finding"]["code"]) for one in folder["findings"]}
            if found >= expected:
                break
            await asyncio.sleep(0.05)
        assert found >= expected
        received = await intake_server.said("intake.file.received.v1.*.*", FileReceived)
        assert {message.file.name for message in received} == {"good.pbn", "half.xml"}


async def test_a_letter_that_cannot_be_read_makes_one_more_and_no_end_of_them(bus_settings):
    async with running_intake(bus_settings, parsers=False) as intake_server:
        await intake_server.bus.send("dead.validation", b"{bad", {"Nats-Msg-Id": "hostile"})
        for _ in range(100):
            letters = await intake_server.said("dead.*", DeadLetter)
            if letters:
                break
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)
        assert [(letter.service, letter.stream) for letter in await intake_server.said("dead.*", DeadLetter)] == [
            ("intake", "DEAD")
        ]

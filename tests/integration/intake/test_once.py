"""A file is one file: over restarts, at the same time, from several processes, and while the server dies."""

import asyncio
from hashlib import sha256

import pytest

from contracts.messages import FileParsed, FileReceived, FileRejected, FragmentParsed
from services.intake.adapters.status_board import StatusBoard
from services.intake.domain.status import FileRecord, FragmentRecord
from shared.file_bytes import file_bytes
from tests.support.intake_server import running_intake
from tests.support.nats_server import kill, running_bus, running_server, settings_for

pytestmark = pytest.mark.connected

PAIRS = b"""<?xml version="1.0"?>
<USEBIO Version="1.2"><CLUB><CLUB_NAME>Harbour</CLUB_NAME></CLUB>
<EVENT EVENT_TYPE="MP_PAIRS"><PROGRAM_NAME>Made up</PROGRAM_NAME><EVENT_DESCRIPTION>Pairs</EVENT_DESCRIPTION>
<DATE>03/10/2031</DATE><PARTICIPANTS EVENT_TYPE="MP_PAIRS">
<PAIR><PAIR_NUMBER>11</PAIR_NUMBER><PLAYER><PLAYER_NAME>Ada Cobb</PLAYER_NAME></PLAYER></PAIR>
<PAIR><PAIR_NUMBER>12</PAIR_NUMBER><PLAYER><PLAYER_NAME>Hugo Sato</PLAYER_NAME></PLAYER></PAIR></PARTICIPANTS>
<BOARD><BOARD_NUMBER>23</BOARD_NUMBER><TRAVELLER_LINE><NS_PAIR_NUMBER>11</NS_PAIR_NUMBER>
<EW_PAIR_NUMBER>12</EW_PAIR_NUMBER><CONTRACT>2S</CONTRACT><PLAYED_BY>S</PLAYED_BY><TRICKS>9</TRICKS>
<SCORE>140</SCORE></TRAVELLER_LINE></BOARD></EVENT></USEBIO>
"""


def pbn(number):
    return b'[Event "Night"]\n[Board "%d"]\n[Dealer "N"]\n' % number


async def test_a_pairs_file_becomes_a_fragment_of_its_event(bus_settings):
    async with running_intake(bus_settings) as intake_server:
        reply = await intake_server.put("pairs.xml", PAIRS, X_Kibitz_Event="autumn-pairs")
        assert (reply.status, reply.json()["format"]) == (201, "usebio")
        status = await intake_server.status(sha256(PAIRS).hexdigest(), "parsed")
        assert [(one["event"], one["state"]) for one in status["fragments"]] == [("autumn-pairs", "parsed")]
        (message,) = await intake_server.said("parser.fragment.parsed.v1.*.*", FragmentParsed)
        assert message.fragment.event == "autumn-pairs"
        assert len(message.fragment.facts.results) == 1
        (read,) = await intake_server.said("parser.file.parsed.v1.*", FileParsed)
        assert read.fragments == (message.fragment.id,)
        listed = (await intake_server.request("GET", "/v1/files")).json()["files"]
        assert [one["sha256"] for one in listed] == [sha256(PAIRS).hexdigest()]


async def test_the_same_bytes_at_once_by_two_intakes_are_one_file(bus_settings):
    async with running_intake(bus_settings) as one, running_intake(bus_settings, parsers=False) as two:
        replies = await asyncio.gather(*((one, two)[n % 2].put(f"{n}.pbn", pbn(1)) for n in range(10)))
        assert sorted(reply.status for reply in replies) == [200] * 9 + [201]
        (received,) = await one.said("intake.file.received.v1.*.*", FileReceived)
        assert await file_bytes(one.bus, received, limit=10_000) == pbn(1)


async def test_a_restart_sends_nothing_twice_and_finds_what_came_meanwhile(bus_settings, tmp_path):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    for number in range(20):
        (inbox / f"{number}.pbn").write_bytes(pbn(number))
    (inbox / "picture.xml").write_bytes(b"\x89PNG\r\n\x1a\n")
    async with running_intake(bus_settings, watch=[inbox]) as intake_server:
        for number in range(20):
            await intake_server.status(sha256(pbn(number)).hexdigest(), "parsed")
    (inbox / "late.pbn").write_bytes(pbn(99))
    async with running_intake(bus_settings, watch=[inbox]) as intake_server:
        await intake_server.status(sha256(pbn(99)).hexdigest(), "parsed")
        assert (await intake_server.put("again.pbn", pbn(3))).status == 200
        await asyncio.sleep(0.3)
        received = await intake_server.said("intake.file.received.v1.*.*", FileReceived)
        assert len({message.identity for message in received}) == len(received) == 21
        refused = await intake_server.said("intake.file.rejected.v1.unknown", FileRejected)
        assert len(refused) == 1


async def test_a_file_that_grows_in_the_folder_is_never_read_half_written(bus_settings, tmp_path):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    async with running_intake(bus_settings, watch=[inbox], patience_ms=3_000) as intake_server:
        with (inbox / "pairs.xml").open("wb") as file:
            for start in range(0, len(PAIRS), 60):
                file.write(PAIRS[start : start + 60])
                file.flush()
                await asyncio.sleep(0.08)
        await intake_server.status(sha256(PAIRS).hexdigest(), "parsed")
        received = await intake_server.said("intake.file.received.v1.*.*", FileReceived)
        assert [message.file.size for message in received] == [len(PAIRS)]


async def test_files_sent_while_the_server_dies_are_all_accounted_for_once(tmp_path):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    async with (
        running_server(tmp_path / "nats") as server,
        running_intake(settings_for(server), watch=[inbox]) as intake_server,
    ):

        async def send(number):
            for _ in range(20):
                reply = await intake_server.put(f"{number}.pbn", pbn(number))
                if reply.status in (200, 201):
                    return
                assert reply.status == 503
                await asyncio.sleep(0.2)
            raise AssertionError("never accepted")

        sending = [asyncio.ensure_future(send(number)) for number in range(12)]
        for number in range(12, 24):
            (inbox / f"{number}.pbn").write_bytes(pbn(number))
        await asyncio.sleep(0.05)
        kill(server)
        await asyncio.gather(*sending)
        await asyncio.sleep(0.3)
        kill(server)
        for number in range(24):
            await intake_server.status(sha256(pbn(number)).hexdigest(), "parsed")
        received = await intake_server.said("intake.file.received.v1.*.*", FileReceived)
        assert sorted(message.file.sha256 for message in received) == sorted(
            sha256(pbn(number)).hexdigest() for number in range(24)
        )


async def test_many_writers_of_one_status_lose_nothing_on_a_real_bucket(bus_settings):
    async with running_bus(bus_settings, "intake") as bus:
        boards = [StatusBoard(bus) for _ in range(4)]

        def said(number):
            part = FragmentRecord(fragment="abab.0", event=f"event-{number}", state="accepted")
            return FileRecord(read=True, fragments=(part,))

        await asyncio.gather(*(boards[number % 4].note("ab" * 32, said(number)) for number in range(12)))
        assert len((await boards[0].read("ab" * 32)).fragments) == 12

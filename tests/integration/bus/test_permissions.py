"""Least privilege on a real server: each service can do its work, and nothing else."""

import asyncio
from datetime import timedelta
from pathlib import Path

import nats
import pytest

from contracts import subjects
from contracts.messages import DeadLetter, EventMerged, FileReceived, FragmentParsed, StandingsPublished
from contracts.questions import FileOffered, FileTaken, Refusal, StandingsAnswered, StandingsAsked
from deploy.nats.render import DOMAIN, password_variable, render_accounts, users
from kibitz.stack.nats_server.server import EmbeddedServer
from shared.bus.annotations import Delivery
from shared.bus.bus import Bus
from shared.bus.dead_letter import dead_letters
from shared.bus.errors import Unanswered
from shared.bus.jetstream.connection import PermissionDenied
from shared.bus.jetstream.provision import provision_all
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings
from shared.bus.topology import CONSUMERS, OPERATOR, streams_of
from shared.errors import OperationFailed
from tests.integration.bus.samples import NOON, RECEIVED, parsed, received, standings, until
from tests.support.evening import EVENT, merged
from tests.support.nats_server import running_bus, running_server, settings_for, start, unexpected
from tests.support.time_limits import scaled

pytestmark = pytest.mark.connected


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for user in users():
        monkeypatch.setenv(password_variable(user), f"secret-{user}")
    (tmp_path / "accounts.conf").write_text(render_accounts())
    async with running_server(tmp_path / "nats", include='include "../accounts.conf"\n') as server:
        operator = Bus(OPERATOR, as_user(server, OPERATOR))
        await operator.connect()
        await provision_all(operator, streams_of(OPERATOR), CONSUMERS)
        await operator.stop()
        yield server


def as_user(server: EmbeddedServer, user: str, **changes: object) -> BusSettings:
    apart = {} if user == OPERATOR else {"domain": DOMAIN, "provision": "check"}
    quick = {"publish_timeout": 0.5, "publish_patience": 3.0}
    return settings_for(server, user=user, password=f"secret-{user}", **quick, **apart, **changes)


async def test_every_service_starts_publishes_reads_and_handles_with_its_own_permissions(server: EmbeddedServer):
    parser = ServiceRouter("usebio_parser", delays=(0.1,))
    validation = ServiceRouter("validation")
    handled: list[str] = []

    @parser.subscribe("intake.file.received.v1")
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        if message.file.name == "poison.xml":
            raise RuntimeError("not even once")
        assert await parser_bus.get_object("FILES", message.file.name, limit=100) == b"<USEBIO/>"
        await parser_bus.publish(subjects.fragment_parsed("club-pairs"), parsed("a", "club-pairs", size=9_000_000))

    @validation.subscribe("parser.fragment.parsed.v1")
    async def on_fragment_parsed(message: FragmentParsed, delivery: Delivery) -> None:
        handled.append(message.fragment.event)

    parser_bus = Bus("usebio_parser", as_user(server, "usebio_parser"), router=parser, on_fatal=unexpected)
    async with running_bus(as_user(server, "intake"), "intake") as intake:
        await start(parser_bus)
        async with running_bus(as_user(server, "validation"), validation) as validation_bus:
            await intake.put_object("FILES", "a.xml", b"<USEBIO/>")
            await intake.publish(RECEIVED, received("a.xml"))
            await intake.publish(RECEIVED, received("poison.xml"))
            await intake.kv_put("FILE_STATUS", "a", b"1", expect=0)
            assert await intake.kv_get("FILE_STATUS", "a") == (b"1", 1)
            await until(lambda: handled == ["club-pairs"])
            assert (await validation_bus.healthy()).ok
            assert (await parser_bus.healthy()).ok
            async with running_bus(as_user(server, "operator"), "operator") as operator:
                letters = []
                for _ in range(100):
                    letters = [item async for item in dead_letters(operator)]
                    if letters:
                        break
                    await asyncio.sleep(0.05)
                assert [item.message.service for item in letters] == ["usebio_parser"]
        assert parser_bus.client.last_error is None
        await parser_bus.stop()
        assert intake.client.last_error is None
    for name in ("scoring", "seating", "export", "broadcast", "pbn_parser", "acblscore_parser", "trf_parser"):
        async with running_bus(as_user(server, name), name) as bus:
            assert (await bus.healthy()).ok
            assert bus.client.last_error is None


async def test_notification_keeps_its_subscriptions_and_follows(server: EmbeddedServer):
    subject = subjects.event_merged(EVENT)
    async with (
        running_bus(as_user(server, "scoring"), "scoring") as scoring,
        running_bus(as_user(server, "notification"), "notification") as notification,
    ):
        await notification.kv_set("NOTICES", "a", b"1", ttl=timedelta(days=1))
        await notification.kv_put("NOTICES", "b", b"2", expect=0)
        assert [item async for item in notification.kv_items("NOTICES")] == [("a", b"1"), ("b", b"2")]
        await scoring.publish(subject, merged())
        following = notification.follow(subject, EventMerged, 1)
        assert (await asyncio.wait_for(anext(following), scaled(5))).seq == 1
        await following.aclose()
        assert notification.client.last_error is None


async def test_scoring_reads_its_history_and_broadcast_follows(server: EmbeddedServer):
    subject = subjects.standings_published("a")
    async with (
        running_bus(as_user(server, "scoring"), "scoring") as scoring,
        running_bus(as_user(server, "broadcast"), "broadcast") as broadcast,
    ):
        first = await scoring.publish(subject, standings("a", 1), expect_last=0)
        await scoring.publish(subject, standings("a", 2), expect_last=first.seq)
        assert [item.seq async for item in scoring.history(subject, StandingsPublished)] == [1, 2]
        following = broadcast.follow(subject, StandingsPublished, 1)
        assert (await asyncio.wait_for(anext(following), scaled(5))).seq == 1
        await following.aclose()


async def test_broadcast_asks_scoring_and_nobody_else_may(server: EmbeddedServer):
    scoring = ServiceRouter("scoring")
    subject, asked = subjects.standings_asked("a"), StandingsAsked(event="a")
    refusal = Refusal(code="no-event", message="made up")

    @scoring.answer("scoring.standings.asked.v1")
    async def on_standings_asked(question: StandingsAsked) -> StandingsAnswered:
        return StandingsAnswered(asked=question, refusal=refusal)

    async with (
        running_bus(as_user(server, "scoring"), scoring) as answering,
        running_bus(as_user(server, "broadcast"), "broadcast") as asking,
        running_bus(as_user(server, "export"), "export") as other,
    ):
        for _ in range(2):
            found = await asking.ask(subject, asked, StandingsAnswered, patience=5.0)
            assert found.refusal == refusal
        with pytest.raises(Unanswered, match="denies it to export"):
            await other.ask(subject, asked, StandingsAnswered, patience=5.0)
        assert (answering.client.last_error, asking.client.last_error) == (None, None)


async def test_a_sender_offers_files_under_its_own_name_alone_and_hears_nobody_else(server: EmbeddedServer):
    intake, heard = ServiceRouter("intake"), []

    @intake.answer("intake.file.offered.v1")
    async def on_file_offered(offered: FileOffered) -> FileTaken:
        heard.append(offered.sender)
        return FileTaken(sha256="0" * 64, name="x", size=1, format="pbn", state="received", new=True)

    refused: list[str] = []

    async def note(error: Exception) -> None:
        refused.append(str(error))

    def offer(sender: str) -> bytes:
        return FileOffered(sender=sender, name="x", content=b"x").model_dump_json().encode()

    async with running_bus(as_user(server, "intake"), intake) as answering:
        sender = await nats.connect(
            server.url, user="sender", password="secret-sender", inbox_prefix="_INBOX.sender", error_cb=note
        )
        reply = await sender.request("intake.file.offered.v1.sender", offer("sender"), timeout=scaled(10))
        assert FileTaken.model_validate_json(reply.data).new
        reply = await sender.request("intake.file.offered.v1.sender", offer("club"), timeout=scaled(10))
        assert reply.headers["Nats-Service-Error-Code"] == "400"
        for subject in ("intake.file.offered.v1.club", RECEIVED, "$JS.API.STREAM.NAMES", "$O.FILES.C.x"):
            await sender.publish(subject, offer("club"))
        await sender.subscribe("_INBOX.intake.>")
        await sender.subscribe("scoring.>")
        await until(lambda: len(refused) == 6)
        assert all("permissions violation" in text.lower() for text in refused)
        assert (heard, answering.client.last_error) == (["sender"], None)
        await sender.close()


async def test_the_intake_hears_of_dead_letters(server: EmbeddedServer):
    intake, heard = ServiceRouter("intake"), []

    @intake.subscribe("dead")
    async def on_dead_letter(message: DeadLetter, delivery: Delivery) -> None:
        heard.append((delivery.subject, message.reason))

    async with (
        running_bus(as_user(server, "intake"), intake) as bus,
        running_bus(as_user(server, "validation"), "validation") as dying,
    ):
        letter = DeadLetter(
            service="validation",
            consumer="c",
            subject="x",
            stream="S",
            sequence=1,
            deliveries=3,
            reason="why",
            error="E",
            died_at=NOON,
        )
        await dying.publish(subjects.dead("validation"), letter)
        await until(lambda: heard == [("dead.validation", "why")])
        assert (bus.client.last_error, dying.client.last_error) == (None, None)


async def test_a_foreign_publish_is_denied_and_the_error_says_so(server: EmbeddedServer):
    async with running_bus(as_user(server, "pbn_parser"), "pbn_parser") as bus:
        with pytest.raises(OperationFailed, match=r"denies it to pbn_parser: permissions violation for publish"):
            await bus.publish(RECEIVED, received("a.xml"))
        with pytest.raises(OperationFailed, match="denies"):
            await bus.publish(subjects.file_received("pbn", "0" * 64), received("a.pbn", "pbn"))
        with pytest.raises(OperationFailed, match="denies"):
            await bus.put_object("FILES", "a", b"forged")
        with pytest.raises(OperationFailed, match="denies"):
            await bus.last(subjects.standings_published("a"), StandingsPublished)


async def test_a_service_may_not_change_empty_or_delete_what_others_rely_on(server: EmbeddedServer):
    async with running_bus(as_user(server, "scoring"), "scoring") as bus:
        js = bus.client.jetstream()
        for attempt in (
            lambda: js.purge_stream("VALIDATED"),
            lambda: js.delete_stream("VALIDATED"),
            lambda: js.delete_consumer("VALIDATED", "intake-fragment-accepted-p00"),
            lambda: js.update_stream(name="SCORED", max_msgs=1, subjects=["scoring.>"]),
        ):
            with pytest.raises(PermissionDenied, match="permissions violation"):
                await attempt()


async def test_a_wrong_password_is_said_at_once_and_not_tried_for_ever(server: EmbeddedServer):
    settings = as_user(server, "scoring").model_copy(update={"user": "scoring", "password": None})
    bus = Bus("scoring", settings, on_fatal=unexpected)
    with pytest.raises(OperationFailed, match="refuses us"):
        await asyncio.wait_for(bus.connect(), scaled(5))
    await bus.stop()

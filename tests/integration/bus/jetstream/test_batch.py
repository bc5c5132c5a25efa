"""Messages of one stream are stored together or not at all, on a real server."""

import pytest
from nats.aio.client import Client

from contracts import subjects
from contracts.messages import Message, StandingsPublished
from shared.bus.bus import Bus
from shared.bus.errors import Conflict
from shared.bus.jetstream import batch
from shared.bus.settings import BusSettings
from tests.integration.bus.samples import parsed, standings
from tests.support.nats_server import running_bus, running_server, settings_for
from tests.support.published import board

pytestmark = pytest.mark.connected

EVENT = "club-pairs"
STANDINGS = subjects.standings_published(EVENT)


def change(seq: int, boards: int, after: tuple[int, ...] = ()) -> list[tuple[str, Message, int]]:
    """Standings and boards, on top of messages with these sequences, or of none."""
    scored = [board(EVENT, str(number), seq) for number in range(1, boards + 1)]
    messages: list[tuple[str, Message]] = [(STANDINGS, standings(EVENT, seq))]
    messages += [(subjects.board_scored(EVENT, one.board.id), one) for one in scored]
    last = after or (0,) * len(messages)
    return [(*message, expected) for message, expected in zip(messages, last, strict=True)]


async def stored(bus: Bus) -> int:
    return (await bus.client.jsm().stream_info("SCORED")).state.messages


async def test_they_are_stored_in_their_order_with_identity_and_headers(bus_settings: BusSettings):
    async with running_bus(bus_settings, "scoring") as bus:
        assert await bus.publish_together(change(1, 3)) == [1, 2, 3, 4]
        raw = await bus.client.jsm().get_msg("SCORED", seq=3)
        assert raw.headers["Nats-Msg-Id"] == raw.headers["ce-id"] == board(EVENT, "2", 1).identity
        assert raw.headers["ce-time"]
        assert await bus.publish_together(change(2, 3, (1, 2, 3, 4))) == [5, 6, 7, 8]


async def test_one_wrong_expectation_stores_none(bus_settings: BusSettings):
    async with running_bus(bus_settings, "scoring") as bus:
        await bus.publish_together(change(1, 3))
        with pytest.raises(Conflict):
            await bus.publish_together(change(2, 3, (1, 2, 2, 4)))
        assert await stored(bus) == 4


async def test_what_was_stored_and_whose_answer_was_lost_is_not_stored_again(
    bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch
):
    async with running_bus(bus_settings, "scoring") as bus:
        request, lost = Client.request, [True]

        async def answers_late(client: Client, subject: str, *args: object, **options: object) -> object:
            answer = await request(client, subject, *args, **options)  # type: ignore[arg-type]
            headers = options.get("headers") or {}
            if isinstance(headers, dict) and "Nats-Batch-Commit" in headers and lost.pop():
                lost.append(False)
                raise TimeoutError
            return answer

        monkeypatch.setattr(Client, "request", answers_late)
        assert await bus.publish_together(change(1, 3)) == [1, 2, 3, 4]
        assert await stored(bus) == 4


async def test_of_more_than_a_batch_holds_the_first_is_stored_when_all_are(
    bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("shared.bus.middlewares.publication.LARGEST", 4)
    async with running_bus(bus_settings, "scoring") as bus:
        messages = change(1, 9)
        sequences = await bus.publish_together(messages)
        assert sequences == [7, 8, 9, 10, 3, 4, 5, 6, 1, 2]
        for (subject, _, _), seq in zip(messages, sequences, strict=True):
            assert await bus.last_seq(subject) == seq


async def test_the_server_takes_as_many_as_are_sent_together(bus_settings: BusSettings):
    async with running_bus(bus_settings, "scoring") as bus:
        assert len(await bus.publish_together(change(1, batch.LARGEST - 1))) == batch.LARGEST
        assert await stored(bus) == batch.LARGEST


async def test_a_body_that_does_not_fit_lies_in_the_object_store(nats_server):
    async with (
        running_server(nats_server.folder.parent / "small", max_payload=256 * 1024) as small,
        running_bus(settings_for(small), "scoring") as bus,
    ):
        large = standings(EVENT, 1).replace(cause=("x" * 1_000,) * 400)
        await bus.publish_together([(STANDINGS, large, 0), *change(1, 2)[1:]])
        last = await bus.last(STANDINGS, StandingsPublished)
        assert last is not None
        assert (last.seq, last.message) == (1, large)


async def test_messages_of_two_streams_or_of_another_class_are_refused(bus_settings: BusSettings):
    async with running_bus(bus_settings, "scoring") as bus:
        fragment = parsed("a")
        with pytest.raises(ValueError, match="unpack"):
            await bus.publish_together([*change(1, 1), (subjects.fragment_parsed(EVENT), fragment, 0)])
        with pytest.raises(TypeError, match="carries StandingsPublished"):
            await bus.publish_together([(STANDINGS, fragment, 0)])
        assert await stored(bus) == 0

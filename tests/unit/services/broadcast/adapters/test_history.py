"""Standings of earlier over HTTP: asked of scoring once, remembered until the event moves, refused in plain words."""

import asyncio
import gzip
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs

import orjson
import pytest
from starlette.responses import Response

from contracts import subjects
from contracts.feed import checksum, standings_channel
from contracts.questions import EarlierStandings, Refusal, StandingsAnswered, StandingsAsked
from services.broadcast.adapters import history
from services.broadcast.adapters.history import History, ask_for_rankings
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.ledger import Ledger
from services.broadcast.domain.public.audiences import AskedAfter, Audiences
from shared.bus.errors import Unanswered
from tests.support.feed import TurnedClock
from tests.support.memory_bus import MemoryBus
from tests.support.published import STORED, as_read, awake, standings
from tests.support.time_limits import scaled

EVENT = "monday"
WHEN = "as_of=2031-10-03T21:40:05%2B02:00"


class Broadcast:
    """An event on a hub, and a scoring service that answers with the standings of it."""

    def __init__(self) -> None:
        self.bus = MemoryBus(answers=self.answer)
        self.hub = Hub(TurnedClock())
        self.ledger = Ledger(self.hub, "E1", "S1")
        awake(self.ledger, EVENT)
        self.move(1)
        self.history = History(self.bus, self.hub, lambda: Audiences(self.hub))  # type: ignore[arg-type]

    def move(self, seq: int) -> None:
        self.ledger.take_standings(as_read(standings(EVENT, seq)), STORED)

    async def answer(self, asked: object) -> StandingsAnswered:
        assert isinstance(asked, StandingsAsked)
        await asyncio.sleep(0)
        if asked.after_round == 9:
            why = Refusal(code="no-round", message="round 9 has not been played", advice="Results are in of round 1.")
            return StandingsAnswered(asked=asked, refusal=why)
        message = standings(EVENT, 1)
        found = EarlierStandings(
            standings=message.standings,
            digest=message.digest,
            calculated_at=message.calculated_at,
            accepted=1,
            accepted_today=4,
            last_accepted_at=STORED,
        )
        return StandingsAnswered(asked=asked, earlier=found)

    async def get(self, query: str, event: str = EVENT, **headers: str) -> Response:
        given = {name: values[-1] for name, values in parse_qs(query).items()}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.history.reply(event, given, named)


def document(reply: Response) -> dict[str, Any]:
    assert reply.status_code == 200, reply.body
    found: dict[str, Any] = orjson.loads(reply.body)
    return found


async def test_the_answer_says_what_was_asked_and_is_a_table_like_that_of_a_snapshot() -> None:
    broadcast = Broadcast()
    said = document(await broadcast.get(f"{WHEN}&after_round=3&session=A&encoding=columns"))
    asked = {"event": EVENT, "asOf": "2031-10-03T19:40:05.000Z", "afterRound": 3, "session": "A"}
    assert {name: said[name] for name in asked} == asked
    assert (said["type"], said["accepted"], said["acceptedToday"]) == ("earlier", 1, 4)
    live = broadcast.hub.view(standings_channel(EVENT)).document()
    rows = document(await broadcast.get(WHEN))["rows"]
    assert rows == orjson.loads(live)["rows"]
    assert said["checksum"] == checksum(said["rows"].items())
    assert broadcast.bus.asked[0][0] == subjects.standings_asked(EVENT)
    assert "seq" not in said, "it is no position of the channel"


async def test_the_page_gets_the_table_of_a_round_or_why_there_is_none() -> None:
    broadcast = Broadcast()
    table, why = await broadcast.history.table(EVENT, 3, "A")
    said = document(await broadcast.get("after_round=3&session=A"))
    assert table is not None
    assert (table.meta, list(table.rows), why) == (said["meta"], list(said["rows"]), "")
    assert dict(zip(table.columns, next(iter(table.rows.values())), strict=True)) == next(iter(said["rows"].values()))
    assert len(broadcast.bus.asked) == 1, "an answer serves both"
    assert await broadcast.history.table(EVENT, 9, "") == (
        None,
        "round 9 has not been played. Results are in of round 1.",
    )
    assert await broadcast.history.table("tuesday", 3, "") == (None, "")
    assert (await broadcast.history.table(EVENT, 100_000, ""))[1].startswith("after_round:")


async def test_a_plus_that_became_a_space_is_one_again() -> None:
    broadcast = Broadcast()
    for text in ("2031-10-03T21:40:05%2B02:00", "2031-10-03T21:40:05+02:00", "2031-10-03+21:40:05+0200"):
        assert document(await broadcast.get(f"as_of={text}"))["asOf"] == "2031-10-03T19:40:05.000Z"


async def test_the_same_question_is_asked_once_until_the_event_moves() -> None:
    broadcast = Broadcast()
    replies = await asyncio.gather(*(broadcast.get("after_round=1") for _ in range(5)))
    replies.append(await broadcast.get("after_round=1"))
    assert {reply.body for reply in replies} == {replies[0].body}
    assert len(broadcast.bus.asked) == 1
    broadcast.move(2)
    await broadcast.get("after_round=1")
    assert len(broadcast.bus.asked) == 2


async def test_who_has_it_already_is_not_sent_it_again_and_who_takes_gzip_gets_it() -> None:
    broadcast = Broadcast()
    first = await broadcast.get("after_round=1")
    assert (await broadcast.get("after_round=1", if_none_match=first.headers["ETag"])).status_code == 304
    packed = await broadcast.get("after_round=1", accept_encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == first.body


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("as_of=21:40", "as_of"),
        ("as_of=2031-10-03T21:40:05", "as_of"),
        ("after_round=0", "after_round"),
        ("after_round=two", "after_round"),
        ("session=1", "name the round as well"),
        ("after_round=1&encoding=xml", "xml"),
    ],
)
async def test_what_cannot_be_asked_is_refused_without_asking(query: str, words: str) -> None:
    broadcast = Broadcast()
    reply = await broadcast.get(query)
    assert (reply.status_code, words in bytes(reply.body).decode()) == (400, True), reply.body
    assert broadcast.bus.asked == []


async def test_what_there_is_not_is_not_found() -> None:
    broadcast = Broadcast()
    unknown = await broadcast.get("after_round=1", event="tuesday")
    assert (unknown.status_code, broadcast.bus.asked) == (404, [])
    reply = await broadcast.get("after_round=9")
    assert reply.status_code == 404
    assert "round 9 has not been played. Results are in of round 1." in bytes(reply.body).decode()


@pytest.mark.parametrize(
    ("why", "status"),
    [("absent", 503), ("busy", 503), ("late", 504), ("too-large", 507), ("misunderstood", 500), ("failed", 500)],
)
async def test_a_question_without_an_answer_may_be_asked_again(why: Any, status: int) -> None:
    broadcast = Broadcast()

    async def refuse(_asked: object) -> object:
        raise Unanswered(why, "made up")

    broadcast.bus.answers = refuse
    reply = await broadcast.get("after_round=1")
    assert (reply.status_code, reply.headers["Retry-After"]) == (status, "5")
    broadcast.bus.answers = broadcast.answer
    assert (await broadcast.get("after_round=1")).status_code == 200, "a refusal is not remembered"


async def test_one_who_leaves_does_not_take_the_answer_from_the_others() -> None:
    broadcast = Broadcast()
    first = asyncio.ensure_future(broadcast.get("after_round=1"))
    second = asyncio.ensure_future(broadcast.get("after_round=1"))
    await asyncio.sleep(0)
    first.cancel()
    assert (await second).status_code == 200
    assert len(broadcast.bus.asked) == 1


async def test_so_many_questions_and_so_many_bytes_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    broadcast = Broadcast()
    monkeypatch.setattr(history, "MAX_QUESTIONS", 2)
    replies = await asyncio.gather(*(broadcast.get(f"after_round={number}") for number in range(1, 5)))
    assert [reply.status_code for reply in replies] == [200, 200, 503, 503]
    monkeypatch.setattr(history, "CACHE_BYTES", 1)
    for number in (3, 4, 3):
        await broadcast.get(f"after_round={number}")
    assert len(broadcast.bus.asked) == 5, "only the newest answer was kept"


async def test_sixty_four_different_questions_wait_at_the_same_time() -> None:
    broadcast = Broadcast()
    replies = await asyncio.gather(*(broadcast.get(f"after_round={number}") for number in range(101, 166)))
    assert [reply.status_code for reply in replies] == [200] * 64 + [503]
    assert (await broadcast.get("after_round=165")).status_code == 200, "there is room again"


async def test_the_answer_that_was_asked_for_longest_ago_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    broadcast = Broadcast()
    await broadcast.get("after_round=1")
    (answer,) = broadcast.history._answers.values()
    monkeypatch.setattr(history, "CACHE_BYTES", 2 * (len(answer.body) + len(answer.packed)) + 20)
    assert answer.packed == gzip.compress(answer.body, 5, mtime=0)
    for number in (2, 1, 3, 1, 2):
        await broadcast.get(f"after_round={number}")
    asked = [question.after_round for _, question in broadcast.bus.asked if isinstance(question, StandingsAsked)]
    assert asked == [1, 2, 3, 2]


async def test_an_answer_is_known_by_its_digest_and_what_is_wrong_in_a_question_is_cut() -> None:
    broadcast = Broadcast()
    digest = standings(EVENT, 1).digest
    assert (await broadcast.get("after_round=1")).headers[
        "ETag"
    ] == f'"{digest[:24]}-1-rows-{broadcast.hub.channels[standings_channel(EVENT)].epoch}"'
    reply = await broadcast.get(f"after_round=1&encoding={'x' * 300}")
    assert orjson.loads(reply.body)["message"] == f"'{'x' * 300}"[:200]


@pytest.mark.parametrize(("extra", "packed"), [(0, True), (1, False)])
async def test_a_long_answer_is_packed(monkeypatch: pytest.MonkeyPatch, extra: int, packed: bool) -> None:
    size = len((await Broadcast().get("after_round=1")).body)
    monkeypatch.setattr(history, "PACK_FROM", size + extra)
    reply = await Broadcast().get("after_round=1", accept_encoding="gzip")
    assert ("Content-Encoding" in reply.headers) is packed


async def test_the_ranking_that_stays_is_asked_for_as_of_the_delay_and_again_when_it_cannot_be_had(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(history, "LOOK_EVERY", 0.0)
    monkeypatch.setattr(history, "LONGEST_REST", 0.0)
    wanted = [AskedAfter(EVENT, 2, 7, timedelta(minutes=5)), AskedAfter(EVENT, 9, 8, timedelta())]
    asked: list[StandingsAsked] = []
    taken: dict[int, TableState | None] = {}

    class Wanting:
        def unasked(self) -> list[AskedAfter]:
            return [each for each in wanted if each.seq not in taken]

        def take_ranking(self, of: AskedAfter, ranking: TableState | None) -> None:
            taken[of.seq] = ranking

    async def answer(question: object) -> StandingsAnswered:
        assert isinstance(question, StandingsAsked)
        asked.append(question)
        if len(asked) == 1:
            raise Unanswered("busy", "nobody there")
        return await Broadcast().answer(question)

    bus: Any = MemoryBus(answers=answer)
    task = asyncio.create_task(ask_for_rankings(bus, Wanting()))  # type: ignore[arg-type]
    async with asyncio.timeout(scaled(10)):
        while len(taken) < 2:
            await asyncio.sleep(0)
    task.cancel()
    assert [(each.after_round, each.counted) for each in asked] == [(2, True), (9, True), (2, True)]
    ago = [datetime.now(UTC) - each.as_of if each.as_of else None for each in asked]
    assert ago[1] is None
    assert ago[0] is not None
    assert ago[0] >= timedelta(minutes=5)
    assert taken[7] is not None
    assert taken[7].rows
    assert taken[8] is None

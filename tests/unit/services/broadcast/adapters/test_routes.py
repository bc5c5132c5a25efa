"""Cards and files over HTTP."""

import asyncio
from decimal import Decimal
from hashlib import sha256
from typing import Any

import orjson
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from contracts import subjects
from contracts.facts import PublicPolicy
from contracts.feed import standings_channel
from contracts.messages import FileRendered, LossItem
from contracts.packing import compressed
from contracts.questions import FileAnswered, FileAsked, NoticesAnswered, NoticesAsked, NoticesRefusal
from services.broadcast.adapters.routes import PATIENCE, Routes
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.ledger import Ledger
from services.broadcast.handlers import Deps
from shared.bus.errors import Unanswered, Why
from tests.support.asgi import Reply, call
from tests.support.feed import TurnedClock
from tests.support.memory_bus import MemoryBus
from tests.support.published import STORED, as_read, awake, board, board_as_read, standings

EVENT = "monday"
CSV = FileRendered(
    event=EVENT,
    format="csv",
    name='a "monday"\r\n.csv',
    media_type="text/csv",
    content=compressed(b"1,2"),
    size=3,
    sha256=sha256(b"1,2").hexdigest(),
    applied=1,
    next_round="round 3",
    losses=(LossItem(what="travellers", why="no room"),),
)


class Broadcast:
    """Routes over a bus that keeps one rendered file, and an event with one board.

    Attributes:
        file: as the export service answers.
        questions: to it.
    """

    def __init__(self) -> None:
        self.bus = MemoryBus(answers=self.answer)  # type: ignore[arg-type]
        self.file = CSV
        self.questions: list[FileAsked] = []
        self.bus.messages.append((subjects.file_rendered("csv", EVENT), CSV))
        deps = Deps(bus=self.bus, hub=Hub(TurnedClock()), ready=asyncio.Event())  # type: ignore[arg-type]
        deps.ledger = Ledger(deps.hub, "E1", "S1")
        awake(deps.ledger, EVENT)
        deps.ledger.take_standings(as_read(standings(EVENT, 1)), STORED)
        deps.ledger.take_board(board_as_read(board(EVENT, "7", 1)), STORED)
        self.deps = deps
        self.routes = Routes(deps)
        self.app = Starlette(routes=self.routes.routes())

    async def answer(self, asked: FileAsked) -> FileAnswered:
        self.questions.append(asked)
        await asyncio.sleep(0)
        formats = ("csv", "json") if asked.event == EVENT else ()
        file = self.file if (asked.event, asked.format) == (EVENT, "csv") else None
        return FileAnswered(event=asked.event, formats=formats, file=file)

    async def __call__(self, target: str, **headers: str) -> Reply:
        return await call(
            self.app, "GET", target, headers={name.replace("_", "-"): value for name, value in headers.items()}
        )


def document(reply: Reply) -> Any:
    assert reply.status == 200
    return orjson.loads(reply.body)


async def test_a_card_names_its_participant_and_every_board() -> None:
    card = document(await Broadcast()(f"/v1/events/{EVENT}/cards/1"))
    assert (card["participant"], card["name"], [line["board"] for line in card["lines"]]) == ("1", "Ann & Bob", ["7"])


@pytest.mark.parametrize("target", [f"/v1/events/{EVENT}/cards/99", "/v1/events/none/cards/1"])
async def test_nobody_has_no_card(target: str) -> None:
    reply = await Broadcast()(target)
    assert (reply.status, orjson.loads(reply.body)) == (404, {"code": 404, "message": "there is no such participant"})


async def test_who_met_whom_is_answered_with_the_sum_of_their_boards() -> None:
    broadcast = Broadcast()
    traveller = board(EVENT, "8", 1)
    scored = traveller.board.lines[0].replace(ns_points=Decimal(2), ew_points=Decimal(0))
    read = board_as_read(traveller.replace(board=traveller.board.replace(lines=(scored,))))
    broadcast.deps.ledger.take_board(read, STORED)
    (row,) = document(await broadcast(f"/v1/events/{EVENT}/meetings"))["rows"]
    assert row[2:5] == [1, "2", "0"]
    assert (await broadcast("/v1/events/none/meetings")).status == 404


class EventLoader:
    """Reads from a bus that is away."""

    async def fetch(self, channel: str) -> bool:
        assert channel == standings_channel(EVENT)
        return False


async def test_a_card_of_an_event_that_cannot_be_read_now_is_asked_for_again() -> None:
    broadcast = Broadcast()
    broadcast.deps.loader = EventLoader()  # type: ignore[assignment]
    assert (await broadcast(f"/v1/events/{EVENT}/cards/1")).status == 503
    assert (await broadcast(f"/v1/events/{EVENT}/meetings")).status == 503


@pytest.mark.parametrize(
    ("policy", "card"), [(PublicPolicy(values="stated"), 200), (PublicPolicy(values="stated", places=0), 403)]
)
async def test_what_only_we_work_out_is_closed_beside_the_organisers_values_and_nothing_else(
    policy: PublicPolicy, card: int
) -> None:
    broadcast = Broadcast()
    message = standings(EVENT, 2)
    message = message.replace(standings=message.standings.replace(public=policy))
    broadcast.deps.ledger.take_standings(as_read(message), STORED)  # type: ignore[union-attr]
    broadcast.app.routes.append(Route("/v1/events/{event}/standings", broadcast.routes.earlier))
    one = f"/v1/events/{EVENT}"
    earlier = [f"{one}/standings?{query}" for query in ("after_round=1", "as_of=2031-10-03T20:00:00Z")]
    asked = (f"{one}/explanation?id=1", *earlier, f"{one}/cards/1")
    assert [(await broadcast(target)).status for target in asked] == [403, 403, 403, card]
    assert await broadcast.routes.after(EVENT, 1, "") == (None, "the organiser does not show this now")


async def test_a_file_is_handed_out_with_a_harmless_name_and_what_it_does_not_carry() -> None:
    reply = await Broadcast()(f"/v1/events/{EVENT}/files/csv")
    assert (reply.status, reply.body) == (200, b"1,2")
    assert reply.headers["Content-Disposition"] == 'attachment; filename="a__monday___.csv"'
    assert reply.headers["X-Kibitz-Losses"] == "1"
    assert reply.headers["Link"] == f'</v1/events/{EVENT}/files>; rel="describedby"'


@pytest.mark.parametrize("known", ['"{}"', 'W/"{}"', '"other", "{}"', "*"])
async def test_who_has_the_file_already_is_not_sent_it_again(known: str) -> None:
    broadcast = Broadcast()
    broadcast.file = CSV.replace(content=b"")  # it is not even unpacked
    reply = await broadcast(f"/v1/events/{EVENT}/files/csv", if_none_match=known.format(CSV.sha256[:32]))
    assert (reply.status, reply.body) == (304, b"")


@pytest.mark.parametrize(
    "target",
    [
        "/v1/events/*/files/csv",
        f"/v1/events/{EVENT}/files/*",
        "/v1/events/%3E/files/csv",
        f"/v1/events/{EVENT}/files/..%2Fcsv",
        f"/v1/events/{'a' * 97}/files/csv",
        "/v1/events/*/files",
        f"/v1/events/{EVENT}.x/files",
    ],
)
async def test_what_is_no_name_never_reaches_the_bus_as_a_pattern(target: str) -> None:
    broadcast = Broadcast()
    reply = await broadcast(target)
    assert broadcast.questions == []
    what = "event" if target.endswith("/files") else "file"
    assert (reply.status, orjson.loads(reply.body)) == (404, {"code": 404, "message": f"there is no such {what}"})


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (f"/v1/events/{EVENT}/files/pbn", "there is no such file; there are csv, json"),
        ("/v1/events/none/files/csv", "there is no such file"),
    ],
)
async def test_a_file_that_is_not_there_is_refused_with_those_that_are(target: str, message: str) -> None:
    reply = await Broadcast()(target)
    assert (reply.status, orjson.loads(reply.body)) == (404, {"code": 404, "message": message})


async def test_files_are_not_asked_for_before_standings_have_said_what_is_public() -> None:
    broadcast = Broadcast()
    assert (await broadcast(f"/v1/events/{EVENT}/files/csv")).status == 200
    broadcast.deps.ledger = Ledger(broadcast.deps.hub, "E1", "S1")
    broadcast.deps.ledger.is_shown(EVENT)  # by its seats
    assert (await broadcast(f"/v1/events/{EVENT}/files/csv")).status == 404
    assert document(await broadcast(f"/v1/events/{EVENT}/files"))["files"] == []


@pytest.mark.parametrize("target", [f"/v1/events/{EVENT}/files", f"/v1/events/{EVENT}/files/csv"])
@pytest.mark.parametrize(("why", "status"), [("absent", 503), ("busy", 503), ("late", 504), ("failed", 500)])
async def test_an_export_service_that_does_not_answer_is_named_with_what_to_do(
    target: str, why: Why, status: int
) -> None:
    broadcast = Broadcast()

    async def silent(asked: FileAsked) -> FileAnswered:
        raise Unanswered(why, f"{subjects.file_asked(asked.event)}: nobody")

    broadcast.bus.answers = silent  # type: ignore[assignment]
    reply = await broadcast(target)
    assert (reply.status, reply.headers["Retry-After"]) == (status, "5")
    assert orjson.loads(reply.body)["message"] == (
        f"export.file.asked.v1.{EVENT}: nobody: ask again in a few seconds,"
        " or look at /readyz of the service that is asked"
    )


async def test_those_who_want_the_same_file_at_once_ask_once_and_one_who_leaves_disturbs_nobody() -> None:
    broadcast = Broadcast()
    leaving, *staying = [asyncio.ensure_future(broadcast(f"/v1/events/{EVENT}/files/csv")) for _ in range(3)]
    await asyncio.sleep(0)
    leaving.cancel()
    assert [(await reply).body for reply in staying] == [b"1,2"] * 2
    assert broadcast.questions == [FileAsked(event=EVENT, format="csv")]
    await broadcast(f"/v1/events/{EVENT}/files/csv")
    assert len(broadcast.questions) == 2


async def test_a_file_is_waited_for_for_half_a_minute() -> None:
    patience = []
    broadcast = Broadcast()
    plain = broadcast.bus.ask

    async def noted(*arguments: Any, **more: Any) -> object:
        patience.append(more["patience"])
        return await plain(*arguments, **more)

    broadcast.bus.ask = noted  # type: ignore[method-assign]
    await broadcast(f"/v1/events/{EVENT}/files/csv")
    assert patience == [PATIENCE] == [30.0]


async def test_files_are_listed_with_their_addresses_rendered_or_not() -> None:
    listed = document(await Broadcast()(f"/v1/events/{EVENT}/files"))
    file, other = listed["files"]
    assert other == {"format": "json", "url": f"/v1/events/{EVENT}/files/json"}
    assert (file["format"], file["bytes"], file["url"]) == ("csv", 3, f"/v1/events/{EVENT}/files/csv")
    assert file["losses"][0]["what"] == "travellers"
    assert file["next_round"] == "round 3"
    assert file == {
        "format": "csv",
        "name": CSV.name,
        "bytes": 3,
        "media_type": "text/csv",
        "sha256": CSV.sha256,
        "values": CSV.values,
        "next_round": "round 3",
        "losses": [CSV.losses[0].model_dump(mode="json")],
        "left_out": [{"what": "travellers", "why": "no room"}],
        "url": f"/v1/events/{EVENT}/files/csv",
    }
    assert document(await Broadcast()("/v1/events/none/files")) == {"event": "none", "files": []}


@pytest.mark.parametrize("target", ["/v1/events", "/v1/other", f"/v1/events/{EVENT}/standings"])
async def test_other_addresses_are_others_business(target: str) -> None:
    assert (await Broadcast()(target)).status == 404


async def test_a_file_is_fetched_again_by_those_who_have_another_one() -> None:
    reply = await Broadcast()(f"/v1/events/{EVENT}/files/csv", if_none_match='"other"')
    assert (reply.status, reply.body, reply.headers["ETag"]) == (200, b"1,2", f'"{CSV.sha256[:32]}"')


NOTICES = f"/v1/events/{EVENT}/notices"
ADDRESS = {"endpoint": "https://push.example/a", "p256dh": "B" * 87, "auth": "A" * 22}


async def notices(
    method: str, body: object = None, refusal: str | None = None, why: Why | None = None
) -> tuple[Reply, list[Any]]:
    """What a browser is answered, and what the notification service was asked."""

    async def answer(question: NoticesAsked) -> NoticesAnswered:
        if why is not None:
            raise Unanswered(why, "nobody is there")
        refused = NoticesRefusal(code=refusal, message="no") if refusal else None  # type: ignore[arg-type]
        return NoticesAnswered(event=EVENT, key="K", participant=question.participant, refusal=refused)

    broadcast = Broadcast()
    broadcast.bus.answers = answer  # type: ignore[assignment]
    data = body if isinstance(body, bytes) else orjson.dumps(body) if body is not None else b""
    return await call(broadcast.app, method, NOTICES, body=data), [question for _, question in broadcast.bus.asked]


async def test_a_browser_asks_for_the_key_to_be_told_and_to_be_told_no_more() -> None:
    for method, body, participant in (
        ("GET", None, None),
        ("POST", {"participant": "7", "address": ADDRESS}, "7"),
        ("DELETE", {"address": ADDRESS}, None),
    ):
        reply, (question,) = await notices(method, body)
        assert (reply.status, reply.json()) == (200, {"key": "K", "participant": participant})
        assert (question.event, question.participant, question.address is None) == (EVENT, participant, body is None)


@pytest.mark.parametrize(
    ("method", "body", "status"),
    [
        ("POST", {"participant": "7"}, 400),
        ("POST", {"address": ADDRESS}, 400),
        ("DELETE", {"participant": "7", "address": ADDRESS}, 400),
        ("DELETE", None, 400),
        ("POST", [], 400),
        ("POST", b"{", 400),
        ("POST", {"participant": "7", "address": {**ADDRESS, "auth": "x"}}, 400),
        ("POST", b" " * 4_097, 413),
        ("PUT", None, 405),
    ],
)
async def test_what_is_no_question_is_not_asked(method: str, body: object, status: int) -> None:
    reply, asked = await notices(method, body)
    assert (reply.status, asked) == (status, [])


@pytest.mark.parametrize(
    ("refusal", "status"),
    [("no-event", 404), ("no-participant", 404), ("bad-key", 400), ("no-such-service", 400), ("too-many", 503)],
)
async def test_a_refusal_has_a_stable_reason(refusal: str, status: int) -> None:
    reply, _ = await notices("POST", {"participant": "7", "address": ADDRESS}, refusal)
    assert (reply.status, reply.json()["reason"]) == (status, refusal)


async def test_without_the_notification_service_the_page_is_told_so() -> None:
    reply, _ = await notices("GET", why="absent")
    assert (reply.status, reply.headers["retry-after"]) == (503, "5")

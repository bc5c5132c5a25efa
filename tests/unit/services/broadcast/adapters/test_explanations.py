"""Explanations over HTTP: asked of scoring once, remembered until the event moves, refused in plain words."""

import asyncio
from pathlib import Path
from typing import Any

import orjson
import pytest

from contracts.facts import PublicPolicy
from contracts.questions import ExplanationAnswered, ExplanationAsked, Refusal
from services.broadcast.adapters import explanations
from services.broadcast.adapters.explanations import Explanations
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.ledger import Ledger
from services.broadcast.domain.public.audiences import Audiences
from shared.bus.errors import Unanswered
from shared.bus.middlewares.request_reply import WAITING
from tests.support.feed import TurnedClock
from tests.support.memory_bus import MemoryBus
from tests.support.published import STORED, as_read, awake, standings

EVENT = "monday"
EXAMPLE = ExplanationAnswered.model_validate_json(Path("contracts/examples/ExplanationAnswered.json").read_bytes())


class Broadcast:
    """An event on a hub, and a scoring service that has one explanation."""

    def __init__(self) -> None:
        self.bus = MemoryBus(answers=self.answer)
        self.hub = Hub(TurnedClock())
        self.ledger = Ledger(self.hub, "E1", "S1")
        awake(self.ledger, EVENT)
        self.asked: list[ExplanationAsked] = []
        self.waiting = 0
        self.ledger.take_standings(as_read(standings(EVENT, 1)), STORED)
        self.explanation = EXAMPLE.explanation
        self.audiences = Audiences(self.hub)
        self.explanations = Explanations(self.bus, self.hub, lambda: self.audiences)  # type: ignore[arg-type]

    async def answer(self, asked: Any) -> ExplanationAnswered:
        self.asked.append(asked)
        self.waiting += 1
        if self.waiting > WAITING:
            raise Unanswered("busy", "too many questions")
        await asyncio.sleep(0)
        self.waiting -= 1
        if asked.id == "9":
            refusal = Refusal(code="no-participant", message="the standings have no pair 9", advice="See the list.")
            return ExplanationAnswered(asked=asked, refusal=refusal)
        if asked.id == "busy":
            raise Unanswered("busy", "too many questions")
        return ExplanationAnswered(asked=asked, explanation=self.explanation)


async def test_with_our_values_alone_nothing_stated_is_explained() -> None:
    broadcast = Broadcast()
    assert b'"stated"' in (await broadcast.explanations.reply(EVENT, {"id": "1"})).body
    broadcast.audiences.policies[EVENT] = PublicPolicy(values="computed")
    ours = await broadcast.explanations.reply(EVENT, {"id": "2"})
    assert ours.status_code == 200
    assert b'"stated"' not in ours.body
    assert broadcast.explanation is not None
    broadcast.explanation = broadcast.explanation.replace(basis="stated")
    assert (await broadcast.explanations.reply(EVENT, {"id": "3"})).status_code == 404


async def test_the_same_question_is_asked_once_until_the_event_moves() -> None:
    broadcast = Broadcast()
    query = {"kind": "pair", "id": "1"}
    first, again = await asyncio.gather(*(broadcast.explanations.reply(EVENT, query) for _ in range(2)))
    assert first.status_code == again.status_code == 200
    assert orjson.loads(first.body)["basis"] == "boards"
    broadcast.ledger.take_standings(as_read(standings(EVENT, 2)), STORED)
    await broadcast.explanations.reply(EVENT, query)
    assert len(broadcast.asked) == 2


@pytest.mark.parametrize(
    ("event", "query", "status", "words"),
    [
        (EVENT, {"id": "9"}, 404, "the standings have no pair 9. See the list."),
        (EVENT, {"kind": "horse", "id": "1"}, 400, "kind: "),
        (EVENT, {}, 400, "id: "),
        ("tuesday", {"id": "1"}, 404, "there is no such event, or it is not scored yet"),
        (EVENT, {"id": "busy"}, 503, ""),
    ],
)
async def test_what_cannot_be_explained_is_refused_in_plain_words(
    event: str, query: dict[str, str], status: int, words: str
) -> None:
    reply = await Broadcast().explanations.reply(event, query)
    assert reply.status_code == status
    assert words in bytes(reply.body).decode()


async def test_forty_questions_at_once_are_all_answered() -> None:
    broadcast = Broadcast()
    replies = await asyncio.gather(*(broadcast.explanations.reply(EVENT, {"id": f"p{n}"}) for n in range(40)))
    assert {reply.status_code for reply in replies} == {200}


async def test_so_many_answers_are_kept_and_so_many_questions_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explanations, "KEPT", 1)
    broadcast = Broadcast()
    for name in ("1", "2", "1"):
        await broadcast.explanations.reply(EVENT, {"id": name})
    assert [asked.id for asked in broadcast.asked] == ["1", "2", "1"]
    monkeypatch.setattr(explanations, "MAX_QUESTIONS", 0)
    assert (await broadcast.explanations.reply(EVENT, {"id": "3"})).status_code == 503

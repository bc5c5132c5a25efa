"""Explanations of totals over HTTP: asked of the scoring service, remembered until the event moves."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping

import orjson
from pydantic import ValidationError
from starlette.responses import Response

from contracts import subjects
from contracts.feed import CloseCode, standings_channel
from contracts.questions import ExplanationAnswered, ExplanationAsked
from services.broadcast.adapters.http_reply import later, problem, unanswered
from services.broadcast.adapters.shared_work import SharedWork
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.public.audiences import Audiences
from services.broadcast.domain.public.names import explanation_with_names
from services.broadcast.domain.public.values import explanation_with_values
from shared.bus.bus import Bus
from shared.errors import OperationFailed

PATIENCE = 20.0
"""Seconds in which scoring has to answer; less than a client of HTTP is given."""

KEPT = 256
"""Answers that are kept for the same question asked again."""

MAX_QUESTIONS = 64
"""Different questions that wait at the same time."""

AT_ONCE = 4
"""Questions of them that scoring has at the same time: it works on one, and refuses what it cannot let wait."""

Key = tuple[ExplanationAsked, str, int]


class Explanations:
    """Asks the scoring service, and remembers its answers until the event moves."""

    def __init__(self, bus: Bus, hub: Hub, audiences: Callable[[], Audiences], patience: float = PATIENCE) -> None:
        """Ask over this bus about the events of this hub, and show names as its audiences see them."""
        self._bus = bus
        self._audiences = audiences
        self._hub = hub
        self._patience = patience
        self._answers: OrderedDict[Key, bytes] = OrderedDict()
        self._questions = SharedWork(self._ask)
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def reply(self, event: str, query: Mapping[str, str]) -> Response:
        """Answer a request for an explanation."""
        channel = self._hub.channels.get(standings_channel(event))
        if channel is None:
            why = "there is no such event, or it is not scored yet: v1/events lists those that are"
            return problem(404, CloseCode.NO_SUCH_CHANNEL, why)
        try:
            about = {name: query.get(name) for name in ("kind", "id", "ranking")}
            about["id"] = about["id"] and self._audiences().identity_behind(event, about["id"])
            asked = ExplanationAsked.model_validate({"event": event, **about})
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            return problem(400, CloseCode.BAD_MESSAGE, f"{'.'.join(map(str, first['loc']))}: {first['msg']}"[:200])
        key = (asked, channel.epoch, channel.seq)
        body: bytes | Response | None = self._answers.get(key)
        if body is None:
            if key not in self._questions and len(self._questions) >= MAX_QUESTIONS:
                return later(503, "too many questions: ask again later")
            body = await self._questions.of(key)
        if isinstance(body, Response):
            return body
        return Response(body, headers={"Content-Type": "application/json", "Cache-Control": "no-cache"})

    async def whole(self, asked: ExplanationAsked) -> ExplanationAnswered | Response:
        """What scoring answers, whatever the public sees of it."""
        subject = subjects.explanation_asked(asked.event)
        try:
            async with self._turns:
                return await self._bus.ask(subject, asked, ExplanationAnswered, patience=self._patience)
        except OperationFailed as error:
            return unanswered(error)

    async def _ask(self, key: Key) -> bytes | Response:
        asked = key[0]
        answer = await self.whole(asked)
        if isinstance(answer, Response):
            return answer
        names, policy = self._audiences().names.get(asked.event), self._audiences().policies.get(asked.event)
        is_ours = policy is not None and policy.values == "computed"
        explained = answer.explanation
        if (explained is None and names is not None) or (
            explained is not None and is_ours and explained.basis == "stated"
        ):
            return problem(404, CloseCode.NO_SUCH_CHANNEL, "there is none")
        if answer.explanation is None:
            why = f"{answer.refusal.message}. {answer.refusal.advice}".strip() if answer.refusal else "there is none"
            return problem(404, CloseCode.NO_SUCH_CHANNEL, why)
        body = answer.explanation.model_dump_json(exclude_none=True).encode()
        if is_ours:
            body = orjson.dumps(explanation_with_values(orjson.loads(body)))
        if names is not None:
            body = orjson.dumps(explanation_with_names(orjson.loads(body), names))
        self._answers[key] = body
        if len(self._answers) > KEPT:
            self._answers.popitem(last=False)
        return body

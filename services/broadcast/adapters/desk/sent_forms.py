"""Forms that were sent: one that is sent again, as by a double click, gets the same answer and decides nothing."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

Answer = TypeVar("Answer")

MOST_FORMS = 1000
"""Forms that are remembered; beyond them the oldest is forgotten."""


class SentForms(Generic[Answer]):
    """The answers of the forms that were sent last."""

    def __init__(self) -> None:
        self._answers: dict[str, asyncio.Task[Answer]] = {}

    async def answer(self, form: str, act: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
        """What acting on a form gave, or gives now; one that was refused may be sent again."""
        sent = self._answers.get(form)
        if sent is None:
            sent = self._answers[form] = asyncio.create_task(act())
            if len(self._answers) > MOST_FORMS:
                del self._answers[next(iter(self._answers))]
        try:
            # A browser that sends again leaves the first request.
            return await asyncio.shield(sent)
        except Exception:
            self._answers.pop(form, None)
            raise

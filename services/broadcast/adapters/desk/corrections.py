"""What the desk answers to queries, and what it has seen to be right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.routing import BaseRoute

from contracts.corrections.queries import Right
from services.broadcast.adapters.desk.desk import DIGEST, Desk
from services.broadcast.adapters.desk.form_fields import TYPED
from services.broadcast.domain.corrections.attention import finding_id, is_queried
from services.broadcast.domain.desk.forms.answer import answer_of
from services.broadcast.domain.desk.forms.form import Unclear
from services.broadcast.domain.pages.queries import about
from services.broadcast.domain.pages.words import IN_ENGLISH

GONE = "This query is not there any more."


@dataclass(frozen=True)
class DeskCorrections:
    """The routes."""

    desk: Desk

    def routes(self) -> list[BaseRoute]:
        """Each address with its answer."""
        return [
            self.desk.form("/desk/e/{event}/answer", self._answer),
            self.desk.form("/desk/e/{event}/right", self._right),
        ]

    async def _answer(self, request: Request, fields: Mapping[str, str], _files: Sequence[UploadFile]) -> str:
        doing, event = self.desk.doing(request), await self.desk.event_of(request)
        answer = answer_of(fields, doing.by, doing.at)
        every = (await self.desk.queries.of_event(event)).queries
        query = next((each for each in every if each.id == fields.get("query", "")), None)
        findings = () if query is None else (await self.desk.findings(event)).findings
        if query is None:
            raise Unclear(GONE)
        # Where the result stands, what was found about the same line or game is right.
        found = (each for each in findings if answer.verdict == "stands" and is_queried(each, query))
        right = tuple(Right(finding=finding_id(each), at=answer.at, by=answer.by) for each in found)
        said = f"Answered: {about(query.model_dump(), IN_ENGLISH)}, from the card of {query.name or query.card}"
        if not await self.desk.queries.answer(event, query.id, answer, doing, said, right):
            raise Unclear(GONE)
        return f"{said}."

    async def _right(self, request: Request, fields: Mapping[str, str], _files: Sequence[UploadFile]) -> str:
        if not DIGEST.fullmatch(fields.get("finding", "")):
            raise Unclear("This form is not known here. Reload the page and try again.")
        event, finding, text = await self.desk.event_of(request), fields["finding"], fields.get("text", "")[:TYPED]
        doing = self.desk.doing(request)
        right = Right(finding=finding, at=doing.at, by=doing.by)
        if fields.get("undo"):
            await self.desk.queries.doubt(event, right, doing, f"Not right after all. {text}".rstrip())
            return f"Undone: it is open again. {text}".rstrip()
        said = f"Noted: it is right. {text}".rstrip()
        await self.desk.queries.accept(event, right, doing, said)
        return said

"""The journal of the desk over HTTP: what was done, and undoing it."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from contracts.feed import EVENTS_CHANNEL
from services.broadcast.adapters.desk.desk import Desk, Refused, visitor_of
from services.broadcast.adapters.desk.entrance import takes_json
from services.broadcast.adapters.desk.form_fields import see
from services.broadcast.adapters.http_reply import json_answer
from services.broadcast.domain.desk.journal import journal, may_undo
from services.broadcast.domain.desk.pages.home import events_to_look_at, names_of
from shared.kept.acts import ActBucket
from shared.kept.undoing import NotUndone, undo


@dataclass(frozen=True)
class DeskJournal:
    """The routes."""

    desk: Desk
    acts: ActBucket

    def routes(self) -> list[BaseRoute]:
        """Each address with its answer."""
        return [self.desk.page("/desk/journal", self._journal), self.desk.form("/desk/journal/undo", self._undo)]

    async def _journal(self, request: Request) -> Response:
        await self.desk.fetch(EVENTS_CHANNEL)
        event, visitor = request.query_params.get("event", ""), visitor_of(request)
        names = names_of(self.desk.table(EVENTS_CHANNEL))
        if event and (event not in names or not visitor.opens(event)):
            raise HTTPException(404)
        listed = [event] if event else events_to_look_at(await self.desk.files.newest(), visitor)
        files = dict(zip(listed, await asyncio.gather(*map(self.desk.files.newest, listed)), strict=True))
        return await self.desk.show(request, journal(await self.acts.all(), files, visitor, names, event))

    async def _undo(self, request: Request, fields: Mapping[str, str], _files: Sequence[UploadFile]) -> Response:
        key = fields.get("act", "")
        act = await self.acts.at(key) if key else None
        if act is None:
            raise HTTPException(404)
        if not may_undo(act, visitor_of(request)):
            raise Refused("This is undone by the director of all events.")
        status = 200
        try:
            said = await undo(self.desk.bus, key, act, self.desk.doing(request))
        except (NotUndone, ValueError) as error:
            said, status = f"Nothing was undone. {error}", 422
        if takes_json(request):
            return json_answer({"message": said}, status)
        return see("../journal", said, {"event": only} if (only := fields.get("only", "")) else {})

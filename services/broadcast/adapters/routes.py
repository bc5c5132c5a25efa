"""Answers of HTTP beside the feed's snapshots: a participant's card, files in other formats, standings of earlier."""

import re
from collections.abc import Mapping
from urllib.parse import unquote

import orjson

from contracts import subjects
from contracts.base import SLUG_LENGTH
from contracts.feed import standings_channel
from contracts.messages import FileRendered
from services.broadcast.adapters.history import PARAMETERS, History
from services.broadcast.adapters.http_reply import Reply, matches, not_now, problem, query_of
from services.broadcast.handlers import Deps
from shared.bus.jetstream.buckets import ObjectMissing

FILE_LIMIT = 256 * 1024 * 1024
_TRIES = 3
_SLUG = re.compile(rf"(?=.{{1,{SLUG_LENGTH}}}$)[a-z0-9]+(-[a-z0-9]+)*")


class Routes:
    """The routes, over what broadcast has taken in from the bus."""

    def __init__(self, deps: Deps) -> None:
        """Answer from these."""
        self._deps = deps
        self._earlier = History(deps.bus, deps.hub)

    async def __call__(self, target: str, headers: Mapping[str, str]) -> Reply | None:
        """Answer a path, or pass with None."""
        path, _, asked = target.partition("?")
        match [unquote(part, errors="replace") for part in path.split("/")[1:]]:
            case ["v1", "events", event, "standings"] if PARAMETERS & (query := query_of(asked)).keys():
                return await self._earlier.reply(event, query, headers)
            case ["v1", "events", event, "cards", participant]:
                return await self._card(event, participant)
            case ["v1", "events", event, "files", name]:
                return await self._file(event, name, headers)
            case ["v1", "events", event, "files"]:
                return await self._files(event)
        return None

    async def _card(self, event: str, participant: str) -> Reply:
        known = _SLUG.fullmatch(event)
        if known and not await self._deps.fetch(standings_channel(event)):
            return not_now()
        book = self._deps.ledger.book(event) if known and self._deps.ledger is not None else None
        card = book.card(participant) if book is not None else None
        return problem(404, 404, "there is no such participant") if card is None else _json(card)

    async def _file(self, event: str, name: str, headers: Mapping[str, str]) -> Reply:
        """The newest file; one that is replaced while it is fetched is asked for again."""
        for _ in range(_TRIES - 1):
            try:
                return await self._newest(event, name, headers)
            except ObjectMissing:
                continue
        return await self._newest(event, name, headers)

    async def _newest(self, event: str, name: str, headers: Mapping[str, str]) -> Reply:
        known = _SLUG.fullmatch(event) and _SLUG.fullmatch(name)
        stored = await self._deps.bus.last(subjects.file_rendered(name, event), FileRendered) if known else None
        if stored is None:
            return problem(404, 404, "there is no such file")
        rendered = stored.message
        etag = f'"{rendered.sha256[:32]}"'
        plain_name = re.sub(r"[^A-Za-z0-9._-]", "_", rendered.name)
        fields = {
            "Content-Type": rendered.media_type,
            "Content-Disposition": f'attachment; filename="{plain_name}"',
            "ETag": etag,
            "Cache-Control": "no-cache",
            "X-Kibitz-Losses": str(len(rendered.losses)),
            "Link": f'</v1/events/{event}/files>; rel="describedby"',
        }
        if matches(headers.get("if-none-match"), etag):
            return Reply(304, b"", fields)
        data = await self._deps.bus.get_object(rendered.bucket, rendered.object, limit=FILE_LIMIT)
        return Reply(200, data, fields)

    async def _files(self, event: str) -> Reply:
        if not _SLUG.fullmatch(event):
            return problem(404, 404, "there is no such event")
        pattern = subjects.file_rendered(subjects.ANY, event)
        files = [
            {
                "format": stored.message.format,
                "name": stored.message.name,
                "bytes": stored.message.size,
                "media_type": stored.message.media_type,
                "sha256": stored.message.sha256,
                "values": stored.message.values,
                "next_round": stored.message.next_round,
                "losses": [loss.model_dump(mode="json") for loss in stored.message.losses],
                "url": f"/v1/events/{event}/files/{stored.message.format}",
            }
            async for stored in self._deps.bus.history(pattern, FileRendered, last_per_subject=True)
        ]
        return _json({"event": event, "files": files})


def _json(document: object) -> Reply:
    fields = {"Content-Type": "application/json", "Cache-Control": "no-cache"}
    return Reply(200, orjson.dumps(document), fields)

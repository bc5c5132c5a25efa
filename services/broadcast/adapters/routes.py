"""Answers of HTTP beside the feed's snapshots: a participant's card, files in other formats, standings of earlier."""

import asyncio
import re
from collections.abc import Mapping
from urllib.parse import unquote

import orjson

from contracts import subjects
from contracts.base import SLUG_LENGTH
from contracts.feed import board_channel, standings_channel
from contracts.messages import FileRendered
from contracts.questions import FileAnswered, FileAsked
from services.broadcast.adapters.explanations import Explanations
from services.broadcast.adapters.history import PARAMETERS, History
from services.broadcast.adapters.http_reply import Reply, matches, not_now, problem, query_of, unanswered
from services.broadcast.adapters.shared_work import SharedWork
from services.broadcast.domain.cards.chess import KINDS
from services.broadcast.handlers import Deps
from shared.errors import OperationFailed
from shared.formats.loss_groups import grouped

PATIENCE = 30.0
"""Seconds in which the export service has to answer; a file of 5,000 tables takes about ten."""

_SLUG = re.compile(rf"(?=.{{1,{SLUG_LENGTH}}}$)[a-z0-9]+(-[a-z0-9]+)*")


class Routes:
    """The routes, over what broadcast has taken in from the bus."""

    def __init__(self, deps: Deps) -> None:
        """Answer from these."""
        self._deps = deps
        self._earlier = History(deps.bus, deps.hub)
        self._explanations = Explanations(deps.bus, deps.hub)
        self._questions = SharedWork(self._answer)

    async def __call__(self, target: str, headers: Mapping[str, str]) -> Reply | None:
        """Answer a path, or pass with None."""
        path, _, asked = target.partition("?")
        match [unquote(part, errors="replace") for part in path.split("/")[1:]]:
            case ["v1", "events", event, "standings"] if PARAMETERS & (query := query_of(asked)).keys():
                return await self._earlier.reply(event, query, headers)
            case ["v1", "events", event, "explanation"]:
                return await self._explanation(event, query_of(asked))
            case ["v1", "events", event, "cards", participant]:
                return await self._card(event, participant, query_of(asked).get("kind"))
            case ["v1", "events", event, "files", name]:
                return await self._file(event, name, headers)
            case ["v1", "events", event, "files"]:
                return await self._files(event)
        return None

    async def _explanation(self, event: str, query: Mapping[str, str]) -> Reply:
        if _SLUG.fullmatch(event) and not await self._deps.fetch(standings_channel(event)):
            return not_now()
        return await self._explanations.reply(event, query)

    async def _card(self, event: str, participant: str, kind: str | None) -> Reply:
        if kind is not None and kind not in KINDS:
            return problem(400, 400, "the kind of a participant is player or team")
        fetch, ledger = self._deps.fetch, self._deps.ledger
        if ledger is None or not _SLUG.fullmatch(event):
            return problem(404, 404, "there is no such participant")
        if not (await fetch(standings_channel(event)) and await fetch(board_channel(event, ""))):
            return not_now()
        card = ledger.card(event, participant, KINDS.get(kind or ""))
        return problem(404, 404, "there is no such participant") if card is None else _json(card)

    async def _file(self, event: str, name: str, headers: Mapping[str, str]) -> Reply:
        """The file of the newest state."""
        answer = await self._ask(event, name)
        if isinstance(answer, Reply):
            return answer
        if answer.file is None:
            held = f"; there are {', '.join(answer.formats)}" if answer.formats else ""
            return problem(404, 404, f"there is no such file{held}")
        return await self._handed_out(answer.file, headers)

    async def _ask(self, event: str, name: str | None) -> FileAnswered | Reply:
        """Ask the export service; of those who want the same at once, one asks for all."""
        if not (_SLUG.fullmatch(event) and (name is None or _SLUG.fullmatch(name))):
            return problem(404, 404, "there is no such file" if name is not None else "there is no such event")
        try:
            return await self._questions.of(FileAsked(event=event, format=name))
        except OperationFailed as error:
            return unanswered(error)

    async def _answer(self, asked: FileAsked) -> FileAnswered:
        return await self._deps.bus.ask(subjects.file_asked(asked.event), asked, FileAnswered, patience=PATIENCE)

    async def _handed_out(self, rendered: FileRendered, headers: Mapping[str, str]) -> Reply:
        etag = f'"{rendered.sha256[:32]}"'
        plain_name = re.sub(r"[^A-Za-z0-9._-]", "_", rendered.name)
        fields = {
            "Content-Type": rendered.media_type,
            "Content-Disposition": f'attachment; filename="{plain_name}"',
            "ETag": etag,
            "Cache-Control": "no-cache",
            "X-Kibitz-Losses": str(len(rendered.losses)),
            "Link": f'</v1/events/{rendered.event}/files>; rel="describedby"',
        }
        if matches(headers.get("if-none-match"), etag):
            return Reply(304, b"", fields)
        return Reply(200, await asyncio.to_thread(rendered.data), fields)

    async def _files(self, event: str) -> Reply:
        """Every format that holds the event, with what its last rendering was, if there was any."""
        answer = await self._ask(event, None)
        if isinstance(answer, Reply):
            return answer
        pattern = subjects.file_rendered(subjects.ANY, event)
        history = self._deps.bus.history(pattern, FileRendered, last_per_subject=True)
        last = {stored.message.format: stored.message async for stored in history}
        files = [
            {"format": name, "url": f"/v1/events/{event}/files/{name}"} | _described(last.get(name))
            for name in answer.formats
        ]
        return _json({"event": event, "files": files})


def _described(rendered: FileRendered | None) -> dict[str, object]:
    if rendered is None:
        return {}
    return {
        "name": rendered.name,
        "bytes": rendered.size,
        "media_type": rendered.media_type,
        "sha256": rendered.sha256,
        "values": rendered.values,
        "next_round": rendered.next_round,
        "losses": [loss.model_dump(mode="json") for loss in rendered.losses],
        "left_out": [{"what": group.what, "why": group.why} for group in grouped(rendered.losses)],
    }


def _json(document: object) -> Reply:
    fields = {"Content-Type": "application/json", "Cache-Control": "no-cache"}
    return Reply(200, orjson.dumps(document), fields)

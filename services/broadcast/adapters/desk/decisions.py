"""The form that decides: it becomes a file of decisions like any other.

A decision is offered to the intake over the bus as the command line sends it; the page waits a moment until it shows.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.routing import BaseRoute

from contracts.decisions import AnyDecision, Decisions
from contracts.feed import EVENTS_CHANNEL, seats_channel, standings_channel
from contracts.questions import FileOffered, FileTaken
from services.broadcast.adapters.desk.desk import SENDER, Desk, Refused, tab_of, visitor_of
from services.broadcast.adapters.desk.sent_forms import SentForms
from services.broadcast.domain.desk.confirmation import Confirmation, confirmation
from services.broadcast.domain.desk.forms.decide import channel_moved, decisions_of
from services.broadcast.domain.desk.forms.form import Unclear
from services.broadcast.domain.desk.forms.kept_seats import kept_seats, rounds_begun
from services.broadcast.domain.desk.forms.names import may_name, others_of_day, person_of
from services.broadcast.domain.desk.pages.home import names_of
from services.broadcast.domain.desk.visitors import Visitor, directors_words, refusal
from shared.formats.decisions.reader import written

SHOWS, LOOK = 3.0, 0.05
"""Seconds for which a page waits until a decision shows, and between two looks."""


@dataclass(frozen=True)
class DeskDecisions:
    """The route.

    Attributes:
        sent: forms that decided something.
    """

    desk: Desk
    sent: SentForms[Confirmation] = field(default_factory=SentForms)

    def routes(self) -> list[BaseRoute]:
        """The address with its answer."""
        return [self.desk.form("/desk/e/{event}/decide", self._decide)]

    async def _decide(self, request: Request, fields: dict[str, str], _files: Sequence[UploadFile]) -> Confirmation:
        """Send the decisions of a form, once."""
        if not fields.get("once"):
            return await self._decide_now(request, fields)
        form = repr((visitor_of(request), request.url.path, sorted(fields.items())))
        return await self.sent.answer(form, lambda: self._decide_now(request, fields))

    async def _decide_now(self, request: Request, fields: dict[str, str]) -> Confirmation:
        shown = await self.desk.shown(request, tab_of(fields), fields)
        decisions, visitor = decisions_of(fields, shown), visitor_of(request)
        files = {} if visitor.opens_people() else {file.sha256: file for file in await self.desk.files.newest()}
        words = (
            () if visitor.may("director") else directors_words(shown.event, await self.desk.files.newest(shown.event))
        )
        if (why := refusal(visitor, shown.event, decisions, files, words)) is not None:
            raise Refused(why)
        channel = channel_moved(shown.event, decisions)
        about = next((file for each in decisions if (file := getattr(each, "file", None))), None)
        before = (self._position(channel), await self.desk.status(about))
        known = () if about is None else await self.desk.files.newest(shown.event)
        elsewhere = await self._decide_elsewhere(fields, shown.event, visitor, decisions)
        taken = await self.decide(shown.event, visitor.name, *decisions, mark=visitor.mark)
        if taken.refusal is not None:
            raise Unclear(taken.refusal.message)
        await self.desk.fetch(EVENTS_CHANNEL)
        done = confirmation(shown, decisions, taken.sha256, known, names_of(self.desk.table(EVENTS_CHANNEL)))
        done = done._replace(text=f"{done.text}{elsewhere}")
        for _ in range(round(SHOWS / LOOK)):
            await asyncio.sleep(LOOK)
            if self._position(channel) == before[0]:
                continue
            # What came of a file is written down a moment later than the standings are published.
            sent = await self.desk.status(taken.sha256)
            if sent is None or sent.state != "scored":
                continue
            if about is None or await self.desk.status(about) != before[1]:
                return done
        sent = await self.desk.status(taken.sha256)
        seats = self.desk.table(channel) if channel == seats_channel(shown.event) else None
        if sent is not None and sent.state == "scored" and seats is not None:
            kept = kept_seats(decisions[0], seats.meta, rounds_begun(shown.meta))
            return done._replace(text=f"{'' if kept.for_good else 'Sent. '}{done.text} {kept.text}")
        return done._replace(text=f"Sent. {done.text} The {channel.rpartition('.')[2]} have not changed yet.")

    async def _decide_elsewhere(
        self, fields: Mapping[str, str], event: str, visitor: Visitor, decisions: Sequence[AnyDecision]
    ) -> str:
        """Decide the same about a person in the other events of the day that may name them, and say in which."""
        if not (person := person_of(fields)):
            return ""
        await self.desk.fetch(EVENTS_CHANNEL)
        named = []
        for other, name in others_of_day(self.desk.table(EVENTS_CHANNEL), event):
            tables = await self.desk.tables([standings_channel(other)]) if visitor.opens(other) else {}
            if any(may_name(person, table) for table in tables.values()):
                taken = await self.decide(other, visitor.name, *decisions, mark=visitor.mark)
                if taken.refusal is not None:
                    raise Unclear(f"{name}: {taken.refusal.message}")
                named.append(name)
        return f" The same in {', '.join(named)}; each is undone there." if named else " No other event needs it."

    def _position(self, channel: str) -> tuple[str, int] | None:
        """How far a channel has come; None where there is none."""
        table = self.desk.table(channel)
        return None if table is None else (table.epoch, table.seq)

    async def decide(self, event: str, by: str, *decisions: AnyDecision, mark: str = "") -> FileTaken:
        """Offer a file of decisions about an event, whose name ends with the mark of who decides."""
        return await self.decide_at(event, by, self.desk.now(), *decisions, mark=mark)

    async def decide_at(self, event: str, by: str, at: datetime, *decisions: AnyDecision, mark: str = "") -> FileTaken:
        """The same for what was decided at a time."""
        document = Decisions(event=event, at=at, by=by, decisions=decisions)
        name = f"{event}-{decisions[0].decision}-{at:%Y%m%dT%H%M%S}{mark}.json"
        return await self.desk.offer(FileOffered(sender=SENDER, name=name[-255:], content=written(document)))
